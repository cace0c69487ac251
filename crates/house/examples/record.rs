//! Records journals of this version of the program as test files.
//!
//! ```text
//! cargo run -p croupier-house --example record -- NAME
//! ```
//!
//! makes the folder `crates/house/tests/journals/NAME` with every scene of `tests/recorded/scenes`, what is expected of
//! each, the texts they name and the house key. It never writes into a folder that is there: a set that has been recorded
//! stays as it is, and a version that writes something new gets a set of its own.

#[path = "../tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/recorded/expectation.rs"]
mod expectation;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/recorded/file.rs"]
mod file;
#[path = "../tests/recorded/next.rs"]
mod next;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/recorded/scenes/mod.rs"]
mod scenes;
#[path = "../tests/recorded/words.rs"]
mod words;

use std::path::Path;

use croupier_house::event::Event;
use croupier_house::journal::Entry;
use croupier_rules::book::Shelf;

/// The house key of recorded houses. It protects nothing.
const KEY: [u8; 32] = [42; 32];

/// The texts of books that are not built in.
const OTHER_BOOKS: [&str; 1] = [include_str!("../../../examples/ruritania.toml")];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).ok_or("name the new set, such as `2`")?;
    let set = file::folder().join(&name);
    // Fails where there is such a folder: what has been recorded is never written again.
    std::fs::create_dir(&set)?;
    std::fs::create_dir(set.join("laws"))?;
    std::fs::write(set.join("house.key"), format!("1 {}\n", croupier_fair::Digest::new(KEY)))?;
    let keys = next::house_key(&set);
    Shelf::built_in_files().map(|(_, text)| text).chain(OTHER_BOOKS).try_for_each(|text| keep(&set, text))?;
    for scene in scenes::all() {
        let (recorded, shelf) = scene.record(&keys);
        for (stream, bytes) in &recorded.entries {
            if let Event::HouseFileAdopted { file, .. } = Entry::read(*stream, bytes.clone())?.body.event {
                keep(&set, &file)?;
            }
        }
        let expected = expectation::describe(&recorded, shelf, &keys)?;
        std::fs::write(set.join(format!("{}.journal", scene.name)), recorded.to_bytes())?;
        std::fs::write(set.join(format!("{}.expected", scene.name)), expected)?;
        println!("{}: {} entries", scene.name, recorded.entries.len());
    }
    Ok(())
}

/// Writes a text under its digest.
fn keep(set: &Path, text: &str) -> std::io::Result<()> {
    let digest = blake3::hash(text.as_bytes()).to_hex();
    std::fs::write(set.join("laws").join(format!("{digest}.toml")), text)
}
