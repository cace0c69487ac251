//! A database from before there were chunks: its entries are put into them once, all or none.

use std::fmt::Write;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{Batch, Store, StoreError, StoredEntry};
use croupier_postgres::{HouseRepair, PostgresCheck, PostgresRepair, PostgresStore, SCHEMA_VERSION};
use croupier_store::JournalPart;
use croupier_store_suite::{batch_at, chunked_entries, played};

use crate::cluster_node::{Holder, until_waiting};
use crate::common::{HOUSE, TABLE, claim_in_the_end, database, opened, options};

/// The tables of version 5.
const FIFTH: &str = concat!(
    "create schema croupier; create table croupier.schema_version (single boolean primary key default true check (single), \
     version integer not null); insert into croupier.schema_version (version) values (5); set search_path = croupier;",
    include_str!("../../src/schema/first.sql"),
    include_str!("../../src/schema/second.sql"),
    include_str!("../../src/schema/third.sql"),
    include_str!("../../src/schema/fourth.sql"),
    include_str!("../../src/schema/fifth.sql"),
);

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// The number of bytes that one statement has. The program that runs it takes no long ones.
const BYTES_PER_STATEMENT: usize = 20_000;

/// Puts entries into the table of version 5.
fn put_rows(sql: &impl Fn(&str) -> String, entries: &[StoredEntry]) {
    for some in entries.chunks(50) {
        let row = |entry: &StoredEntry| {
            let StoredEntry { stream, version, sequence, bytes, hash } = entry;
            let (house, journal) = (stream.house.0, stream.table.map_or(0, |table| table.0));
            let bytes = if bytes.len() > BYTES_PER_STATEMENT / 50 { &[] } else { &bytes[..] };
            let (hash, bytes) = (hex(hash), hex(bytes));
            format!(
                "({house}, {sequence}, {journal}, {version}, decode('{hash}', 'hex'), decode('{bytes}', 'hex'))"
            )
        };
        let rows: Vec<String> = some.iter().map(row).collect();
        sql(&format!("insert into croupier.entries values {}", rows.join(", ")));
    }
    for entry in entries.iter().filter(|entry| entry.bytes.len() > BYTES_PER_STATEMENT / 50) {
        for part in entry.bytes.chunks(BYTES_PER_STATEMENT) {
            let (house, sequence, part) = (entry.stream.house.0, entry.sequence, hex(part));
            sql(&format!(
                "update croupier.entries set body = body || decode('{part}', 'hex') where (house, sequence) = ({house}, {sequence})"
            ));
        }
    }
}

fn put_head(sql: &impl Fn(&str) -> String, last: &StoredEntry) {
    let (house, sequence, hash) = (last.stream.house.0, last.sequence, hex(&last.hash));
    sql(&format!("insert into croupier.heads values ({house}, {sequence}, decode('{hash}', 'hex'))"));
}

/// What shows whether the tables are those of version 5, untouched.
const STATE: &str = "select version, to_regclass('croupier.chunks') is null, to_regclass('croupier.entries') is null \
                     from croupier.schema_version";

