//! Readers: devices that post outcomes, which the dealer confirms or drops.

use super::attended::TriedOutcome;
use super::new_event::{NewEvent, Origin};
use crate::bounds::{READER_LETTERS, READERS_PER_TABLE, check_room, next_number};
use crate::event::Event;
use crate::house::House;
use crate::ids::TableId;
use crate::rejection::{Rejection, RejectionCode};
use crate::table::Phase;

impl House<'_> {
    /// Lets a reader post outcomes at a table.
    pub(crate) fn add_reader(
        &self,
        id: TableId,
        origin: Origin,
        name: &str,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_serves(origin)?;
        let readers = &self.table(id)?.readers;
        let name = name.trim();
        if !READER_LETTERS.contains(&name.chars().count()) || name.chars().any(char::is_control) {
            let allowed = format!("{} to {} letters", READER_LETTERS.start(), READER_LETTERS.end());
            return Err(Rejection::new(RejectionCode::Malformed, "this cannot name a reader", allowed));
        }
        if readers.active.values().any(|known| *known.name == *name) {
            let found = format!("this table has a reader called {name}");
            return Err(Rejection::order(found, "choose another name, or revoke that reader first"));
        }
        check_room(readers.active.len(), READERS_PER_TABLE, "readers at this table", "revoke one")?;
        let reader = next_number(readers.made, "readers")?;
        Ok(vec![NewEvent::at(id, Event::ReaderAdded { reader, name: name.into() }, Vec::new())])
    }

    /// Lets a reader post nothing more.
    pub(crate) fn revoke_reader(
        &self,
        id: TableId,
        origin: Origin,
        reader: u32,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_serves(origin)?;
        self.table(id)?.readers.active.get(&reader).ok_or_else(|| Rejection::unknown("such reader"))?;
        Ok(vec![NewEvent::at(id, Event::ReaderRevoked { reader }, Vec::new())])
    }

    /// Notes what a reader has read: an entry that waits for the dealer. A reading that is sent again has the same idempotency key, and does
    /// not come here.
    pub(crate) fn note_reading(
        &self,
        id: TableId,
        origin: Origin,
        reader: u32,
        sequence: u64,
        lines: &str,
    ) -> Result<Vec<NewEvent>, Rejection> {
        origin.check_house()?;
        let table = self.table(id)?;
        let known = table.readers.active.get(&reader).ok_or_else(|| Rejection::unknown("such reader"))?;
        if sequence <= known.last {
            let found = format!("reading {sequence} is out of order");
            let allowed = format!("the last one was {}: number the next one higher", known.last);
            return Err(Rejection::order(found, allowed));
        }
        self.check_attends(id, origin)?;
        self.check_nothing_declared(id)?;
        let live = table.open()?;
        if matches!(live.phase(), Phase::PlaceYourBets | Phase::FinalBets) {
            return Err(Rejection::order("betting is open", "the dealer calls `no more bets` first"));
        }
        if let Some(waiting) = &live.entry {
            let by =
                waiting.reader.map_or_else(|| "the dealer".into(), |reader| table.readers.name_of(reader));
            let found = format!("`{}` from {by} waits to be confirmed", waiting.lines);
            return Err(Rejection::order(found, "the dealer confirms or drops it first"));
        }
        match self.try_outcome(id, lines)? {
            TriedOutcome::Fits(lines) => {
                let read = Event::OutcomeRead { reader, sequence, lines };
                Ok(vec![NewEvent::at(id, read, Vec::new())])
            }
            // The dealer enters it by hand, so that a person reports the breach.
            TriedOutcome::Breaks(_, rejection) => Err(rejection),
        }
    }
}
