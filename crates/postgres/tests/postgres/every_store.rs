//! The suite for every store behind the storage trait, run against `PostgreSQL`.

use std::sync::Arc;

use croupier_store::KEYS_PER_STEP;
use croupier_store_suite::{PostgresServer, keys_are_removed_after_thirty_days, suite};

use crate::common::owner_of;

#[test]
fn postgres_passes_the_suite() {
    suite(|name| Arc::new(owner_of(&PostgresServer::shared().database(), name)));
}

#[test]
fn keys_are_removed_after_thirty_days_a_few_at_a_time() {
    let store = owner_of(&PostgresServer::shared().database(), "pruned");
    keys_are_removed_after_thirty_days(&store, KEYS_PER_STEP as usize, |place, now| {
        let step = store.prune_keys(place, now).unwrap();
        (step.next, step.seen, step.removed)
    });
}
