//! Leases by the calls of a node: claims, renewals, giving away, suspending; and writing with the fence that they gave.

use croupier_nodes::{ChainHead, DatabaseAnswer, HouseNumber, LeaseRow, SuspensionReason};
use croupier_postgres::WriteOutcome;
use croupier_store_suite::batch;

use crate::cluster_node::{Holder, NUMBER, TestNode, fence, now, until_waiting};
use crate::common::{HOUSE, TABLE, database};

const NOT_OWNER: Result<DatabaseAnswer, croupier_postgres::CallLost> = Ok(DatabaseAnswer::NotOwner);

#[test]
fn a_house_is_claimed_renewed_written_and_given_away() {
    let (address, _) = database();
    let (first, second) = (TestNode::start(&address, "first"), TestNode::start(&address, "second"));
    let (me, other) = (first.calls.run(), second.calls.run());
    now(first.calls.add_house(NUMBER)).unwrap();
    let row = LeaseRow { house: NUMBER, run: None, fence: 0, renewals: 0, suspended: None };
    assert_eq!(first.lease(NUMBER), row);
    assert_eq!(now(first.calls.renew(NUMBER)), NOT_OWNER);
    assert_eq!(fence(&now(first.calls.claim(NUMBER, None, 0)).unwrap()), 1);
    assert_eq!(fence(&now(first.calls.renew(NUMBER)).unwrap()), 1);
    assert_eq!(first.lease(NUMBER), LeaseRow { run: Some(me), fence: 1, renewals: 2, ..row.clone() });
    assert_eq!(first.write(NUMBER, 1, ChainHead::EMPTY, 3), WriteOutcome::Done);
    // Only the owner gives it away, also to a run that is not known.
    assert_eq!(now(second.calls.release(NUMBER, None)), NOT_OWNER);
    assert_eq!(fence(&now(first.calls.release(NUMBER, Some(other))).unwrap()), 2);
    assert_eq!(second.lease(NUMBER), LeaseRow { run: Some(other), fence: 2, renewals: 3, ..row.clone() });
    assert_eq!(now(first.calls.release(NUMBER, Some(other))), NOT_OWNER);
    let head = second.head(NUMBER);
    assert_eq!(first.write(NUMBER, 1, head, 1), WriteOutcome::NotOwner);
    assert_eq!(second.write(NUMBER, 2, head, 1), WriteOutcome::Done);
    assert_eq!(fence(&now(second.calls.release(NUMBER, None)).unwrap()), 3);
    assert_eq!(first.lease(NUMBER), LeaseRow { run: None, fence: 3, renewals: 4, ..row });
    assert_eq!(second.write(NUMBER, 2, second.head(NUMBER), 1), WriteOutcome::NotOwner);
}

#[test]
fn a_claim_names_what_was_seen() {
    let (address, _) = database();
    let (first, second) = (TestNode::start(&address, "first"), TestNode::start(&address, "second"));
    first.claim(NUMBER);
    let seen = second.lease(NUMBER);
    for (run, renewals) in [
        (None, seen.renewals),
        (Some(second.calls.run()), seen.renewals),
        (seen.run, seen.renewals - 1),
        (None, 0),
    ] {
        assert_eq!(now(second.calls.claim(NUMBER, run, renewals)), NOT_OWNER);
    }
    now(first.calls.renew(NUMBER)).unwrap();
    assert_eq!(now(second.calls.claim(NUMBER, seen.run, seen.renewals)), NOT_OWNER);
    assert_eq!(second.lease(NUMBER).run, Some(first.calls.run()));
    // The connection of an owner whose lease has changed is left alone.
    assert_eq!(first.write(NUMBER, 1, ChainHead::EMPTY, 1), WriteOutcome::Done);
    let seen = second.lease(NUMBER);
    assert_eq!(fence(&now(second.calls.claim(NUMBER, seen.run, seen.renewals)).unwrap()), 2);
}

#[test]
fn a_suspended_house_is_written_by_nobody() {
    let (address, _) = database();
    let (first, second) = (TestNode::start(&address, "first"), TestNode::start(&address, "second"));
    let fence = first.claim(NUMBER);
    assert_eq!(first.write(NUMBER, fence, ChainHead::EMPTY, 2), WriteOutcome::Done);
    let reason = SuspensionReason::Ahead { applied: 5, found: 2 };
    assert_eq!(now(second.calls.suspend(NUMBER, reason)), Ok(DatabaseAnswer::Done));
    assert_eq!(
        now(second.calls.suspend(NUMBER, SuspensionReason::Forked { sequence: 1 })),
        Ok(DatabaseAnswer::Done)
    );
    let lease = second.lease(NUMBER);
    assert_eq!((lease.suspended, lease.fence, lease.run), (Some(reason), 3, Some(first.calls.run())));
    for fence in 0..3 {
        assert_eq!(first.write(NUMBER, fence, first.head(NUMBER), 1), WriteOutcome::NotOwner);
    }
    assert_eq!(now(first.calls.renew(NUMBER)), NOT_OWNER);
    assert_eq!(now(first.calls.release(NUMBER, None)), NOT_OWNER);
    assert_eq!(now(first.calls.find_out(NUMBER)), NOT_OWNER);
    assert_eq!(now(second.calls.claim(NUMBER, lease.run, lease.renewals)), NOT_OWNER);
    assert_eq!(second.lease(NUMBER).fence, 3);
    // A server that knows no other nodes does not open it either.
    let error = second.store.claim(HOUSE).unwrap_err().to_string();
    assert!(error.contains("house 1 is suspended: entries up to 5 were acknowledged"), "{error}");
    // A house without a lease, and the other reasons.
    for (house, reason) in
        [(2, SuspensionReason::Forked { sequence: 7 }), (3, SuspensionReason::Damaged { sequence: 9 })]
    {
        now(second.calls.suspend(HouseNumber(house), reason)).unwrap();
        assert_eq!(second.lease(HouseNumber(house)).suspended, Some(reason));
        assert_eq!(now(first.calls.claim(HouseNumber(house), None, 0)), NOT_OWNER);
    }
}

/// A node sends the next group while one is being written. It continues what is not stored yet.
#[test]
fn groups_that_a_node_sends_one_after_another_are_stored_in_their_order() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "owner");
    let fence = node.claim(NUMBER);
    assert_eq!(node.write(NUMBER, fence, ChainHead::EMPTY, 1), WriteOutcome::Done);
    let mut head = node.head(NUMBER);
    let holder = Holder::hanging_writes(&address);
    let mut sent = Vec::new();
    for count in [2, 3, 1] {
        let group = batch(TABLE, head.sequence + 1, count);
        let last = group.entries.last().unwrap();
        let next = ChainHead { sequence: last.sequence, hash: last.hash };
        sent.push(node.send(fence, head, group));
        if sent.len() == 1 {
            until_waiting(&sql, 1);
        }
        head = next;
    }
    // One that does not continue the others.
    let other = ChainHead { hash: [9; 32], ..head };
    sent.push(node.send(fence, other, batch(TABLE, head.sequence + 1, 1)));
    holder.release();
    let outcomes: Vec<WriteOutcome> = sent.into_iter().map(|sent| sent.recv().unwrap()).collect();
    assert_eq!(outcomes[..3], [WriteOutcome::Done, WriteOutcome::Done, WriteOutcome::Done]);
    assert_eq!(outcomes[3], WriteOutcome::OtherHead);
    assert_eq!(node.head(NUMBER), head);
}
