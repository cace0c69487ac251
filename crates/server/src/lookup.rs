//! Looking something up in the index, on a thread that may wait. No actor is asked, and none is held up.

use std::sync::Arc;
use std::time::Duration;

use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::store::{Store, StoreError};

use crate::app::App;
use crate::houses::OpenHouse;
use crate::storage::HouseStore;
use crate::wire::{Problem, ProblemCode};

/// The maximum time to wait for the index.
pub(crate) const INDEX_WAIT: Duration = Duration::from_secs(5);

/// The problem that something cannot be read now.
#[allow(clippy::needless_pass_by_value, reason = "it is the argument of `map_err`")]
pub(crate) fn unreadable(error: StoreError) -> Problem {
    let (found, allowed) = match error {
        StoreError::Behind { indexed, needed, .. } => (
            format!("the lists of this house have {indexed} of its {needed} entries"),
            "ask again: what was acknowledged is on disk, and the lists follow it",
        ),
        StoreError::Damaged(_) => {
            (error.to_string(), "the operator runs `croupier doctor`, and you ask again")
        }
        _ => (error.to_string(), "ask again"),
    };
    Problem::new(ProblemCode::Unavailable, found, allowed)
}

/// Looks something up in the index of a house. It has everything that the house had on disk when this was called, so
/// that everybody sees what they have just done.
///
/// # Errors
/// When the index is too far behind, or what `read` fails with.
pub(crate) async fn look_up<T: Send + 'static>(
    app: &App,
    house: &OpenHouse,
    read: impl FnOnce(&HouseStore, HouseId) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (store, id) = (Arc::clone(&app.store), house.actor.id);
    let needed = house.actor.shared().stored_to();
    let work = tokio::task::spawn_blocking(move || {
        let index = store.index();
        index.wait_for(id, needed, INDEX_WAIT).map_err(unreadable)?;
        index.wait_for_results(INDEX_WAIT).map_err(unreadable)?;
        read(&store, id)
    });
    work.await.map_err(|_| Problem::internal())?
}

/// The entry with this sequence.
///
/// # Errors
/// When it is not there, or cannot be read.
pub(crate) fn entry_at(store: &dyn Store, house: HouseId, sequence: u64) -> Result<Entry, Problem> {
    let found = store.entries(house, sequence, 1).map_err(unreadable)?;
    let found = found.into_iter().next().filter(|entry| entry.sequence == sequence);
    let entry = found.and_then(|entry| Entry::read(entry.stream, entry.sequence, entry.bytes).ok());
    entry.ok_or_else(Problem::internal)
}

/// The event with this sequence.
///
/// # Errors
/// When it is not there, or cannot be read.
pub(crate) fn event_at(store: &dyn Store, house: HouseId, sequence: u64) -> Result<Event, Problem> {
    entry_at(store, house, sequence).map(|entry| entry.body.event)
}
