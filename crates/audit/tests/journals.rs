//! The recorded journals, as an audit reads them.

use std::path::PathBuf;

use croupier_audit::{ExportedJournal, HouseAudit, JournalSource, audit_house};
use croupier_house::journal::Entry;
use croupier_house::store::StoredEntry;
use croupier_rules::book::Shelf;

use crate::file::{Recorded, folder, recorded_shelf};

/// A recorded journal with the books that were recorded beside it.
pub(crate) struct RecordedJournal {
    pub(crate) name: String,
    pub(crate) entries: Vec<Entry>,
    pub(crate) shelf: &'static Shelf,
}

/// Every recorded journal.
pub(crate) fn all() -> Vec<RecordedJournal> {
    let sets = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<RecordedJournal> =
        sets.filter(|path| path.is_dir()).flat_map(|set| of_set(&set)).collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

fn of_set(set: &PathBuf) -> Vec<RecordedJournal> {
    let files = std::fs::read_dir(set).unwrap().map(|entry| entry.unwrap().path());
    let journals = files.filter(|path| path.extension().is_some_and(|ending| ending == "journal"));
    let read = |path: PathBuf| {
        let recorded = Recorded::read(&std::fs::read(&path).unwrap()).unwrap();
        let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
        let digests: Vec<&str> =
            expected.lines().filter_map(|line| line.strip_prefix("book ")?.split(' ').nth(1)).collect();
        let shelf = recorded_shelf(set, &digests).unwrap();
        let name = path.strip_prefix(folder()).unwrap().with_extension("").display().to_string();
        RecordedJournal { name, entries: recorded.read_entries(), shelf }
    };
    journals.map(read).collect()
}

/// Entries as a store has them.
pub(crate) fn stored(entries: &[Entry]) -> ExportedJournal {
    ExportedJournal::of(entries.iter().map(|entry| StoredEntry {
        stream: entry.stream,
        version: entry.body.version,
        sequence: entry.body.sequence,
        bytes: entry.bytes.clone(),
        hash: entry.hash,
    }))
}

/// The audit of the one house of a journal, with so many threads. Entries up to a sequence are those of earlier versions.
pub(crate) fn audited(journal: &ExportedJournal, shelf: &Shelf, threads: usize, earlier: u64) -> HouseAudit {
    let house = journal.houses().unwrap()[0];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| audit_house(journal, shelf, house, threads, earlier, &|_| {})).unwrap()
}
