//! Unknown is not failed: a connection lost in a commit, and a cancelled wait for the standby.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError};
use croupier_postgres::{PostgresOptions, PostgresStore};
use croupier_store_suite::{PostgresServer, change_entries};

use crate::common::{
    HOUSE, TABLE, assert_whole, chip, claim_in_the_end, database, name_of, options, owner_of, submit, until,
};

const TERMINATE: &str = "select pg_terminate_backend(backend) from croupier.leases where house = 1";

#[test]
fn connections_ended_in_the_middle_of_commits_lose_and_double_nothing() {
    let (address, sql) = database();
    let store = owner_of(&address, "cut");
    let stop = AtomicBool::new(false);
    let count = std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut version = 0;
            while !stop.load(Ordering::Acquire) {
                let flight: Vec<_> =
                    (1..=8).map(|ahead| submit(&store, chip(TABLE, version + ahead))).collect();
                flight.into_iter().for_each(|answer| assert_eq!(answer.recv().unwrap(), Ok(())));
                version += 8;
            }
            version
        });
        let renewed: Vec<_> = (0..15)
            .map(|_| {
                sql(TERMINATE);
                std::thread::sleep(Duration::from_millis(20));
                store.renew(HOUSE)
            })
            .collect();
        stop.store(true, Ordering::Release);
        assert_eq!(renewed, vec![Ok(()); 15]);
        writing.join().unwrap()
    });
    assert!(count > 15, "{count}");
    assert_whole(&store, TABLE, count);
    assert!(store.owned()[0].1 > 5, "each new connection has raised the fence: {:?}", store.owned());
}

#[test]
fn reads_go_on_after_their_connections_were_ended() {
    let (address, sql) = database();
    let store = owner_of(&address, "reads");
    store.append(chip(TABLE, 1)).unwrap();
    assert_whole(&store, TABLE, 1);
    sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'croupier' \
         and datname = current_database()");
    until("the store reads again", || store.version(TABLE) == Ok(1));
    until("the lease is renewed again", || store.renew(HOUSE).is_ok());
    store.append(chip(TABLE, 2)).unwrap();
    assert_whole(&store, TABLE, 2);
}

#[test]
fn acknowledged_entries_that_are_gone_are_noticed() {
    let (address, sql) = database();
    let store = owner_of(&address, "ahead");
    (1..=5).for_each(|version| store.append(chip(TABLE, version)).unwrap());
    // As a standby that was promoted without the last two.
    change_entries(&sql, |entries| entries.truncate(3));
    sql("update croupier.heads set sequence = 3; \
         update croupier.streams set ver = 3; update croupier.balances set minor = 3");
    sql(TERMINATE);
    let lost = StoreError::Lost { house: HOUSE, acknowledged: 5, found: 3 };
    for version in [4, 6] {
        assert_eq!(store.append(chip(TABLE, version)), Err(lost.clone()));
    }
    assert_whole(&store, TABLE, 3);
    assert_eq!(claim_in_the_end(&store, HouseId(2)), 1);
}

/// A server that waits for a standby which is not there.
fn without_standby() -> (PostgresServer, String) {
    let server = PostgresServer::start();
    let address = server.database();
    (server, address)
}

fn set_standby(server: &PostgresServer, name: &str) {
    server.sql("postgres", &format!("alter system set synchronous_standby_names = '{name}'"));
    server.sql("postgres", "select pg_reload_conf()");
    // Sessions read the new setting with their next statement, the others when they are woken.
    std::thread::sleep(Duration::from_millis(100));
}

const WAITING: &str = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";

#[test]
fn a_cancelled_wait_for_the_standby_is_answered_when_the_standby_has_it() {
    let (server, address) = without_standby();
    let store = owner_of(&address, "synchronous");
    store.append(chip(TABLE, 1)).unwrap();
    set_standby(&server, "nobody");
    let answer = submit(&store, chip(TABLE, 2));
    until("the commit waits", || server.sql("postgres", WAITING) == "1");
    let cancel = "select pg_cancel_backend(backend) from croupier.leases where house = 1";
    server.sql(name_of(&address), cancel);
    // The entry is there, and a machine may still take it away: the new connection waits for the standby too.
    until("the raised fence waits", || server.sql("postgres", WAITING) == "1");
    std::thread::sleep(Duration::from_millis(300));
    assert!(answer.try_recv().is_err(), "nobody is answered before it is safe");
    set_standby(&server, "");
    assert_eq!(answer.recv().unwrap(), Ok(()));
    assert_whole(&store, TABLE, 2);
    store.append(chip(TABLE, 3)).unwrap();
    // The same with a patience that is too short: the answer is that it is not known.
    let hasty = PostgresOptions { patience: Duration::from_millis(700), ..options("hasty") };
    store.release(HOUSE).unwrap();
    let hasty = PostgresStore::open(&address, hasty).unwrap();
    claim_in_the_end(&hasty, HOUSE);
    set_standby(&server, "nobody");
    let unknown = hasty.append(chip(TABLE, 4)).unwrap_err();
    assert!(matches!(unknown, StoreError::Unknown(_)), "{unknown}");
    set_standby(&server, "");
    // Whoever reads the journal again sees it, and goes on.
    until("the head is read", || hasty.head(HOUSE).unwrap().unwrap().sequence == 4);
    until("it is written again", || hasty.append(chip(TABLE, 5)).is_ok());
    assert_whole(&hasty, TABLE, 5);
}
