//! Entries lie in chunks: each once, without gaps, and found from wherever they are read.

use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::store::{Batch, Store, StoreError, StoredEntry};
use croupier_nodes::ChainHead;
use croupier_postgres::{PostgresReader, WriteOutcome};
use croupier_store_suite::{batch_at, change_entries, chunked_entries, entry_at};

use crate::cluster_node::{NUMBER, TestNode, now};
use crate::common::{HOUSE, TABLE, database, owner_of};

const OTHER: StreamId = StreamId { house: HOUSE, table: Some(TableId(2)) };

fn sequences(entries: &[StoredEntry]) -> Vec<u64> {
    entries.iter().map(|entry| entry.sequence).collect()
}

/// Entries of two journals in turns: three of the first, one of the second.
fn mixed(from: u64, count: u64) -> Batch {
    let entry = |sequence: u64| match sequence % 4 {
        0 => entry_at(OTHER, sequence / 4, sequence),
        _ => entry_at(TABLE, sequence - sequence / 4, sequence),
    };
    Batch { entries: (from..from + count).map(entry).collect(), ..Batch::default() }
}

#[test]
fn what_was_written_in_groups_of_any_size_is_read_from_anywhere() {
    let (address, sql) = database();
    let store = owner_of(&address, "sizes");
    let mut all: Vec<StoredEntry> = Vec::new();
    for count in [1, 2, 63, 64, 65, 1, 300, 1, 1, 1, 1500, 7] {
        let group = mixed(all.len() as u64 + 1, count);
        all.extend(group.entries.iter().cloned());
        store.append(group).unwrap();
    }
    let last = all.len() as u64;
    let sizes =
        sql("select max(last - first + 1) between 20 and 64, max(length(body)) between 3800 and 4000, \
         min(first), max(last), sum(last - first + 1) from croupier.chunks");
    assert_eq!(sizes, format!("t|t|1|{last}|{last}"));
    let reader = PostgresReader::open(&address).unwrap();
    for from in [0, 1, 2, 3, 4, 64, 65, 66, 67, 130, 500, 1023, 1024, 1025, 2000, last - 1, last, last + 1] {
        let at = usize::try_from(from.max(1) - 1).unwrap();
        for most in [0, 1, 2, 64, 1000, 1024, 1025, usize::MAX] {
            let expected: Vec<StoredEntry> = all[at..].iter().take(most).cloned().collect();
            assert_eq!(store.entries(HOUSE, from, most).unwrap(), expected, "{most} from {from}");
            assert_eq!(reader.entries(HOUSE, from, most).unwrap(), expected, "{most} from {from}");
        }
    }
    for journal in [TABLE, OTHER] {
        let own: Vec<StoredEntry> = all.iter().filter(|entry| entry.stream == journal).cloned().collect();
        let end = own.len() as u64;
        for (from, most) in [(0, 9), (1, 1), (1, usize::MAX), (17, 300), (270, 400), (end, 5), (end + 1, 5)] {
            let skipped = usize::try_from(from.max(1) - 1).unwrap();
            let expected: Vec<StoredEntry> = own[skipped..].iter().take(most).cloned().collect();
            assert_eq!(store.read(journal, from, most).unwrap(), expected, "{most} from {from}");
            assert_eq!(reader.read(journal, from, most).unwrap(), expected, "{most} from {from}");
        }
    }
    for from in [last + 2, 1 << 62, i64::MAX.unsigned_abs(), u64::MAX] {
        assert_eq!(store.entries(HOUSE, from, usize::MAX), Ok(vec![]));
    }
    let head = reader.head(HOUSE).unwrap().unwrap();
    assert_eq!((Some(head), head.sequence), (store.head(HOUSE).unwrap(), last));
    assert_eq!(chunked_entries(&sql).len(), all.len());
}

/// A gap is damage, and whoever reads on sees what is behind it.
#[test]
fn what_is_behind_a_gap_is_read() {
    let (address, sql) = database();
    let store = owner_of(&address, "gap");
    for (from, count) in [(1, 100), (101, 1000), (1101, 1100), (2201, 1100)] {
        store.append(mixed(from, count)).unwrap();
    }
    let left = |sequence: u64| sequence <= 70 || (90..=100).contains(&sequence) || sequence > 2200;
    change_entries(&sql, |entries| entries.retain(|entry| left(entry.sequence)));
    let expected: Vec<u64> = (1..=3300).filter(|sequence| left(*sequence)).collect();
    for from in [1, 60, 70, 71, 80, 90, 100, 101, 2200, 2201] {
        let rest: Vec<u64> = expected.iter().copied().filter(|sequence| *sequence >= from).collect();
        assert_eq!(sequences(&store.entries(HOUSE, from, usize::MAX).unwrap()), rest, "from {from}");
        let one = store.entries(HOUSE, from, 1).unwrap();
        assert_eq!(sequences(&one), rest[..1], "one from {from}");
        let node = TestNode::start(&address, "follower");
        let tail = now(node.calls.read_tail(NUMBER, from - 1, 5)).unwrap();
        assert_eq!(tail.entries.first().map(|entry| entry.sequence), rest.first().copied(), "after {from}");
        assert_eq!(tail.at.is_some(), from == 1 || left(from - 1), "after {from}");
    }
}

