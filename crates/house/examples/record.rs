//! Records journals of this version of the program as test files.
//!
//! ```text
//! cargo run -p croupier-house --example record -- NAME [SCENE...]
//! ```
//!
//! makes the folder `crates/house/tests/journals/NAME` with the named scenes of `tests/recorded/scenes`, or all, what is expected of
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
const OTHER_BOOKS: [&str; 3] = [
    include_str!("../../../examples/france.toml"),
    include_str!("../../../examples/ruritania.toml"),
    include_str!("../../../examples/three-card-poker.toml"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let name = words.next().ok_or("name the new set, such as `2`")?;
    let wanted: Vec<String> = words.collect();
    let set = file::folder().join(&name);
    // Fails where there is such a folder: what has been recorded is never written again.
    std::fs::create_dir(&set)?;
    std::fs::create_dir(set.join("laws"))?;
    std::fs::write(set.join("house.key"), format!("1 {}\n", croupier_fair::Digest::new(KEY)))?;
    let keys = next::house_key(&set);
    Shelf::built_in_files().map(|(_, text)| text).chain(OTHER_BOOKS).try_for_each(|text| keep(&set, text))?;
    let all = scenes::all().into_iter();
    for scene in all.filter(|scene| wanted.is_empty() || wanted.contains(&scene.name)) {
        let (recorded, shelf) = scene.record(&keys);
        for (sequence, (stream, bytes)) in (1..).zip(&recorded.entries) {
            let entry = Entry::read(*stream, sequence, bytes.clone())?;
            match entry.body.event {
                Event::HouseFileAdopted { file: text, .. } | Event::EditionStored { text, .. } => {
                    keep(&set, &text)?;
                }
                _ => {}
            }
        }
        let expected = expectation::describe(&recorded, shelf, &keys)?;
        // A scene that goes on from an earlier set plays by the books of that set.
        for digest in expectation::books_of(&expected) {
            if file::law(&set, digest).is_err() {
                keep(&set, &file::law(&file::folder().join("1"), digest)?)?;
            }
        }
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
