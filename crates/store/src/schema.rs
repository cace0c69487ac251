//! The tables of `journal.db`.
//!
//! Entries are only appended. Their row is house and sequence (`row_id`), `journal` is the number of the table and 0
//! for the journal of the house. A unique index over journal and version would cost five sixths of the writes, so the
//! versions are guarded in `streams` and the sequence in `heads`. Nothing else is written by a commit but `balances`
//! and `keys`; what people look up is in `index.db`.

/// The name of the database with the journals in a data folder.
pub const JOURNAL_FILE: &str = "journal.db";

/// The version of the tables.
pub(crate) const VERSION: i64 = 3;

/// The tables of a new database.
pub(crate) const TABLES: &str = "
    create table entries (id integer primary key, journal integer not null, ver integer not null,
        hash blob not null, body blob not null) strict;
    create table heads (house integer primary key, sequence integer not null, hash blob not null) strict;
    create table streams (id integer primary key, ver integer not null) strict;
    create table balances (account integer primary key, minor integer not null) strict;
    create table keys (key blob primary key, digest integer not null, stream integer not null,
        first integer not null, last integer not null, sequence integer not null, at integer not null)
        strict, without rowid;
    create table texts (digest text primary key, body text not null) strict, without rowid;";

/// The step from version 1 to 2, as it was released.
pub(crate) const SECOND: &str =
    "create table snapshots (stream integer primary key, ver integer not null, body blob not null) strict;";

/// The first part of the step from version 2 to 3: the new tables beside the old ones, and how far the copy is.
pub(crate) const THIRD_BEGINS: &str = "
    create table entries (id integer primary key, journal integer not null, ver integer not null,
        hash blob not null, body blob not null) strict;
    create table heads (house integer primary key, sequence integer not null, hash blob not null) strict;
    create table texts (digest text primary key, body text not null) strict, without rowid;
    create table migration (only integer primary key check (only = 1), copied integer not null,
        proved integer not null, cleared integer not null) strict;
    insert into migration (only, copied, proved, cleared) values (1, 0, 0, 0);
    create table proofs (house integer primary key, sequence integer not null) strict;";

/// The last part of that step.
pub(crate) const THIRD_ENDS: &str = "
    drop table events; drop table marks; drop table snapshots; drop table migration; drop table proofs;";
