//! Committing a command: decide it, write the events it leads to, apply them.

use crate::command::Request;
use crate::decide::{NewEvent, Origin};
use crate::house::House;
use crate::ids::{IdempotencyKey, Now, StreamId};
use crate::journal::{Accepted, Entry, EntryBody, EntryRange, digest_of};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::OutcomeSource;

impl House<'_> {
    /// Executes a command, or rejects it and changes nothing. The entries must be stored before anybody is answered.
    ///
    /// # Errors
    /// The reason for the rejection, with the provisions.
    pub fn commit(
        &mut self,
        request: &Request,
        now: Now,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Accepted, Rejection> {
        let keyed = request.key.map(|key| (key, digest_of(request.by, &request.command)));
        if let Some((key, digest)) = keyed
            && let Some((known, range)) = self.keys.get(key)
        {
            return if known == digest {
                Ok(Accepted { range, entries: Vec::new() })
            } else {
                Err(Rejection::new(
                    RejectionCode::Key,
                    "this key was used for another command",
                    "use a new key for every command",
                ))
            };
        }
        let origin = Origin { by: request.by, now };
        let events = self.decide(&request.command, origin, outcomes)?;
        Ok(self.write(events, origin, keyed))
    }

    /// Writes the events as entries of their journals and applies them.
    fn write(
        &mut self,
        events: Vec<NewEvent>,
        origin: Origin,
        key: Option<(IdempotencyKey, u64)>,
    ) -> Accepted {
        let mut entries = Vec::with_capacity(events.len());
        for NewEvent { table, event, ledger } in events {
            debug_assert_eq!(
                self.ledger.check(&ledger),
                Ok(()),
                "deciding a command has checked its transactions"
            );
            let stream = StreamId { house: self.id, table };
            let head = self.head(stream);
            let body = EntryBody {
                prev: head.hash,
                version: head.version + 1,
                at: origin.now.at,
                by: origin.by,
                key,
                event,
                ledger,
            };
            let entry = Entry::write(stream, body);
            self.apply_written(&entry);
            entries.push(entry);
        }
        let stream = entries.first().map_or(StreamId { house: self.id, table: None }, |entry| entry.stream);
        let from = entries.first().map_or(0, |entry| entry.body.version);
        let to = entries.last().map_or(0, |entry| entry.body.version);
        Accepted { range: EntryRange { stream, from, to }, entries }
    }
}
