//! Reading tails, and writing groups as a node does.

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, PersonId, StreamId, TableId};
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::store::{BalanceChange, Batch, Store, StoreError, StoredKey};
use croupier_nodes::{ChainHead, HouseNumber};
use croupier_postgres::{TailRead, WriteOutcome};
use croupier_store_suite::{batch, chunked_entries};

use crate::cluster_node::{NUMBER, TestNode, now};
use crate::common::{HOUSE, TABLE, database};

fn tail(node: &TestNode, after: u64, most: usize) -> TailRead {
    now(node.calls.read_tail(NUMBER, after, most)).unwrap()
}

#[test]
fn a_tail_begins_anywhere_and_says_what_is_before_it() {
    let (address, _) = database();
    let (node, follower) = (TestNode::start(&address, "owner"), TestNode::start(&address, "follower"));
    assert_eq!(
        tail(&follower, 0, 5),
        TailRead { at: Some([0; 32]), head: ChainHead::EMPTY, entries: vec![] }
    );
    assert_eq!(tail(&follower, 1, 5).at, None);
    let fence = node.claim(NUMBER);
    assert_eq!(node.write(NUMBER, fence, ChainHead::EMPTY, 3), WriteOutcome::Done);
    assert_eq!(node.write(NUMBER, fence, node.head(NUMBER), 4), WriteOutcome::Done);
    let all = batch(TABLE, 1, 7).entries;
    let head = ChainHead { sequence: 7, hash: all[6].hash };
    let at = |sequence: usize| Some(sequence.checked_sub(1).map_or([0; 32], |place| all[place].hash));
    for (after, most) in [(0, 100), (0, 7), (0, 3), (2, 3), (3, 1), (4, 0), (6, 9), (7, 9)] {
        let entries = all[after..].iter().take(most).cloned().collect();
        let expected = TailRead { at: at(after), head, entries };
        assert_eq!(tail(&follower, u64::try_from(after).unwrap(), most), expected, "{most} after {after}");
    }
    for after in [8, 1 << 62, u64::MAX] {
        assert_eq!(tail(&follower, after, usize::MAX), TailRead { at: None, head, entries: vec![] });
    }
    let other = now(follower.calls.read_tail(HouseNumber(2), 0, 9)).unwrap();
    assert_eq!((other.head, other.entries), (ChainHead::EMPTY, vec![]));
    assert!(now(follower.calls.read_tail(HouseNumber(1024), 0, 9)).is_err());
}

/// The head that is read with the entries is theirs, while groups are written.
#[test]
fn a_tail_is_of_one_moment() {
    let (address, _) = database();
    let (node, follower) = (TestNode::start(&address, "owner"), TestNode::start(&address, "follower"));
    let fence = node.claim(NUMBER);
    let groups = 150;
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            for _ in 0..groups {
                assert_eq!(node.write(NUMBER, fence, node.head(NUMBER), 5), WriteOutcome::Done);
            }
        });
        let (mut applied, mut reads) = (ChainHead::EMPTY, 0);
        while applied.sequence < groups * 5 {
            let tail = tail(&follower, applied.sequence, 7);
            assert_eq!((tail.at, tail.head.sequence % 5), (Some(applied.hash), 0));
            let sequences = tail.entries.iter().map(|entry| entry.sequence);
            let last = (applied.sequence + 7).min(tail.head.sequence);
            assert!(sequences.eq(applied.sequence + 1..=last), "{tail:?} after {applied:?}");
            if let Some(entry) = tail.entries.last() {
                applied = ChainHead { sequence: entry.sequence, hash: entry.hash };
                assert!(entry.sequence < tail.head.sequence || applied == tail.head);
            }
            reads += 1;
        }
        assert!(reads > groups / 2, "{reads}");
        writing.join().unwrap();
    });
}

