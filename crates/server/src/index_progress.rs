//! Waiting for an index that is behind, and saying how far one is that is made again.

use std::sync::{Arc, Weak};
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError};

use crate::error::{ServeError, failed};
use crate::storage::HouseStore;

/// How long a start waits for the index.
const START_WAIT: Duration = Duration::from_secs(5);
/// The interval at which its progress is logged.
const REPORT_EVERY: Duration = Duration::from_secs(10);

/// Waits until the index of a house is complete to a sequence, however long that takes while it goes on, and reports how
/// far it is.
///
/// # Errors
/// When it cannot go on, or does not.
pub(crate) fn complete_index(
    store: &HouseStore,
    house: HouseId,
    sequence: u64,
    report: &mut dyn FnMut(&str),
) -> Result<(), StoreError> {
    let mut before = None;
    loop {
        match store.index().wait_for(house, sequence, REPORT_EVERY) {
            Err(StoreError::Behind { indexed, .. }) if before != Some(indexed) => {
                report(&format!("indexing house {}: {indexed} of {sequence} entries", house.0));
                before = Some(indexed);
            }
            done => return done,
        }
    }
}

/// Waits a little for the index of a house. If it is still behind then, the start goes on, and a thread logs how far
/// the index is until it is complete.
///
/// # Errors
/// When the journal cannot be read, or the thread cannot be started.
pub(crate) fn await_index(store: &Arc<HouseStore>, house: HouseId) -> Result<(), ServeError> {
    let head = store.head(house).map_err(failed)?.unwrap_or_default().sequence;
    match store.index().wait_for(house, head, START_WAIT) {
        Ok(()) => return Ok(()),
        Err(StoreError::Behind { .. }) => {}
        Err(error) => {
            tracing::error!(house = house.0, %error, "the index cannot go on: run `croupier doctor`");
            return Ok(());
        }
    }
    tracing::warn!(
        house = house.0,
        indexed = store.index().indexed_to(house),
        entries = head,
        "the index is being made; rounds and statements can be read when it is complete"
    );
    let watched = Arc::downgrade(store);
    let thread = std::thread::Builder::new().name(format!("index-progress-{}", house.0));
    thread.spawn(move || report(&watched, house, head)).map(drop).map_err(failed)
}

fn report(store: &Weak<HouseStore>, house: HouseId, head: u64) {
    loop {
        std::thread::sleep(REPORT_EVERY);
        let Some(store) = store.upgrade() else { return };
        let indexed = store.index().indexed_to(house);
        match store.index().fault(house) {
            None if indexed < head => {
                tracing::info!(house = house.0, indexed, entries = head, "the index is being made");
            }
            None => {
                tracing::info!(house = house.0, indexed, "the index is complete");
                return;
            }
            Some(error) => {
                tracing::error!(house = house.0, %error, "the index cannot go on: run `croupier doctor`");
                return;
            }
        }
    }
}
