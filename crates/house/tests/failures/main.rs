//! Houses on several nodes under failures, deterministic from a seed: real houses and the real protocol, on a model of clocks,
//! network and database. Random people of every role send commands; nodes are killed, stopped, cut off, drained and
//! upgraded, messages are lost, repeated and overtaken, clocks jump, writes hang, and the database is replaced by its
//! standby, which may lack the last writes.
//!
//! An auditor that sees only what is stored keeps its own books and checks them after every write; the checker of
//! histories judges what every client was answered. A run that breaks a promise is made smaller and printed.
//!
//! `CROUPIER_FAILURES_MINUTES` sets the time, and `CROUPIER_FAILURES_SEED` the first seed.

mod auditor;
#[path = "../one_way/choice.rs"]
mod choice;
#[path = "../common/mod.rs"]
mod common;
mod defect;
mod houses;
#[path = "../one_way/office.rs"]
mod office;
#[path = "../one_way/reached.rs"]
mod reached;
mod real_house;
#[path = "../one_way/tables.rs"]
mod tables;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use croupier_house::event::{EVENT_FORMAT, NODE_EVENTS};
use croupier_nodes::simulation::{Scenario, SimFault, SimReport, shrunk, simulate_houses};
use croupier_proof::ProofRow;
use defect::HouseDefect;
use houses::RealHouses;
use reached::Reached;

const SECOND: u64 = 1_000_000;

/// The time of an ordinary test run.
const USUAL: Duration = Duration::from_secs(40);

/// What a run is: a scenario, and a defect of the houses or none.
fn run(
    scenario: &Scenario,
    defect: Option<HouseDefect>,
    reached: &Rc<RefCell<Reached>>,
) -> (SimReport, [u64; 2]) {
    let mut houses = RealHouses::new(scenario.houses, Rc::clone(reached), defect);
    let report = simulate_houses(scenario.clone(), &mut houses);
    (report, [houses.entries(), houses.rounds()])
}

/// Everything fails: the scenario of a seed.
fn storm(seed: u64) -> Scenario {
    let (houses, nodes, seconds) = (2, 3, 16);
    let storm = || Scenario::storm(seed, houses, nodes, seconds, 900);
    let mut scenario = match seed % 4 {
        // The standby lacks the last writes. A node has to be there that knows them.
        0 => {
            let lossy = SimFault::Promote { gone: SECOND / 2, loses: SECOND / 5 };
            Scenario::calm(seed, houses, nodes, seconds).with_bad_network().with_fault(9_000, lossy)
        }
        // The nodes are upgraded one after another.
        1 => (0..nodes).fold(storm(), |scenario, node| {
            scenario.with_fault(5_000 + 3_000 * node as u64, SimFault::Upgrade(node))
        }),
        _ => storm(),
    };
    scenario = scenario.with_jumping_clocks(90 * SECOND);
    (scenario.clients, scenario.pause) = (4, SECOND / 25);
    // The first build that had nodes wrote this format.
    scenario.settings.reads_format = if seed % 4 == 1 { NODE_EVENTS } else { EVENT_FORMAT };
    scenario
}

/// What runs have done together.
#[derive(Default)]
struct Sum {
    runs: u64,
    answered: u64,
    reads: u64,
    entries: u64,
    rounds: u64,
    forgotten: u64,
    partly_stored: u64,
    suspended: u64,
    lost_entries: u64,
    faults: BTreeMap<&'static str, u64>,
}

impl Sum {
    fn add(&mut self, scenario: &Scenario, report: &SimReport, [entries, rounds]: [u64; 2]) {
        let measures = &report.measures;
        self.runs += 1;
        self.answered += measures.command.count() as u64;
        self.reads += measures.read.count() as u64;
        self.entries += entries;
        self.rounds += rounds;
        self.forgotten += measures.forgotten;
        self.partly_stored += measures.partly_stored;
        self.suspended += measures.suspended;
        self.lost_entries += measures.lost_entries as u64;
        for (_, fault) in &scenario.faults {
            *self.faults.entry(kind_of(*fault)).or_default() += 1;
        }
    }
}

