//! Prices of the wagers of a dice table, and of line bets combined with the largest permitted bet behind them.

mod family;

use croupier_kit::{Money, Ratio, Throw};
use croupier_rules::contract::{Game, Payout};
use croupier_rules::games::dice::{Barred, BehindMost, Dice, First, Life, Line, Wager};

use crate::general::stake_outcomes;
use crate::price::{Price, TOGETHER, profit};
use crate::query::PriceError;
use crate::simple;

const METHOD: &str = "the first throw, and then the point against seven, in exact fractions; behind the bet lies the \
                      most that is permitted, paid without rounding";

/// The price of every wager. A line bet with two names has two rows. A commission that is rounded is priced for a bet of
/// `stake`.
///
/// # Errors
/// When a commission is rounded and there is no stake, or one that cannot be paid.
pub fn prices(game: &Dice, stake: Option<Money>) -> Result<Vec<Price>, PriceError> {
    let mut prices = Vec::new();
    for price in simple::prices(game, &game.stock(), stake)? {
        let line = game.lines.iter().find(|line| line.names.iter().any(|name| **name == *price.wager));
        let others = line.into_iter().flat_map(|line| &line.names).filter(|name| ***name != *price.wager);
        let others: Vec<Price> =
            others.map(|name| Price { wager: name.to_string(), ..price.clone() }).collect();
        prices.push(price);
        prices.extend(others);
    }
    Ok(prices)
}

/// Every line bet combined with the largest permitted bet behind it on every point.
pub fn combined(game: &Dice) -> Vec<Price> {
    (0..).zip(&game.lines).map(|(place, line)| with_behind(game, place, line)).collect()
}

fn with_behind(game: &Dice, place: u8, line: &Line) -> Price {
    let throws = |score: u8| Throw::all().filter(|throw| throw.score() == score).count();
    // A throw that is barred and disregarded is thrown again.
    let counts = |score: &u8| line.first[usize::from(*score)] != First::Barred(Barred::Disregarded);
    let decided: usize = (2..=12).filter(counts).map(throws).sum();
    let mut gains = Vec::new();
    let mut staked = Ratio::one();
    for score in (2..=12).filter(counts) {
        let chance = Ratio::new(throws(score), decided);
        match line.first[usize::from(score)] {
            First::Wins => gains.push((line.paid.odds.ratio(), chance)),
            First::Loses => gains.push((Ratio::whole(-1), chance)),
            First::Barred(_) => gains.push((Ratio::zero(), chance)),
            First::Point => {
                let behind = most_behind(line, score);
                staked = staked + &behind * &chance;
                gains.extend(on_point(game, place, line, score, &behind, &chance));
            }
        }
    }
    let name = line.names.first().map_or("", |name| name);
    let cites = [line.paid.cite, line.behind_cite].into_iter().collect();
    let price = Price::exact(format!("{name}{TOGETHER}full behind"), &gains, METHOD);
    Price { staked: Some(staked.into()), cites, ..price }
}

/// The largest bet permitted behind a line bet of one.
fn most_behind(line: &Line, point: u8) -> Ratio {
    let place = usize::from(point);
    match line.behind_most {
        BehindMost::Stake(times) => Ratio::whole(times[place]),
        BehindMost::Winnings(times) => {
            let odds = line.behind[place].map_or_else(Ratio::one, |paid| paid.odds.ratio());
            Ratio::whole(times[place]) / odds
        }
    }
}

/// The gains of the line bet and the bet behind it together, once the point is established.
fn on_point(
    game: &Dice,
    place: u8,
    line: &Line,
    point: u8,
    behind: &Ratio,
    chance: &Ratio,
) -> Vec<(Ratio, Ratio)> {
    let ends = stake_outcomes(game, &game.stock(), Wager::Behind(place, point), Life::default()).ends;
    let gain = |payout: Payout| match payout {
        Payout::Win(_) => line.paid.odds.ratio() + &profit(payout) * behind,
        _ => Ratio::whole(-1) - behind.clone(),
    };
    ends.iter().map(|end| (gain(end.payout), &end.chance * chance)).collect()
}
