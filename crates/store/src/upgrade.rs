//! The migration of `journal.db` to schema 3, which numbers the entries of each house.
//!
//! Entries get their sequence by the order in which they were stored. The copy is made in chunks, each a transaction
//! that also records how far it is, so that a migration that was killed goes on where it was. Then both tables are
//! read again and compared row by row, and only after that the old one is cleared, in chunks too.

use std::ops::ControlFlow;
use std::path::Path;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{HouseHead, StoreError};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use rustc_hash::FxHashMap;

use crate::error::failed;
use crate::heads::HeadFile;
use crate::journal_rows::heads_of;
use crate::row_id::row_id;
use crate::schema::{SECOND, TABLES, THIRD_BEGINS, THIRD_ENDS, VERSION};

/// The number of entries that one transaction of a migration handles.
pub const MIGRATION_CHUNK: u32 = 10_000;

/// What a migration is doing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MigrationStage {
    /// Entries are copied to the new table.
    Copying,
    /// Both tables are read again and compared.
    Proving,
    /// The old table is cleared.
    Clearing,
}

/// How far a migration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MigrationProgress {
    /// What it is doing.
    pub stage: MigrationStage,
    /// The number of entries it has done in this stage.
    pub done: u64,
    /// The number of entries there are.
    pub of: u64,
}

/// How to migrate: the size of a chunk, and whom to report to after each.
pub struct Migration<'m> {
    /// The number of entries per transaction.
    pub chunk: u32,
    /// Called after every transaction. `Break` interrupts the migration; the next one continues it.
    pub report: &'m mut dyn FnMut(MigrationProgress) -> ControlFlow<()>,
}

/// Creates the tables of a new database, or migrates an older one. The head file is written before the last step, so
/// that it is there whenever the database has the new schema.
pub(crate) fn upgrade(
    connection: &mut Connection,
    folder: &Path,
    now: i64,
    migration: &mut Migration<'_>,
) -> Result<(), StoreError> {
    let version: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    match version {
        0 => return begin(connection),
        1 => step(connection, SECOND, 2)?,
        2 => {}
        VERSION => return Ok(()),
        later => {
            let why = format!("it has version {later}, but this program only knows versions up to {VERSION}");
            return Err(StoreError::Failed(why));
        }
    }
    begin_third(connection, now)?;
    let of: i64 = connection
        .query_row("select coalesce(max(id), 0) from events", [], |row| row.get(0))
        .map_err(failed)?;
    let of = of.max(place(connection)?.copied);
    Chunks { connection, migration, of }.run(folder)
}

fn step(connection: &mut Connection, sql: &str, version: i64) -> Result<(), StoreError> {
    let transaction = immediate(connection)?;
    transaction.execute_batch(sql).map_err(failed)?;
    transaction.pragma_update(None, "user_version", version).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// A database without tables gets them, unless another process was faster.
fn begin(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = immediate(connection)?;
    let version: i64 =
        transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    if version == 0 {
        transaction.execute_batch(TABLES).map_err(failed)?;
        transaction.pragma_update(None, "user_version", VERSION).map_err(failed)?;
    }
    transaction.commit().map_err(failed)
}

/// Creates the new tables. Old keys have no time: they count from now on, so that none is forgotten too early. Nor
/// have they a sequence: 0 means that it is found by the version.
fn begin_third(connection: &mut Connection, now: i64) -> Result<(), StoreError> {
    let transaction = immediate(connection)?;
    let there: bool = transaction
        .query_row("select exists (select 1 from sqlite_schema where name = 'migration')", [], |row| {
            row.get(0)
        })
        .map_err(failed)?;
    if !there {
        transaction.execute_batch(THIRD_BEGINS).map_err(failed)?;
        let keys = format!(
            "alter table keys add column sequence integer not null default 0;
             alter table keys add column at integer not null default {now};"
        );
        transaction.execute_batch(&keys).map_err(failed)?;
    }
    transaction.commit().map_err(failed)
}

fn immediate(connection: &mut Connection) -> Result<Transaction<'_>, StoreError> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)
}

