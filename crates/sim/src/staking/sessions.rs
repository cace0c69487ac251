//! Totals of sessions. They hold whole numbers only, so that merging parts in any order gives the same result.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How often each number occurred.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram(BTreeMap<i64, u64>);

impl Histogram {
    fn add(&mut self, number: i64) {
        *self.0.entry(number).or_default() += 1;
    }

    fn merge(&mut self, other: &Self) -> Option<()> {
        self.0.values().chain(other.0.values()).try_fold(0_u64, |sum, times| sum.checked_add(*times))?;
        for (number, times) in &other.0 {
            *self.0.entry(*number).or_default() += times;
        }
        Some(())
    }

    /// How many numbers were counted.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The smallest number that at least `permille` thousandths of all numbers do not exceed; `None` if there are
    /// none.
    pub fn quantile(&self, permille: u16) -> Option<i64> {
        let rank = (u128::from(self.count()) * u128::from(permille)).div_ceil(1000).max(1);
        let mut below = 0_u128;
        let reaches = |(number, times): (&i64, &u64)| {
            below += u128::from(*times);
            (below >= rank).then_some(*number)
        };
        self.0.iter().find_map(reaches)
    }

    /// The sum of all numbers.
    pub fn sum(&self) -> i128 {
        self.0.iter().map(|(number, times)| i128::from(*number) * i128::from(*times)).sum()
    }

    /// Every number with how often it occurred, ascending.
    pub fn counts(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.0.iter().map(|(number, times)| (*number, *times))
    }
}

/// The totals of sessions. Amounts are in minor units of the currency.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SessionTotals {
    /// The number of sessions played.
    pub played: u64,
    /// The number of bets settled in them.
    pub bets: u64,
    /// The sum of all stakes, without amounts added by doubling and splitting.
    pub turnover: i128,
    /// The sum of all winnings, less all losses.
    pub won: i128,
    /// Sums over all sessions: net winnings squared, net winnings times turnover, and turnover squared.
    pub squares: [i128; 3],
    /// The number of bets until ruin, for the sessions that ended in ruin.
    pub to_ruin: Histogram,
    /// The largest drop below an earlier peak within each session.
    pub drawdown: Histogram,
    /// The money held after given numbers of bets; the last entry is the end. Ruined players hold what they have
    /// left.
    pub fan: Vec<(u64, Histogram)>,
}

/// The number of points in a session at which the money held is recorded.
const PLACES: u64 = 24;

/// A session that is over.
pub(super) struct FinishedSession {
    pub(super) won: i64,
    pub(super) last: i64,
    pub(super) drawdown: i64,
    pub(super) turnover: i64,
    pub(super) bets: u64,
    pub(super) ruined: bool,
}

impl SessionTotals {
    /// Empty totals for sessions of `rounds` bets.
    pub(super) fn of(rounds: u64) -> Self {
        let place = |step: u64| {
            u64::try_from((u128::from(rounds) * u128::from(step)).div_ceil(u128::from(PLACES)))
                .expect("no more than all rounds")
        };
        let mut places: Vec<u64> = (1..=PLACES).map(place).collect();
        places.dedup();
        let fan = places.into_iter().map(|place| (place, Histogram::default())).collect();
        Self { fan, ..Self::default() }
    }

    /// Records that `held` is held after `bets` bets.
    pub(super) fn pass(&mut self, bets: u64, held: i64) {
        if let Ok(place) = self.fan.binary_search_by_key(&bets, |(place, _)| *place) {
            self.fan[place].1.add(held);
        }
    }

