//! The form of a house file as a JSON Schema, made from the reader itself.

use serde_json::Value;

use super::file::HouseFile;
use crate::book::{Shelf, finish, generator, keys_of, of_keys};

/// The form of a house file, as a JSON Schema of 2020-12.
pub fn schema() -> Value {
    let mut generator = generator();
    let shelf = Shelf::default();
    let keys = keys_of("", |section, faults| drop(HouseFile::read_section(section, &shelf, faults)));
    let house = of_keys(keys, &mut generator);
    finish(house, "A Croupier house file", generator)
}
