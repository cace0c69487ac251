//! Any bytes are a snapshot of a house, which is written as it was read, or are refused.
#![no_main]

use std::sync::LazyLock;

use croupier_house::House;
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use libfuzzer_sys::fuzz_target;

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

fuzz_target!(|bytes: &[u8]| {
    if let Ok(house) = House::from_snapshot(bytes, &SHELF, "fuzz", Pace::NONE) {
        let written = house.snapshot().unwrap();
        let again = House::from_snapshot(&written, &SHELF, "fuzz", Pace::NONE).unwrap();
        assert!(again.snapshot().unwrap() == written);
        for table in house.tables() {
            let _ = house.view(table.id, None);
            let _ = house.fair(table.id, None);
        }
    }
});
