//! What people asked and were answered, with the times by one clock.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What somebody asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A command, with its idempotency key.
    Command(u128),
    /// Something of the house.
    Read,
}

/// What somebody was answered in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The command was carried out; its last entry has this sequence.
    Done(u64),
    /// It was refused, or there is nothing to read.
    Refused(u16),
    /// What was asked was shown.
    Shown,
    /// The chips that a person has, in the smallest unit.
    Chips(i64),
    /// The version of a table.
    Table(u64, u64),
}

/// One request, with all its attempts. Times are since the history began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Who asked: one client of one person.
    pub client: u32,
    /// The person.
    pub person: u32,
    /// The house.
    pub house: u16,
    /// What was asked.
    pub asked: Asked,
    /// When it was first sent.
    pub invoked: Duration,
    /// When the attempt that was answered was sent.
    pub sent: Duration,
    /// When it was answered.
    pub answered: Duration,
    /// The highest sequence that the client had seen before.
    pub before: u64,
    /// The sequence that the answer carried.
    pub shown_to: u64,
    /// The answer.
    pub answer: Answer,
    /// How often a server answered that it could not be done now.
    pub turned_away: u32,
    /// How often no server answered.
    pub unreached: u32,
    /// What a server that turned the client away said last.
    pub why: String,
}

/// An entry of a journal, read at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalLine {
    /// Its sequence.
    pub sequence: u64,
    /// The key of its command.
    pub key: Option<u128>,
    /// The person who caused it; `None` for the house.
    pub by: Option<u32>,
    /// Whether it records a refusal.
    pub is_refusal: bool,
    /// What happened, for people.
    pub what: String,
}

/// The journal of a house, read at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EveningJournal {
    /// Its entries.
    pub lines: Vec<JournalLine>,
    /// The chips of each person after the sequences at which they changed.
    pub chips: BTreeMap<u32, Vec<(u64, i64)>>,
}

/// Everything that people asked and were answered.
#[derive(Debug)]
pub struct History {
    begun: Instant,
    operations: Mutex<Vec<Operation>>,
    clients: AtomicU32,
}

impl Default for History {
    fn default() -> Self {
        Self { begun: Instant::now(), operations: Mutex::default(), clients: AtomicU32::new(0) }
    }
}

impl History {
    /// The time since it began.
    pub fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Notes a request that was answered.
    pub fn note(&self, operation: Operation) {
        self.operations.lock().unwrap_or_else(PoisonError::into_inner).push(operation);
    }

    /// A number for another client.
    pub fn client(&self) -> u32 {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }

    /// All requests so far, in the order of their answers.
    pub fn operations(&self) -> Vec<Operation> {
        self.operations.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The key of a command: the one that was sent, with the house and the person. The journal has it as it is, or in the order of
/// the keys ([`ordered_key`]).
pub fn own_key(house: u16, person: u32, given: u128) -> u128 {
    let mut hasher = blake3::Hasher::new_derive_key("croupier 2026 idempotency key");
    hasher.update(&house.to_le_bytes()).update(&person.to_le_bytes()).update(&given.to_le_bytes());
    let mut key = [0; 16];
    hasher.finalize_xof().fill(&mut key);
    u128::from_le_bytes(key)
}

/// A key in the order of the keys: the first 48 bits of what was sent, which are the time at which it was made, then the rest of
/// the key.
pub fn ordered_key(house: u16, person: u32, given: u128) -> u128 {
    (given >> 80 << 80) | stored_bits(own_key(house, person, given))
}

/// The bits of a key that the journal has in either form.
pub(crate) const fn stored_bits(key: u128) -> u128 {
    key & ((1 << 80) - 1)
}
