//! Stores in databases of their own.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use croupier_house::ids::{HouseId, PersonId, StreamId, TableId};
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::store::{BalanceChange, Batch, Store, StoreError};
use croupier_postgres::{ClaimOutcome, PostgresOptions, PostgresStore};
use croupier_store_suite::{PostgresServer, batch};

pub(crate) const HOUSE: HouseId = HouseId(1);
pub(crate) const TABLE: StreamId = StreamId { house: HOUSE, table: Some(TableId(1)) };
/// The length of leases in tests.
pub(crate) const LEASE: Duration = Duration::from_millis(400);

pub(crate) fn options(owner: &str) -> PostgresOptions {
    let address = Some(format!("{owner}.example:1"));
    PostgresOptions {
        address,
        lease: LEASE,
        patience: Duration::from_secs(20),
        ..PostgresOptions::named(owner)
    }
}

/// A store that owns no house.
pub(crate) fn opened(address: &str, owner: &str) -> PostgresStore {
    PostgresStore::open(address, options(owner)).unwrap()
}

/// A store that owns house 1.
pub(crate) fn owner_of(address: &str, owner: &str) -> PostgresStore {
    let store = opened(address, owner);
    assert!(matches!(store.claim(HOUSE).unwrap(), ClaimOutcome::Owned(_)));
    store
}

/// The name of the database of an address.
pub(crate) fn name_of(address: &str) -> &str {
    address.rsplit_once("dbname=").unwrap().1
}

/// A new database, its address, and a way to run statements in it.
pub(crate) fn database() -> (String, impl Fn(&str) -> String) {
    let server = PostgresServer::shared();
    let address = server.database();
    let name = name_of(&address).to_owned();
    (address, move |sql: &str| server.sql(&name, sql))
}

/// Claims a house again and again until it is owned.
pub(crate) fn claim_in_the_end(store: &PostgresStore, house: HouseId) -> i64 {
    let start = Instant::now();
    loop {
        match store.claim(house).unwrap() {
            ClaimOutcome::Owned(fence) => return fence,
            ClaimOutcome::Held { .. } => std::thread::sleep(Duration::from_millis(20)),
        }
        assert!(start.elapsed() < Duration::from_secs(20), "the house is never claimed");
    }
}

/// One entry at a version, with one chip for player 1.
pub(crate) fn chip(stream: StreamId, version: u64) -> Batch {
    let location = Location::Player(PersonId(1));
    let account = Account { house: stream.house, unit: Unit::Chips, location };
    let changes = vec![BalanceChange { account, by: 1, may_overdraw: false }];
    Batch { changes, ..batch(stream, version, 1) }
}

/// Submits a batch; the answer comes through the channel.
pub(crate) fn submit(store: &PostgresStore, batch: Batch) -> Receiver<Result<(), StoreError>> {
    let (sender, answer) = channel();
    store.submit(batch, Box::new(move |stored| drop(sender.send(stored))));
    answer
}

/// Asserts that a journal which is the only one of its house has so many entries, each once and in order, and as many
/// chips.
pub(crate) fn assert_whole(store: &PostgresStore, stream: StreamId, count: u64) {
    let versions: Vec<u64> =
        store.read(stream, 1, usize::MAX).unwrap().iter().map(|entry| entry.version).collect();
    assert!(versions.iter().copied().eq(1..=count), "{} entries instead of {count}", versions.len());
    assert_eq!(store.version(stream).unwrap(), count);
    assert_eq!(store.head(stream.house).unwrap().unwrap().sequence, count);
    let chips: Vec<i64> = store.balances(stream.house).unwrap().iter().map(|(_, minor)| *minor).collect();
    assert_eq!(chips, [i64::try_from(count).unwrap()]);
}

/// Waits until something is so.
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
