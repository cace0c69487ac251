//! Prices of wagers in games where no player decides anything: roulette, dice, in-between.

use croupier_kit::{Money, Ratio};
use croupier_rules::contract::Payout;
use croupier_rules::table::{ExactBet, TableGame};

use crate::general::{StakeOutcomes, stake_outcomes, stake_outcomes_from};
use crate::price::{PayoutChance, Price};
use crate::query::PriceError;

const METHOD: &str =
    "exact fractions: every sequence of outcomes until the bet is settled, enumerated through the rules";

/// The price of every wager of a game without decisions, in the order of the rules. Wagers that share a name share
/// one price. A commission that is rounded is priced for a bet of `stake`.
///
/// # Errors
/// When a commission is rounded and the stake cannot be paid.
pub fn prices<G: TableGame>(
    game: &G,
    stock: &G::Stock,
    stake: Option<Money>,
) -> Result<Vec<Price>, PriceError> {
    prices_from(game, stock, stock, stake)
}

/// The same if the first round is dealt from other outcomes than the later ones.
///
/// # Errors
/// As [`prices`].
pub fn prices_from<G: TableGame>(
    game: &G,
    first: &G::Stock,
    later: &G::Stock,
    stake: Option<Money>,
) -> Result<Vec<Price>, PriceError> {
    let mut wagers: Vec<(String, G::Wager, G::Life)> = Vec::new();
    game.wagers(|wager, begins| {
        let name = game.wager_name(wager);
        if wagers.iter().all(|(known, ..)| *known != name) {
            wagers.push((name, wager, begins));
        }
    });
    let price = |(name, wager, begins): (String, G::Wager, G::Life)| {
        let bet = exact_bet(game, wager, stake)?;
        Ok(of_life(name, game, wager, bet, &stake_outcomes_from(game, first, later, wager, begins)))
    };
    wagers.into_iter().map(price).collect()
}

/// The price of one wager of a game without decisions, from the life that a stake on it begins with.
///
/// # Errors
/// When a commission is rounded and the stake cannot be paid.
pub fn price<G: TableGame>(
    game: &G,
    stock: &G::Stock,
    (wager, begins): (G::Wager, G::Life),
    stake: Option<Money>,
) -> Result<Price, PriceError> {
    let bet = exact_bet(game, wager, stake)?;
    let name = game.wager_name(wager);
    Ok(of_life(name, game, wager, bet, &stake_outcomes(game, stock, wager, begins)))
}

/// The bet that a wager is priced for. Where nothing is rounded, all bets have the same price. Where a commission is
/// rounded, it is the given stake, or else the smallest bet on which nothing is.
///
/// # Errors
/// When a commission is rounded and the stake cannot be paid.
pub fn exact_bet<G: TableGame>(
    game: &G,
    wager: G::Wager,
    stake: Option<Money>,
) -> Result<ExactBet, PriceError> {
    let words = || format!("`{}`", game.wager_name(wager));
    match (stake.filter(|_| is_rounded(game, wager)), ExactBet::smallest(game, wager)) {
        (Some(stake), _) => ExactBet::of_amount(game, wager, stake)
            .map_err(|refusal| PriceError::new(words(), refusal.to_string())),
        (None, Some(bet)) => Ok(bet),
        (None, None) => Err(PriceError::new(
            words(),
            "its commission is rounded, so that its price depends on the bet: say which with `--stake`",
        )),
    }
}

fn is_rounded<G: TableGame>(game: &G, wager: G::Wager) -> bool {
    game.commission(wager).is_some_and(|commission| commission.breakage.is_some())
}

/// How a wager was priced, with the bet where its price depends on that.
pub(crate) fn method_for<G: TableGame>(game: &G, wager: G::Wager, bet: ExactBet, method: &str) -> String {
    match is_rounded(game, wager) {
        true => format!("{method}; where the commission is rounded, for a bet of {}", bet.bet()),
        false => method.to_owned(),
    }
}

/// The price of a wager, computed from all its possible ends.
fn of_life<G: TableGame>(
    name: String,
    game: &G,
    wager: G::Wager,
    bet: ExactBet,
    life: &StakeOutcomes,
) -> Price {
    let ending = |end: &crate::general::StakeEnd| PayoutChance {
        payout: end.payout,
        profit: per_unit(bet, end.payout),
        probability: end.chance.clone().into(),
    };
    let mut cites = Vec::new();
    for cite in life.ends.iter().flat_map(|end| &end.cites) {
        if !cites.contains(cite) {
            cites.push(*cite);
        }
    }
    let commission = game.commission(wager);
    cites.extend(commission.map(|commission| commission.cite).filter(|cite| !cites.contains(cite)));
    let price = Price::exact(name, &gains(bet, life), method_for(game, wager, bet, METHOD));
    let shares = life.ends.iter().any(|end| end.payout == Payout::LoseHalf);
    let halved = chance(life, |payout| payout == Payout::LoseHalf);
    Price {
        odds: game.usual_odds(wager),
        endings: life.ends.iter().map(ending).collect(),
        lose: (price.lose.exact().expect("every chance here is exact") - &halved).into(),
        halved: shares.then(|| halved.into()),
        commission,
        cites,
        ..price
    }
}

fn chance(life: &StakeOutcomes, holds: impl Fn(Payout) -> bool) -> Ratio {
    life.ends.iter().filter(|end| holds(end.payout)).map(|end| end.chance.clone()).sum()
}

fn gains(bet: ExactBet, life: &StakeOutcomes) -> Vec<(Ratio, Ratio)> {
    life.ends.iter().map(|end| (per_unit(bet, end.payout), end.chance.clone())).collect()
}

/// The profit per unit staked, less commission.
fn per_unit(bet: ExactBet, payout: Payout) -> Ratio {
    Ratio::new(bet.profit(payout).minor(), bet.staked().minor())
}
