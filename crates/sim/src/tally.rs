//! Tallies of results. They hold whole numbers only, so that merging parts in any order gives the same result.

use croupier_rules::contract::Payout;
use croupier_rules::table::ExactBet;
use serde::{Deserialize, Serialize};

/// How often each profit occurred, in parts of the stake.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Each profit times the denominator, with how often it occurred; ascending by profit.
    counts: Vec<(i64, u64)>,
    /// The sum of all stakes, in units of the original bet.
    staked: u64,
}

impl Tally {
    /// Counts a profit once, for a bet that was not increased.
    #[inline]
    pub fn add(&mut self, profit: i64) {
        self.add_times(profit, 1);
        self.staked += 1;
    }

    /// Adds to the sum of stakes.
    #[inline]
    pub const fn stake(&mut self, units: u64) {
        self.staked += units;
    }

    /// Counts a profit `times` times. The stakes are added separately.
    #[inline]
    pub fn add_times(&mut self, profit: i64, times: u64) {
        match self.counts.iter_mut().find(|(known, _)| *known == profit) {
            Some((_, count)) => *count += times,
            None if times > 0 => self.insert(profit, times),
            None => {}
        }
    }

    #[cold]
    fn insert(&mut self, profit: i64, times: u64) {
        let place = self.counts.partition_point(|(known, _)| *known < profit);
        self.counts.insert(place, (profit, times));
    }

    /// Adds another tally; `None` if the sums are too large to be counted, as only those of a false file are.
    pub fn merge(&mut self, other: &Self) -> Option<()> {
        self.counts()
            .iter()
            .chain(other.counts())
            .try_fold(0_u64, |sum, (_, times)| sum.checked_add(*times))?;
        for (profit, times) in &other.counts {
            self.add_times(*profit, *times);
        }
        self.staked = self.staked.checked_add(other.staked)?;
        Some(())
    }

    /// The sum of all stakes, in units of the original bet.
    pub const fn staked(&self) -> u64 {
        self.staked
    }

    /// Every profit with how often it occurred, ascending.
    pub fn counts(&self) -> &[(i64, u64)] {
        &self.counts
    }

    /// The number of stakes counted.
    pub fn stakes(&self) -> u64 {
        self.counts.iter().map(|(_, times)| times).sum()
    }

    /// Whether profits ascend and no count is zero. A tally read from a file may violate this.
    pub fn is_sound(&self) -> bool {
        self.counts.windows(2).all(|two| two[0].0 < two[1].0)
            && self.counts.iter().all(|(_, times)| *times > 0)
    }
}

/// The parts of a unit in which the profits of a wager are whole numbers.
pub trait Parts {
    /// The profit of a payout on a stake of `staked` units.
    fn profit(self, payout: Payout, staked: i64) -> i64;
}

/// The profit of a payout on a stake of `staked` units, in parts of a unit.
///
/// # Panics
/// When the profit is not a whole number of parts. The denominator of a wager is chosen so that every payout is.
pub fn profit(payout: Payout, staked: i64, parts: impl Parts) -> i64 {
    parts.profit(payout, staked)
}

impl Parts for i64 {
    fn profit(self, payout: Payout, staked: i64) -> i64 {
        in_parts(payout, staked, self)
    }
}

/// The parts are the minor units of what is staked, with the commission charged in advance.
impl Parts for ExactBet {
    fn profit(self, payout: Payout, staked: i64) -> i64 {
        staked * Self::profit(self, payout).minor()
    }
}

fn in_parts(payout: Payout, staked: i64, parts: i64) -> i64 {
    let share = |won: i64, of: i64| {
        assert_eq!(staked * parts % of, 0, "{payout:?} does not come out in {parts} parts");
        staked * parts / of * won
    };
    match payout {
        Payout::Win(odds) => {
            let (won, of) = odds.terms();
            share(i64::from(won), i64::from(of))
        }
        Payout::Net { won, staked: of, .. } => share(i64::from(won), i64::from(of)),
        Payout::Lose => -staked * parts,
        Payout::LoseHalf | Payout::Surrender | Payout::LoseOriginal => share(-1, 2),
        Payout::Void => 0,
        Payout::Bonus { main, bonus } => {
            in_parts(main.into(), staked, parts) + in_parts(Payout::Win(bonus), staked, parts)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_kit::Odds;
    use proptest::prelude::*;

    #[test]
    fn payouts_in_parts() {
        let odds = Payout::Win(Odds::new(3, 2).unwrap());
        assert_eq!(profit(odds, 1, 2_i64), 3);
        assert_eq!(profit(Payout::LoseOriginal, 2, 2_i64), -2);
        assert_eq!(profit(Payout::Net { won: -3, staked: 9, any: true }, 1, 18_i64), -6);
    }

    proptest! {
        #[test]
        fn the_order_of_parts_does_not_matter(profits in proptest::collection::vec(-9_i64..9, 0..60), at in 0_usize..60) {
            let of = |list: &[i64]| {
                let mut tally = Tally::default();
                list.iter().for_each(|profit| tally.add(*profit));
                tally
            };
            let (one, other) = profits.split_at(at.min(profits.len()));
            let mut merged = of(other);
            merged.merge(&of(one)).unwrap();
            prop_assert_eq!(&merged, &of(&profits));
            prop_assert!(merged.is_sound());
        }
    }
}
