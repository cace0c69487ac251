//! Lost connections: unknown outcomes are found out, and every connection is opened again.

use std::time::Duration;

use croupier_nodes::{ChainHead, DatabaseAnswer};
use croupier_postgres::WriteOutcome;
use croupier_store_suite::{PostgresServer, batch};

use crate::cluster_node::{Holder, NUMBER, TestNode, now, until_waiting};
use crate::common::{TABLE, database, name_of, until};

#[test]
fn a_group_that_was_lost_before_its_commit_is_found_not_to_be_stored() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "owner");
    let mut fence = node.claim(NUMBER);
    for (ends, round) in [true, false].into_iter().zip(0..) {
        let node = if ends { &node } else { &TestNode::hurried(&address, "hasty", Duration::from_secs(2)) };
        if !ends {
            fence = node.claim(NUMBER);
        }
        let head = node.head(NUMBER);
        let holder = Holder::hanging_writes(&address);
        let lost = node.send(fence, head, batch(TABLE, head.sequence + 1, 3));
        until_waiting(&sql, 1);
        if ends {
            sql("select pg_terminate_backend(backend, 5000) from croupier.leases");
        }
        // Or it has no answer in time, and its connection still holds the lock.
        assert!(matches!(lost.recv().unwrap(), WriteOutcome::Lost(_)));
        fence += 1;
        assert_eq!(
            now(node.calls.find_out(NUMBER)),
            Ok(DatabaseAnswer::Found { fence, head }),
            "round {round}"
        );
        holder.release();
        assert_eq!(
            node.write(NUMBER, fence - 1, head, 3),
            WriteOutcome::NotOwner,
            "what was sent under the old fence"
        );
        assert_eq!(node.write(NUMBER, fence, head, 3), WriteOutcome::Done);
    }
    assert_eq!(node.head(NUMBER).sequence, 6);
}

/// The second group is on its way while the first is being stored. They are found out together, and sent again.
#[test]
fn groups_that_were_lost_together_are_found_not_to_be_stored() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "owner");
    let fence = node.claim(NUMBER);
    // The writer is connected after this.
    assert_eq!(node.write(NUMBER, fence, ChainHead::EMPTY, 1), WriteOutcome::Done);
    let head = node.head(NUMBER);
    let (first, second) = (batch(TABLE, head.sequence + 1, 2), batch(TABLE, head.sequence + 3, 2));
    let between = ChainHead { sequence: head.sequence + 2, hash: first.entries[1].hash };
    let holder = Holder::hanging_writes(&address);
    let sent = [node.send(fence, head, first), node.send(fence, between, second)];
    until_waiting(&sql, 1);
    sql("select pg_terminate_backend(backend, 5000) from croupier.leases");
    for lost in &sent {
        assert!(matches!(lost.recv().unwrap(), WriteOutcome::Lost(_)));
    }
    let fence = fence + 1;
    assert_eq!(now(node.calls.find_out(NUMBER)), Ok(DatabaseAnswer::Found { fence, head }));
    holder.release();
    assert_eq!(node.write(NUMBER, fence, head, 4), WriteOutcome::Done);
    assert_eq!(node.head(NUMBER).sequence, 5);
}

