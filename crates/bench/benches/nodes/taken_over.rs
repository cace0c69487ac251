//! How long people wait when the owner of their house is killed, and when it stops by plan.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use croupier_bench::Aims;

use crate::bettor::{Acknowledged, Bettor, Complaints};
use crate::scene::{Phases, Scene};

/// The nodes, and the guests who bet meanwhile, one after another at each.
const NODES: usize = 3;
const GUESTS: usize = 6;
/// The time before an owner is killed or stopped.
const REST: Duration = Duration::from_millis(300);
/// How long an acknowledgement is waited for.
const PATIENCE: Duration = Duration::from_secs(30);
/// Within what somebody is answered after a kill, and everybody at a stop by plan.
const KILLED_WITHIN: Duration = Duration::from_secs(5);
const STOPPED_WITHIN: Duration = Duration::from_millis(300);
/// How often progress is printed.
const PRINTED_EVERY: usize = 10;

/// Kills the owner again and again.
pub(crate) fn measure_kills(kills: usize, aims: &mut Aims) {
    let mut waits = Vec::new();
    with_guests(|scene, answers, complaints| {
        for kill in 1..=kills {
            let owner = rested(scene, answers);
            scene.nodes.nodes[owner].kill();
            let killed = Instant::now();
            let waited = next_sent_after(killed, answers).answered - killed;
            if waited >= KILLED_WITHIN {
                println!("nodes: kill {kill}: the next acknowledgement came after {waited:.1?}");
                print!("{}", complaints.since(killed));
                print_logs(scene);
            }
            waits.push(waited);
            scene.nodes.nodes[owner].start();
            if kill % PRINTED_EVERY == 0 {
                println!("nodes: {kill} of {kills} kills, at most {:.1?} so far", worst(&waits));
            }
        }
    });
    report("a kill to the next acknowledgement", &mut waits);
    aims.within(
        &format!("nodes: worst of {kills} kills to the next acknowledgement"),
        worst(&waits),
        KILLED_WITHIN,
    );
}

/// Stops the owner again and again, as its operator would.
pub(crate) fn measure_stops(stops: usize, aims: &mut Aims) {
    let (mut waits, mut refused, mut unreached) = (Vec::new(), 0, 0);
    with_guests(|scene, answers, _| {
        for stop in 1..=stops {
            let owner = rested(scene, answers);
            let begun = Instant::now();
            let status = scene.nodes.nodes[owner].stop();
            assert!(status.success(), "{status}: {}", scene.nodes.nodes[owner].log());
            // Everything that was sent before the node had ended is answered by now, or soon.
            let ended = Instant::now();
            let mut during = Vec::new();
            while during.last().is_none_or(|last: &Acknowledged| last.sent <= ended) {
                during.push(answers.recv_timeout(PATIENCE).expect("somebody is answered"));
            }
            during.extend(answers.try_iter());
            let during = during.iter().filter(|one| one.answered > begun);
            let longest = during.clone().map(Acknowledged::waited).max().expect("somebody was answered");
            refused += during.clone().map(|one| one.refused).sum::<u32>();
            unreached += during.map(|one| one.unreached).sum::<u32>();
            waits.push(longest);
            scene.nodes.nodes[owner].start();
            if stop % PRINTED_EVERY == 0 {
                println!("nodes: {stop} of {stops} stops by plan, at most {:.1?} so far", worst(&waits));
            }
        }
    });
    report("the longest command at a stop by plan", &mut waits);
    println!("nodes: {unreached} times a guest of the node that stopped had to go to another");
    aims.within(&format!("nodes: longest command of {stops} stops by plan"), worst(&waits), STOPPED_WITHIN);
    if refused > 0 {
        aims.miss(format!("nodes: {refused} commands were refused at stops by plan"));
    }
}

/// Runs nodes, and guests who bet at them until the work is done.
fn with_guests(work: impl FnOnce(&mut Scene, &Receiver<Acknowledged>, &Complaints)) {
    let complaints = Complaints::default();
    let mut scene = Scene::prepare(NODES, 2, GUESTS, Phases::OPEN);
    scene.start();
    let is_over = AtomicBool::new(false);
    let (sender, answers) = mpsc::channel();
    let (guests, bases) = (scene.guests.clone(), scene.nodes.bases());
    std::thread::scope(|scope| {
        let (is_over, bases) = (&is_over, &bases);
        for (place, guest) in guests.iter().enumerate() {
            let (sender, complaints) = (sender.clone(), complaints.clone());
            scope.spawn(move || {
                let mut bases = bases.clone();
                bases.rotate_left(place % NODES);
                let mut bettor = Bettor::new(guest, bases, complaints);
                while !is_over.load(Ordering::Relaxed) {
                    // The receiver ends when the work has failed.
                    let _ = sender.send(bettor.act());
                }
            });
        }
        // However the work ends, the guests stop.
        let _over = Over(is_over);
        work(&mut scene, &answers, &complaints);
    });
}

/// Ends the evening of all guests when it is dropped.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Waits until all is well, and returns who owns the house.
fn rested(scene: &mut Scene, answers: &Receiver<Acknowledged>) -> usize {
    scene.nodes.await_ready();
    std::thread::sleep(REST);
    let owner = scene.owner();
    answers.try_iter().for_each(drop);
    owner
}

/// The first acknowledgement of a command that was sent after a moment.
fn next_sent_after(moment: Instant, answers: &Receiver<Acknowledged>) -> Acknowledged {
    loop {
        let next = answers.recv_timeout(PATIENCE).expect("somebody is answered");
        if next.sent > moment {
            return next;
        }
    }
}

/// Prints what the nodes wrote last.
fn print_logs(scene: &Scene) {
    for node in &scene.nodes.nodes {
        let log = node.log();
        let lines: Vec<&str> = log.lines().collect();
        println!("--- {}:\n{}", node.name, lines[lines.len().saturating_sub(12)..].join("\n"));
    }
}

fn worst(waits: &[Duration]) -> Duration {
    waits.iter().max().copied().unwrap_or_default()
}

fn report(what: &str, waits: &mut [Duration]) {
    waits.sort_unstable();
    let (median, most) = (waits[waits.len() / 2], worst(waits));
    println!("nodes: {what}: median {median:.1?}, worst {most:.1?}");
}
