//! A bet through a follower against a bet at the owner.

use std::time::Duration;

use croupier_bench::Aims;

use crate::bettor::{Bettor, Complaints};
use crate::scene::{Phases, Scene};

/// How often each of the two bets and takes back before anything is measured, and then.
const WARM_UP: usize = 200;
const COMMANDS: usize = 4_000;
/// The most that a bet through a follower may take, in bets at the owner.
const RATIO_MAX: f64 = 2.0;

/// Measures both, in turns.
pub(crate) fn measure(aims: &mut Aims) {
    let mut scene = Scene::prepare(2, 2, 2, Phases::OPEN);
    scene.start();
    let owner = scene.owner();
    // The first bets where the house is, the second where it is followed.
    let mut bettors: Vec<Bettor> = [owner, 1 - owner]
        .into_iter()
        .zip(&scene.guests)
        .map(|(node, guest)| Bettor::new(guest, vec![scene.nodes.nodes[node].base()], Complaints::default()))
        .collect();
    let mut took: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
    for turn in 0..WARM_UP + COMMANDS {
        for (bettor, took) in bettors.iter_mut().zip(&mut took) {
            let done = bettor.act();
            assert_eq!((done.refused, done.unreached), (0, 0), "every command is answered at once");
            if turn >= WARM_UP {
                took.push(done.waited());
            }
        }
    }
    assert_eq!(scene.owner(), owner, "the house stays where it is");
    for took in &mut took {
        took.sort_unstable();
    }
    for (name, share) in [("median", 50), ("99th percentile", 99)] {
        let [at_owner, through] = took.each_ref().map(|took| took[took.len() * share / 100]);
        println!("nodes: a bet at the owner takes {at_owner:.2?}, through a follower {through:.2?} ({name})");
        let what = format!("nodes: a bet through a follower to one at the owner, {name}");
        aims.at_most(&what, through.as_secs_f64() / at_owner.as_secs_f64(), RATIO_MAX);
    }
}
