//! The file of a recorded journal, and the folder it lies in.
//!
//! A file begins with three lines of text (what it is, the number of the house, the day and minute at which it goes on)
//! and then has every entry of the house in the order in which a store keeps them: the number of the table in two bytes
//! (0 for the house's own journal), the length in four, least significant byte first, and the bytes of the entry.

use std::path::{Path, PathBuf};

use croupier_house::ids::{HouseId, Now, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_rules::book::Shelf;
use jiff::civil::Date;

const FIRST_LINE: &str = "croupier journal 1";

/// The folder of all recordings; each set of them has a folder of its own in it.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../house/tests/journals")
}

/// A recorded journal.
#[derive(Clone)]
pub(crate) struct Recorded {
    /// The house.
    pub(crate) house: HouseId,
    /// The day on which it goes on.
    pub(crate) date: Date,
    /// The minute of that day.
    pub(crate) minute: u16,
    /// Every entry: its journal and its bytes.
    pub(crate) entries: Vec<(StreamId, Vec<u8>)>,
}

impl Recorded {
    /// What a house has written, to be put into a file.
    pub(crate) fn of(house: HouseId, now: Now, entries: &[Entry]) -> Self {
        let entries = entries.iter().map(|entry| (entry.stream, entry.bytes.to_vec())).collect();
        Self { house, date: now.date, minute: now.minute, entries }
    }

    /// The entries. Their sequence is their place.
    pub(crate) fn read_entries(&self) -> Vec<Entry> {
        let numbered = (1..).zip(&self.entries);
        let read = |(sequence, (stream, bytes)): (u64, &(StreamId, Vec<u8>))| {
            Entry::read(*stream, sequence, bytes.clone()).unwrap()
        };
        numbered.map(read).collect()
    }

    /// The bytes of the file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let head = format!("{FIRST_LINE}\nhouse {}\ngoes on {} {}\n", self.house.0, self.date, self.minute);
        let mut bytes = head.into_bytes();
        for (stream, entry) in &self.entries {
            bytes.extend(stream.table.map_or(0, |table| table.0).to_le_bytes());
            bytes.extend(u32::try_from(entry.len()).unwrap().to_le_bytes());
            bytes.extend(entry);
        }
        bytes
    }

    /// Reads a file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let (first, rest) = line(bytes)?;
        if first != FIRST_LINE {
            return Err(format!("it begins with `{first}`"));
        }
        let (house, rest) = line(rest)?;
        let house = house.strip_prefix("house ").and_then(|house| house.parse().ok()).ok_or("no house")?;
        let (time, mut rest) = line(rest)?;
        let time = time.strip_prefix("goes on ").and_then(|time| time.split_once(' ')).ok_or("no time")?;
        let date = time.0.parse().map_err(|error| format!("no date: {error}"))?;
        let minute = time.1.parse().map_err(|error| format!("no minute: {error}"))?;
        let mut entries = Vec::new();
        while !rest.is_empty() {
            let (table, after) = rest.split_first_chunk().ok_or("it is cut off")?;
            let (length, after) = after.split_first_chunk().ok_or("it is cut off")?;
            let (entry, after) =
                after.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or("it is cut off")?;
            let table = Some(u16::from_le_bytes(*table)).filter(|table| *table > 0).map(TableId);
            entries.push((StreamId { house: HouseId(house), table }, entry.to_vec()));
            rest = after;
        }
        Ok(Self { house: HouseId(house), date, minute, entries })
    }
}

fn line(bytes: &[u8]) -> Result<(&str, &[u8]), String> {
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or("it has no head")?;
    let line = std::str::from_utf8(&bytes[..end]).map_err(|error| error.to_string())?;
    Ok((line, &bytes[end + 1..]))
}

/// A text that a journal names: a rulebook or a house file. Its file is named by its digest.
pub(crate) fn law(of: &Path, digest: &str) -> Result<String, String> {
    let path = of.join("laws").join(format!("{digest}.toml"));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    if blake3::hash(text.as_bytes()).to_hex().as_str() != digest {
        return Err(format!("{} has another text than its name says", path.display()));
    }
    Ok(text)
}

/// The shelf of the books with these digests, from their recorded texts alone.
pub(crate) fn recorded_shelf(of: &Path, digests: &[&str]) -> Result<&'static Shelf, String> {
    let mut shelf = Shelf::default();
    for digest in digests {
        shelf.add(digest, &law(of, digest)?).map_err(|error| error.to_string())?;
    }
    Ok(Box::leak(Box::new(shelf)))
}