/// How far each stage is: the row of the last event it has handled.
struct Place {
    copied: i64,
    proved: i64,
    cleared: i64,
}

fn place(connection: &Connection) -> Result<Place, StoreError> {
    let sql = "select copied, proved, cleared from migration";
    let row = |row: &rusqlite::Row<'_>| {
        Ok(Place { copied: row.get(0)?, proved: row.get(1)?, cleared: row.get(2)? })
    };
    connection.query_row(sql, [], row).map_err(failed)
}

/// A row of the old table.
struct OldEvent {
    id: i64,
    stream: StreamId,
    version: i64,
    hash: Vec<u8>,
    body: Vec<u8>,
}

/// Runs the chunks of each stage.
struct Chunks<'a, 'm> {
    connection: &'a mut Connection,
    migration: &'a mut Migration<'m>,
    /// The row of the last event.
    of: i64,
}

impl Chunks<'_, '_> {
    fn run(&mut self, folder: &Path) -> Result<(), StoreError> {
        while self.copy()? {}
        while self.prove()? {}
        self.compare_counts()?;
        drop(HeadFile::create(folder, &heads_of(self.connection)?)?);
        while self.clear()? {}
        step(self.connection, THIRD_ENDS, VERSION)
    }

    /// Reports a chunk. `Ok(true)` means that there is more to do.
    fn report(&mut self, stage: MigrationStage, done: i64) -> Result<bool, StoreError> {
        let (done, of) = (done.cast_unsigned(), self.of.cast_unsigned());
        match (self.migration.report)(MigrationProgress { stage, done, of }) {
            ControlFlow::Continue(()) => Ok(true),
            ControlFlow::Break(()) => Err(StoreError::Failed(
                "the migration was interrupted; it continues at the next start".to_owned(),
            )),
        }
    }

    /// Copies a chunk of events, with the next sequence of their house.
    fn copy(&mut self) -> Result<bool, StoreError> {
        let from = place(self.connection)?.copied;
        let chunk = self.migration.chunk;
        let transaction = immediate(self.connection)?;
        let events = events_after(&transaction, from, chunk)?;
        let Some(last) = events.last().map(|event| event.id) else { return Ok(false) };
        let mut heads: FxHashMap<HouseId, HouseHead> = heads_of(&transaction)?.into_iter().collect();
        let mut insert = transaction
            .prepare_cached("insert into entries (id, journal, ver, hash, body) values (?, ?, ?, ?, ?)")
            .map_err(failed)?;
        for event in events {
            let head = heads.entry(event.stream.house).or_default();
            head.sequence += 1;
            head.hash = event.hash.as_slice().try_into().map_err(|_| fault(&event, "its hash is not one"))?;
            let id = row_id(event.stream.house, head.sequence)?;
            let journal = event.stream.table.map_or(0, |table| table.0);
            insert.execute((id, journal, event.version, &event.hash, &event.body)).map_err(failed)?;
        }
        drop(insert);
        for (house, head) in heads {
            let sql = "insert or replace into heads (house, sequence, hash) values (?, ?, ?)";
            transaction
                .execute(sql, (house.0, head.sequence.cast_signed(), &head.hash[..]))
                .map_err(failed)?;
        }
        transaction.execute("update migration set copied = ?", [last]).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        self.report(MigrationStage::Copying, last)
    }

    /// Reads a chunk of both tables again: the same rows in the same order.
    fn prove(&mut self) -> Result<bool, StoreError> {
        let from = place(self.connection)?.proved;
        let chunk = self.migration.chunk;
        let transaction = immediate(self.connection)?;
        let events = events_after(&transaction, from, chunk)?;
        let Some(last) = events.last().map(|event| event.id) else { return Ok(false) };
        let mut proved = proofs(&transaction)?;
        for event in &events {
            let sequence = proved.entry(event.stream.house).or_default();
            *sequence += 1;
            prove_event(&transaction, event, *sequence)?;
        }
        for (house, sequence) in proved {
            let sql = "insert or replace into proofs (house, sequence) values (?, ?)";
            transaction.execute(sql, (house.0, sequence.cast_signed())).map_err(failed)?;
        }
        transaction.execute("update migration set proved = ?", [last]).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        self.report(MigrationStage::Proving, last)
    }

