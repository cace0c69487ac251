//! Applying journal entries. Replaying them in order rebuilds the state of the house.
//!
//! A replayed entry goes through [`House::apply`], which checks it and plays its acts again. A new entry was already
//! played by the command that led to it, so only the rest (`apply_written`) remains to be applied.

mod office;
mod play;
mod table;

use office::count;

use crate::house::House;
use crate::journal::{Entry, JournalError, JournalHead};

impl House<'_> {
    /// Applies the next stored entry of a journal. The hash chain, the money and the play are checked first.
    ///
    /// # Errors
    /// When the entry does not follow from the entries before it. The house must not be used after that.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let (head, version) = (self.head(entry.stream), entry.body.version);
        if version != head.version + 1 {
            return Err(JournalError::Version { due: head.version + 1, found: version });
        }
        if entry.body.prev != head.hash || entry.stream.house != self.id {
            return Err(JournalError::Chain(version));
        }
        self.ledger.check(&entry.body.ledger).map_err(|why| JournalError::Ledger(version, why))?;
        if let Some(id) = entry.stream.table {
            self.play_again(id, &entry.body.event, &entry.body.ledger)
                .map_err(|rejection| JournalError::Replay(version, rejection.to_string()))?;
        }
        self.apply_written(entry);
        Ok(())
    }

    /// Applies a checked entry: everything except the changes that the live table has already made.
    pub(crate) fn apply_written(&mut self, entry: &Entry) {
        let body = &entry.body;
        let index = entry.stream.table.map_or(0, |id| usize::from(id.0));
        if let Some(head) = self.heads.get_mut(index) {
            *head = JournalHead { version: body.version, hash: entry.hash };
        }
        if let Some((key, digest)) = body.key {
            self.keys.note(key, digest, entry.stream, body.version);
        }
        for transaction in &body.ledger {
            self.ledger.post_unchecked(transaction);
            count(&mut self.office, transaction, body.at);
        }
        match entry.stream.table {
            None => self.apply_to_office(&body.event, body.at, body.by),
            Some(id) => self.apply_to_table(id, entry),
        }
    }
}