const fn kind_of(fault: SimFault) -> &'static str {
    match fault {
        SimFault::Kill(_) => "nodes killed",
        SimFault::Start(_) => "nodes started again",
        SimFault::Pause(..) => "nodes stopped for a while",
        SimFault::CutFromNodes(..) => "nodes cut off from nodes",
        SimFault::CutFromDatabase(..) => "nodes cut off from the database",
        SimFault::Hang(..) => "writes that hang",
        SimFault::Promote { loses: 0, .. } => "databases replaced",
        SimFault::Promote { .. } => "databases replaced by one that lacks writes",
        SimFault::JumpClock(..) => "clocks that jump",
        SimFault::Drain(_) => "nodes drained",
        SimFault::Upgrade(_) => "nodes upgraded",
    }
}

/// The kinds of faults.
const KINDS: usize = 11;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// The smallest scenario like this one that breaks a promise.
fn smallest(scenario: Scenario, defect: Option<HouseDefect>) -> String {
    let breaks = |one: &Scenario| !run(one, defect, &Rc::default()).0.violations.is_empty();
    let small = shrunk(scenario, breaks);
    let (report, _) = run(&small, defect, &Rc::default());
    format!("{small:#?}\n{report}")
}

#[test]
fn houses_keep_their_promises_whatever_fails() {
    let start = Instant::now();
    let time = number("CROUPIER_FAILURES_MINUTES").map_or(USUAL, |minutes| Duration::from_secs(60 * minutes));
    let first = number("CROUPIER_FAILURES_SEED").unwrap_or(1);
    let (reached, mut sum) = (Rc::new(RefCell::new(Reached::default())), Sum::default());
    for seed in first.. {
        let scenario = storm(seed);
        let (report, done) = run(&scenario, None, &reached);
        let is_sound = report.violations.is_empty();
        assert!(is_sound, "seed {seed}:\n{report}\nThe smallest scenario:\n{}", smallest(scenario, None));
        sum.add(&scenario, &report, done);
        if start.elapsed() > time && sum.runs >= 4 {
            break;
        }
    }
    println!("{} runs from seed {first} in {:.0?}", sum.runs, start.elapsed());
    println!(
        "{} commands and {} reads answered, {} entries, {} rounds",
        sum.answered, sum.reads, sum.entries, sum.rounds
    );
    println!(
        "{} times a house forgot what was not stored, {} of these in part",
        sum.forgotten, sum.partly_stored
    );
    println!("{} suspended houses, {} entries that a standby lacked", sum.suspended, sum.lost_entries);
    sum.faults.iter().for_each(|(kind, count)| println!("{count} {kind}"));
    print!("{}", reached.borrow());
    let faults: u64 = sum.faults.values().sum();
    ProofRow::new(30, "houses on simulated nodes whose processes, clocks, network and database fail")
        .count("runs", sum.runs)
        .count("failures", faults)
        .count("commands answered", sum.answered)
        .count("entries", sum.entries)
        // One that is broken ends the test.
        .count("promises broken", 0_u64)
        .write_if_wanted("failures");
    let missing = reached.borrow().missing();
    println!("not reached: {}", missing.join(", "));
    assert_eq!(sum.faults.len(), KINDS, "every kind of fault happens: {:?}", sum.faults);
    let reached = [sum.answered, sum.reads, sum.rounds, sum.forgotten, sum.lost_entries];
    assert!(reached.iter().all(|count| *count > 0), "everything is reached");
}

#[test]
fn a_seed_gives_the_same_run_again() {
    let again = || {
        let (report, done) = run(&storm(2), None, &Rc::default());
        (report.history, report.measures, report.span, done)
    };
    let first = again();
    assert!(first.3[0] > 200, "{} entries", first.3[0]);
    assert_eq!(first, again());
}

#[test]
fn each_planted_defect_of_a_house_is_found() {
    const SEEDS: u64 = 12;
    let mut missed = Vec::new();
    let mut caught = 0_u64;
    for defect in HouseDefect::ALL {
        let found = (1..=SEEDS).find_map(|seed| {
            let (report, _) = run(&storm(seed), Some(defect), &Rc::default());
            report.violations.into_iter().next().map(|violation| (seed, violation))
        });
        match found {
            Some((seed, violation)) => {
                caught += 1;
                println!("{defect:?}, seed {seed}: {violation}");
            }
            None => missed.push(defect),
        }
    }
    ProofRow::new(31, "defects planted in the house, for that simulation to find")
        .count("planted", HouseDefect::ALL.len())
        .count("found", caught)
        .write_if_wanted("house-defects");
    assert!(missed.is_empty(), "not found: {missed:?}");
}