    /// Every event has an entry, and every entry an event. Once clearing has begun, this has been proved.
    fn compare_counts(&self) -> Result<(), StoreError> {
        if place(self.connection)?.cleared > 0 {
            return Ok(());
        }
        let count = |sql: &str| -> Result<i64, StoreError> {
            self.connection.query_row(sql, [], |row| row.get(0)).map_err(failed)
        };
        let (events, entries) =
            (count("select count(*) from events")?, count("select count(*) from entries")?);
        let heads = count("select coalesce(sum(sequence), 0) from heads")?;
        if events == entries && entries == heads {
            return Ok(());
        }
        Err(StoreError::Damaged(format!(
            "the migration has copied {entries} of {events} entries, and the heads count {heads}"
        )))
    }

    fn clear(&mut self) -> Result<bool, StoreError> {
        let from = place(self.connection)?.cleared;
        let to = from.saturating_add(self.migration.chunk.into());
        if from >= self.of {
            return Ok(false);
        }
        let transaction = immediate(self.connection)?;
        transaction.execute("delete from events where id <= ?", [to]).map_err(failed)?;
        transaction.execute("update migration set cleared = ?", [to]).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        self.report(MigrationStage::Clearing, to.min(self.of))
    }
}

fn events_after(connection: &Connection, after: i64, most: u32) -> Result<Vec<OldEvent>, StoreError> {
    let sql = "select id, stream, ver, hash, body from events where id > ? order by id limit ?";
    let mut select = connection.prepare_cached(sql).map_err(failed)?;
    let mut rows = select.query((after, most)).map_err(failed)?;
    let mut events = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let (id, stream): (i64, i64) = (row.get(0).map_err(failed)?, row.get(1).map_err(failed)?);
        let stream = StreamId::numbered(stream)
            .ok_or_else(|| StoreError::Damaged(format!("event {id} has no valid journal")))?;
        let version = row.get(2).map_err(failed)?;
        let (hash, body) = (row.get(3).map_err(failed)?, row.get(4).map_err(failed)?);
        events.push(OldEvent { id, stream, version, hash, body });
    }
    Ok(events)
}

/// The sequence up to which the entries of each house are proved.
fn proofs(connection: &Connection) -> Result<FxHashMap<HouseId, u64>, StoreError> {
    let mut select = connection.prepare("select house, sequence from proofs").map_err(failed)?;
    let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<(u16, i64)> { Ok((row.get(0)?, row.get(1)?)) };
    let rows = select.query_map([], row).map_err(failed)?;
    rows.map(|row| row.map(|(house, sequence)| (HouseId(house), sequence.cast_unsigned())).map_err(failed))
        .collect()
}

fn prove_event(connection: &Connection, event: &OldEvent, sequence: u64) -> Result<(), StoreError> {
    let sql = "select journal, ver, hash, body from entries where id = ?";
    let mut select = connection.prepare_cached(sql).map_err(failed)?;
    let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<(u16, i64, Vec<u8>, Vec<u8>)> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    };
    let id = row_id(event.stream.house, sequence)?;
    let copied = select.query_row([id], row).optional().map_err(failed)?;
    let journal = event.stream.table.map_or(0, |table| table.0);
    let due = (journal, event.version, &event.hash, &event.body);
    match copied {
        Some((journal, version, hash, body)) if (journal, version, &hash, &body) == due => Ok(()),
        _ => Err(fault(event, "the migration has not copied it as it was")),
    }
}

fn fault(event: &OldEvent, why: &str) -> StoreError {
    StoreError::Damaged(format!("event {} of journal {}: {why}", event.id, event.stream.number()))
}
