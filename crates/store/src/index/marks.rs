//! Sparse positions: where reading a journal may start.
//!
//! A journal gets a mark at its first entry, and then at its first entry that lies at least [`MARK_SPAN`] sequences
//! behind its last mark. So all entries of a journal lie within that span behind a mark, and reading it from any
//! version scans at most so many entries of other journals per mark.

use std::collections::hash_map::Entry;

use croupier_house::ids::StreamId;
use croupier_house::store::StoreError;
use rusqlite::{Connection, OptionalExtension};
use rustc_hash::FxHashMap;

use super::handle::{Index, number};
use crate::error::failed;

/// The number of sequences that a mark covers.
pub const MARK_SPAN: u64 = 512;

/// A mark: the version and sequence of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    pub(crate) version: u64,
    pub(crate) sequence: u64,
}

/// The last mark of each journal.
#[derive(Default)]
pub(super) struct MarkStage {
    last: FxHashMap<StreamId, Option<u64>>,
}

impl MarkStage {
    pub(super) fn note(&mut self, at: &Connection, stream: StreamId, mark: Mark) -> Result<(), StoreError> {
        let last = match self.last.entry(stream) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(last_mark(at, stream)?),
        };
        if last.is_some_and(|last| mark.sequence - last < MARK_SPAN) {
            return Ok(());
        }
        let sql = "insert into marks (stream, ver, sequence) values (?, ?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        insert.execute((stream.number(), number(mark.version), number(mark.sequence))).map_err(failed)?;
        *last = Some(mark.sequence);
        Ok(())
    }
}

fn last_mark(at: &Connection, stream: StreamId) -> Result<Option<u64>, StoreError> {
    let sql = "select sequence from marks where stream = ? order by ver desc limit 1";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let found: Option<i64> =
        select.query_row([stream.number()], |row| row.get(0)).optional().map_err(failed)?;
    Ok(found.map(i64::cast_unsigned))
}

impl Index {
    /// The last mark of a journal at or before a version, or its first one.
    pub(crate) fn mark_at(&self, stream: StreamId, version: u64) -> Result<Option<Mark>, StoreError> {
        let sql = "select ver, sequence from marks where stream = ? and ver <= ? order by ver desc limit 1";
        self.row(sql, (stream.number(), number(version.max(1))), |row| {
            Ok(Mark {
                version: row.get::<_, i64>(0)?.cast_unsigned(),
                sequence: row.get::<_, i64>(1)?.cast_unsigned(),
            })
        })
    }

    /// The mark of a journal after this one.
    pub(crate) fn mark_after(&self, stream: StreamId, version: u64) -> Result<Option<Mark>, StoreError> {
        let sql = "select ver, sequence from marks where stream = ? and ver > ? order by ver limit 1";
        self.row(sql, (stream.number(), number(version)), |row| {
            Ok(Mark {
                version: row.get::<_, i64>(0)?.cast_unsigned(),
                sequence: row.get::<_, i64>(1)?.cast_unsigned(),
            })
        })
    }
}
