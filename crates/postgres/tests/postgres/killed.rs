//! The server is killed under load, again and again: nothing acknowledged is lost, and nothing is doubled.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::StoreError;
use croupier_store_suite::PostgresServer;

use crate::common::{HOUSE, assert_whole, chip, claim_in_the_end, opened, owner_of, submit};

const HOUSES: [HouseId; 2] = [HOUSE, HouseId(2)];
const IN_FLIGHT: u64 = 32;

const fn office(house: HouseId) -> StreamId {
    StreamId { house, table: None }
}

#[test]
fn a_killed_server_loses_nothing_that_was_acknowledged() {
    let server = PostgresServer::start();
    let address = server.database();
    let store = owner_of(&address, "killed");
    claim_in_the_end(&store, HOUSES[1]);
    let (stop, acknowledged) = (AtomicBool::new(false), HOUSES.map(|_| AtomicU64::new(0)));
    let write = |house: HouseId, acknowledged: &AtomicU64| {
        while !stop.load(Ordering::Acquire) {
            let from = acknowledged.load(Ordering::Acquire);
            let flight: Vec<_> =
                (1..=IN_FLIGHT).map(|ahead| submit(&store, chip(office(house), from + ahead))).collect();
            let mut refused = false;
            for answer in flight {
                match answer.recv().unwrap() {
                    Ok(()) => {
                        assert!(!refused, "what follows an entry that is not stored is not stored");
                        acknowledged.fetch_add(1, Ordering::AcqRel);
                    }
                    // What was sent while there was no server is not stored, nor is what follows it. An outcome that was
                    // unknown was found out, and is one of these two.
                    Err(
                        StoreError::Failed(_) | StoreError::Stale { .. } | StoreError::OutOfSequence { .. },
                    ) => {
                        refused = true;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            if refused {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    };
    std::thread::scope(|scope| {
        for (house, acknowledged) in HOUSES.into_iter().zip(&acknowledged) {
            scope.spawn(move || write(house, acknowledged));
        }
        for _ in 0..2 {
            std::thread::sleep(Duration::from_millis(400));
            server.kill();
            std::thread::sleep(Duration::from_millis(150));
            server.restart();
        }
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Release);
    });
    let again = opened(&address, "again");
    for (house, acknowledged) in HOUSES.into_iter().zip(acknowledged) {
        let count = acknowledged.into_inner();
        assert!(count > 4 * IN_FLIGHT, "{count}");
        assert_whole(&again, office(house), count);
    }
}