/// The primary key only has the first entry of a chunk: that no entry is stored twice, and none left out, is checked by the server.
#[test]
fn batches_that_overlap_or_leave_a_gap_are_refused() {
    let (address, sql) = database();
    let store = owner_of(&address, "overlap");
    store.append(batch_at(TABLE, 1, 1, 10)).unwrap();
    let refused = |expected| Err(StoreError::OutOfSequence { house: HOUSE, expected });
    // Journals of their own, so that it is the sequence which is wrong.
    for (from, count) in [(1, 10), (1, 1), (5, 3), (5, 20), (10, 2), (12, 1), (20, 5)] {
        let fresh = StreamId { house: HOUSE, table: Some(TableId(9)) };
        assert_eq!(store.append(batch_at(fresh, 1, from, count)), refused(from - 1), "{count} from {from}");
    }
    // The head does not say what is there: entries are there already, or the last ones are gone.
    let with_head = |sequence: u64, from: u64| {
        sql(&format!("update croupier.heads set sequence = {sequence}"));
        let fresh = StreamId { house: HOUSE, table: Some(TableId(9)) };
        store.append(batch_at(fresh, 1, from, 3))
    };
    assert_eq!(with_head(7, 8), refused(7));
    assert_eq!(with_head(12, 13), refused(12));
    sql("delete from croupier.heads");
    assert_eq!(with_head(0, 1), refused(0));
    let all: Vec<u64> = chunked_entries(&sql).iter().map(|entry| entry.sequence).collect();
    assert!(all.iter().copied().eq(1..=10), "{all:?}");
}

/// One of two batches of a group goes on from an entry that the other one has.
#[test]
fn of_two_batches_with_the_same_sequence_one_is_stored() {
    let (address, sql) = database();
    let store = owner_of(&address, "both");
    let (sender, answers) = std::sync::mpsc::channel();
    let journals = [1, 2].map(|number| StreamId { house: HOUSE, table: Some(TableId(number)) });
    for journal in journals {
        let sender = sender.clone();
        store.submit(batch_at(journal, 1, 1, 5), Box::new(move |stored| sender.send(stored).unwrap()));
    }
    drop(sender);
    let mut answers: Vec<bool> = answers.iter().map(|stored| stored.is_ok()).collect();
    answers.sort_unstable();
    assert_eq!(answers, [false, true]);
    assert_eq!(chunked_entries(&sql).len(), 5);
}

#[test]
fn a_writer_under_an_old_fence_or_after_another_head_leaves_no_chunk() {
    let (address, sql) = database();
    let node = TestNode::start(&address, "owner");
    let fence = node.claim(NUMBER);
    assert_eq!(node.write(NUMBER, fence, ChainHead::EMPTY, 3), WriteOutcome::Done);
    let head = node.head(NUMBER);
    let before = sql("select * from croupier.chunks");
    assert_eq!(node.write(NUMBER, fence - 1, head, 2), WriteOutcome::NotOwner);
    assert_eq!(node.write(NUMBER, fence, ChainHead { hash: [7; 32], ..head }, 2), WriteOutcome::OtherHead);
    // The head is there, and what it names is gone.
    sql("create table saved as select * from croupier.chunks; delete from croupier.chunks");
    assert_eq!(node.write(NUMBER, fence, head, 2), WriteOutcome::OtherHead);
    sql("insert into croupier.chunks select * from saved");
    assert_eq!(sql("select * from croupier.chunks"), before);
    assert_eq!(node.write(NUMBER, fence, head, 2), WriteOutcome::Done);
}

/// Chunks of several houses in one group.
#[test]
fn houses_that_are_written_together_have_chunks_of_their_own() {
    let (address, sql) = database();
    let store = owner_of(&address, "together");
    let other = StreamId { house: HouseId(2), table: Some(TableId(1)) };
    store.claim(HouseId(2)).unwrap();
    let mut both = batch_at(TABLE, 1, 1, 70);
    let places: Vec<usize> = (0..70).collect();
    let second = batch_at(other, 1, 1, 70).entries;
    places.iter().rev().for_each(|place| both.entries.insert(*place, second[*place].clone()));
    store.append(both).unwrap();
    let few =
        sql("select house, min(first), max(last), sum(last - first + 1), count(*) < 8 from croupier.chunks \
         group by 1 order by 1");
    assert_eq!(few, "1|1|70|70|t\n2|1|70|70|t");
    assert_eq!(store.entries(HouseId(2), 1, 100).unwrap(), second);
    assert_eq!(store.entries(HOUSE, 1, 100).unwrap(), batch_at(TABLE, 1, 1, 70).entries);
}
