//! The tables of the database, and how older ones are brought up to date.

use croupier_house::store::StoreError;
use rusqlite::Connection;

use crate::sqlite::failed;

/// One step a version, in order; a step that has been released is never changed.
///
/// Events are append-only by row: a unique index over journal and version would cost five sixths of the writes. The
/// version is guarded in the head row of the journal instead, and `marks` says where to begin to read.
const STEPS: [&str; 2] = [
    "create table streams (id integer primary key, ver integer not null) strict;
     create table events (
         id integer primary key, stream integer not null, ver integer not null, hash blob not null, body blob not null
     ) strict;
     create table marks (stream integer not null, ver integer not null, event integer not null,
         primary key (stream, ver)) strict, without rowid;
     create table balances (account integer primary key, minor integer not null) strict;
     create table keys (key blob primary key, digest integer not null, stream integer not null,
         first integer not null, last integer not null) strict, without rowid;",
    "create table snapshots (stream integer primary key, ver integer not null, body blob not null) strict;",
];

/// The version of the tables that this software has.
pub(crate) const VERSION: usize = STEPS.len();

/// Brings the tables up to date.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let version: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    let version = usize::try_from(version).unwrap_or(usize::MAX);
    if version > VERSION {
        let found = format!("it is of version {version}, and this software knows versions up to {VERSION}");
        return Err(StoreError::Failed(found));
    }
    for (step, number) in STEPS.iter().zip(1_i64..).skip(version) {
        let transaction = connection.transaction().map_err(failed)?;
        transaction.execute_batch(step).map_err(failed)?;
        transaction.pragma_update(None, "user_version", number).map_err(failed)?;
        transaction.commit().map_err(failed)?;
    }
    Ok(())
}