#[test]
fn a_group_continues_the_head_that_it_names_and_no_other() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "owner");
    let fence = node.claim(NUMBER);
    let wrong = ChainHead { sequence: 0, hash: [1; 32] };
    assert_eq!(node.write(NUMBER, fence, wrong, 1), WriteOutcome::OtherHead);
    assert_eq!(node.write(NUMBER, fence, ChainHead::EMPTY, 3), WriteOutcome::Done);
    let head = node.head(NUMBER);
    let second = ChainHead { sequence: 2, hash: batch(TABLE, 2, 1).entries[0].hash };
    let later = ChainHead { sequence: 4, hash: [4; 32] };
    for before in [ChainHead::EMPTY, second, ChainHead { hash: [7; 32], ..head }, later] {
        assert_eq!(node.write(NUMBER, fence, before, 2), WriteOutcome::OtherHead, "{before:?}");
        // The fence comes first.
        assert_eq!(node.write(NUMBER, fence + 1, before, 2), WriteOutcome::NotOwner, "{before:?}");
    }
    assert_eq!(node.head(NUMBER), head);
    assert_eq!(chunked_entries(&sql).len(), 3);
    assert_eq!(node.write(NUMBER, fence, head, 2), WriteOutcome::Done);
    assert_eq!(node.store.version(TABLE), Ok(5));
}

/// What is refused for a reason of the house itself is named, and leaves nothing.
#[test]
fn other_refusals_are_named() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "owner");
    let fence = node.claim(NUMBER);
    let key = StoredKey {
        key: IdempotencyKey(5),
        digest: 1,
        range: EntryRange { stream: TABLE, from: 1, to: 1, sequence: 1 },
        at: 0,
    };
    let keyed = |from| Batch { keys: vec![key], ..batch(TABLE, from, 1) };
    let written = |before, group| node.write_batch(fence, before, group);
    assert_eq!(written(ChainHead::EMPTY, keyed(1)), WriteOutcome::Done);
    let head = node.head(NUMBER);
    assert_eq!(written(head, keyed(2)), WriteOutcome::OtherHead, "the key was used");
    let account = Account { house: HOUSE, unit: Unit::Chips, location: Location::Player(PersonId(1)) };
    let changes = vec![BalanceChange { account, by: -1, may_overdraw: false }];
    let overdrawn = Batch { changes, ..batch(TABLE, 2, 1) };
    assert_eq!(written(head, overdrawn), WriteOutcome::Refused(StoreError::Overdrawn(account)));
    let elsewhere = StreamId { house: HouseId(2), table: Some(TableId(1)) };
    let mut both = batch(TABLE, 2, 1);
    both.entries.extend(batch(elsewhere, 1, 1).entries);
    for odd in [both, Batch::default(), batch(TABLE, 3, 1)] {
        assert!(matches!(written(head, odd), WriteOutcome::Refused(StoreError::Failed(_))));
    }
    assert_eq!((node.head(NUMBER), chunked_entries(&sql).len()), (head, 1));
    assert_eq!(
        node.store.put_snapshot_under(HOUSE, fence - 1, 1, b"old"),
        Err(StoreError::NotOwner { house: HOUSE })
    );
    assert_eq!(node.store.put_snapshot_under(HOUSE, fence, 1, b"new"), Ok(()));
    assert_eq!(node.store.snapshot(HOUSE), Ok(Some((1, b"new".to_vec()))));
}

/// Groups of several houses, and of one house under an old and a new fence, are written together and answered apart.
#[test]
fn groups_that_are_sent_together_are_answered_apart() {
    let (address, _) = database();
    let node = TestNode::start(&address, "owner");
    let houses: Vec<HouseNumber> = (1..=6).map(HouseNumber).collect();
    let fences: Vec<u64> = houses.iter().map(|house| node.claim(*house)).collect();
    for round in 0..20 {
        let (sender, answers) = std::sync::mpsc::channel();
        for (house, fence) in houses.iter().zip(&fences) {
            let before = node.head(*house);
            let stream = StreamId { house: HouseId(house.0), table: Some(TableId(1)) };
            for (offered, is_right) in [(fence - 1, false), (*fence, true), (fence + 1, false)] {
                let sender = sender.clone();
                let group = batch(stream, before.sequence + 1, 2);
                node.store.write(offered, before, group, move |outcome| {
                    sender.send((is_right, outcome)).unwrap();
                });
            }
        }
        drop(sender);
        for (is_right, outcome) in answers {
            let expected = if is_right { WriteOutcome::Done } else { WriteOutcome::NotOwner };
            assert_eq!(outcome, expected, "round {round}");
        }
    }
    houses.iter().for_each(|house| assert_eq!(node.head(*house).sequence, 40));
}
