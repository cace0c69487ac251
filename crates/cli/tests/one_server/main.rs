//! One server with real faults while people play: `cargo test -p croupier-cli --test one_server -- --nocapture`.
//!
//! It is killed at random moments, on a data folder and on a database, its power is cut on a disk that drops, tears and
//! reorders what was not synced, and its disk is full for a while. Nothing that was acknowledged is lost, nothing is done
//! twice, the books balance, and the audit finds nothing.
//!
//! `CROUPIER_KILLS` sets how often it is killed, and its power cut; `CROUPIER_KILLS_SEED` when. It mounts a file system of its
//! own, which takes `/dev/fuse`, and root or `fusermount3`.

mod evening;
#[path = "../nodes/program.rs"]
mod program;

use std::time::Duration;

use croupier_disk::Disk;
use croupier_evening::{NodeProcess, NodeProcesses};
use croupier_postgres::{PostgresOptions, PostgresStore};
use croupier_store::{SqliteStore, StoreOptions};
use croupier_store_suite::PostgresServer;

use evening::{Evening, Folder, random};
use program::program;

/// How often it fails in an ordinary test run.
const USUAL: u64 = 10;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn kills() -> u64 {
    number("CROUPIER_KILLS").unwrap_or(USUAL)
}

/// A moment between two failures. Now and then the server has hardly started.
fn moment(number: u64) -> Duration {
    let seed = self::number("CROUPIER_KILLS_SEED").unwrap_or(1);
    let random = random(seed << 32 | number);
    Duration::from_millis(if random.is_multiple_of(5) { random % 50 } else { random % 900 })
}

#[test]
fn a_server_that_is_killed_loses_and_doubles_nothing() {
    let folder = Folder::new("killed");
    let mut server = NodeProcess::alone(&program(), folder.path());
    let sum = Evening::of(&mut server, |evening| {
        for kill in 0..kills() {
            std::thread::sleep(moment(kill));
            evening.fail(NodeProcess::kill);
        }
    });
    println!("killed on a data folder: {sum}");
    let store = SqliteStore::open(&server.data, StoreOptions::default()).unwrap();
    let row = sum.check(&store, 20, "a server on a data folder killed while people play");
    drop(store);
    evening::audit_folder(&server.data);
    row.write_if_wanted("killed-folder");
}

#[test]
fn a_server_on_a_database_that_is_killed_loses_and_doubles_nothing() {
    let database = PostgresServer::start();
    let address = database.database();
    let mut nodes = NodeProcesses::new(&program(), std::slice::from_ref(&address));
    let sum = Evening::of(&mut nodes.nodes[0], |evening| {
        for kill in 0..kills() {
            std::thread::sleep(moment(kill));
            evening.fail(NodeProcess::kill);
        }
    });
    println!("killed on a database: {sum}");
    let store = PostgresStore::open(&address, PostgresOptions::named("audit")).unwrap();
    sum.check(&store, 21, "a server on a database killed while people play")
        .write_if_wanted("killed-database");
}

#[test]
fn a_server_whose_power_is_cut_loses_and_doubles_nothing() {
    let folder = Folder::new("power");
    let mut disk =
        Disk::mount(&folder.path().join("data")).expect("mounting takes /dev/fuse, and root or fusermount3");
    let mut server = NodeProcess::alone(&program(), folder.path());
    let (mut dropped, mut torn, mut stayed, mut undone) = (0, 0, 0, 0);
    let sum = Evening::of(&mut server, |evening| {
        for cut in 0..kills() {
            std::thread::sleep(moment(cut));
            evening.fail(|server| {
                server.kill();
                let lost = disk.cut_power(cut).unwrap();
                (dropped, torn) = (dropped + lost.dropped, torn + lost.torn);
                (stayed, undone) = (stayed + lost.stayed, undone + lost.undone);
            });
        }
    });
    println!("power cut: {sum}");
    println!(
        "writes that were not synced: {dropped} dropped, {torn} torn, {stayed} stayed; {undone} names undone; {:?}",
        disk.counts()
    );
    assert!(dropped + torn > 0, "something is lost that was not synced");
    let store = SqliteStore::open(&server.data, StoreOptions::default()).unwrap();
    let row = sum.check(
        &store,
        22,
        "the power of a server cut, on a disk that drops, tears and reorders what was not synced",
    );
    drop(store);
    evening::audit_folder(&server.data);
    row.count("writes dropped", dropped).count("torn", torn).write_if_wanted("power");
}

#[test]
fn a_full_disk_refuses_commands_until_there_is_room() {
    let folder = Folder::new("full");
    let disk =
        Disk::mount(&folder.path().join("data")).expect("mounting takes /dev/fuse, and root or fusermount3");
    let mut server = NodeProcess::alone(&program(), folder.path());
    let rooms = [0, 10_000, 200_000];
    let sum = Evening::of(&mut server, |evening| {
        for room in rooms {
            disk.set_room(Some(room));
            evening.stalls();
            assert_eq!(evening.table_count(), evening.tables, "what needs no disk goes on");
            disk.set_room(None);
            evening.goes_on();
        }
    });
    println!("full disk: {sum}; {:?}", disk.counts());
    assert!(server.log().contains("the disk is full"), "the log says why");
    let store = SqliteStore::open(&server.data, StoreOptions::default()).unwrap();
    let row = sum.check(&store, 23, "a disk that is full for a while, while people play");
    drop(store);
    evening::audit_folder(&server.data);
    row.count("times full", rooms.len()).write_if_wanted("full-disk");
}
