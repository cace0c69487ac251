//! Storms of faults, and each kind of fault alone.

use croupier_nodes::simulation::{HungCommit, Scenario, SimFault, SimReport, simulate};
use croupier_proof::ProofRow;

const SECOND: u64 = 1_000_000;

/// How many seeds each storm is run with.
fn seeds() -> u64 {
    std::env::var("CROUPIER_NODES_SEEDS").map_or(6, |seeds| seeds.parse().expect("a number of seeds"))
}

fn clean(scenario: Scenario) -> SimReport {
    let seed = scenario.seed;
    let report = simulate(scenario);
    assert!(report.violations.is_empty(), "seed {seed}:\n{report}");
    report
}

#[test]
fn a_storm_of_faults_breaks_no_promise() {
    let (mut failures, mut answered) = (0, 0);
    for seed in 0..seeds() {
        let nodes = 3 + usize::try_from(seed % 4).unwrap();
        let scenario = Scenario::storm(seed, 5, nodes, 40, 1200);
        failures += scenario.faults.len();
        answered += clean(scenario).measures.command.count();
    }
    ProofRow::new(32, "storms of failures over three to six simulated nodes with a model of a house")
        .count("storms", seeds())
        .count("failures", failures)
        .count("commands answered", answered)
        // One that is broken ends the test.
        .count("promises broken", 0_u64)
        .write_if_wanted("storms");
}

#[test]
fn one_house_on_two_nodes_survives_a_storm() {
    for seed in 0..seeds() {
        clean(Scenario::storm(1000 + seed, 1, 2, 40, 1500));
    }
}

/// Many ask at once: groups are decided while others are written, and fail with them.
#[test]
fn busy_houses_survive_a_storm() {
    let (mut forgotten, mut partly) = (0, 0);
    for seed in 0..seeds() {
        let mut scenario = Scenario::storm(2000 + seed, 2, 3, 25, 700);
        (scenario.clients, scenario.pause) = (12, SECOND / 500);
        let report = clean(scenario);
        let measures = &report.measures;
        assert!(measures.decided_ahead * 4 > measures.decided, "{report}");
        assert!(measures.written_ahead * 10 > measures.decided, "{report}");
        forgotten += measures.forgotten;
        partly += measures.partly_stored;
    }
    assert!(forgotten > 0, "nothing was decided on a group that was then not stored");
    // That is rare; tests/owner.rs has it by design.
    assert!(partly > 0 || seeds() < 50, "no group was lost behind one that was stored");
}

#[test]
fn nothing_fails_and_nobody_waits() {
    let report = clean(Scenario::calm(1, 12, 4, 15));
    assert!(report.measures.command.worst() < 100_000, "{report}");
    assert_eq!(report.owned, [3, 3, 3, 3]);
}

#[test]
fn a_house_is_handed_over_without_a_client_turned_away() {
    let mut scenario = Scenario::calm(5, 12, 4, 25);
    scenario.absent = vec![3];
    scenario.pause = SECOND / 50;
    // A node joins and is given its share; another drains, and comes back.
    let scenario = scenario
        .with_fault(5000, SimFault::Start(3))
        .with_fault(9000, SimFault::Drain(0))
        .with_fault(14_000, SimFault::Start(0));
    let report = clean(scenario);
    assert!(report.measures.hand_over.count() >= 9, "{report}");
    assert!(report.measures.hand_over.worst() < 300_000, "{report}");
    assert!(report.measures.command.worst() < 300_000, "{report}");
    assert_eq!(report.owned, [3, 3, 3, 3]);
}

#[test]
fn a_rolling_upgrade_turns_nobody_away_and_every_node_reads_everything() {
    let scenario = (0..4).fold(Scenario::calm(6, 8, 4, 30), |scenario, node| {
        scenario.with_fault(4000 + 5000 * node as u64, SimFault::Upgrade(node))
    });
    let report = clean(scenario);
    assert!(report.measures.hand_over.count() >= 8, "{report}");
}

