//! Committing a command: decide it, check its transactions, write the events it leads to, apply them.

use std::fmt;

use crate::command::Request;
use crate::decide::NewEvent;
use crate::house::House;
use crate::ids::{Actor, IdempotencyKey, Now, StreamId};
use crate::journal::{Accepted, Entry, EntryBody, EntryRange, JournalError, digest_of};
use crate::ledger::{LedgerOverlay, PostingError};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::OutcomeSource;

/// Why a command was not committed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommitError {
    /// The command is rejected. Nothing has changed.
    Rejected(Rejection),
    /// The house contradicts itself: what it decided cannot be written or applied. This is a fault of the program.
    /// The house must be rebuilt from its journal, because an event may have been applied in part.
    Fault(JournalError),
}

impl From<Rejection> for CommitError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl fmt::Display for CommitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(rejection) => rejection.fmt(f),
            Self::Fault(fault) => write!(f, "the house must be rebuilt from its journal: {fault}"),
        }
    }
}

impl std::error::Error for CommitError {}

impl House<'_> {
    /// Executes a command, or rejects it and changes nothing. The entries must be stored before anybody is answered.
    ///
    /// # Errors
    /// The reason for the rejection, with the provisions; or a fault, after which the house must not be used.
    pub fn commit(
        &mut self,
        request: &Request,
        now: Now,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Accepted, CommitError> {
        if self.halted {
            return Err(CommitError::Fault(JournalError::Halted));
        }
        let keyed = match request.key {
            Some(key) => Some((key, digest_of(request.by, &request.command).map_err(CommitError::Fault)?)),
            None => None,
        };
        if let Some((key, digest)) = keyed
            && let Some((known, range)) = self.keys.get(key)
        {
            return if known == digest {
                Ok(Accepted { range, entries: Vec::new() })
            } else {
                Err(key_used())
            };
        }
        let events = self.decide(request, now, outcomes)?;
        self.check_postings(&events)?;
        let entries = self.write(events, request.by, now.at, keyed).map_err(CommitError::Fault)?;
        for entry in &entries {
            self.apply(entry).map_err(|fault| self.halt(fault))?;
        }
        let stream = entries.first().map_or(StreamId { house: self.id, table: None }, |entry| entry.stream);
        let from = entries.first().map_or(0, |entry| entry.body.version);
        let to = entries.last().map_or(0, |entry| entry.body.version);
        Ok(Accepted { range: EntryRange { stream, from, to }, entries })
    }

    /// Marks the house as changed in part.
    fn halt(&mut self, fault: JournalError) -> CommitError {
        self.halted = true;
        CommitError::Fault(fault)
    }

    /// Checks all transactions of all events, one after another.
    fn check_postings(&self, events: &[NewEvent]) -> Result<(), CommitError> {
        let checked = if let [event] = events {
            self.ledger.check(&event.ledger)
        } else {
            let mut overlay = LedgerOverlay::new(&self.ledger);
            events.iter().try_for_each(|event| overlay.post(&event.ledger))
        };
        checked.map_err(|error| match error {
            PostingError::Short { .. } | PostingError::Overflow => {
                Rejection::funds(&error, "both sides must have enough").into()
            }
            PostingError::NotPermitted(..) | PostingError::Unequal(_) => {
                let due = events.first().map_or(0, |event| self.next_version(event));
                CommitError::Fault(JournalError::Ledger(due, error))
            }
        })
    }

    fn next_version(&self, event: &NewEvent) -> u64 {
        self.head(StreamId { house: self.id, table: event.table }).version + 1
    }

    /// Writes the events as entries of their journals. All events of a command belong to one journal.
    fn write(
        &self,
        events: Vec<NewEvent>,
        by: Actor,
        at: i64,
        key: Option<(IdempotencyKey, u64)>,
    ) -> Result<Vec<Entry>, JournalError> {
        let mut entries: Vec<Entry> = Vec::with_capacity(events.len());
        for NewEvent { table, event, ledger } in events {
            let stream = StreamId { house: self.id, table };
            let head = self.head(stream);
            let last = entries.iter().rfind(|entry| entry.stream == stream);
            let (prev, version) =
                last.map_or((head.hash, head.version), |last| (last.hash, last.body.version));
            let body = EntryBody { prev, version: version + 1, at, by, key, event, ledger };
            entries.push(Entry::write(stream, body)?);
        }
        Ok(entries)
    }
}

fn key_used() -> CommitError {
    let rejection = Rejection::new(
        RejectionCode::Key,
        "this key was used for another command",
        "use a new key for every command",
    );
    rejection.into()
}
