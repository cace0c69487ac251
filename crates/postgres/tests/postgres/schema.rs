//! The tables and their versions.

use croupier_house::store::{Store, StoreError};
use croupier_postgres::{PostgresStore, SCHEMA_VERSION};

use crate::cluster_node::{Holder, until_waiting};
use crate::common::{
    HOUSE, TABLE, assert_whole, chip, claim_in_the_end, database, opened, options, owner_of,
};

#[test]
fn nodes_that_start_at_once_migrate_one_after_the_other() {
    let (address, sql) = database();
    std::thread::scope(|scope| {
        (0..5).for_each(|number| {
            let address = &address;
            scope.spawn(move || drop(opened(address, &format!("node {number}"))));
        });
    });
    assert_eq!(sql("select version from croupier.schema_version"), SCHEMA_VERSION.to_string());
    owner_of(&address, "again").append(chip(TABLE, 1)).unwrap();
    assert_whole(&opened(&address, "reader"), TABLE, 1);
}

#[test]
fn tables_of_a_later_version_are_rejected() {
    let (address, sql) = database();
    drop(opened(&address, "first"));
    sql("update croupier.schema_version set version = 99");
    let error = PostgresStore::open(&address, options("second")).err().unwrap();
    assert!(error.to_string().contains("have version 99, but this program only knows"), "{error}");
}

#[test]
fn a_migration_that_fails_in_the_middle_changes_nothing() {
    let (address, sql) = database();
    sql("create schema croupier; create table croupier.keys (key uuid)");
    assert!(matches!(PostgresStore::open(&address, options("first")).err(), Some(StoreError::Failed(_))));
    assert_eq!(sql("select count(*) from pg_tables where schemaname = 'croupier'"), "1");
    sql("drop table croupier.keys");
    owner_of(&address, "second").append(chip(TABLE, 1)).unwrap();
}

/// The tables of version 2.
const SECOND: &str = concat!(
    "create schema croupier; create table croupier.schema_version (single boolean primary key default true check (single), \
     version integer not null); insert into croupier.schema_version (version) values (2); set search_path = croupier;",
    include_str!("../../src/schema/first.sql"),
    include_str!("../../src/schema/second.sql"),
);

/// The third step is killed after it has created its first tables.
#[test]
fn a_migration_that_is_killed_between_two_statements_is_begun_again() {
    let (address, sql) = database();
    sql(SECOND);
    let state = "select version, to_regclass('croupier.members') is null, to_regclass('croupier.cluster') is null, \
                 (select count(*) from pg_attribute where attrelid = 'croupier.leases'::regclass and attname = 'suspended') \
                 from croupier.schema_version";
    assert_eq!(sql(state), "2|t|t|0");
    // Somebody reads the leases: that table cannot be changed meanwhile.
    let reader = Holder::holding(&address, "select * from leases");
    std::thread::scope(|scope| {
        let killed = scope.spawn(|| PostgresStore::open(&address, options("killed")).err());
        until_waiting(&sql, 1);
        sql("select pg_terminate_backend(pid, 5000) from pg_stat_activity where wait_event_type = 'Lock' \
             and datname = current_database()");
        let error = killed.join().unwrap().unwrap();
        assert!(matches!(error, StoreError::Failed(_)), "{error}");
    });
    assert_eq!(sql(state), "2|t|t|0");
    reader.release();
    let store = opened(&address, "again");
    assert_eq!(sql(state), format!("{SCHEMA_VERSION}|f|f|1"));
    claim_in_the_end(&store, HOUSE);
    store.append(chip(TABLE, 1)).unwrap();
    assert_whole(&store, TABLE, 1);
}

#[test]
fn a_server_that_is_not_there_and_an_address_that_is_none_are_named() {
    let error = PostgresStore::open("host=/nowhere user=nobody", options("first")).err().unwrap();
    assert!(error.to_string().contains("cannot connect"), "{error}");
    let error = PostgresStore::open("nonsense", options("first")).err().unwrap();
    assert!(error.to_string().contains("the address of the store"), "{error}");
}
