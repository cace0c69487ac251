//! The tables and their versions.

use croupier_house::store::StoreError;

use crate::convert::convert_entries;
use crate::session::Session;

/// A step to the next version: statements, and what the program does after them.
struct Step {
    sql: &'static str,
    then: fn(&Session) -> Result<(), StoreError>,
}

const fn statements(sql: &'static str) -> Step {
    Step { sql, then: |_| Ok(()) }
}

/// The step to each version, in order. A released step is never changed.
const STEPS: &[Step] = &[
    statements(include_str!("schema/first.sql")),
    statements(include_str!("schema/second.sql")),
    statements(include_str!("schema/third.sql")),
    statements(include_str!("schema/fourth.sql")),
    statements(include_str!("schema/fifth.sql")),
    Step { sql: include_str!("schema/sixth.sql"), then: convert_entries },
];

/// The version of the tables that this program uses.
pub const SCHEMA_VERSION: usize = STEPS.len();

/// The lock under which nodes migrate one after the other.
const LOCK: &str = "begin; set local lock_timeout = '60s'; select pg_advisory_xact_lock(7238465912034)";
const BEGIN: &str = "create schema if not exists croupier;
    create table if not exists croupier.schema_version (single boolean primary key default true check (single),
        version integer not null);
    insert into croupier.schema_version (version) values (0) on conflict do nothing";
const IS_THERE: &str = "select to_regclass('croupier.schema_version') is not null";
const VERSION: &str = "select version from croupier.schema_version";

/// Migrates the tables to the version that this program uses. All steps are one transaction: whoever fails in the
/// middle has changed nothing.
///
/// # Errors
/// When a step fails, or the tables have a later version than this program knows.
pub(crate) fn migrate(session: &Session) -> Result<(), StoreError> {
    if version(session)? == Some(SCHEMA_VERSION) {
        return Ok(());
    }
    let done = session.run(LOCK).map_err(StoreError::from).and_then(|()| take_steps(session));
    match done {
        Ok(()) => Ok(session.run("commit")?),
        Err(error) => {
            session.run("rollback")?;
            Err(error)
        }
    }
}

fn take_steps(session: &Session) -> Result<(), StoreError> {
    if version(session)?.is_none() {
        session.run(BEGIN)?;
    }
    // Another node may have migrated them meanwhile.
    let version = version(session)?.unwrap_or_default();
    for (step, number) in STEPS.iter().zip(1_usize..).skip(version) {
        session.run(step.sql)?;
        (step.then)(session)?;
        session.run(&format!("update croupier.schema_version set version = {number}"))?;
    }
    Ok(())
}

/// Checks that the tables have the version that this program uses, without changing them.
///
/// # Errors
/// When they have another, or there are none.
pub(crate) fn check_version(session: &Session) -> Result<(), StoreError> {
    match version(session)? {
        Some(SCHEMA_VERSION) => Ok(()),
        Some(found) => Err(StoreError::Failed(format!(
            "its tables have version {found}, and this program uses {SCHEMA_VERSION}: start a server with this program, which migrates them"
        ))),
        None => Err(StoreError::Failed("it has no houses: no server has used this database".to_owned())),
    }
}

/// The version of the tables; `None` where there are none.
pub(crate) fn version(session: &Session) -> Result<Option<usize>, StoreError> {
    let is_there: bool = session.query(IS_THERE, &[])?.iter().any(|row| row.get(0));
    if !is_there {
        return Ok(None);
    }
    let rows = session.query(VERSION, &[])?;
    let found: i32 = rows.first().map_or(0, |row| row.get(0));
    match usize::try_from(found) {
        Ok(version) if version <= SCHEMA_VERSION => Ok(Some(version)),
        _ => Err(StoreError::Failed(format!(
            "its tables have version {found}, but this program only knows versions up to {SCHEMA_VERSION}"
        ))),
    }
}
