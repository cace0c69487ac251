//! What lies on the opposing hands: what they play for.

use croupier_kit::Ratio;
use croupier_rules::contract::Payout;
use croupier_rules::games::baccarat::{Baccarat, Clause};

use super::contest::Gains;
use super::results::{RESULTS, settle};

/// Stakes on some wagers together, as what each result gains in whole units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StakeGains {
    /// What each result gains.
    pub gains: Gains,
    /// How many such units are staked.
    pub staked: i128,
}

impl StakeGains {
    /// A unit on the first wager of this kind; where the book has none, what even money would be.
    pub(crate) fn one(game: &Baccarat, kind: impl Fn(&Clause) -> bool) -> Self {
        match game.clauses.iter().find(|clause| kind(clause)) {
            Some(clause) => Self::of(&[(clause, 1)]),
            None => Self { gains: std::array::from_fn(|result| (result / 3) as i128 - 1), staked: 1 },
        }
    }

    /// So many units on each of these wagers.
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

    /// A value in units of gain, per unit staked.
    pub(crate) fn per_unit(&self, value: &Ratio) -> Ratio {
        value / &Ratio::whole(self.staked)
    }
}

/// What a stake of so many units wins, the number being a multiple of what the odds are to.
fn profit(payout: Payout, stake: i128) -> i128 {
    match payout {
        Payout::Win(odds) => {
            let (won, staked) = odds.terms();
            stake / i128::from(staked) * i128::from(won)
        }
        Payout::Lose => -stake,
        // Baccarat knows no other end of a stake than to be won, lost or returned.
        _ => 0,
    }
}