#[test]
fn a_node_of_an_older_version_may_not_join_once_a_newer_format_is_written() {
    // Three nodes are upgraded while the fourth is away.
    let mut scenario = Scenario::calm(7, 4, 4, 30);
    scenario.absent = vec![3];
    let scenario = (0..3).fold(scenario, |scenario, node| {
        scenario.with_fault(4000 + 4000 * node as u64, SimFault::Upgrade(node))
    });
    let report = clean(scenario.with_fault(22_000, SimFault::Start(3)));
    assert_eq!(report.measures.refused_nodes, 1);
    assert_eq!(report.owned.last(), Some(&0));
}

#[test]
fn a_node_with_another_house_key_may_not_join() {
    let mut scenario = Scenario::calm(8, 4, 4, 12);
    (scenario.other_key, scenario.absent) = (Some(2), vec![2]);
    let report = clean(scenario.with_fault(3000, SimFault::Start(2)));
    assert_eq!((report.measures.refused_nodes, report.owned[2]), (1, 0));
}

#[test]
fn a_stopped_owner_is_replaced_and_its_later_writes_are_refused() {
    for seed in 0..seeds() {
        let scenario = (0..6).fold(Scenario::calm(seed, 4, 3, 30), |scenario, turn| {
            let node = usize::try_from(turn % 3).unwrap();
            scenario.with_fault(4000 + 3500 * turn, SimFault::Pause(node, 3 * SECOND + turn * SECOND / 3))
        });
        let report = clean(scenario);
        assert!(report.measures.owner_after_pause.worst() < 3 * SECOND, "{report}");
    }
}

#[test]
fn an_owner_that_hangs_in_its_commit_is_disconnected() {
    for hung in [HungCommit::ForTheClient, HungCommit::ForTheStandby] {
        for seed in 0..seeds() {
            let scenario = (0..3).fold(Scenario::calm(seed, 4, 3, 20), |scenario, node| {
                scenario.with_fault(4000 + 4000 * node as u64, SimFault::Hang(node, hung))
            });
            let report = clean(scenario);
            assert!(report.measures.command.worst() < 6 * SECOND, "{report}");
        }
    }
}

#[test]
fn a_node_that_is_cut_from_the_others_or_from_the_database_harms_nobody() {
    for seed in 0..seeds() {
        let scenario = (0..6).fold(Scenario::calm(seed, 4, 4, 30), |scenario, turn| {
            let node = usize::try_from(turn % 4).unwrap();
            let cut = if (turn + seed) % 2 == 0 { SimFault::CutFromNodes } else { SimFault::CutFromDatabase };
            scenario.with_fault(4000 + 3500 * turn, cut(node, 3 * SECOND))
        });
        clean(scenario);
    }
}

#[test]
fn a_standby_with_the_tail_loses_nothing() {
    for seed in 0..seeds() {
        let promote = SimFault::Promote { gone: SECOND, loses: 0 };
        let scenario = Scenario::calm(seed, 4, 3, 20).with_fault(6000, promote).with_fault(12_000, promote);
        let report = clean(scenario);
        assert_eq!(report.measures.lost_entries, 0);
        assert!(report.measures.command.worst() < 6 * SECOND, "{report}");
    }
}

#[test]
fn a_database_that_is_gone_for_a_minute_is_used_again_when_it_is_back() {
    let gone = SimFault::Promote { gone: 60 * SECOND, loses: 0 };
    let mut scenario = Scenario::calm(3, 4, 3, 80).with_fault(6000, gone);
    scenario.pause = SECOND;
    let mut expected = scenario.expectations();
    expected.longest = Some(65 * SECOND);
    let report = simulate(scenario);
    let violations = croupier_nodes::checker::check(&report.history, &expected);
    assert!(violations.is_empty(), "{violations:?}");
}

#[test]
fn a_standby_without_the_tail_suspends_the_houses_that_lost_something() {
    let mut suspended = 0;
    for seed in 0..seeds() {
        let promote = SimFault::Promote { gone: SECOND / 2, loses: SECOND / 20 };
        let report = clean(Scenario::calm(seed, 12, 4, 15).with_fault(7000, promote));
        let houses = report.history.journals.iter().filter(|journal| journal.is_suspended).count();
        // The loss of one promotion: not every house had a command in that time.
        assert!(houses < 12, "{report}");
        suspended += houses;
    }
    assert!(suspended > 0, "nothing was lost in any run");
}
