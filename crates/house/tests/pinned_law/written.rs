//! Journals as another program would have written them: the entries of a test with some of them changed, and with a hash
//! chain that follows.

use std::collections::BTreeMap;

use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::{Entry, EntryBody};
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;

/// The digest of a text.
pub(crate) fn digest_of(text: &str) -> [u8; 32] {
    *blake3::hash(text.as_bytes()).as_bytes()
}

/// The journal with changed entries; one for which `change` says no is left out.
pub(crate) fn rewritten(journal: &[Entry], mut change: impl FnMut(&mut EntryBody) -> bool) -> Vec<Entry> {
    let mut versions: BTreeMap<_, u64> = BTreeMap::new();
    let mut all: Vec<Entry> = Vec::new();
    for entry in journal {
        let mut body = entry.body.clone();
        if !change(&mut body) {
            continue;
        }
        let version = versions.entry(entry.stream.table).or_default();
        *version += 1;
        (body.version, body.sequence) = (*version, all.len() as u64 + 1);
        body.prev = all.last().map_or([0; 32], |last| last.hash);
        all.push(Entry::write(entry.stream, body).unwrap());
    }
    all
}

/// The journal of a house that is older than editions in journals.
pub(crate) fn stripped(journal: &[Entry]) -> Vec<Entry> {
    rewritten(journal, |body| {
        !matches!(body.event, Event::EditionStored { .. } | Event::EditionAdopted { .. })
    })
}

/// The journal of a house that plays by another text of a book, as a program that reads that text would write it.
pub(crate) fn with_text(journal: &[Entry], from: &str, to: &str) -> Vec<Entry> {
    let (before, after) = (digest_of(from), digest_of(to));
    rewritten(journal, |body| {
        match &mut body.event {
            Event::EditionStored { digest, text, .. } if *digest == before => {
                (*digest, *text) = (after, to.into());
            }
            Event::EditionAdopted { digest, .. } if *digest == before => *digest = after,
            Event::RoundBegan { book, .. } if *book == before => *book = after,
            _ => {}
        }
        true
    })
}

/// A house as a program opens it.
pub(crate) fn opened(journal: &[Entry], shelf: &'static Shelf) -> House<'static> {
    let mut house = House::new(HouseId(1), shelf, "test", Pace::NONE);
    for entry in journal {
        if let Event::EditionStored { rulebook, text, .. } = &entry.body.event {
            house.foresee_edition(rulebook, text);
        }
    }
    house.begin_replay();
    for entry in journal {
        let read = Entry::read(entry.stream, entry.body.sequence, entry.bytes.clone()).unwrap();
        house.apply(&read).unwrap_or_else(|fault| panic!("{fault}: {:?}", entry.body.event));
    }
    house.end_replay();
    house
}
