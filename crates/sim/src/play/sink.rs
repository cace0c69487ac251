//! Where the results of stakes go.

use crate::tally::Tally;

/// Takes note of every stake that is decided.
pub(crate) trait Sink {
    /// The stake on this wager came to this, in parts, having cost so many units.
    fn note(&mut self, wager: usize, profit: i64, staked: u64);

    /// The shoe was shuffled.
    #[inline]
    fn shuffled(&mut self) {}

    /// A round begins for which bets are laid.
    #[inline]
    fn lays(&mut self) {}

    /// This fell, by its number.
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

/// Every decision in its order.
impl Sink for Vec<(usize, i64, u64)> {
    fn note(&mut self, wager: usize, profit: i64, staked: u64) {
        self.push((wager, profit, staked));
    }
}
