//! Claiming, renewing and releasing houses.

use std::time::{Duration, Instant};

use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError};
use croupier_postgres::ClaimOutcome;

use crate::common::{HOUSE, LEASE, TABLE, chip, claim_in_the_end, database, opened, owner_of};

#[test]
fn a_lease_that_is_renewed_is_not_claimed_and_one_that_is_released_is_at_once() {
    let (address, _) = database();
    let (first, second) = (owner_of(&address, "first"), opened(&address, "second"));
    let start = Instant::now();
    while start.elapsed() < 3 * LEASE {
        first.renew(HOUSE).unwrap();
        let outcome = second.claim(HOUSE).unwrap();
        let ClaimOutcome::Held { owner, address: at, left } = outcome else { panic!("{outcome:?}") };
        assert_eq!((&*owner, at.as_deref()), ("first", Some("first.example:1")));
        assert!(left > Duration::ZERO && left <= LEASE, "{left:?}");
        std::thread::sleep(LEASE / 10);
    }
    first.release(HOUSE).unwrap();
    assert!(matches!(second.claim(HOUSE).unwrap(), ClaimOutcome::Owned(_)));
    let refused = Err(StoreError::NotOwner { house: HOUSE });
    assert_eq!(first.renew(HOUSE), refused);
    assert_eq!(first.release(HOUSE), refused);
    assert_eq!(first.append(chip(TABLE, 1)), refused);
    second.append(chip(TABLE, 1)).unwrap();
}

#[test]
fn a_lease_is_claimed_after_its_length_by_one_of_many() {
    let (address, _) = database();
    let dead = owner_of(&address, "dead");
    let claimants: Vec<_> = (0..4).map(|number| opened(&address, &format!("node {number}"))).collect();
    claimants.iter().for_each(|claimant| drop(claimant.claim(HOUSE).unwrap()));
    let start = Instant::now();
    let won = std::thread::scope(|scope| {
        let tries: Vec<_> = claimants
            .iter()
            .map(|claimant| {
                scope.spawn(|| {
                    let mut won = false;
                    while start.elapsed() < 3 * LEASE {
                        let owned = matches!(claimant.claim(HOUSE).unwrap(), ClaimOutcome::Owned(_));
                        if owned {
                            assert!(won || start.elapsed() > LEASE / 2, "too early");
                            won = true;
                            claimant.renew(HOUSE).unwrap();
                        }
                        std::thread::sleep(LEASE / 20);
                    }
                    won
                })
            })
            .collect();
        tries.into_iter().map(|one| one.join().unwrap()).filter(|won| *won).count()
    });
    assert_eq!(won, 1);
    drop(dead);
}

#[test]
fn every_claim_raises_the_fence_and_houses_are_apart() {
    let (address, _) = database();
    let (first, second) = (opened(&address, "first"), opened(&address, "second"));
    let mut last = 0;
    for store in [&first, &second, &first, &second] {
        let fence = claim_in_the_end(store, HOUSE);
        assert!(fence > last, "{fence} after {last}");
        assert_eq!(store.claim(HOUSE).unwrap(), ClaimOutcome::Owned(fence));
        last = fence;
        store.release(HOUSE).unwrap();
    }
    assert_eq!(first.claim(HouseId(2)).unwrap(), ClaimOutcome::Owned(1));
    assert_eq!(second.claim(HouseId(3)).unwrap(), ClaimOutcome::Owned(1));
    assert_eq!((first.owned(), second.owned()), (vec![(HouseId(2), 1)], vec![(HouseId(3), 1)]));
}

#[test]
fn a_claim_that_waits_for_a_lock_does_not_delay_a_renewal() {
    let (address, sql) = database();
    let store = owner_of(&address, "first");
    let second = opened(&address, "second");
    claim_in_the_end(&second, HouseId(2));
    second.release(HouseId(2)).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            sql("begin; select 1 from croupier.leases where house = 2 for update; select pg_sleep(2)")
        });
        std::thread::sleep(Duration::from_millis(500));
        let claim = scope.spawn(|| claim_in_the_end(&store, HouseId(2)));
        std::thread::sleep(Duration::from_millis(200));
        assert!(!claim.is_finished(), "it waits for the lock");
        store.renew(HOUSE).unwrap();
        assert!(!claim.is_finished(), "it still waits");
        assert_eq!(claim.join().unwrap(), 3);
    });
}
