//! The tables of `index.db`.
//!
//! `stream` is the number of a journal, `person` house and person in one number, `tbl` the number of a table; `first`,
//! `last`, `opened`, `changed`, `opening` and `closing` are sequences, and `ver` versions of a journal.

/// The version of the tables. A file with another version is thrown away and made again from the journal.
pub(super) const VERSION: i64 = 10;

pub(super) const TABLES: &str = "
    create table progress (house integer primary key, sequence integer not null, hash blob not null) strict;
    create table incarnations (house integer not null, sequence integer not null, hash blob not null,
        primary key (house, sequence)) strict, without rowid;
    create table tables (stream integer primary key, round integer not null, record integer not null,
        record_ver integer not null, opening integer not null, chain integer not null, link integer not null,
        last_call integer not null) strict;
    create table marks (stream integer not null, ver integer not null, sequence integer not null,
        primary key (stream, ver)) strict, without rowid;
    create table rounds (stream integer not null, round integer not null, record integer not null,
        record_ver integer not null, first integer not null, last integer not null, first_ver integer not null,
        last_ver integer not null, began integer not null, at integer not null, opening integer not null,
        state integer not null, outcome text, primary key (stream, round)) strict, without rowid;
    create table banks (stream integer primary key, holder text not null, amount integer not null) strict;
    create table record_banks (stream integer not null, record integer not null, holder text not null,
        amount integer not null, primary key (stream, record)) strict, without rowid;
    create table results (stream integer not null, round integer not null, at integer not null, result text not null,
        primary key (stream, round)) strict, without rowid;
    create table played (person integer not null, first integer not null, tbl integer not null,
        round integer not null, at integer not null, staked integer not null, returned integer not null,
        primary key (person, first)) strict, without rowid;
    create unique index played_round on played (person, tbl, round);
    create table totals (person integer primary key, rounds integer not null, staked_high integer not null,
        staked_low integer not null, returned_high integer not null, returned_low integer not null) strict;
    create table movements (person integer not null, sequence integer not null, part integer not null,
        block blob not null, primary key (person, sequence, part)) strict, without rowid;
    create table accounts (account integer primary key, minor integer not null) strict;
    create table postings (id integer primary key, bits blob not null) strict;
    create table sittings (stream integer not null, opening integer not null, ver integer not null,
        at integer not null, closing integer, closed_at integer, primary key (stream, opening)) strict, without rowid;
    create table house_files (house integer not null, version integer not null, sequence integer not null,
        primary key (house, version)) strict, without rowid;
    create table papers (house integer not null, opened integer not null, tbl integer not null,
        series integer not null, number integer not null, kind integer not null, state integer not null,
        primary key (house, opened)) strict, without rowid;
    create unique index papers_numbered on papers (house, tbl, series, number);
    create index papers_of_table on papers (house, tbl, opened);
    create index papers_of_kind on papers (house, kind, opened);
    create index papers_of_both on papers (house, tbl, kind, opened);
    create index papers_proposed on papers (house, tbl) where series = 1 and state = 5;
    create table paper_steps (house integer not null, opened integer not null, sequence integer not null,
        state integer not null, person integer, at integer not null, primary key (house, opened, sequence))
        strict, without rowid;
    create table significant (house integer not null, sequence integer not null,
        primary key (house, sequence)) strict, without rowid;
    create table disputes (house integer not null, number integer not null, person integer not null,
        tbl integer not null, round integer not null, about text not null, stage integer not null, ruling text,
        escalated_to text, opened integer not null, changed integer not null, at integer not null,
        opened_at integer not null, ruled_at integer, ruled_by integer, paid integer,
        primary key (house, number)) strict, without rowid;
    create index disputes_of on disputes (house, person, number);
    create index disputes_in on disputes (house, stage, number);
    create index disputes_at on disputes (house, tbl, number);
    create index disputes_in_at on disputes (house, tbl, stage, number);
    create table links (stream integer not null, committed integer not null, round integer not null,
        link integer not null, chain integer not null, closed integer not null, revealed integer not null,
        primary key (stream, committed)) strict, without rowid;
    create index links_round on links (stream, round, committed);
    create table figure_terms (id integer primary key, house integer not null, body blob not null) strict;
    create unique index figure_terms_of on figure_terms (house, body);
    create table figure_series (id integer primary key, house integer not null, stream integer not null,
        subject integer not null, terms integer not null, wager text not null, weight integer not null) strict;
    create unique index figure_series_of on figure_series (house, stream, subject, terms, wager, weight);
    create table figures (series integer not null, at integer not null, round integer not null, body blob not null,
        primary key (series, at, round)) strict, without rowid;
    create table last_plays (stream integer primary key, round integer not null, ver integer not null,
        at integer not null, dealer integer, corrected integer not null, body blob) strict;
    create table play_hours (house integer not null, hour integer not null, person integer not null,
        series integer not null, body blob not null, primary key (house, hour, person, series)) strict, without rowid;
    create table dealt_hours (house integer not null, hour integer not null, person integer not null,
        rounds integer not null, corrected integer not null, primary key (house, hour, person)) strict, without rowid;
    create table bet_hours (house integer not null, hour integer not null, person integer not null,
        bets integer not null, late integer not null, primary key (house, hour, person)) strict, without rowid;
    create table authorised (house integer not null, at integer not null, sequence integer not null,
        proposer integer not null, authoriser integer not null, primary key (house, at, sequence)) strict, without rowid;
    create table plays_missed (house integer primary key) strict;
    create table snapshots (house integer not null, sequence integer not null, body blob not null,
        primary key (house, sequence)) strict, without rowid;";