#[test]
fn the_entries_of_an_earlier_version_are_put_into_chunks() {
    let (address, sql) = database();
    sql(FIFTH);
    let mut entries: Vec<StoredEntry> =
        played(30).batches.into_iter().flat_map(|batch| batch.entries).collect();
    put_rows(&sql, &entries);
    put_head(&sql, entries.last().unwrap());
    let other = StreamId { house: HouseId(7), ..TABLE };
    let others = batch_at(other, 1, 1, 5000).entries;
    put_rows(&sql, &others);
    put_head(&sql, others.last().unwrap());
    assert_eq!(sql(STATE), "5|t|f");

    let store = opened(&address, "first");
    assert_eq!(sql(STATE), format!("{SCHEMA_VERSION}|f|t"));
    assert_eq!(store.entries(HOUSE, 1, usize::MAX).unwrap(), entries);
    assert_eq!(store.entries(other.house, 1, usize::MAX).unwrap(), others);
    assert_eq!(chunked_entries(&sql).len(), entries.len() + others.len());
    let parts = [JournalPart::Versions, JournalPart::Balances, JournalPart::Keys, JournalPart::Marks];
    let repair = HouseRepair { house: HOUSE, parts: parts.to_vec(), resumes: false };
    PostgresRepair::open(&address).unwrap().repair(&repair, 5_000).unwrap();
    let checked = PostgresCheck::open(&address).unwrap().check(HOUSE, 5_000).unwrap();
    assert_eq!((&*checked.findings, checked.entries), (&[][..], entries.len() as u64));

    // It goes on from there.
    let next = played(31).batches.into_iter().flat_map(|batch| batch.entries).nth(entries.len()).unwrap();
    claim_in_the_end(&store, HOUSE);
    store.append(Batch { entries: vec![next.clone()], ..Default::default() }).unwrap();
    entries.push(next);
    assert_eq!(opened(&address, "again").entries(HOUSE, 1, usize::MAX).unwrap(), entries);
}

/// It is killed when everything is converted, but for the removal of the old table, which somebody reads.
#[test]
fn a_conversion_that_is_killed_at_its_end_has_changed_nothing_and_is_begun_again() {
    let (address, sql) = database();
    sql(FIFTH);
    let entries = batch_at(TABLE, 1, 1, 3000).entries;
    put_rows(&sql, &entries);
    put_head(&sql, entries.last().unwrap());
    let rows = "select md5(string_agg(e::text, '' order by sequence)) from croupier.entries e";
    let before = sql(rows);
    let reader = Holder::holding(&address, "select * from entries");
    std::thread::scope(|scope| {
        let killed = scope.spawn(|| PostgresStore::open(&address, options("killed")).err());
        until_waiting(&sql, 1);
        sql("select pg_terminate_backend(pid, 5000) from pg_stat_activity where wait_event_type = 'Lock' \
             and datname = current_database()");
        let error = killed.join().unwrap().unwrap();
        assert!(matches!(error, StoreError::Failed(_)), "{error}");
    });
    assert_eq!((sql(STATE).as_str(), sql(rows)), ("5|t|f", before));
    reader.release();
    assert_eq!(opened(&address, "again").entries(HOUSE, 1, usize::MAX).unwrap(), entries);
}

/// Nobody of an earlier version writes while entries are converted, and it is refused afterwards.
#[test]
fn a_writer_of_the_earlier_version_waits_and_is_refused() {
    let (address, sql) = database();
    sql(FIFTH);
    let entries = batch_at(TABLE, 1, 1, 10).entries;
    put_rows(&sql, &entries);
    put_head(&sql, entries.last().unwrap());
    let reader = Holder::holding(&address, "select * from entries");
    std::thread::scope(|scope| {
        let migrating = scope.spawn(|| opened(&address, "new"));
        until_waiting(&sql, 1);
        let late = scope.spawn(|| {
            let write = || sql("insert into croupier.entries values (1, 11, 1, 11, '', '')");
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(write)).is_err()
        });
        until_waiting(&sql, 2);
        reader.release();
        let store = migrating.join().unwrap();
        assert!(late.join().unwrap(), "its table is gone");
        assert_eq!(store.entries(HOUSE, 1, usize::MAX).unwrap(), entries);
    });
    let functions = "select count(*) from pg_proc where proname = 'store_group' \
                     and pronamespace = 'croupier'::regnamespace";
    assert_eq!(sql(functions), "1", "the function that it calls is gone too");
}

#[test]
fn a_row_that_cannot_be_an_entry_stops_the_conversion() {
    let (address, sql) = database();
    sql(FIFTH);
    put_rows(&sql, &batch_at(TABLE, 1, 1, 10).entries);
    sql("update croupier.entries set hash = '\\x01' where sequence = 3");
    let error = PostgresStore::open(&address, options("damaged")).err().unwrap();
    assert_eq!(error, StoreError::Damaged("entry 3 of house 1 has no valid journal or hash".to_owned()));
    assert_eq!(sql(STATE), "5|t|f");
}
