//! What blocks of rounds came to, counted.

use serde::{Deserialize, Serialize};

use crate::staking::SessionTotals;
use crate::tally::Tally;

/// A wager whose stakes are counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountedWager {
    /// Its name, as prices list it.
    pub wager: String,
    /// In how many parts of a round's bets its profits are counted.
    pub parts: i64,
    /// How many bets a round has, where they are counted together.
    pub bets: u8,
}

impl CountedWager {
    /// The parts of one bet's profit that make one unit of the round's bets.
    pub fn whole(&self) -> i64 {
        self.parts * i64::from(self.bets)
    }
}

/// What some blocks came to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    /// What each wager came to.
    pub tallies: Vec<Tally>,
    /// How many cards, balls or throws fell.
    pub fallen: u64,
    /// What sessions came to, where a player stakes otherwise than by the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sessions: Option<SessionTotals>,
}

impl Totals {
    /// Nothing yet, for so many wagers.
    pub fn nothing(wagers: usize) -> Self {
        Self { tallies: vec![Tally::default(); wagers], fallen: 0, sessions: None }
    }

    /// Adds what other blocks came to.
    pub fn merge(&mut self, other: &Self) {
        self.tallies.iter_mut().zip(&other.tallies).for_each(|(tally, other)| tally.merge(other));
        self.fallen += other.fallen;
        match (&mut self.sessions, &other.sessions) {
            (Some(sessions), Some(other)) => sessions.merge(other),
            (none @ None, Some(_)) => none.clone_from(&other.sessions),
            (_, None) => {}
        }
    }
}
