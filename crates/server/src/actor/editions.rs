//! The editions of rulebooks that a house stores in its journal.

use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::journal::Entry;
use croupier_house::store::{Store, StoreError};

/// Notes the editions of a journal before it is replayed from the beginning. A house that is older than adopted editions
/// has played by texts that come later in its journal.
pub(super) fn foresee_editions(house: &mut House<'static>, store: &dyn Store) -> Result<(), StoreError> {
    store.read_all(house.id, 1, &mut |stored| {
        if stored.stream.table.is_some() {
            return Ok(());
        }
        // An entry that cannot be read is reported with its place by the replay itself.
        if let Ok(entry) = Entry::read(stored.stream, stored.sequence, stored.bytes)
            && let Event::EditionStored { rulebook, text, .. } = &entry.body.event
        {
            house.foresee_edition(rulebook, text);
        }
        Ok(())
    })
}

/// Ends the replay, and reports the tables that could not be played again.
pub(super) fn finish_replay(house: &mut House<'static>) {
    house.end_replay();
    for table in house.tables() {
        if let Some(suspension) = &table.suspension {
            let (house, reason) = (house.id.0, &suspension.reason);
            tracing::error!(house, table = table.id.0, %reason, "the table is suspended");
        }
    }
}
