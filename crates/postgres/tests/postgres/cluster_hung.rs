//! Owners that stopped while they held the lock of their lease, and calls that wait for it.

use std::time::{Duration, Instant};

use croupier_nodes::{ChainHead, DatabaseAnswer, HouseNumber};
use croupier_postgres::WriteOutcome;
use croupier_store_suite::batch;

use crate::cluster_node::{Holder, NUMBER, TestNode, fence, now, until_waiting};
use crate::common::{TABLE, database};

/// Claims as a node that has seen the lease stand still.
fn claim_as_seen(node: &TestNode) -> DatabaseAnswer {
    let seen = node.lease(NUMBER);
    now(node.calls.claim(NUMBER, seen.run, seen.renewals)).unwrap()
}

#[test]
fn a_claim_ends_the_connection_of_an_owner_that_holds_the_lock() {
    let (address, sql) = database();
    let (old, next) = (TestNode::start(&address, "old"), TestNode::start(&address, "next"));
    old.announce();
    assert_eq!(old.write(NUMBER, old.claim(NUMBER), ChainHead::EMPTY, 2), WriteOutcome::Done);
    let head = old.head(NUMBER);
    let holder = Holder::hanging_writes(&address);
    let lost = old.send(1, head, batch(TABLE, 3, 4));
    until_waiting(&sql, 1);
    assert_eq!(claim_as_seen(&next), DatabaseAnswer::Owned { fence: 2 });
    assert!(matches!(lost.recv().unwrap(), WriteOutcome::Lost(_)));
    holder.release();
    assert_eq!(next.head(NUMBER), head, "it was not committed");
    assert_eq!(now(old.calls.find_out(NUMBER)), Ok(DatabaseAnswer::NotOwner));
    assert_eq!(old.write(NUMBER, 1, head, 1), WriteOutcome::NotOwner);
    assert_eq!(next.write(NUMBER, 2, head, 1), WriteOutcome::Done);
}

/// A transaction that is open and idle, as that of a process that is stopped between its statement and the commit.
#[test]
fn a_claim_ends_an_idle_transaction_of_the_owner() {
    let (address, sql) = database();
    let next = TestNode::start(&address, "next");
    now(next.calls.add_house(NUMBER)).unwrap();
    sql(
        "update croupier.leases set owner = 'stopped', incarnation = '00000000-0000-0000-0000-000000000007', fence = 4, \
         renewals = 9",
    );
    let stopped = Holder::holding(
        &address,
        "update leases set (backend, began) = (select pid, (extract(epoch from backend_start) * 1000000)::bigint \
         from pg_stat_activity where pid = pg_backend_pid()); commit; begin; select 1 from leases for update",
    );
    assert_eq!(claim_as_seen(&next), DatabaseAnswer::Owned { fence: 5 });
    assert!(stopped.was_ended());
}

/// The owner was given the house, is no member, and writes before its first renewal.
#[test]
fn a_claim_knows_the_connection_of_an_owner_that_has_not_renewed_yet() {
    let (address, sql) = database();
    let [first, given, next] = ["first", "given", "next"].map(|name| TestNode::start(&address, name));
    first.claim(NUMBER);
    let mut fence = fence(&now(first.calls.release(NUMBER, Some(given.calls.run()))).unwrap());
    assert_eq!(sql("select backend is null from croupier.leases"), "t");
    for owner in [&given, &next] {
        let holder = Holder::hanging_writes(&address);
        let lost = owner.send(fence, ChainHead::EMPTY, batch(TABLE, 1, 1));
        until_waiting(&sql, 1);
        assert_eq!(claim_as_seen(&next), DatabaseAnswer::Owned { fence: fence + 1 });
        assert!(matches!(lost.recv().unwrap(), WriteOutcome::Lost(_)));
        holder.release();
        fence += 1;
    }
    assert_eq!(next.write(NUMBER, fence, ChainHead::EMPTY, 1), WriteOutcome::Done);
}

