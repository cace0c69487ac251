//! What was counted: whole numbers only, so that merging blocks in any order gives the same result.

use super::play::COUNTS;

/// The rounds that were played at one count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CountCell {
    /// How many rounds.
    pub rounds: u64,
    /// What all boxes won, in parts of a bet.
    pub won: i64,
    /// The sum of the squares of what a round won.
    pub squares: u64,
    /// The sum of the squares of what each box won.
    pub of_boxes: u64,
}

/// All counts of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountTotals {
    /// The rounds that were dealt, with those that the player only watched.
    pub dealt: u64,
    /// The shoes that they came from.
    pub shoes: u64,
    /// The rounds that he played, by the place of the count at which he bet.
    pub cells: Vec<CountCell>,
}

impl CountCell {
    /// Counts a round: what the boxes won together, and the sum of the squares of what each won.
    #[inline]
    pub(super) fn add(&mut self, won: i32, of_boxes: i32) {
        self.rounds += 1;
        self.won += i64::from(won);
        self.squares += (i64::from(won) * i64::from(won)).unsigned_abs();
        self.of_boxes += u64::from(of_boxes.unsigned_abs());
    }

    /// Adds the rounds of another cell; `None` if the sums are too large to be counted.
    pub(crate) fn merge(&mut self, other: &Self) -> Option<()> {
        self.rounds = self.rounds.checked_add(other.rounds)?;
        self.won = self.won.checked_add(other.won)?;
        self.squares = self.squares.checked_add(other.squares)?;
        self.of_boxes = self.of_boxes.checked_add(other.of_boxes)?;
        Some(())
    }
}

impl CountTotals {
    /// No rounds.
    #[allow(clippy::new_without_default, reason = "it is not the usual state of anything")]
    pub fn new() -> Self {
        Self { dealt: 0, shoes: 0, cells: vec![CountCell::default(); COUNTS] }
    }

    /// The rounds that were played.
    pub fn played(&self) -> u64 {
        self.cells.iter().map(|cell| cell.rounds).sum()
    }

    /// All rounds that were played, whatever the count.
    pub fn whole(&self) -> CountCell {
        let mut whole = CountCell::default();
        // Each sum is at most that of a block, or was checked when blocks were merged.
        self.cells.iter().for_each(|cell| whole.merge(cell).expect("counts of cells add up"));
        whole
    }

    /// Adds another block; `None` if the sums are too large to be counted.
    pub fn merge(&mut self, other: &Self) -> Option<()> {
        self.dealt = self.dealt.checked_add(other.dealt)?;
        self.shoes = self.shoes.checked_add(other.shoes)?;
        self.cells.iter_mut().zip(&other.cells).try_for_each(|(cell, other)| cell.merge(other))
    }
}
