//! The tables and their versions.

use croupier_house::store::{Store, StoreError};
use croupier_postgres::{PostgresStore, SCHEMA_VERSION};

use crate::common::{TABLE, assert_whole, chip, database, opened, options, owner_of};

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

#[test]
fn a_server_that_is_not_there_and_an_address_that_is_none_are_named() {
    let error = PostgresStore::open("host=/nowhere user=nobody", options("first")).err().unwrap();
    assert!(error.to_string().contains("cannot connect"), "{error}");
    let error = PostgresStore::open("nonsense", options("first")).err().unwrap();
    assert!(error.to_string().contains("the address of the store"), "{error}");
}
