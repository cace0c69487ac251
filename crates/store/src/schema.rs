//! The tables of the database.

/// The migration steps, one per version.
///
/// Events are only appended. A unique index over journal and version would cost five sixths of the writes, so the
/// version is checked in the head row of the journal instead. `marks` has the positions where reading may start.
pub(crate) const STEPS: [&str; 2] = [
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
