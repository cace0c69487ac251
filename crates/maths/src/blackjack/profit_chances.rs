//! The profits and losses of a round, with their chances.
//!
//! Rounds without a split are computed exactly. The hands of a split pair are treated as independent of each other
//! once the dealer's final result is given. This ignores only that they are dealt from the same shoe, which matters
//! for a few parts in ten thousand of the variance. The mean is correct to a few parts in ten million; the edge is
//! not computed here.

use std::collections::BTreeMap;

use super::flow::{FinishedHands, SCORES};
use super::hand_solver::Column;
use super::pricing_rules::{BLACKJACK, FINALS, PricingRules, StakeRole};
use super::split::SplitWorth;
use crate::number::Number;

/// The chance of each profit, in parts of a stake.
pub(super) type ProfitChances = BTreeMap<i64, f64>;

/// Adds to the chance of a profit.
pub(super) fn add(outcomes: &mut ProfitChances, profit: i64, chance: f64) {
    if chance != 0.0 {
        *outcomes.entry(profit).or_insert(0.0) += chance;
    }
}

/// Adds hands that were not split.
pub(super) fn add_tally<N: Number>(
    outcomes: &mut ProfitChances,
    terms: &PricingRules,
    tally: &FinishedHands<N>,
) {
    for dealer in 0..FINALS {
        for (profit, chance) in at_rest(terms, tally, StakeRole::Original, dealer, None) {
            add(outcomes, profit, chance);
        }
    }
    for (stakes, over) in (1..).zip(&tally.over) {
        add(outcomes, -stakes * terms.unit, over.value());
    }
}

/// The profits of finished hands against one final result, with their chances.
fn at_rest<N: Number>(
    terms: &PricingRules,
    tally: &FinishedHands<N>,
    role: StakeRole,
    dealer: usize,
    up: Option<usize>,
) -> ProfitChances {
    let mut outcomes = ProfitChances::new();
    for stakes in 1..=2_usize {
        for score in 0..SCORES {
            let chance = tally.rested(stakes, score, dealer).value();
            let profit = match u8::try_from(score) {
                Ok(score @ 0..=21) => terms.profit(score, if stakes == 1 { 1 } else { 2 }, role, dealer),
                _ => terms.natural_profit(dealer, up),
            };
            add(&mut outcomes, profit, chance);
        }
    }
    outcomes
}

/// Adds the rounds in which a pair is split; `chance` is their total chance.
pub(super) fn add_split<N: Number>(
    outcomes: &mut ProfitChances,
    column: &Column<'_, N>,
    worth: &SplitWorth<N>,
    blackjack: &N,
    chance: f64,
) {
    let looks = column.terms.looks();
    let hands = worth.made.iter().map(|made| whole(made.hands) * made.chance.value()).sum::<f64>();
    // The number of hands per round in each tally: the original stake's hand and the others, or all together where
    // they are settled alike.
    let per_round: Vec<f64> = if worth.tallies.len() == 1 { vec![hands] } else { vec![1.0, hands - 1.0] };
    let roles = [StakeRole::Original, StakeRole::Further];
    let each: Vec<Vec<ProfitChances>> = worth
        .tallies
        .iter()
        .zip(&per_round)
        .zip(roles)
        .map(|((tally, count), role)| by_final(column, worth, tally, role, *count))
        .collect();
    let (Some(original), Some(further)) = (each.first(), each.last()) else { return };
    let share = |dealer: usize| original[dealer].values().sum::<f64>();
    let all: f64 = (0..FINALS).map(share).sum();
    let played = if looks { 1.0 - blackjack.value() } else { 1.0 };
    for dealer in (0..FINALS).filter(|dealer| !(looks && *dealer == BLACKJACK)) {
        let share = share(dealer) * played / all;
        if share > 0.0 {
            let sum = add_hands(&original[dealer], &further[dealer], worth);
            sum.into_iter().for_each(|(profit, weight)| add(outcomes, profit, chance * share * weight));
        }
    }
    if looks {
        add(outcomes, -column.terms.unit, chance * blackjack.value());
    }
}

/// The total profit of all hands of a split pair, over the numbers of hands it can become.
fn add_hands<N: Number>(one: &ProfitChances, other: &ProfitChances, worth: &SplitWorth<N>) -> ProfitChances {
    let mut sum = scaled(one);
    let other = scaled(other);
    let mut total = ProfitChances::new();
    for hands in 2..=worth.hands_most {
        let mut next = ProfitChances::new();
        for (profit, chance) in &sum {
            other.iter().for_each(|(more, weight)| add(&mut next, profit + more, chance * weight));
        }
        sum = next;
        let made = worth.made.iter().filter(|made| made.hands == hands);
        let weight: f64 = made.map(|made| made.chance.value()).sum();
        sum.iter().for_each(|(profit, chance)| add(&mut total, *profit, weight * chance));
    }
    total
}

fn scaled(outcomes: &ProfitChances) -> ProfitChances {
    let sum: f64 = outcomes.values().sum();
    outcomes.iter().map(|(profit, chance)| (*profit, chance / sum)).collect()
}

/// The profits of one hand by final result, where a round has `count` such hands on average. Hands over 21 are
/// distributed among the final results so that each result has its true chance.
fn by_final<N: Number>(
    column: &Column<'_, N>,
    worth: &SplitWorth<N>,
    tally: &FinishedHands<N>,
    role: StakeRole,
    count: f64,
) -> Vec<ProfitChances> {
    let looks = column.terms.looks();
    let rest: Vec<ProfitChances> =
        (0..FINALS).map(|dealer| at_rest(column.terms, tally, role, dealer, column.up)).collect();
    let over: Vec<f64> = tally.over.iter().map(Number::value).collect();
    let room = |dealer: usize| match looks && dealer == BLACKJACK {
        true => 0.0,
        false => (count * worth.finals[dealer].value() - rest[dealer].values().sum::<f64>()).max(0.0),
    };
    let rooms: f64 = (0..FINALS).map(room).sum();
    let share = |dealer| if rooms > 0.0 { room(dealer) / rooms } else { 0.0 };
    let spread = (0..FINALS).map(|dealer| {
        let mut all = rest[dealer].clone();
        for (stakes, over) in (1..).zip(&over) {
            add(&mut all, -stakes * column.terms.unit, over * share(dealer));
        }
        all.values_mut().for_each(|chance| *chance /= count);
        all
    });
    spread.collect()
}

fn whole(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}