    /// Adds a finished session; `None` if a sum overflows.
    pub(super) fn end(&mut self, ended: &FinishedSession) -> Option<()> {
        self.played += 1;
        self.bets += ended.bets;
        let (won, turnover) = (i128::from(ended.won), i128::from(ended.turnover));
        self.won = self.won.checked_add(won)?;
        self.turnover = self.turnover.checked_add(turnover)?;
        for (sum, product) in self.squares.iter_mut().zip([(won, won), (won, turnover), (turnover, turnover)])
        {
            *sum = sum.checked_add(product.0.checked_mul(product.1)?)?;
        }
        self.drawdown.add(ended.drawdown);
        if ended.ruined {
            self.to_ruin.add(i64::try_from(ended.bets).ok()?);
        }
        for (_, spread) in self.fan.iter_mut().filter(|(place, _)| *place > ended.bets) {
            spread.add(ended.last);
        }
        Some(())
    }

    /// The number of ruined sessions.
    pub fn ruined(&self) -> u64 {
        self.to_ruin.count()
    }

    /// The money held at the end.
    pub fn last(&self) -> Option<&Histogram> {
        self.fan.last().map(|(_, spread)| spread)
    }

    /// Adds the totals of other blocks; `None` if the sums are too large to be counted.
    pub fn merge(&mut self, other: &Self) -> Option<()> {
        self.played = self.played.checked_add(other.played)?;
        self.bets = self.bets.checked_add(other.bets)?;
        self.turnover = self.turnover.checked_add(other.turnover)?;
        self.won = self.won.checked_add(other.won)?;
        for (sum, other) in self.squares.iter_mut().zip(other.squares) {
            *sum = sum.checked_add(other)?;
        }
        self.to_ruin.merge(&other.to_ruin)?;
        self.drawdown.merge(&other.drawdown)?;
        for ((_, spread), (_, other)) in self.fan.iter_mut().zip(&other.fan) {
            spread.merge(other)?;
        }
        Some(())
    }

    /// Whether the totals are consistent, for sessions of `rounds` bets.
    pub(crate) fn is_sound(&self, rounds: u64) -> bool {
        let places = |sessions: &Self| sessions.fan.iter().map(|(place, _)| *place).collect::<Vec<_>>();
        places(self) == places(&Self::of(rounds))
            && self.ruined() <= self.played
            && self.drawdown.count() == self.played
            && self.fan.iter().all(|(_, spread)| spread.count() == self.played)
    }

    /// The expected net winnings, from the house's edge and the turnover, and the distance of the actual winnings
    /// from them in standard errors; `None` if there is no variance.
    #[allow(clippy::cast_precision_loss, reason = "sums are exact and become figures only at the end")]
    pub fn against(&self, edge: f64) -> Option<(f64, f64)> {
        let [ww, wt, tt] = self.squares.map(|sum| sum as f64);
        let expected = -edge * self.turnover as f64;
        let error = (ww + 2.0 * edge * wt + edge * edge * tt).max(0.0).sqrt();
        (error > 0.0).then(|| (expected, (self.won as f64 - expected) / error))
    }

    /// Whether the sessions are enough for a verdict on their sum. A progression can put most of the turnover into a few
    /// sessions; whether they were among those that were played decides the sum then, and no standard error says how far it is off.
    #[allow(clippy::cast_precision_loss, reason = "a share needs no more digits")]
    pub fn is_even(&self) -> bool {
        let carrying = (self.turnover as f64).powi(2) / (self.squares[2] as f64).max(1.0);
        carrying >= (self.played as f64 / 2.0).min(CARRYING_MIN)
    }
}

/// So many sessions of equal turnover are enough, however many others there are.
const CARRYING_MIN: f64 = 10_000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_numbers_that_came() {
        let mut spread = Histogram::default();
        (1..=10).for_each(|number| spread.add(number * 10));
        let of = |permille| spread.quantile(permille).unwrap();
        assert_eq!([of(0), of(100), of(101), of(500), of(1000)], [10, 10, 20, 50, 100]);
        assert_eq!(Histogram::default().quantile(500), None);
    }

    #[test]
    fn places_are_within_the_session() {
        assert_eq!(SessionTotals::of(3).fan.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(SessionTotals::of(1000).fan.last().unwrap().0, 1000);
    }
}
