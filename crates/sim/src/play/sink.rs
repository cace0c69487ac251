//! Receivers of settled stakes.

use crate::tally::Tally;

/// Receives every settled stake.
pub(crate) trait Sink {
    /// A stake on this wager was settled with this profit in parts; `staked` units were staked.
    fn note(&mut self, wager: usize, profit: i64, staked: u64);

    /// The shoe was shuffled.
    #[inline]
    fn shuffled(&mut self) {}

    /// A round begins, and bets are placed for it.
    #[inline]
    fn lays(&mut self) {}

    /// This outcome occurred, given by its number.
    #[inline]
    fn fell(&mut self, _: u8) {}
}

impl Sink for Vec<Tally> {
    #[inline]
    fn note(&mut self, wager: usize, profit: i64, staked: u64) {
        self[wager].add_times(profit, 1);
        self[wager].stake(staked);
    }
}

/// Records every settled stake in order.
impl Sink for Vec<(usize, i64, u64)> {
    fn note(&mut self, wager: usize, profit: i64, staked: u64) {
        self.push((wager, profit, staked));
    }
}
