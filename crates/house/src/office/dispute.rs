//! Disputes about rounds that are not closed. Every dispute, with its texts, is in the journal and in the index.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{DAY_MS, PersonId, TableId};

/// How long a dispute can be escalated after its answer, in milliseconds.
pub const ESCALATION_LASTS: i64 = 90 * DAY_MS;

/// A dispute about a round: it waits for an answer, or its answer can be escalated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dispute {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The person who opened it.
    pub person: PersonId,
    /// When it was answered, in milliseconds since 1970; `None` if it has no answer yet.
    pub answered: Option<i64>,
}

impl Dispute {
    /// Whether it is not closed at a time: it has no answer yet, or can be escalated.
    pub fn is_open(&self, at: i64) -> bool {
        self.answered.is_none_or(|answered| at < answered.saturating_add(ESCALATION_LASTS))
    }
}

/// The disputes of a house that are not closed, by number.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpenDisputes {
    /// The number of disputes opened so far.
    pub made: u32,
    /// Those that are not closed. Those that can no longer be escalated are dropped when the next is opened.
    pub open: BTreeMap<u32, Dispute>,
}

impl OpenDisputes {
    /// Those of a person that are not closed at a time.
    pub fn of(&self, person: PersonId, at: i64) -> impl Iterator<Item = &Dispute> {
        self.open.values().filter(move |known| known.person == person && known.is_open(at))
    }

    pub(crate) fn put(&mut self, number: u32, dispute: Dispute, at: i64) {
        self.open.retain(|_, known| known.is_open(at));
        self.made = number;
        self.open.insert(number, dispute);
    }

    /// Notes an answer. It can be escalated from now on.
    pub(crate) fn answer(&mut self, number: u32, at: i64) {
        if let Some(known) = self.open.get_mut(&number) {
            known.answered = Some(at);
        }
    }

    /// Closes a dispute that was escalated. In journals that are older than the time limit it may be closed already.
    pub(crate) fn close(&mut self, number: u32) {
        self.open.remove(&number);
    }
}
