//! The members of the cluster: joining, refusals, signs of life, removal, the format that all of them read, looks.

use std::sync::Arc;

use croupier_nodes::{DatabaseAnswer, HouseNumber, JoinRefusal, MemberRow};

use crate::cluster_node::{KEY, NUMBER, TestNode, now};
use crate::common::database;

const DONE: Result<DatabaseAnswer, croupier_postgres::CallLost> = Ok(DatabaseAnswer::Done);

#[test]
fn a_node_joins_lives_and_leaves() {
    let (address, sql) = database();
    let (first, second) = (TestNode::start(&address, "first"), TestNode::start(&address, "second"));
    assert_eq!(first.view().members, []);
    assert_eq!(now(first.calls.beat(false)), Ok(DatabaseAnswer::NoMember));
    first.announce();
    second.announce();
    assert_eq!(now(first.calls.beat(false)), DONE);
    assert_eq!(now(first.calls.beat(true)), DONE);
    let look = now(second.calls.look()).unwrap();
    let mut expected = [MemberRow { beats: 2, draining: true, ..first.row() }, second.row()];
    expected.sort_by_key(|row| row.run);
    assert_eq!((look.view.format, &*look.view.members), (1, &expected[..]));
    assert_eq!(look.details[&first.calls.run()], first.details);
    let since =
        "select (extract(epoch from since) * 1000)::bigint from croupier.members where node = 'first'";
    assert_eq!(sql(since), look.since[&first.calls.run()].to_string());
    // Who announces itself again begins again.
    first.announce();
    assert!(second.view().members.iter().all(|row| row.beats == 0 && !row.draining));
    assert_eq!(now(first.calls.leave()), DONE);
    assert_eq!(now(first.calls.leave()), DONE);
    assert_eq!(second.view().members, [second.row()]);
}

#[test]
fn a_member_is_removed_only_if_it_gave_no_sign_of_life() {
    let (address, _) = database();
    let (first, second) = (TestNode::start(&address, "first"), TestNode::start(&address, "second"));
    first.announce();
    now(first.calls.beat(false)).unwrap();
    assert_eq!(now(second.calls.expel(first.calls.run(), 0)), DONE);
    assert_eq!(first.view().members.len(), 1);
    assert_eq!(now(second.calls.expel(first.calls.run(), 1)), DONE);
    assert_eq!(now(first.calls.beat(false)), Ok(DatabaseAnswer::NoMember));
    first.announce();
    assert_eq!(now(first.calls.beat(false)), DONE);
}

#[test]
fn another_key_is_refused_and_changes_nothing() {
    let (address, _) = database();
    let (first, second) = (TestNode::start(&address, "first"), TestNode::start(&address, "second"));
    first.announce();
    let before = first.view();
    let refused = Ok(DatabaseAnswer::JoinRefused(JoinRefusal::OtherKey));
    for (key_check, format) in [(KEY ^ 1, 1), (0, 9)] {
        let row = MemberRow { key_check, format, ..second.row() };
        assert_eq!(now(second.calls.announce(&row, &second.details)), refused);
        assert_eq!(first.view(), before);
    }
    // The key stays that of the first when everybody has left.
    now(first.calls.leave()).unwrap();
    let row = MemberRow { key_check: KEY ^ 1, ..second.row() };
    assert_eq!(now(second.calls.announce(&row, &second.details)), refused);
    second.announce();
}

#[test]
fn of_two_first_keys_one_is_right() {
    let (address, _) = database();
    let nodes: Vec<TestNode> =
        (0..6).map(|number| TestNode::start(&address, &format!("node {number}"))).collect();
    let joined = std::thread::scope(|scope| {
        let joining: Vec<_> = nodes
            .iter()
            .zip(0_u64..)
            .map(|(node, key_check)| {
                scope.spawn(move || {
                    let row = MemberRow { key_check, ..node.row() };
                    now(node.calls.announce(&row, &node.details)).unwrap() == DatabaseAnswer::Done
                })
            })
            .collect();
        joining.into_iter().map(|one| one.join().unwrap()).filter(|joined| *joined).count()
    });
    assert_eq!((joined, nodes[0].view().members.len()), (1, 1));
}

