//! Nodes that take a house from each other all the time, while connections are ended: whatever was acknowledged is there, once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use croupier_house::store::{Batch, StoredEntry};
use croupier_nodes::{ChainHead, DatabaseAnswer};
use croupier_postgres::WriteOutcome;

use crate::cluster_node::{NUMBER, TestNode, now};
use crate::common::{TABLE, database};

static NEXT: AtomicU64 = AtomicU64::new(1);

/// Entries after a head that are like no others.
fn group(before: ChainHead) -> Batch {
    let entry = |sequence| {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut hash = [0xAB; 32];
        hash[..8].copy_from_slice(&number.to_le_bytes());
        StoredEntry {
            stream: TABLE,
            version: sequence,
            sequence,
            bytes: number.to_le_bytes().as_slice().into(),
            hash,
        }
    };
    Batch { entries: (1..=3).map(|place| entry(before.sequence + place)).collect(), ..Batch::default() }
}

fn last(group: &Batch) -> ChainHead {
    group
        .entries
        .last()
        .map_or(ChainHead::EMPTY, |entry| ChainHead { sequence: entry.sequence, hash: entry.hash })
}

/// Writes as the owner until it is not the owner any more, and returns what was acknowledged, and how many groups were found out.
fn own(node: &TestNode, mut fence: u64, stop: &AtomicBool) -> (Vec<ChainHead>, u32) {
    let (mut head, mut acknowledged, mut found_out) = (node.head(NUMBER), Vec::new(), 0);
    while !stop.load(Ordering::Acquire) {
        let group = group(head);
        let last = last(&group);
        match node.write_batch(fence, head, group) {
            WriteOutcome::Done => {
                acknowledged.push(last);
                head = last;
            }
            WriteOutcome::NotOwner => break,
            WriteOutcome::Lost(_) => match now(node.calls.find_out(NUMBER)) {
                Ok(DatabaseAnswer::Found { fence: raised, head: found }) => {
                    assert!(found == last || found == head, "{found:?} is neither {last:?} nor {head:?}");
                    acknowledged.extend((found == last).then_some(last));
                    (fence, head) = (raised, found);
                    found_out += 1;
                }
                Ok(DatabaseAnswer::NotOwner) => break,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }
    (acknowledged, found_out)
}

#[test]
fn owners_that_replace_each_other_lose_and_double_nothing() {
    let (address, sql) = database();
    let nodes = ["one", "two", "three"].map(|name| TestNode::start(&address, name));
    nodes.iter().for_each(TestNode::announce);
    let (stop, acknowledged, found_out) = (AtomicBool::new(false), Mutex::new(Vec::new()), AtomicU64::new(0));
    let owners = std::thread::scope(|scope| {
        for (node, place) in nodes.iter().zip(0_u32..) {
            let (stop, acknowledged, found_out) = (&stop, &acknowledged, &found_out);
            scope.spawn(move || {
                while !stop.load(Ordering::Acquire) {
                    // Nobody renews: whoever comes next takes the house.
                    let seen = now(node.calls.look()).unwrap();
                    let seen =
                        seen.view.leases.first().map_or((None, 0), |lease| (lease.run, lease.renewals));
                    let claim = now(node.calls.claim(NUMBER, seen.0, seen.1)).unwrap();
                    if let DatabaseAnswer::Owned { fence } = claim {
                        let (written, lost) = own(node, fence, stop);
                        acknowledged.lock().unwrap().extend(written);
                        found_out.fetch_add(lost.into(), Ordering::AcqRel);
                    }
                    std::thread::sleep(Duration::from_millis(40 + 25 * u64::from(place)));
                }
            });
        }
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(4) {
            std::thread::sleep(Duration::from_millis(35));
            sql("select pg_terminate_backend(backend) from croupier.leases");
        }
        stop.store(true, Ordering::Release);
        nodes[0].lease(NUMBER).fence
    });
    let journal = now(nodes[0].calls.read_tail(NUMBER, 0, usize::MAX)).unwrap();
    let mut acknowledged = acknowledged.into_inner().unwrap();
    acknowledged.sort_by_key(|head| head.sequence);
    for head in &acknowledged {
        let entry = &journal.entries[usize::try_from(head.sequence).unwrap() - 1];
        assert_eq!((entry.sequence, entry.hash), (head.sequence, head.hash));
    }
    // A group whose owner was replaced before it could find out may be there too: nobody was answered.
    let stored = journal.entries.len() / 3;
    let count = acknowledged.len();
    assert!(journal.entries.iter().map(|entry| entry.sequence).eq(1..=journal.head.sequence));
    assert!(
        acknowledged.windows(2).all(|pair| pair[0].sequence < pair[1].sequence),
        "one is acknowledged twice"
    );
    assert!(count > 20 && count <= stored, "{count} of {stored}");
    assert!(owners > 10 && found_out.into_inner() > 2, "{owners} owners");
}
