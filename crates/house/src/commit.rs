//! Committing a command: decide it, check its transactions, write the events it leads to, apply them.

use std::fmt;

use croupier_rules::notation::Act;
use smallvec::SmallVec;

use crate::command::Request;
use crate::decide::NewEvent;
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, IdempotencyKey, Now, StreamId};
use crate::journal::{Accepted, Entry, EntryBody, EntryRange, JournalError, Salt, digest_of};
use crate::ledger::{LedgerOverlay, PostingError};
use crate::rejection::{Rejection, RejectionCode};
use crate::store::HouseHead;
use crate::table::{DecidedActs, OutcomeSource, read_lines, written};

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
        self.check_formats(&events)?;
        self.check_postings(&events)?;
        let origin = EntryOrigin { by: request.by, at: now.at, key: keyed };
        let (entries, acts) = self.write(events, origin, outcomes).map_err(CommitError::Fault)?;
        for (entry, acts) in entries.iter().zip(&acts) {
            self.apply_decided(entry, acts.as_ref()).map_err(|fault| self.halt(fault))?;
        }
        Ok(Accepted { range: self.range_of(&entries), entries })
    }

    /// Records under its key that a command is refused. A copy of it that was sent before and arrives later is refused
    /// too.
    ///
    /// # Errors
    /// When the command has no key, or a fault, after which the house must not be used.
    pub fn record_refusal(
        &mut self,
        request: &Request,
        rejection: Rejection,
        now: Now,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Accepted, CommitError> {
        let Some(key) = request.key else {
            return Err(
                Rejection::new(RejectionCode::Key, "this command has no key", "send it with one").into()
            );
        };
        let digest = digest_of(request.by, &request.command).map_err(CommitError::Fault)?;
        let refused = [NewEvent::on(None, Event::CommandRefused(Box::new(rejection)), Vec::new())];
        self.check_formats(&refused)?;
        let origin = EntryOrigin { by: request.by, at: now.at, key: Some((key, digest)) };
        let (entries, _) = self.write(refused.into(), origin, outcomes).map_err(CommitError::Fault)?;
        for entry in &entries {
            self.apply(entry).map_err(|fault| self.halt(fault))?;
        }
        Ok(Accepted { range: self.range_of(&entries), entries })
    }

    /// The position of the entries that answer a command: those in the journal of its first event. What follows from
    /// them in other journals, and what the house writes before them, is not part of the answer.
    fn range_of(&self, entries: &[Entry]) -> EntryRange {
        let mut own = entries.iter().skip_while(|entry| is_preliminary(&entry.body.event));
        let Some(first) = own.next() else {
            let stream = StreamId { house: self.id, table: None };
            return EntryRange { stream, from: 0, to: 0, sequence: self.last.sequence };
        };
        let last = own.filter(|entry| entry.stream == first.stream).last().unwrap_or(first);
        let (from, to) = (first.body.version, last.body.version);
        EntryRange { stream: first.stream, from, to, sequence: last.body.sequence }
    }

    /// Marks the house as changed in part.
    fn halt(&mut self, fault: JournalError) -> CommitError {
        self.halted = true;
        CommitError::Fault(fault)
    }

    /// Checks that every node of the house can read the events.
    fn check_formats(&self, events: &[NewEvent]) -> Result<(), Rejection> {
        if events.iter().all(|event| event.event.format() <= self.writes_format) {
            return Ok(());
        }
        Err(Rejection::order(
            "another node of this house cannot read what this would write",
            "upgrade all nodes first",
        ))
    }

    /// Checks all transactions of all events, one after another.
    fn check_postings(&self, events: &[NewEvent]) -> Result<(), CommitError> {
        let checked = match events {
            [event] if event.is_checked => Ok(()),
            [event] => self.ledger.check(&event.ledger),
            events => {
                let mut overlay = LedgerOverlay::new(&self.ledger);
                events.iter().try_for_each(|event| overlay.post(&event.ledger))
            }
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

    /// Writes the events as entries of their journals. The key belongs to those in the journal of the first.
    fn write(
        &self,
        events: Vec<NewEvent>,
        origin: EntryOrigin,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<(Vec<Entry>, EventActs), JournalError> {
        let count = events.len() + usize::from(self.first_format);
        let (mut entries, mut acts) = (Vec::with_capacity(count), EventActs::with_capacity(count));
        if self.first_format {
            let raised = NewEvent::on(None, Event::FormatRaised { heads: self.bound_heads() }, Vec::new());
            let own = EntryOrigin { by: Actor::House, key: None, ..origin };
            entries.push(self.next_entry(&entries, raised, own, outcomes.salt())?);
            acts.push(None);
        }
        let own = events.iter().find(|event| !is_preliminary(&event.event)).map(|event| event.table);
        for mut event in events {
            let is_own = own == Some(event.table) && !is_preliminary(&event.event);
            let by = if is_preliminary(&event.event) { Actor::House } else { origin.by };
            let origin = EntryOrigin { by, key: origin.key.filter(|_| is_own), ..origin };
            let decided = event.acts.take();
            debug_assert!(decided.as_ref().is_none_or(|of| says(&event.event, &of.acts)), "{event:?}");
            acts.push(decided);
            entries.push(self.next_entry(&entries, event, origin, outcomes.salt())?);
        }
        Ok((entries, acts))
    }

    /// The entry of an event, after those that were written and not yet applied.
    fn next_entry(
        &self,
        written: &[Entry],
        NewEvent { table, event, ledger, .. }: NewEvent,
        EntryOrigin { by, at, key }: EntryOrigin,
        salt: Salt,
    ) -> Result<Entry, JournalError> {
        let stream = StreamId { house: self.id, table };
        let before = written.iter().rfind(|entry| entry.stream == stream);
        let version = before.map_or(self.head(stream).version, |entry| entry.body.version) + 1;
        let last = written
            .last()
            .map_or(self.last, |entry| HouseHead { sequence: entry.body.sequence, hash: entry.hash });
        let (prev, sequence) = (last.hash, last.sequence + 1);
        Entry::write(stream, EntryBody { prev, salt, sequence, version, at, by, key, event, ledger })
    }
}

/// Whether the lines of an event are exactly these acts: read again they are the same, and written again too.
fn says(event: &Event, acts: &[Act]) -> bool {
    let (Event::Acted { lines, .. } | Event::Revealed { lines }) = event else { return false };
    read_lines(lines).is_ok_and(|read| read == acts) && written(acts) == **lines
}

/// The acts of each event. Most commands lead to one event.
type EventActs = SmallVec<[Option<DecidedActs>; 1]>;

/// Who caused an entry, when, and with which key and digest.
#[derive(Clone, Copy)]
struct EntryOrigin {
    by: Actor,
    at: i64,
    key: Option<(IdempotencyKey, u64)>,
}

/// Whether an event is one that the house writes before the events of a command.
const fn is_preliminary(event: &Event) -> bool {
    matches!(event, Event::DayBegan { .. } | Event::FormatRaised { .. })
}

fn key_used() -> CommitError {
    let rejection = Rejection::new(
        RejectionCode::Key,
        "this key was used for another command",
        "use a new key for every command",
    );
    rejection.into()
}
