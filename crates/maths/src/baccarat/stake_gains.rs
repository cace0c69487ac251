//! The gains that the opposing hands play for, given the stakes on them.

use croupier_kit::Ratio;
use croupier_rules::contract::Payout;
use croupier_rules::games::baccarat::{Baccarat, Clause};

use super::contest::Gains;
use super::results::{RESULTS, settle};

/// The combined stakes on some wagers, as the gain of each result in whole units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StakeGains {
    /// The gain of each result.
    pub gains: Gains,
    /// The number of such units staked.
    pub staked: i128,
}

impl StakeGains {
    /// One unit on the first wager of this kind; an even-money wager if the rulebook has none.
    pub(crate) fn one(game: &Baccarat, kind: impl Fn(&Clause) -> bool) -> Self {
        match game.clauses.iter().find(|clause| kind(clause)) {
            Some(clause) => Self::of(&[(clause, 1)]),
            None => Self { gains: std::array::from_fn(|result| (result / 3) as i128 - 1), staked: 1 },
        }
    }

    /// The given number of units on each of these wagers.
    pub(crate) fn of(stakes: &[(&Clause, u32)]) -> Self {
        let scale: i128 = stakes.iter().map(|(clause, _)| i128::from(clause.odds.terms().1)).product();
        let mut gains = [0; RESULTS];
        for (clause, units) in stakes {
            for (result, gain) in gains.iter_mut().enumerate() {
                *gain += i128::from(*units) * profit(settle(clause, result).0, scale);
            }
        }
        Self { gains, staked: scale * stakes.iter().map(|(_, units)| i128::from(*units)).sum::<i128>() }
    }

    /// Converts a value in units of gain to a value per unit staked.
    pub(crate) fn per_unit(&self, value: &Ratio) -> Ratio {
        value / &Ratio::whole(self.staked)
    }
}

/// The profit of a stake of `stake` units. The stake must be a multiple of the stake that the odds are quoted for.
fn profit(payout: Payout, stake: i128) -> i128 {
    match payout {
        Payout::Win(odds) => {
            let (won, staked) = odds.terms();
            stake / i128::from(staked) * i128::from(won)
        }
        Payout::Lose => -stake,
        // In baccarat a stake is only won, lost or returned.
        _ => 0,
    }
}
