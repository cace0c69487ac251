//! The suite for every store behind the storage trait, run against `SQLite`.

use std::sync::Arc;

use crate::common::scratch;
use croupier_store::{KEYS_PER_STEP, SqliteStore, StoreOptions};
use croupier_store_suite::{keys_are_removed_after_thirty_days, suite};

#[test]
fn sqlite_passes_the_suite() {
    suite(|name| Arc::new(SqliteStore::open(scratch(name), StoreOptions::default()).unwrap()));
}

#[test]
fn keys_are_removed_after_thirty_days_a_few_at_a_time() {
    let store = SqliteStore::open(scratch("pruned"), StoreOptions::default()).unwrap();
    keys_are_removed_after_thirty_days(&store, KEYS_PER_STEP as usize, |place, now| {
        let step = store.prune_keys(place, now).unwrap();
        (step.next, step.seen, step.removed)
    });
}
