//! Applying entries for an audit, which goes on after an entry that does not follow from those before it.

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

    fn count_examined(&mut self, body: &EntryBody) {
        self.end_confirmed(&body.event);
        for transaction in &body.ledger {
            count(&mut self.office, transaction, body.at);
        }
    }

    /// Ends the request that chips were confirmed for.
    pub(super) fn end_confirmed(&mut self, event: &Event) {
        if let Event::ChipsConfirmed { number } = event {
            self.end_chip_request(*number);
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