#[test]
fn of_two_claimants_one_wins() {
    let (address, _) = database();
    let nodes: Vec<TestNode> =
        (0..4).map(|number| TestNode::start(&address, &format!("node {number}"))).collect();
    now(nodes[0].calls.add_house(NUMBER)).unwrap();
    for round in 1..=15 {
        let seen = nodes[0].lease(NUMBER);
        let won = std::thread::scope(|scope| {
            let claims: Vec<_> = nodes
                .iter()
                .filter(|node| Some(node.calls.run()) != seen.run)
                .map(|node| scope.spawn(|| now(node.calls.claim(NUMBER, seen.run, seen.renewals)).unwrap()))
                .collect();
            let answers = claims.into_iter().map(|claim| claim.join().unwrap());
            answers.filter(|answer| *answer == DatabaseAnswer::Owned { fence: round }).count()
        });
        let lease = nodes[0].lease(NUMBER);
        assert_eq!((won, lease.fence, lease.renewals), (1, round, round));
    }
    // The same for a house that has no row yet.
    let house = HouseNumber(2);
    let won = std::thread::scope(|scope| {
        let claims: Vec<_> =
            nodes.iter().map(|node| scope.spawn(|| now(node.calls.claim(house, None, 0)).unwrap())).collect();
        claims.into_iter().map(|claim| claim.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(
        won.iter().filter(|answer| **answer == DatabaseAnswer::Owned { fence: 1 }).count(),
        1,
        "{won:?}"
    );
}

#[test]
fn a_release_waits_for_the_group_that_is_being_written() {
    let (address, sql) = database();
    let (first, second) = (TestNode::start(&address, "first"), TestNode::start(&address, "second"));
    let before = first.claim(NUMBER);
    let holder = Holder::hanging_writes(&address);
    let written = first.send(before, ChainHead::EMPTY, batch(TABLE, 1, 2));
    until_waiting(&sql, 1);
    std::thread::scope(|scope| {
        let release = scope.spawn(|| now(first.calls.release(NUMBER, Some(second.calls.run()))).unwrap());
        until_waiting(&sql, 2);
        assert!(!release.is_finished() && written.try_recv().is_err());
        holder.release();
        assert_eq!(release.join().unwrap(), DatabaseAnswer::Owned { fence: before + 1 });
    });
    assert_eq!(written.recv().unwrap(), WriteOutcome::Done);
    assert_eq!(second.head(NUMBER).sequence, 2, "the next owner sees it");
    assert_eq!(second.write(NUMBER, before + 1, second.head(NUMBER), 1), WriteOutcome::Done);
}

/// A claim that waits for a lock delays neither looks nor renewals of other houses nor tails, and ends at its deadline.
#[test]
fn a_call_that_waits_for_a_lock_ends_and_delays_no_other() {
    let (address, sql) = database();
    let deadline = Duration::from_secs(12);
    let node = TestNode::hurried(&address, "first", deadline);
    node.announce();
    node.claim(NUMBER);
    now(node.calls.add_house(HouseNumber(2))).unwrap();
    let holder = Holder::holding(&address, "select 1 from leases where house = 2 for update");
    std::thread::scope(|scope| {
        let start = Instant::now();
        let claim = scope.spawn(|| now(node.calls.claim(HouseNumber(2), None, 0)));
        until_waiting(&sql, 1);
        assert_eq!(now(node.calls.renew(NUMBER)), Ok(DatabaseAnswer::Owned { fence: 1 }));
        assert_eq!(node.view().leases.len(), 2);
        assert_eq!(node.head(NUMBER), ChainHead::EMPTY);
        assert_eq!(now(node.calls.release(NUMBER, None)), Ok(DatabaseAnswer::Owned { fence: 2 }));
        assert!(!claim.is_finished());
        let lost = claim.join().unwrap().unwrap_err();
        assert!(start.elapsed() < deadline, "{lost}");
    });
    holder.release();
    assert_eq!(now(node.calls.claim(HouseNumber(2), None, 0)), Ok(DatabaseAnswer::Owned { fence: 1 }));
}
