//! Applying journal entries: the only way in which a house changes, for new commands, followers and replays alike.
//!
//! An entry is checked first: its place in its journal and its hash chain. Then its acts are played at the live
//! table. The transactions that follow must be exactly those of the entry. Only then are they posted.

mod afar;
mod examine;
mod matters;
mod money;
mod office;
mod play;
mod replay;
mod table;

pub use afar::FarEntry;
use office::count;

use crate::event::Event;
use crate::house::House;
use crate::ids::StreamId;
use crate::journal::{Entry, JournalError, JournalHead};
use crate::ledger::{Ledger, Transaction};
use crate::rejection::Rejection;
use crate::store::HouseHead;
use crate::table::DecidedActs;

impl House<'_> {
    /// Applies the next entry of a journal.
    ///
    /// # Errors
    /// When the entry does not follow from the entries before it. If it is not the next entry of its journal, nothing
    /// has changed. Otherwise it may have been applied in part, and the house accepts no other entry.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), JournalError> {
        self.apply_decided(entry, None)
    }

    /// Applies the next entry of a journal. If it has just been decided, the acts that its lines say are known and need
    /// not be read.
    pub(crate) fn apply_decided(
        &mut self,
        entry: &Entry,
        acts: Option<&DecidedActs>,
    ) -> Result<(), JournalError> {
        self.check_next(entry)?;
        self.apply_next(entry, acts).inspect_err(|_| self.halted = true)
    }

    /// Checks that an entry is the next of its journal.
    fn check_next(&self, entry: &Entry) -> Result<(), JournalError> {
        if self.halted {
            return Err(JournalError::Halted);
        }
        let (head, version) = (self.head(entry.stream), entry.body.version);
        if version != head.version + 1 {
            return Err(JournalError::Version { due: head.version + 1, found: version });
        }
        if entry.body.sequence != self.last.sequence + 1 {
            return Err(JournalError::Sequence { due: self.last.sequence + 1, found: entry.body.sequence });
        }
        let prev = if entry.is_of_first_format() { head.hash } else { self.last.hash };
        if entry.body.prev != prev || entry.stream.house != self.id || !self.is_in_format(entry) {
            return Err(JournalError::Chain(version));
        }
        Ok(())
    }

    /// Whether an entry has the format that is due: no entry of the first format comes after one of the second, and
    /// the first of the second format after some of the first binds their heads.
    fn is_in_format(&self, entry: &Entry) -> bool {
        let raises = match &entry.body.event {
            Event::FormatRaised { heads } => {
                if entry.stream.table.is_some() || *heads != self.bound_heads() {
                    return false;
                }
                true
            }
            _ => false,
        };
        if entry.is_of_first_format() {
            !raises && (self.first_format || self.last.sequence == 0)
        } else {
            raises == self.first_format
        }
    }

    fn apply_next(&mut self, entry: &Entry, acts: Option<&DecidedActs>) -> Result<(), JournalError> {
        let body = &entry.body;
        let replay = |rejection: Rejection| JournalError::Replay(body.version, rejection.to_string());
        let played = match entry.stream.table {
            Some(id) => self.play_entry(id, body, acts),
            None => {
                self.office_money(&body.event, &body.ledger).and_then(|due| check_money(&due, &body.ledger))
            }
        };
        played.map_err(replay)?;
        if let Event::ChipsConfirmed { number } = &body.event {
            // The chips that were held for it are those that move now.
            self.end_chip_request(*number);
        }
        post(&mut self.ledger, &body.ledger, body.version)?;
        for transaction in &body.ledger {
            count(&mut self.office, transaction, body.at);
        }
        match entry.stream.table {
            None => self.apply_to_office(&body.event, body.at, body.by),
            Some(id) => self.apply_to_table(id, entry),
        }
        .map_err(replay)?;
        self.note_head(entry);
        Ok(())
    }

    fn note_head(&mut self, entry: &Entry) {
        let body = &entry.body;
        let index = entry.stream.table.map_or(0, |id| usize::from(id.0));
        if let Some(head) = self.heads.get_mut(index) {
            *head = JournalHead { version: body.version, hash: entry.hash };
        }
        self.last = HouseHead { sequence: body.sequence, hash: entry.hash };
        self.first_format = entry.is_of_first_format();
        if let Some((key, digest)) = body.key {
            self.keys.note(key, digest, entry);
        }
    }
}

/// Checks that an entry has the transactions that follow from the state.
fn check_money(due: &[Transaction], found: &[Transaction]) -> Result<(), Rejection> {
    if due == found {
        return Ok(());
    }
    Err(Rejection::order("the entry has other transactions than follow from it", "those that follow from it"))
}

fn post(ledger: &mut Ledger, transactions: &[Transaction], version: u64) -> Result<(), JournalError> {
    ledger.post(transactions).map_err(|why| JournalError::Ledger(version, why))
}

/// The error for an event in the wrong journal.
fn misplaced(event: &Event, stream: StreamId) -> Rejection {
    let journal = stream.table.map_or_else(|| "the house".to_owned(), |id| format!("table {}", id.0));
    let found = format!("{event:?}");
    let name = found.split([' ', '(', '{']).next().unwrap_or_default().to_owned();
    Rejection::order(
        format!("{name} in the journal of {journal}"),
        "each event belongs to one kind of journal",
    )
}
