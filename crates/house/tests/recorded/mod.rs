//! Journals that earlier versions of this program wrote open in this one, to the same money and the same state, and go
//! on from there. `tests/journals/README.md` says what they are and how new ones are recorded.

mod expectation;
pub(crate) mod file;
mod kinds;
mod next;
#[allow(dead_code, reason = "the recorder uses more of it")]
mod scenes;
mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common;
use croupier_house::event::Event;
use croupier_house::journal::Entry;
use croupier_rules::book::Shelf;
use expectation::{books_of, describe};
use file::{Recorded, law, recorded_shelf};
use kinds::Kinds;
use next::house_key;

/// A recorded journal with what is expected of it.
struct Fixture {
    set: PathBuf,
    name: String,
    bytes: Vec<u8>,
    expected: String,
}

impl Fixture {
    fn recorded(&self) -> Recorded {
        Recorded::read(&self.bytes).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// The shelf of the texts that were recorded with it.
    fn shelf(&self) -> &'static Shelf {
        recorded_shelf(&self.set, &books_of(&self.expected))
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        self.recorded().read_entries().into_iter()
    }
}

/// Every recorded journal of every set.
fn fixtures() -> Vec<Fixture> {
    let mut all = Vec::new();
    let folders = std::fs::read_dir(file::folder()).unwrap().map(|entry| entry.unwrap().path());
    for set in folders.filter(|path| path.is_dir()) {
        let files = std::fs::read_dir(&set).unwrap().map(|entry| entry.unwrap().path());
        for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "journal")) {
            let bytes = std::fs::read(&path).unwrap();
            let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
            let name = format!("{}/{}", name_of(&set), name_of(&path));
            all.push(Fixture { set: set.clone(), name, bytes, expected });
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// Where two texts part.
fn assert_same(name: &str, found: &str, expected: &str) {
    for (number, (found, expected)) in (1..).zip(found.lines().zip(expected.lines())) {
        assert_eq!(found, expected, "{name}, line {number} of what is expected");
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{name}");
}

#[test]
fn every_recorded_journal_opens_to_the_same_money_and_state() {
    let all = fixtures();
    assert!(all.len() >= 30, "{} journals are there", all.len());
    for fixture in all {
        let keys = house_key(&fixture.set);
        let recorded = fixture.recorded();
        assert!(recorded.to_bytes() == fixture.bytes, "{} is written as it was", fixture.name);
        let found = describe(&recorded, fixture.shelf(), &keys);
        let found = found.unwrap_or_else(|error| panic!("{}: {error}", fixture.name));
        assert_same(&fixture.name, &found, &fixture.expected);
    }
}

#[test]
fn the_books_of_the_program_open_them_as_well() {
    for fixture in fixtures() {
        let mut shelf = Shelf::built_in();
        for book in fixture.shelf().books() {
            if shelf.book(book.id()).is_err() {
                shelf.put(book.clone());
            }
        }
        let house = expectation::open(&fixture.recorded(), Box::leak(Box::new(shelf))).unwrap();
        let recorded = expectation::open(&fixture.recorded(), fixture.shelf()).unwrap();
        common::assert_same(&house, &recorded);
    }
}

#[test]
fn every_text_that_a_journal_names_is_there() {
    let (mut books, mut files) = (BTreeSet::new(), BTreeSet::new());
    for fixture in fixtures() {
        for entry in fixture.entries() {
            let digest = match &entry.body.event {
                Event::RoundBegan { book, .. } => {
                    let digest: String = book.iter().map(|byte| format!("{byte:02x}")).collect();
                    books.insert(digest.clone());
                    digest
                }
                Event::HouseFileAdopted { file, .. } => {
                    let digest = blake3::hash(file.as_bytes()).to_hex().to_string();
                    files.insert(digest.clone());
                    digest
                }
                _ => continue,
            };
            law(&fixture.set, &digest).unwrap_or_else(|error| panic!("{}: {error}", fixture.name));
        }
    }
    assert!(books.len() >= 4 && files.len() >= 5, "{} books and {} house files", books.len(), files.len());
}

#[test]
fn every_kind_of_event_and_paper_has_been_recorded() {
    let mut kinds = Kinds::default();
    fixtures().iter().flat_map(Fixture::entries).for_each(|entry| kinds.note(&entry));
    let missing = kinds.missing();
    assert!(missing.is_empty(), "no recorded journal has {missing:?}: record a new set");
}

#[test]
fn open_rounds_of_all_games_have_been_recorded_in_every_phase() {
    let all: String = fixtures().iter().map(|fixture| fixture.expected.clone()).collect();
    let tables: Vec<&str> = all.lines().filter(|line| line.starts_with("table ")).collect();
    for (name, _) in common::GAMES {
        for mode in ["automatic", "attended"] {
            let open = format!(" {name} {mode} ");
            assert!(tables.iter().any(|line| line.contains(&open)), "{name} {mode}");
        }
    }
    let phases = ["waiting", "place your bets", "final bets", "no more bets", "outcome", "insurance"];
    for phase in phases.into_iter().chain(["decision", "payment"]) {
        assert!(tables.iter().any(|line| line.contains(&format!(" {phase} round "))), "{phase}");
    }
    for word in [" carried\n", "\nbank ", "\ndeclared ", "\nentered ", "\nslip ", "\nproposal ", "\ncolour "]
    {
        assert!(all.contains(word), "{word:?}");
    }
}

/// Reads a file whose bytes may have been changed, as a whole.
fn opens(fixture: &Fixture, bytes: &[u8]) -> Result<(), String> {
    let recorded = Recorded::read(bytes)?;
    let found = describe(&recorded, fixture.shelf(), &house_key(&fixture.set))?;
    if found == fixture.expected { Ok(()) } else { Err("it opens to something else".to_owned()) }
}

#[test]
fn one_byte_changed_anywhere_is_found() {
    for fixture in fixtures() {
        // An entry with a changed byte is none, or has another hash: the one after it does not follow, or the head differs.
        for (sequence, (stream, bytes)) in (1..).zip(fixture.recorded().entries) {
            let hash = Entry::read(stream, sequence, bytes.clone()).unwrap().hash;
            // Every byte of most entries; of long ones, such as those with a book, the head and places all over them.
            let step = bytes.len() / 256 + 1;
            for place in (0..bytes.len()).filter(|place| *place < 64 || place % step == 0) {
                let mut changed = bytes.clone();
                changed[place] ^= 1 << (place % 8);
                let same = Entry::read(stream, sequence, changed).is_ok_and(|entry| entry.hash == hash);
                assert!(!same, "{}: byte {place} of an entry", fixture.name);
            }
        }
    }
}

#[test]
fn a_file_with_a_changed_byte_does_not_open_as_it_was() {
    for fixture in fixtures().into_iter().filter(|fixture| fixture.bytes.len() < 16_000) {
        opens(&fixture, &fixture.bytes).unwrap_or_else(|error| panic!("{}: {error}", fixture.name));
        let step = fixture.bytes.len() / 9 + 1;
        // The head of the file, its framing, and places all over it.
        for place in
            (0..fixture.bytes.len()).filter(|place| *place < 40 && place % 10 == 0 || place % step == 0)
        {
            let mut changed = fixture.bytes.clone();
            changed[place] ^= 1;
            assert!(opens(&fixture, &changed).is_err(), "{}: byte {place}", fixture.name);
        }
    }
}

#[test]
fn the_scenes_can_still_be_played() {
    let keys = house_key(&fixtures()[0].set);
    for scene in scenes::all() {
        let (recorded, shelf) = scene.play_once(&keys);
        let found = describe(&recorded, shelf, &keys);
        found.unwrap_or_else(|error| panic!("{}: {error}", scene.name));
    }
}
