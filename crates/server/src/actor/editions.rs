//! The editions of rulebooks that a house keeps in its journal.

use std::ops::ControlFlow;

use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::StreamId;
use croupier_house::journal::Entry;
use croupier_house::store::{Store, StoreError};

/// The number of entries that are read at a time.
const PAGE: usize = 1_000;

/// Notes the editions of a journal before it is replayed from the beginning. A house that is older than adopted editions
/// has played by texts that come later in its journal.
pub(super) fn foresee_editions(house: &mut House<'static>, store: &dyn Store) -> Result<(), StoreError> {
    let stream = StreamId { house: house.id, table: None };
    let mut from = 1;
    while let ControlFlow::Continue(next) = foresee_page(house, store, stream, from)? {
        from = next;
    }
    Ok(())
}

/// Notes the editions in one page of the journal; returns where the next begins.
fn foresee_page(
    house: &mut House<'static>,
    store: &dyn Store,
    stream: StreamId,
    from: u64,
) -> Result<ControlFlow<(), u64>, StoreError> {
    let page = store.read(stream, from, PAGE)?;
    let next = page.last().map(|last| last.version + 1);
    for stored in page {
        // An entry that cannot be read is reported with its place by the replay itself.
        let Ok(entry) = Entry::read(stored.stream, stored.sequence, stored.bytes) else { continue };
        if let Event::EditionKept { rulebook, text, .. } = &entry.body.event {
            house.foresee_edition(rulebook, text);
        }
    }
    Ok(next.map_or(ControlFlow::Break(()), ControlFlow::Continue))
}
