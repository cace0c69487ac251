//! Which stakes can be paid exactly, because nothing is rounded.

use croupier_kit::{Money, lcm};

use crate::contract::Game;
use crate::law::Refusal;

/// Checks whether every possible result of a stake on this wager is a whole number of minor units, because nothing is
/// rounded.
pub fn check_payable<G: Game>(game: &G, wager: G::Wager, amount: Money) -> Result<(), Refusal> {
    let mut first = None;
    game.results(wager, |payout, rule| {
        let exact = amount.minor() % i64::from(payout.unit()) == 0;
        let payable = exact && matches!(payout.profit(amount), Ok(Some(_)));
        if !payable && first.is_none() {
            first = Some((rule, exact));
        }
    });
    match first {
        None => Ok(()),
        Some((rule, true)) => {
            Err(Refusal::new(rule, format!("a stake of {amount}"), "its winnings are too large to pay"))
        }
        Some((rule, false)) => {
            let found = format!("a stake of {amount} cannot be paid exactly");
            Err(Refusal::new(rule, found, nearest_stakes(amount, stake_unit(game, wager))))
        }
    }
}

/// The smallest stake on this wager, in minor units, for which every result can be paid exactly. Every other such
/// stake is a multiple of it.
pub fn stake_unit<G: Game>(game: &G, wager: G::Wager) -> i64 {
    let mut unit = 1;
    game.results(wager, |payout, _| unit = lcm(unit, u64::from(payout.unit())));
    i64::try_from(unit).unwrap_or(i64::MAX)
}

/// The stakes nearest to an amount that can be paid exactly.
fn nearest_stakes(amount: Money, unit: i64) -> String {
    let below = amount.minor() / unit * unit;
    let above = Money::from_minor(below + unit);
    match below {
        0 => format!("the nearest payable stake is {above}"),
        _ => format!("the nearest payable stakes are {} and {above}", Money::from_minor(below)),
    }
}
