//! Any bytes are a snapshot of a house, sealed or not, which is written as it was read, or are refused.
//!
//! The seeds are made by a test of `crates/house/tests/snapshot.rs`.
#![no_main]

use std::sync::LazyLock;

use croupier_fair::{HouseKey, KeyId, Keyring};
use croupier_house::House;
use croupier_house::snapshot::SealedSnapshot;
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use libfuzzer_sys::fuzz_target;

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

/// The key under which the seeds are sealed.
static KEYS: LazyLock<Keyring> =
    LazyLock::new(|| Keyring::new(HouseKey::new(KeyId(1), [7; 32]), vec![]).unwrap());

fn check(house: &House<'_>) {
    let written = house.snapshot().unwrap();
    let again = House::from_snapshot(&written, &SHELF, "fuzz", Pace::NONE).unwrap();
    assert!(again.snapshot().unwrap() == written);
    for table in house.tables() {
        let _ = house.view(table.id, None);
        let _ = house.fair(table.id, None);
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(sealed) = SealedSnapshot::read(bytes, &KEYS) {
        assert!(sealed.to_bytes() == bytes);
        if let Ok(house) = sealed.open(sealed.house, &SHELF, "fuzz", Pace::NONE) {
            check(&house);
        }
    }
    if let Ok(house) = House::from_snapshot(bytes, &SHELF, "fuzz", Pace::NONE) {
        check(&house);
    }
});
