//! Prices of wagers in games where no player decides anything: roulette, dice, in-between.

use croupier_kit::Ratio;
use croupier_rules::contract::Payout;
use croupier_rules::table::TableGame;

use crate::general::{StakeOutcomes, stake_outcomes};
use crate::price::{PayoutChance, Price};

const METHOD: &str =
    "exact fractions: every sequence of outcomes until the bet is settled, enumerated through the rules";

/// The price of every wager of a game without decisions, in the order of the rules. Wagers that share a name share
/// one price.
pub fn prices<G: TableGame>(game: &G, stock: &G::Stock) -> Vec<Price> {
    let mut prices: Vec<Price> = Vec::new();
    game.wagers(|wager, begins| {
        let name = game.wager_name(wager);
        if prices.iter().all(|price| price.wager != name) {
            prices.push(of_life(name, game, wager, &stake_outcomes(game, stock, wager, begins)));
        }
    });
    prices
}

/// The price of a wager, computed from all its possible ends.
fn of_life<G: TableGame>(name: String, game: &G, wager: G::Wager, life: &StakeOutcomes) -> Price {
    let ending = |end: &crate::general::StakeEnd| PayoutChance {
        payout: end.payout,
        probability: end.chance.clone().into(),
    };
    let mut cites = Vec::new();
    for cite in life.ends.iter().flat_map(|end| &end.cites) {
        if !cites.contains(cite) {
            cites.push(*cite);
        }
    }
    let price = Price::exact(name, &gains(life), METHOD);
    let shares = life.ends.iter().any(|end| end.payout == Payout::LoseHalf);
    let halved = chance(life, |payout| payout == Payout::LoseHalf);
    Price {
        odds: game.usual_odds(wager),
        endings: life.ends.iter().map(ending).collect(),
        lose: (price.lose.exact().cloned().unwrap_or_default() - halved.clone()).into(),
        halved: shares.then(|| halved.into()),
        cites,
        ..price
    }
}

fn chance(life: &StakeOutcomes, holds: impl Fn(Payout) -> bool) -> Ratio {
    life.ends.iter().filter(|end| holds(end.payout)).map(|end| end.chance.clone()).sum()
}

fn gains(life: &StakeOutcomes) -> Vec<(Ratio, Ratio)> {
    life.ends.iter().map(|end| (crate::price::profit(end.payout), end.chance.clone())).collect()
}
