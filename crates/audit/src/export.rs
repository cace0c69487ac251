//! An exported journal: every entry of every house as a line of JSON. A regulator can audit it without the house.
//!
//! The first line is the head, `{"format": "croupier-journal", "version": 1}`. Each other line is an entry: `house`,
//! `table` (absent in the journal of the house), `sequence`, `version`, `hash` in hexadecimal, and `bytes` in Base64 (RFC
//! 4648, with padding), which are the bytes that the house stored.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::store::{StoreError, StoredEntry};
use serde::{Deserialize, Serialize};

use crate::chain::hex;
use crate::source::{JournalSource, ReadSoFar};

const FORMAT: &str = "croupier-journal";
const VERSION: u32 = 1;
const PAGE: usize = 4096;

#[derive(Serialize, Deserialize)]
struct ExportHead {
    format: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct ExportedEntry {
    house: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<u16>,
    sequence: u64,
    version: u64,
    hash: String,
    bytes: String,
}

/// Why an exported journal cannot be read or written.
#[derive(Debug)]
pub enum JournalExportError {
    /// The journal cannot be read.
    Store(StoreError),
    /// The file cannot be read or written.
    File(std::io::Error),
    /// A line is no line of an exported journal.
    Line(usize, String),
}

impl fmt::Display for JournalExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
            Self::Line(line, why) => write!(f, "line {line} is not of an exported journal: {why}"),
        }
    }
}

impl std::error::Error for JournalExportError {}

impl From<std::io::Error> for JournalExportError {
    fn from(error: std::io::Error) -> Self {
        Self::File(error)
    }
}

/// Writes every entry of every house. Returns the number of entries.
///
/// # Errors
/// When the journal cannot be read or the lines cannot be written.
pub fn write_export(source: &dyn JournalSource, to: &mut dyn Write) -> Result<u64, JournalExportError> {
    let json = |value: serde_json::Result<String>| {
        value.map_err(|error| JournalExportError::Line(0, error.to_string()))
    };
    let head = ExportHead { format: FORMAT.to_owned(), version: VERSION };
    writeln!(to, "{}", json(serde_json::to_string(&head))?)?;
    let mut count = 0;
    for house in source.houses().map_err(JournalExportError::Store)? {
        let mut read = ReadSoFar::default();
        loop {
            let page = source.page(house, read, PAGE).map_err(JournalExportError::Store)?;
            if page.is_empty() {
                break;
            }
            read = read.and(&page);
            for stored in &page {
                let line = ExportedEntry {
                    house: stored.stream.house.0,
                    table: stored.stream.table.map(|table| table.0),
                    sequence: stored.sequence,
                    version: stored.version,
                    hash: hex(&stored.hash),
                    bytes: STANDARD.encode(&stored.bytes[..]),
                };
                writeln!(to, "{}", json(serde_json::to_string(&line))?)?;
                count += 1;
            }
        }
    }
    Ok(count)
}

/// A journal that was exported, or that is otherwise in memory. Its entries are in the order of the lines.
#[derive(Clone, Debug, Default)]
pub struct ExportedJournal {
    houses: BTreeMap<HouseId, Vec<StoredEntry>>,
}

impl ExportedJournal {
    /// The journal with these entries, as they come.
    pub fn of(entries: impl IntoIterator<Item = StoredEntry>) -> Self {
        let mut journal = Self::default();
        entries
            .into_iter()
            .for_each(|entry| journal.houses.entry(entry.stream.house).or_default().push(entry));
        journal
    }

    /// Reads an exported journal.
    ///
    /// # Errors
    /// When it cannot be read, with the line.
    pub fn read(from: impl BufRead) -> Result<Self, JournalExportError> {
        let mut lines = (1..).zip(from.lines());
        let (_, first) =
            lines.next().ok_or_else(|| JournalExportError::Line(1, "the file is empty".to_owned()))?;
        let wrong =
            |line: usize| move |error: serde_json::Error| JournalExportError::Line(line, error.to_string());
        let head: ExportHead = serde_json::from_str(&first?).map_err(wrong(1))?;
        if (head.format.as_str(), head.version) != (FORMAT, VERSION) {
            let found =
                format!("{} of version {}, not {FORMAT} of version {VERSION}", head.format, head.version);
            return Err(JournalExportError::Line(1, found));
        }
        let mut journal = Self::default();
        for (number, line) in lines {
            let line = line?;
            if line.trim().is_empty() {
                continue;
            }
            let read: ExportedEntry = serde_json::from_str(&line).map_err(wrong(number))?;
            let entry = stored(&read).map_err(|why| JournalExportError::Line(number, why))?;
            journal.houses.entry(HouseId(read.house)).or_default().push(entry);
        }
        Ok(journal)
    }

    /// The entries of every house.
    pub fn all(&self) -> impl Iterator<Item = &StoredEntry> {
        self.houses.values().flatten()
    }
}

fn stored(read: &ExportedEntry) -> Result<StoredEntry, String> {
    let bytes = STANDARD.decode(&read.bytes).map_err(|error| format!("`bytes`: {error}"))?;
    let hash = blake3::Hash::from_hex(&read.hash).map_err(|error| format!("`hash`: {error}"))?;
    let stream = StreamId { house: HouseId(read.house), table: read.table.map(TableId) };
    let (version, sequence) = (read.version, read.sequence);
    Ok(StoredEntry { stream, version, sequence, bytes: bytes.into(), hash: *hash.as_bytes() })
}

impl JournalSource for ExportedJournal {
    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        Ok(self.houses.keys().copied().collect())
    }

    /// Entries are numbered by their lines, so that one that is doubled or out of order is read all the same.
    fn page(&self, house: HouseId, after: ReadSoFar, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let all = self.houses.get(&house).map_or(&[][..], Vec::as_slice);
        Ok(all.iter().skip(after.entries).take(most).cloned().collect())
    }
}
