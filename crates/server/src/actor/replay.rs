//! Replaying a house from its journal.

use std::fmt;

use croupier_house::House;
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::{Entry, JournalError};
use croupier_house::ledger::Ledger;
use croupier_house::store::{Store, StoreError, StoredEntry};
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use rustc_hash::FxHashMap;

use super::editions::{finish_replay, foresee_editions};

/// Why a house cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError(pub String);

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReplayError {}

/// Reads a stored entry and applies it. The hash chain, the money and the play are checked.
///
/// # Errors
/// When it does not follow from the entries before it.
pub(super) fn apply(house: &mut House<'_>, stored: StoredEntry) -> Result<Entry, ReplayError> {
    let (stream, version) = (stored.stream, stored.version);
    let place = |fault: JournalError| ReplayError(describe_place(stream, version, &fault.to_string()));
    let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).map_err(place)?;
    if entry.hash != stored.hash {
        return Err(place(JournalError::Chain(version)));
    }
    house.apply(&entry).map_err(place)?;
    Ok(entry)
}

/// Replays a house from the beginning of its journal: the proof that the journal can be opened.
///
/// # Errors
/// When an entry does not follow from those before it.
pub(crate) fn replay_house(
    id: HouseId,
    shelf: &'static Shelf,
    store: &dyn Store,
) -> Result<House<'static>, ReplayError> {
    replay_observed(id, shelf, store, u64::MAX, &mut |_, _, _| Ok(()))
}

/// Whether an entry is applied next, or has just been applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReplayMoment {
    /// Next.
    Before,
    /// Just now.
    After,
}

/// What sees a house before and after each entry.
pub(crate) type ReplayObserver<'o> =
    dyn FnMut(&House<'_>, &Entry, ReplayMoment) -> Result<(), StoreError> + 'o;

/// The same for somebody who sees each entry, up to the one with a sequence.
///
/// # Errors
/// When an entry does not follow from those before it, or what sees it fails.
pub(crate) fn replay_observed(
    id: HouseId,
    shelf: &'static Shelf,
    store: &dyn Store,
    to: u64,
    observer: &mut ReplayObserver<'_>,
) -> Result<House<'static>, ReplayError> {
    let mut house = House::new(id, shelf, "", Pace::default());
    foresee_editions(&mut house, store).map_err(|error| ReplayError(error.to_string()))?;
    house.begin_replay();
    store
        .read_all(id, 1, &mut |stored| {
            if stored.sequence > to {
                return Ok(());
            }
            let (stream, version) = (stored.stream, stored.version);
            let place = |fault: JournalError| {
                StoreError::Damaged(describe_place(stream, version, &fault.to_string()))
            };
            let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).map_err(place)?;
            observer(&house, &entry, ReplayMoment::Before)?;
            house.apply(&entry).map_err(place)?;
            observer(&house, &entry, ReplayMoment::After)
        })
        .map_err(|error| ReplayError(error.to_string()))?;
    finish_replay(&mut house);
    Ok(house)
}

/// Checks that the stored balances are the sums of the entries.
///
/// # Errors
/// The first account that differs.
pub(super) fn check_balances(ledger: &Ledger, stored: &[(i64, i64)]) -> Result<(), StoreError> {
    let moved = ledger.accounts().into_iter().map(|(account, there)| (account.number(), there.minor()));
    let due: FxHashMap<i64, i64> = moved.filter(|(_, minor)| *minor != 0).collect();
    let wrong = stored.iter().find(|(account, minor)| due.get(account) != Some(minor));
    let fault = match wrong {
        Some((account, minor)) => {
            let due = due.get(account).copied().unwrap_or(0);
            format!("account {account} has {minor} but its entries sum to {due}, in minor units")
        }
        None if stored.len() != due.len() => {
            format!("{} accounts are stored but {} have a balance", stored.len(), due.len())
        }
        None => return Ok(()),
    };
    Err(StoreError::Damaged(fault))
}

/// Describes the position of a fault in the journals.
fn describe_place(stream: StreamId, version: u64, fault: &str) -> String {
    match stream.table {
        Some(table) => format!("table {}, entry {version}: {fault}", table.0),
        None => format!("the house's own journal, entry {version}: {fault}"),
    }
}