#[test]
fn a_newer_format_is_permitted_when_every_member_reads_it_and_then_older_nodes_are_refused() {
    let (address, _) = database();
    let (old, new) = (TestNode::start(&address, "old"), TestNode::start(&address, "new"));
    old.announce();
    let row = MemberRow { format: 3, ..new.row() };
    assert_eq!(now(new.calls.announce(&row, &new.details)), DONE);
    assert_eq!(now(new.calls.raise_format(3)), DONE);
    assert_eq!(new.view().format, 1);
    now(old.calls.leave()).unwrap();
    assert_eq!(now(new.calls.raise_format(4)), DONE);
    assert_eq!(new.view().format, 1, "nobody reads it");
    assert_eq!(now(new.calls.raise_format(3)), DONE);
    assert_eq!(now(new.calls.raise_format(2)), DONE);
    assert_eq!(new.view().format, 3, "it never goes back");
    let refused = DatabaseAnswer::JoinRefused(JoinRefusal::OldFormat { needed: 3 });
    assert_eq!(now(old.calls.announce(&old.row(), &old.details)), Ok(refused));
    assert_eq!(new.view().members.len(), 1);
}

/// Whoever joins while a newer format is permitted is a member that reads it, or is refused.
#[test]
fn joining_and_a_newer_format_do_not_pass_each_other() {
    let (address, sql) = database();
    let (old, new) = (TestNode::start(&address, "old"), TestNode::start(&address, "new"));
    for _ in 0..40 {
        sql("delete from croupier.members; update croupier.cluster set format = 1");
        std::thread::scope(|scope| {
            scope.spawn(|| now(new.calls.raise_format(2)).unwrap());
            now(old.calls.announce(&old.row(), &old.details)).unwrap();
        });
        let view = new.view();
        assert!(view.members.iter().all(|member| member.format >= view.format), "{view:?}");
    }
}

/// A call can be a task of a server.
#[test]
fn calls_are_tasks() {
    let (address, _) = database();
    let node = Arc::new(TestNode::start(&address, "first"));
    node.announce();
    let task = Arc::clone(&node);
    let all = async move {
        let calls = &task.calls;
        calls.announce(&task.row(), &task.details).await.unwrap();
        calls.beat(false).await.unwrap();
        calls.claim(NUMBER, None, 0).await.unwrap();
        calls.renew(NUMBER).await.unwrap();
        calls.find_out(NUMBER).await.unwrap();
        calls.read_tail(NUMBER, 0, 1).await.unwrap();
        calls.release(NUMBER, None).await.unwrap();
        calls.look().await.unwrap().view.leases.len()
    };
    assert_eq!(now(async { tokio::spawn(all).await.unwrap() }), 1);
}

/// What one look shows was so at one moment: two leases are always given away together.
#[test]
fn a_look_is_of_one_moment() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "first");
    for house in [1, 2] {
        now(node.calls.add_house(HouseNumber(house))).unwrap();
    }
    node.announce();
    let moves = "begin; update croupier.leases set fence = fence + 1 where house = 2; \
                 update croupier.members set beats = beats + 1; \
                 update croupier.leases set fence = fence + 1 where house = 1; commit;";
    std::thread::scope(|scope| {
        let moving = scope.spawn(|| (0..20).for_each(|_| drop(sql(&moves.repeat(20)))));
        let mut seen = 0;
        while !moving.is_finished() {
            let view = node.view();
            let fences: Vec<u64> = view.leases.iter().map(|lease| lease.fence).collect();
            assert_eq!(fences, [view.members[0].beats; 2]);
            seen += u64::from(fences[0] > 0 && fences[0] < 400);
        }
        assert!(seen > 3, "{seen}");
    });
}
