//! Sockets at two followers of one owner against the same sockets at one node.

use std::net::SocketAddr;
use std::time::Duration;

use croupier_bench::{Aims, LoadResult, LoadWay, SeatedGuest, crowd};
use croupier_evening::NodeProcess;
use tokio::runtime::Runtime;

use crate::number;
use crate::scene::{Phases, Scene};

/// How often each of the two is measured, for how long, and how often a guest bets.
const TURNS: usize = 3;
const TURN: Duration = Duration::from_secs(15);
const EVERY: Duration = Duration::from_secs(5);
/// The sockets at each follower, and those on a machine of so many processors.
const SOCKETS: usize = 500;
const MANY_SOCKETS: usize = 5_000;
const MANY_PROCESSORS: usize = 16;
/// The most tables.
const TABLES_MAX: usize = 2_000;
/// The most that the 99th percentile may be, in that of one node.
const RATIO_MAX: f64 = 1.5;
/// Within what a bet must be acknowledged where there are many sockets, at the 99th percentile.
const MANY_WITHIN: Duration = Duration::from_millis(100);

/// Measures as many sockets as the machine can have.
pub(crate) fn measure(aims: &mut Aims) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = number("CROUPIER_NODES_SOCKETS", 0);
    let counts = match (wanted, processors >= MANY_PROCESSORS) {
        (0, false) => vec![SOCKETS],
        (0, true) => vec![SOCKETS, MANY_SOCKETS],
        (wanted, _) => vec![wanted],
    };
    for each in counts {
        let [one, followers] = compare(each);
        for (load, where_to) in [(&one, "at one node"), (&followers, "at two followers")] {
            println!("nodes: {} sockets {where_to}: {load}", 2 * each);
        }
        if each < MANY_SOCKETS {
            let what =
                format!("nodes: 99th percentile with {each} sockets at each of two followers to one node");
            aims.at_most(&what, followers.at(99).as_secs_f64() / one.at(99).as_secs_f64(), RATIO_MAX);
        } else {
            let what = format!("nodes: 99th percentile with {each} sockets at each of two followers");
            aims.within(&what, followers.at(99), MANY_WITHIN);
        }
    }
}

/// The same guests at one node, and at two followers, in turns.
fn compare(each: usize) -> [LoadResult; 2] {
    let tables = u16::try_from((each * 4 / 5).clamp(1, TABLES_MAX)).expect("not so many tables");
    let mut scene = Scene::prepare(3, tables, 2 * each, Phases::ROUNDS);
    scene.nodes.nodes[0].start();
    assert_eq!(scene.owner(), 0, "the first node owns the house");
    let runtime = Runtime::new().expect("a runtime");
    let [mut one, mut followers] = [(); 2].map(|()| LoadResult::of(LoadWay::Socket));
    for turn in 1..=TURNS {
        println!("nodes: {} sockets, turn {turn} of {TURNS}", 2 * each);
        one.add(runtime.block_on(crowd(&placed(&scene, &[0]), EVERY, TURN)));
        scene.nodes.nodes[1..].iter_mut().for_each(NodeProcess::start);
        followers.add(runtime.block_on(crowd(&placed(&scene, &[1, 2]), EVERY, TURN)));
        assert_eq!(scene.owner(), 0, "the house stays where it is");
        for node in &mut scene.nodes.nodes[1..] {
            assert!(node.stop().success(), "{}", node.log());
        }
    }
    [one.sorted(), followers.sorted()]
}

/// The guests, one after another at each of these nodes.
fn placed(scene: &Scene, nodes: &[usize]) -> Vec<(SocketAddr, SeatedGuest)> {
    let addresses = nodes.iter().map(|node| scene.address(*node)).cycle();
    addresses.zip(scene.guests.iter().cloned()).collect()
}
