//! The entries with which each house began a new incarnation, and what an index knows of the journal it was made from. A database
//! that was restored to an earlier moment lacks entries that the index of a node has.

use std::path::Path;
use std::time::Duration;

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::Entry;
use croupier_house::store::{HouseHead, Store, StoreError};
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

pub(super) fn note(at: &Connection, entry: &Entry, sequence: u64) -> Result<(), StoreError> {
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

impl KnownHouse {
    /// Whether a journal has the last entry that is known.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn is_in(&self, journals: &dyn Store) -> Result<bool, StoreError> {
        let found = journals.entries(self.house, self.head.sequence, 1)?;
        Ok(found
            .first()
            .is_some_and(|entry| (entry.sequence, entry.hash) == (self.head.sequence, self.head.hash)))
    }

    /// Whether a journal has begun an incarnation that is not known here. It reads the journal of the house from its beginning.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn is_followed_by_an_incarnation(&self, journals: &dyn Store) -> Result<bool, StoreError> {
        let (stream, mut next, mut last) = (StreamId { house: self.house, table: None }, 1, None);
        loop {
            let page = journals.read(stream, next, PAGE)?;
            let Some(end) = page.last() else { break };
            next = end.version + 1;
            for stored in page {
                let head = HouseHead { sequence: stored.sequence, hash: stored.hash };
                let entry = stored.decode().map_err(|error| StoreError::Damaged(error.to_string()))?;
                if matches!(entry.body.event, Event::Restored { .. }) {
                    last = Some(head);
                }
            }
        }
        Ok(last.is_some_and(|last| !self.incarnations.contains(&last)))
    }
}
