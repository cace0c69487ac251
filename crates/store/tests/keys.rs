//! Looking up the keys of old commands: exact, and one search of an index whatever the number of keys.

use std::time::{Instant, UNIX_EPOCH};

use crate::common::{self, played_store, scratch};
use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId, TableId};
use croupier_house::store::{Batch, Store, StoredKey};
use croupier_store::{SqliteStore, StoreOptions};

/// A key that is spread over all bits.
fn key(number: u128) -> IdempotencyKey {
    IdempotencyKey(number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835))
}

#[test]
fn the_entries_of_every_command_are_found_by_its_key() {
    let (_, store, played) = played_store("commands", 12);
    let reader = store.key_reader().unwrap();
    let mut found = 0;
    for stored in played.batches.iter().flat_map(|batch| &batch.keys) {
        let known = reader.find(stored.key).unwrap().unwrap();
        assert_eq!((known.digest, known.range), (stored.digest, stored.range));
        let entries = reader.entries(&known.range).unwrap();
        let versions: Vec<u64> = entries.iter().map(|entry| entry.version).collect();
        assert_eq!(versions, (known.range.from..=known.range.to).collect::<Vec<_>>());
        assert!(entries.iter().all(|entry| entry.stream == known.range.stream));
        assert_eq!(entries.last().unwrap().sequence, known.range.sequence);
        found += 1;
    }
    assert!(found > 30, "{found}");
    assert_eq!(reader.find(key(7)).unwrap(), None);
    let table = StreamId { house: HouseId(1), table: Some(TableId(1)) };
    let beyond = EntryRange { stream: table, from: 100_000, to: 100_001, sequence: 5 };
    assert!(reader.entries(&beyond).is_err(), "a key that names nothing is damage");
}

#[test]
fn a_lookup_is_one_search_however_many_keys_there_are() {
    let folder = scratch("many-keys");
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let stream = StreamId { house: HouseId(1), table: None };
    // The store removes old keys while the test runs: these are of today.
    let at = i64::try_from(UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
    let all: Vec<StoredKey> = (1..=200_000)
        .map(|number| {
            let range = EntryRange { stream, from: number, to: number, sequence: number };
            StoredKey { key: key(number.into()), digest: number, range, at }
        })
        .collect();
    store
        .append(Batch { keys: all, entries: common::batch(stream, 1, 1).entries, ..Batch::default() })
        .unwrap();
    let reader = store.key_reader().unwrap();
    let start = Instant::now();
    for number in (1..=200_000).step_by(10) {
        let found = reader.find(key(number)).unwrap().map(|stored| u128::from(stored.digest));
        assert_eq!(found, Some(number));
    }
    println!("{:?} for each of 20,000 lookups among 200,000 keys", start.elapsed() / 20_000);
    let at = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    let sql =
        "explain query plan select digest, stream, first, last, sequence, at from keys where key = x'00'";
    let plan: String = at.query_row(sql, [], |row| row.get(3)).unwrap();
    assert!(plan.starts_with("SEARCH keys"), "{plan}");
}
