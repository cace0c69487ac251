//! The JSON Schema of a house file, generated from the reader itself.

use serde_json::Value;

use super::file::HouseFile;
use crate::book::{finish, generator, keys_of, of_keys};

/// The JSON Schema (2020-12) of a house file.
pub fn schema() -> Value {
    let mut generator = generator();
    let keys = keys_of("", |section, faults| drop(HouseFile::read_section(section, None, faults)));
    let house = of_keys(keys, &mut generator);
    finish(house, "A Croupier house file", generator)
}
