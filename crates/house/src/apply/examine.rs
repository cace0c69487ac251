//! Applying entries for an audit. It goes on after an entry that does not follow from those before it, and a table that
//! somebody else plays is not played here.

use super::office::count;
use super::{check_money, post};
use crate::event::Event;
use crate::house::House;
use crate::ids::TableId;
use crate::journal::{Entry, EntryBody, JournalError, JournalHead};
use crate::rejection::Rejection;
use crate::store::HouseHead;
use crate::table::DecidedActs;

impl House<'_> {
    /// Applies an entry as far as that is possible, whatever its place, and returns what is wrong with it. Its place and
    /// its hash are checked elsewhere. It is for a house that replays ([`House::begin_replay`]).
    pub fn examine(&mut self, entry: &Entry, acts: Option<&DecidedActs>) -> Vec<JournalError> {
        let (body, mut wrong) = (&entry.body, Vec::new());
        let replay = |why: Rejection| JournalError::Replay(body.version, why.to_string());
        let played = match entry.stream.table {
            Some(id) => self.play_examined(id, body, acts),
            None => {
                self.office_money(&body.event, &body.ledger).and_then(|due| check_money(&due, &body.ledger))
            }
        };
        wrong.extend(played.err().map(replay));
        if let Err(why) = post(&mut self.ledger, &body.ledger, body.version) {
            self.ledger.post_as_written(&body.ledger);
            wrong.push(why);
        }
        self.count_examined(body);
        let applied = match entry.stream.table {
            None => self.apply_to_office(&body.event, body.at, body.by),
            Some(id) => self.apply_to_table(id, entry),
        };
        wrong.extend(applied.err().map(replay));
        self.note_examined(entry);
        wrong
    }

    /// Follows an entry of a table that is played and examined elsewhere: what people and the cage have, and the people and papers of
    /// the table, which decide what may be done in the house. What only that table depends on is left out, its accounts too.
    pub fn follow_from_afar(&mut self, id: TableId, entry: &Entry) {
        let body = &entry.body;
        if let Event::Opened { .. } = &body.event {
            // Only then is it known here that it is open. What is wrong with it is found where it is played.
            drop(self.play(id, &body.event, None));
        }
        self.ledger.post_from_afar(&body.ledger);
        self.count_examined(body);
        if !is_of_its_table_alone(&body.event) {
            drop(self.note_followed(id, entry));
        }
        self.note_examined(entry);
    }

    fn count_examined(&mut self, body: &EntryBody) {
        if let Event::ChipsConfirmed { number } = &body.event {
            self.end_chip_request(*number);
        }
        for transaction in &body.ledger {
            count(&mut self.office, transaction, body.at);
        }
    }

    /// Plays an entry at its table. If it cannot be played, the table is suspended, and the reason returned.
    fn play_examined(
        &mut self,
        id: TableId,
        body: &EntryBody,
        acts: Option<&DecidedActs>,
    ) -> Result<(), Rejection> {
        let was_suspended = self.table(id)?.suspension.is_some();
        self.play_entry(id, body, acts)?;
        match &self.table(id)?.suspension {
            Some(suspension) if !was_suspended => {
                Err(Rejection::order(&*suspension.reason, "what follows from the entries before it"))
            }
            _ => Ok(()),
        }
    }

    fn note_examined(&mut self, entry: &Entry) {
        let index = entry.stream.table.map_or(0, |id| usize::from(id.0));
        if let Some(head) = self.heads.get_mut(index) {
            *head = JournalHead { version: entry.body.version, hash: entry.hash };
        }
        self.last = HouseHead { sequence: entry.body.sequence, hash: entry.hash };
    }
}

/// Whether an event is a step of a round, or of how it is dealt: besides its money, only its own table depends on it.
const fn is_of_its_table_alone(event: &Event) -> bool {
    matches!(
        event,
        Event::Acted { .. }
            | Event::Entered { .. }
            | Event::EntryDropped
            | Event::Declared { .. }
            | Event::Revealed { .. }
            | Event::Declined { .. }
            | Event::InsuranceClosed
            | Event::Committed { .. }
            | Event::SeedsClosed { .. }
            | Event::SeedRevealed { .. }
    )
}
