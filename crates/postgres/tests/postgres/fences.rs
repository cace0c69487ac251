//! Two owners at once: the old one is refused, and nothing of it is stored.

use std::time::Duration;

use croupier_house::ids::StreamId;
use croupier_house::store::{Store, StoreError};
use croupier_store_suite::batch;

use crate::common::{HOUSE, TABLE, assert_whole, chip, claim_in_the_end, database, opened, owner_of};

const NOT_OWNER: StoreError = StoreError::NotOwner { house: HOUSE };

#[test]
fn an_owner_that_slept_past_its_lease_is_refused() {
    let (address, _) = database();
    let sleeper = owner_of(&address, "sleeper");
    sleeper.append(chip(TABLE, 1)).unwrap();
    let next = opened(&address, "next");
    let fence = claim_in_the_end(&next, HOUSE);
    assert!(fence > 1);
    // It knows nothing of it, and its connection is gone.
    assert_eq!(sleeper.append(chip(TABLE, 2)), Err(NOT_OWNER));
    assert_eq!(sleeper.put_snapshot(HOUSE, 1, b"old"), Err(NOT_OWNER));
    assert_eq!(sleeper.renew(HOUSE), Err(NOT_OWNER));
    assert_whole(&next, TABLE, 1);
    next.append(chip(TABLE, 2)).unwrap();
    assert_whole(&next, TABLE, 2);
    assert_eq!(next.snapshot(HOUSE).unwrap(), None);
}

/// The connection of the old owner lives, and the server itself refuses its fence.
#[test]
fn the_server_refuses_an_old_fence_on_a_living_connection() {
    let (address, sql) = database();
    let old = owner_of(&address, "old");
    old.append(chip(TABLE, 1)).unwrap();
    sql("update croupier.leases set fence = fence + 1, owner = 'new', incarnation = 'new'");
    for _ in 0..2 {
        assert_eq!(old.append(chip(TABLE, 2)), Err(NOT_OWNER));
    }
    assert_eq!(old.put_snapshot(HOUSE, 1, b"old").unwrap_err().to_string(), "this node does not own house 1");
    assert_whole(&old, TABLE, 1);
    // A stale version is not what it hears: the fence comes first.
    assert_eq!(old.append(chip(TABLE, 9)), Err(NOT_OWNER));
}

#[test]
fn whatever_the_old_owner_was_answered_is_there_when_it_is_replaced_under_load() {
    let (address, _) = database();
    let old = owner_of(&address, "old");
    let next = opened(&address, "next");
    let acknowledged = std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            for version in 1.. {
                match old.append(chip(TABLE, version)) {
                    Ok(()) => {}
                    Err(NOT_OWNER) => return version - 1,
                    Err(error) => panic!("{error}"),
                }
            }
            0
        });
        claim_in_the_end(&next, HOUSE);
        writing.join().unwrap()
    });
    assert!(acknowledged > 10, "{acknowledged}");
    assert_whole(&next, TABLE, acknowledged);
    next.append(chip(TABLE, acknowledged + 1)).unwrap();
    assert_whole(&next, TABLE, acknowledged + 1);
}

/// A stopped owner holds the lock of its lease: its statement was read, and the commit behind it was not.
#[test]
fn a_stopped_owner_that_holds_the_lock_is_disconnected() {
    let (address, sql) = database();
    let next = owner_of(&address, "first");
    next.append(batch(StreamId { house: HOUSE, table: None }, 1, 1)).unwrap();
    drop(next);
    std::thread::scope(|scope| {
        let stopped = scope.spawn(|| {
            let stops = || {
                sql("begin; update croupier.leases set owner = 'stopped', incarnation = 'stopped', \
                     (backend, began) = (select pid, (extract(epoch from backend_start) * 1000000)::bigint \
                     from pg_stat_activity where pid = pg_backend_pid()); commit; \
                     begin; select 1 from croupier.leases for update; select pg_sleep(60)")
            };
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(stops)).is_err()
        });
        std::thread::sleep(Duration::from_millis(300));
        let next = opened(&address, "next");
        claim_in_the_end(&next, HOUSE);
        assert!(stopped.join().unwrap(), "its connection is ended");
        next.append(batch(StreamId { house: HOUSE, table: None }, 2, 1)).unwrap();
    });
}
