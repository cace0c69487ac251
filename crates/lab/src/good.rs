//! The journal in which faults are planted.

use std::fmt;

use croupier_audit::{JournalSource, ReadSoFar, audit_house};
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::{Entry, EntryBody};
use croupier_house::store::{StoreError, StoredEntry};
use croupier_rules::book::Shelf;

use crate::stored::stored;

const PAGE: usize = 4096;

/// An entry that is to be sealed: its journal and its content.
pub(crate) type Draft = (StreamId, EntryBody);

/// A journal of one house in which the audit finds nothing.
pub struct GoodJournal {
    /// What it is, in words.
    pub name: String,
    /// The house.
    pub house: HouseId,
    /// Its entries, in order.
    pub entries: Vec<Entry>,
    /// The books that are not in the journal.
    pub shelf: &'static Shelf,
}

/// Why no faults can be planted in a journal.
#[derive(Debug)]
pub enum NotGood {
    /// It cannot be read.
    Store(StoreError),
    /// An entry cannot be read.
    Unreadable(u64, String),
    /// It has entries of the first format, which this program no longer writes.
    FirstFormat,
    /// The audit finds something in it, the first thing being this.
    Finding(String),
}

impl fmt::Display for NotGood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Unreadable(sequence, why) => write!(f, "entry {sequence} cannot be read: {why}"),
            Self::FirstFormat => {
                f.write_str("it has entries of the first format, which nothing writes any more")
            }
            Self::Finding(finding) => write!(f, "the audit finds something in it: {finding}"),
        }
    }
}

impl std::error::Error for NotGood {}

impl GoodJournal {
    /// Reads the journal of a house, and audits it.
    ///
    /// # Errors
    /// When it cannot be read, or something is wrong with it.
    pub fn read(
        name: &str,
        source: &dyn JournalSource,
        house: HouseId,
        shelf: &'static Shelf,
    ) -> Result<Self, NotGood> {
        let (mut entries, mut read) = (Vec::new(), ReadSoFar::default());
        loop {
            let page = source.page(house, read, PAGE).map_err(NotGood::Store)?;
            if page.is_empty() {
                break;
            }
            read = read.and(&page);
            for StoredEntry { stream, sequence, bytes, .. } in page {
                let entry = Entry::read(stream, sequence, bytes);
                entries.push(entry.map_err(|why| NotGood::Unreadable(sequence, why.to_string()))?);
            }
        }
        Self::of(name, house, entries, shelf)
    }

    /// The journal with these entries, which is audited.
    ///
    /// # Errors
    /// When something is wrong with it.
    pub fn of(
        name: &str,
        house: HouseId,
        entries: Vec<Entry>,
        shelf: &'static Shelf,
    ) -> Result<Self, NotGood> {
        if entries.iter().any(Entry::is_of_first_format) {
            return Err(NotGood::FirstFormat);
        }
        let source = croupier_audit::ExportedJournal::of(entries.iter().map(stored));
        let report = audit_house(&source, shelf, house, 1, 0, &|_| {}).map_err(NotGood::Store)?;
        match report.findings.first() {
            Some(finding) => Err(NotGood::Finding(finding.to_string())),
            None => Ok(Self { name: name.to_owned(), house, entries, shelf }),
        }
    }

    /// Its entries, to be changed.
    pub(crate) fn drafts(&self) -> Vec<Draft> {
        self.entries.iter().map(|entry| (entry.stream, entry.body.clone())).collect()
    }
}