/// A commit that waits for a standby is there when its connection is ended: the wait is over, not the commit.
#[test]
fn a_group_that_was_lost_after_its_commit_is_found_to_be_stored() {
    let server = PostgresServer::start();
    let address = server.database();
    let sql = |sql: &str| server.sql(name_of(&address), sql);
    let set_standby = |name: &str| {
        sql(&format!("alter system set synchronous_standby_names = '{name}'"));
        sql("select pg_reload_conf()");
        std::thread::sleep(Duration::from_millis(100));
    };
    let waiting = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";
    let node = TestNode::start(&address, "owner");
    let fence = node.claim(NUMBER);
    for (how, round) in ["pg_terminate_backend", "pg_cancel_backend"].into_iter().zip(1..) {
        // The writer is connected after this.
        assert_eq!(node.write(NUMBER, fence + round - 1, node.head(NUMBER), 1), WriteOutcome::Done);
        let head = node.head(NUMBER);
        set_standby("nobody");
        let group = batch(TABLE, head.sequence + 1, 2);
        let last = group.entries[1].hash;
        let lost = node.send(fence + round - 1, head, group);
        until("the commit waits", || sql(waiting) == "1");
        sql(&format!("select {how}(backend) from croupier.leases"));
        assert!(matches!(lost.recv().unwrap(), WriteOutcome::Lost(_)));
        std::thread::scope(|scope| {
            let found = scope.spawn(|| now(node.calls.find_out(NUMBER)).unwrap());
            until("the raised fence waits too", || sql(waiting) == "1");
            std::thread::sleep(Duration::from_millis(200));
            assert!(!found.is_finished(), "it is not safe yet");
            set_standby("");
            let head = ChainHead { sequence: head.sequence + 2, hash: last };
            assert_eq!(found.join().unwrap(), DatabaseAnswer::Found { fence: fence + round, head });
        });
        assert_eq!(node.head(NUMBER).hash, last);
    }
    // A call whose wait for the standby is cancelled is lost too.
    set_standby("nobody");
    let renewals = node.lease(NUMBER).renewals;
    std::thread::scope(|scope| {
        let renewal = scope.spawn(|| now(node.calls.renew(NUMBER)));
        until("the renewal waits", || sql(waiting) == "1");
        sql("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
        let lost = renewal.join().unwrap().unwrap_err();
        assert!(lost.to_string().contains("standby"), "{lost}");
    });
    set_standby("");
    assert_eq!(node.lease(NUMBER).renewals, renewals + 1);
    assert_eq!(now(node.calls.renew(NUMBER)), Ok(DatabaseAnswer::Owned { fence: fence + 2 }));
}

#[test]
fn a_writer_that_connects_again_goes_on_under_the_same_fence() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "owner");
    node.announce();
    let fence = node.claim(NUMBER);
    let backend = "select backend from croupier.leases";
    for _ in 0..3 {
        let earlier = sql(backend);
        sql("select pg_terminate_backend(backend, 5000) from croupier.leases");
        assert_eq!(node.write(NUMBER, fence, node.head(NUMBER), 1), WriteOutcome::Done);
        let named = sql(backend);
        assert_ne!(named, earlier, "the lease names the new connection");
        assert_eq!(now(node.calls.renew(NUMBER)), Ok(DatabaseAnswer::Owned { fence }));
        assert_eq!(sql(backend), named);
    }
}

#[test]
fn connections_that_were_ended_are_opened_again() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "owner");
    node.announce();
    node.claim(NUMBER);
    for _ in 0..3 {
        node.view();
        node.head(NUMBER);
        now(node.calls.renew(NUMBER)).unwrap();
        sql(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'croupier' \
             and datname = current_database()",
        );
        until("it looks", || now(node.calls.look()).is_ok());
        until("it beats", || now(node.calls.beat(false)) == Ok(DatabaseAnswer::Done));
        until("it renews", || now(node.calls.renew(NUMBER)) == Ok(DatabaseAnswer::Owned { fence: 1 }));
        until("it reads", || now(node.calls.read_tail(NUMBER, 0, 1)).is_ok());
    }
}

#[test]
fn a_database_that_is_gone_is_named_and_used_again_when_it_is_back() {
    let server = PostgresServer::start();
    let address = server.database();
    let node = TestNode::hurried(&address, "owner", Duration::from_secs(4));
    node.announce();
    let fence = node.claim(NUMBER);
    assert_eq!(node.write(NUMBER, fence, ChainHead::EMPTY, 2), WriteOutcome::Done);
    let head = node.head(NUMBER);
    server.kill();
    for _ in 0..3 {
        let lost = now(node.calls.look()).unwrap_err();
        assert!(!lost.to_string().is_empty());
        assert!(now(node.calls.renew(NUMBER)).is_err() && now(node.calls.find_out(NUMBER)).is_err());
    }
    let written = node.write(NUMBER, fence, head, 1);
    assert!(matches!(written, WriteOutcome::Lost(_) | WriteOutcome::Refused(_)), "{written:?}");
    assert_eq!(written.answer(), DatabaseAnswer::Lost);
    server.restart();
    until("it looks", || now(node.calls.look()).is_ok());
    assert_eq!(now(node.calls.find_out(NUMBER)), Ok(DatabaseAnswer::Found { fence: fence + 1, head }));
    assert_eq!(node.write(NUMBER, fence + 1, head, 1), WriteOutcome::Done);
}
