//! The entries with which each house began a new incarnation, and what an index knows of the journal it was made from. A database
//! that was restored to an earlier moment lacks entries that the index of a node has.

use std::path::Path;
use std::time::Duration;

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::EntryContent;
use croupier_house::store::{HouseHead, Store, StoreError, StoredEntry};
use rusqlite::Connection;

use super::handle::{INDEX_FILE, heads, number};
use super::tables::VERSION;
use crate::error::failed;
use crate::pool::open_reader;

/// The number of entries that are read at once.
const PAGE: usize = 1_024;
/// The time to wait for an index that another process has locked.
const BUSY: Duration = Duration::from_secs(5);

/// What an index knows of a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownHouse {
    /// The house.
    pub house: HouseId,
    /// The last entry that it has.
    pub head: HouseHead,
    /// The entries with which the house began new incarnations, in order.
    pub incarnations: Vec<HouseHead>,
}

pub(super) fn note(at: &Connection, entry: &EntryContent, sequence: u64) -> Result<(), StoreError> {
    if let Event::Restored { .. } = &entry.body.event {
        let sql = "insert or replace into incarnations (house, sequence, hash) values (?, ?, ?)";
        at.execute(sql, (entry.stream.house.0, number(sequence), &entry.hash[..])).map_err(failed)?;
    }
    Ok(())
}

/// What the index of a folder knows of each house; nothing where there is no index, or one of another version.
///
/// # Errors
/// When it cannot be read.
pub fn known_houses(folder: &Path) -> Result<Vec<KnownHouse>, StoreError> {
    let path = folder.join(INDEX_FILE);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let index = open_reader(&path, BUSY)?;
    let version: i64 = index.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    if version != VERSION {
        return Ok(Vec::new());
    }
    let mut known = Vec::new();
    for (house, head) in heads(&index)? {
        known.push(KnownHouse { house, head, incarnations: incarnations_of(&index, house)? });
    }
    Ok(known)
}

fn incarnations_of(index: &Connection, house: HouseId) -> Result<Vec<HouseHead>, StoreError> {
    let sql = "select sequence, hash from incarnations where house = ? order by sequence";
    let mut select = index.prepare(sql).map_err(failed)?;
    let rows = select.query_map([house.0], |row| {
        Ok(HouseHead { sequence: row.get::<_, i64>(0)?.cast_unsigned(), hash: row.get(1)? })
    });
    rows.map_err(failed)?.map(|row| row.map_err(failed)).collect()
}

/// How a journal stands to what an index knows of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownStanding {
    /// It has everything.
    Complete,
    /// It lacks entries, and has begun an incarnation since that is not known.
    Restored,
    /// It lacks entries of the incarnation that it is.
    Rolled,
    /// It lacks an incarnation that is known: it is older than that, or is another house.
    Foreign,
}

impl KnownHouse {
    /// Compares a journal with what is known. Where it lacks the last entry, the journal of the house is read from its beginning.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn standing(&self, journals: &dyn Store) -> Result<KnownStanding, StoreError> {
        let found = journals.entries(self.house, self.head.sequence, 1)?;
        if found.first().is_some_and(|entry| is_entry(entry, &self.head)) {
            return Ok(KnownStanding::Complete);
        }
        let begun = incarnations_in(journals, self.house)?;
        Ok(match begun.last() {
            Some(last) if !self.incarnations.contains(last) => KnownStanding::Restored,
            _ if self.incarnations.iter().all(|known| begun.contains(known)) => KnownStanding::Rolled,
            _ => KnownStanding::Foreign,
        })
    }
}

fn is_entry(entry: &StoredEntry, head: &HouseHead) -> bool {
    (entry.sequence, entry.hash) == (head.sequence, head.hash)
}

/// The entries of a journal with which the house began new incarnations, in order.
fn incarnations_in(journals: &dyn Store, house: HouseId) -> Result<Vec<HouseHead>, StoreError> {
    let (stream, mut next, mut begun) = (StreamId { house, table: None }, 1, Vec::new());
    loop {
        let page = journals.read(stream, next, PAGE)?;
        let Some(end) = page.last() else { return Ok(begun) };
        next = end.version + 1;
        for stored in page {
            let head = HouseHead { sequence: stored.sequence, hash: stored.hash };
            let entry = stored.content().map_err(|error| StoreError::Damaged(error.to_string()))?;
            if matches!(entry.body.event, Event::Restored { .. }) {
                begun.push(head);
            }
        }
    }
}
