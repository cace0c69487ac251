//! The totals of blocks of rounds.

use serde::{Deserialize, Serialize};

use crate::staking::SessionTotals;
use crate::tally::Tally;

/// A wager whose stakes are counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountedWager {
    /// Its name, as prices list it.
    pub wager: String,
    /// The number of parts of a round's bets in which its profits are counted.
    pub parts: i64,
    /// The number of bets per round, where several are counted together.
    pub bets: u8,
}

impl CountedWager {
    /// The number of parts of one bet's profit that make one unit of the round's bets.
    pub fn whole(&self) -> i64 {
        self.parts * i64::from(self.bets)
    }
}

/// The totals of some blocks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    /// The tally of each wager.
    pub tallies: Vec<Tally>,
    /// The number of cards dealt, balls spun or dice thrown.
    pub fallen: u64,
    /// The totals of sessions, unless every stake is one unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sessions: Option<SessionTotals>,
}

impl Totals {
    /// Empty totals for the given number of wagers.
    pub fn nothing(wagers: usize) -> Self {
        Self { tallies: vec![Tally::default(); wagers], fallen: 0, sessions: None }
    }

    /// Adds the totals of other blocks; `None` if the sums are too large to be counted.
    pub fn merge(&mut self, other: &Self) -> Option<()> {
        self.tallies.iter_mut().zip(&other.tallies).try_for_each(|(tally, other)| tally.merge(other))?;
        self.fallen = self.fallen.checked_add(other.fallen)?;
        match (&mut self.sessions, &other.sessions) {
            (Some(sessions), Some(other)) => sessions.merge(other)?,
            (none @ None, Some(_)) => none.clone_from(&other.sessions),
            (_, None) => {}
        }
        Some(())
    }
}
