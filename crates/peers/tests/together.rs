//! Nodes of one cluster.

use std::sync::Arc;

use croupier_nodes::{
    ChainHead, CommandAnswer, CommandKey, HouseNumber, KeyedCommand, LinkedEntry, OwnerHint, PeerMessage,
    RunId, SuspensionReason,
};
use croupier_peers::QUEUE_MAX;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

use crate::common::{TestNode, follow};

const KEY: &[u8] = b"the key of this house";

#[tokio::test]
async fn messages_arrive_whole_and_in_order_both_ways() {
    let (mut one, mut two) = (TestNode::start(1, KEY).await, TestNode::start(2, KEY).await);
    one.peers.set_members(&[one.peer(), two.peer()]);
    two.peers.set_members(&[one.peer(), two.peer()]);
    one.connected().await;
    two.connected().await;
    let bytes: Arc<[u8]> = (0..200_000_u32).map(|at| at.to_le_bytes()[0]).collect();
    let entry = LinkedEntry { sequence: 8, before: [1; 32], hash: [2; 32], format: 2, bytes };
    let (head, house) = (entry.head(), HouseNumber(3));
    let push = PeerMessage::Push { house, fence: 9, head, entries: vec![entry; 5] };
    one.peers.send(two.run, push.clone());
    for number in 0..1000 {
        one.peers.send(two.run, follow(number));
    }
    two.peers.send(one.run, follow(7));
    assert_eq!(two.next().await, (RunId(1), push));
    for number in 0..1000 {
        assert_eq!(two.next().await, (RunId(1), follow(number)));
    }
    assert_eq!(one.next().await, (RunId(2), follow(7)));
    let statuses = one.peers.statuses();
    assert_eq!(statuses.len(), 1, "a node has no connection to itself");
    assert_eq!((statuses[0].sent, statuses[0].dropped), (1001, 0));
}

/// One message of every kind.
fn every_kind() -> Vec<PeerMessage> {
    let (house, run, head) = (HouseNumber(3), RunId(u128::MAX - 1), ChainHead { sequence: 5, hash: [9; 32] });
    let body: Arc<[u8]> = [1, 2, 3][..].into();
    let hint = OwnerHint { run, fence: 8 };
    let reasons = [
        SuspensionReason::Ahead { applied: 9, found: 8 },
        SuspensionReason::Forked { sequence: 7 },
        SuspensionReason::Damaged { sequence: 6 },
    ];
    let mut answers = vec![
        CommandAnswer::Done { fence: 1, sequence: 2, body: Arc::clone(&body) },
        CommandAnswer::Refused { recorded: true, body: Arc::clone(&body) },
        CommandAnswer::NotOwner(None),
        CommandAnswer::NotOwner(Some(hint)),
        CommandAnswer::Unknown,
        CommandAnswer::Busy,
    ];
    answers.extend(reasons.map(CommandAnswer::Suspended));
    let command = KeyedCommand { key: CommandKey(4), again: true, body };
    let mut all = vec![
        follow(1),
        PeerMessage::Push { house, fence: 1, head, entries: Vec::new() },
        PeerMessage::Forward { attempt: 6, house, command },
        PeerMessage::Offer { house, fence: 2, head, draining: true },
        PeerMessage::OfferReply { house, fence: 2, ready: false },
        PeerMessage::Granted { house, fence: 3, head, audience: vec![run, RunId(0)] },
    ];
    all.extend(answers.into_iter().map(|answer| PeerMessage::Answer { attempt: 7, answer }));
    all
}

#[tokio::test]
async fn every_kind_of_message_arrives_as_it_was_sent() {
    let (one, mut two) = (TestNode::start(1, KEY).await, TestNode::start(2, KEY).await);
    one.peers.set_members(&[two.peer()]);
    one.connected().await;
    for message in every_kind() {
        one.peers.send(two.run, message.clone());
        assert_eq!(two.next().await, (one.run, message));
    }
}

#[tokio::test]
async fn a_connection_that_is_cut_is_made_again() {
    let (one, mut two) = (TestNode::start(1, KEY).await, TestNode::start(2, KEY).await);
    let between = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = between.local_addr().unwrap();
    one.peers.set_members(&[two.peer_at(address)]);
    for number in 1..=3 {
        let (mut near, _) = between.accept().await.unwrap();
        let mut far = TcpStream::connect(two.peers.address()).await.unwrap();
        let relay = tokio::spawn(async move { copy_bidirectional(&mut near, &mut far).await });
        one.reach(&mut two, number).await;
        relay.abort();
    }
}

#[tokio::test]
async fn a_node_that_starts_again_is_another_run_and_is_reached_as_such() {
    let (one, old) = (TestNode::start(1, KEY).await, TestNode::start(2, KEY).await);
    one.peers.set_members(&[old.peer()]);
    one.connected().await;
    let address = old.peers.address();
    drop(old);
    let listener = loop {
        // The port is free as soon as the task that listens has ended.
        match TcpListener::bind(address).await {
            Ok(listener) => break listener,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    let mut new = TestNode::at(3, KEY, listener);
    one.peers.set_members(&[new.peer()]);
    one.reach(&mut new, 4).await;
}

#[tokio::test]
async fn whoever_does_not_read_costs_a_bounded_queue() {
    let (one, two) = (TestNode::start(1, KEY).await, TestNode::start(2, KEY).await);
    one.peers.set_members(&[two.peer()]);
    one.connected().await;
    let entry =
        LinkedEntry { sequence: 1, before: [0; 32], hash: [1; 32], format: 1, bytes: vec![7; 9000].into() };
    let push =
        PeerMessage::Push { house: HouseNumber(1), fence: 1, head: ChainHead::EMPTY, entries: vec![entry] };
    // Nobody reads the inbox of the other node: it fills, then the sockets, then the queue.
    let all = 3 * QUEUE_MAX;
    for _ in 0..all {
        one.peers.send(two.run, push.clone());
        tokio::task::yield_now().await;
    }
    let status = &one.peers.statuses()[0];
    assert!(status.dropped > 0, "{status:?}");
    assert!(status.sent + status.dropped >= (all - QUEUE_MAX) as u64, "{status:?}");
}
