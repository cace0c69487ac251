//! Every planted defect is found by the checker, and the same run without it is clean.

use std::time::Duration;

use croupier_nodes::checker::BrokenPromise;
use croupier_nodes::simulation::{Defect, HungCommit, Scenario, SimFault, simulate};
use croupier_proof::ProofRow;

const SECOND: u64 = 1_000_000;

/// A run in which a defect can show, and the promises of which it breaks at least one.
fn showing(defect: Defect, seed: u64) -> (Scenario, &'static [BrokenPromise]) {
    use BrokenPromise as Broken;
    let calm = Scenario::calm(seed, 4, 4, 15);
    let pauses = |scenario: Scenario| {
        (0..8).fold(scenario, |scenario, turn| {
            let node = usize::try_from(turn % 4).unwrap();
            scenario.with_fault(3000 + turn * 1400, SimFault::Pause(node, 4 * SECOND))
        })
    };
    let hangs = |scenario: Scenario, hung| {
        (0..4).fold(scenario, |scenario, node| {
            scenario.with_fault(3000 + 2500 * node as u64, SimFault::Hang(node, hung))
        })
    };
    let cuts = |scenario: Scenario| {
        (0..8).fold(scenario, |scenario, turn| {
            let node = usize::try_from(turn % 4).unwrap();
            scenario.with_fault(3000 + turn * 1400, SimFault::CutFromDatabase(node, SECOND))
        })
    };
    let long_cuts = |scenario: Scenario| {
        (0..4).fold(scenario, |scenario, node| {
            let cut = SimFault::CutFromDatabase(node, 3 * SECOND);
            scenario.with_fault(3000 + 2500 * node as u64, cut)
        })
    };
    let drains = |scenario: Scenario| {
        (0..4).fold(scenario, |scenario, node| {
            let at = 3000 + 2500 * node as u64;
            scenario.with_fault(at, SimFault::Drain(node)).with_fault(at + 1500, SimFault::Start(node))
        })
    };
    let busy = |mut scenario: Scenario| {
        (scenario.clients, scenario.pause) = (6, SECOND / 50);
        scenario
    };
    let kills = |scenario: Scenario| {
        (0..4).fold(scenario, |scenario, node| {
            let at = 3000 + 2500 * node as u64;
            scenario.with_fault(at, SimFault::Kill(node)).with_fault(at + 1000, SimFault::Start(node))
        })
    };
    match defect {
        Defect::UnfencedWrites => (
            long_cuts(calm),
            &[Broken::OldFenceWrote, Broken::AcknowledgedLost, Broken::WrongTotal, Broken::EffectTwice],
        ),
        Defect::AnswersBeforeCommit => (cuts(calm), &[Broken::AcknowledgedLost, Broken::EffectTwice]),
        Defect::TrustsWallClock => (calm, &[Broken::OwnerChanged]),
        Defect::AppliesTwice => (calm.with_bad_network(), &[Broken::WrongTotal]),
        Defect::SkipsGaps => {
            (calm.with_bad_network(), &[Broken::WrongTotal, Broken::SuspendedForNothing, Broken::WentBack])
        }
        Defect::ForgetsKeys => (kills(calm).with_bad_network(), &[Broken::EffectOfNothing]),
        Defect::UnknownIsRefused => {
            (hangs(calm, HungCommit::ForTheStandby), &[Broken::RefusedButDone, Broken::RefusedWrongly])
        }
        Defect::UnknownIsCommitted => (
            cuts(hangs(calm, HungCommit::ForTheClient)),
            &[Broken::AcknowledgedLost, Broken::SuspendedForNothing],
        ),
        Defect::PushesBeforeCommit => {
            (hangs(calm, HungCommit::ForTheClient), &[Broken::WrongTotal, Broken::SuspendedForNothing])
        }
        Defect::IgnoresTokens => (calm.with_bad_network(), &[Broken::WentBack]),
        Defect::SkipsTail => {
            // Followers hear of nothing but by pushes, and one in five of those is lost.
            let mut scenario = kills(calm);
            scenario.loss = 200_000;
            scenario.settings.poll_after = Duration::from_secs(20);
            (scenario, &[Broken::SuspendedForNothing, Broken::WrongTotal])
        }
        Defect::ForgetsKeysOfOthers => (kills(calm).with_bad_network(), &[Broken::EffectTwice]),
        Defect::LeavesLocks => (hangs(calm, HungCommit::ForTheClient), &[Broken::NotAnswered]),
        Defect::IgnoresLostTail => {
            let lossy = SimFault::Promote { gone: SECOND / 2, loses: SECOND / 5 };
            (
                calm.with_fault(6000, lossy),
                &[Broken::AcknowledgedLost, Broken::EffectTwice, Broken::WrongTotal],
            )
        }
        Defect::WritesNewFormatEarly => (calm.with_fault(4000, SimFault::Upgrade(1)), &[Broken::Unreadable]),
        Defect::ForgetsRefusals => (busy(pauses(calm)), &[Broken::RefusedButDone]),
        Defect::KeepsLostGroups => (
            busy(hangs(calm, HungCommit::ForTheClient)),
            &[Broken::AcknowledgedLost, Broken::NotAnswered, Broken::SuspendedForNothing],
        ),
        Defect::TurnsAwayAtHandOver => (busy(drains(calm)), &[Broken::TurnedAway]),
    }
}

const SEEDS: u64 = 30;

#[test]
fn each_planted_defect_is_found() {
    let (mut missed, mut caught) = (Vec::new(), 0_u64);
    for defect in Defect::ALL {
        let found = (1..=SEEDS).find_map(|seed| {
            let (scenario, promises) = showing(defect, seed);
            let report = simulate(scenario.with_defect(defect));
            report.violations.into_iter().find(|violation| promises.contains(&violation.promise))
        });
        match found {
            Some(violation) => {
                caught += 1;
                println!("{defect:?}: {violation}");
            }
            None => missed.push(defect),
        }
    }
    ProofRow::new(33, "defects planted in the protocol of nodes, for that simulation to find")
        .count("planted", Defect::ALL.len())
        .count("found", caught)
        .write_if_wanted("node-defects");
    assert!(missed.is_empty(), "not found: {missed:?}");
}

#[test]
fn without_the_defects_the_same_runs_are_clean() {
    for defect in Defect::ALL {
        for seed in 1..=3 {
            let (scenario, _) = showing(defect, seed);
            let report = simulate(scenario);
            assert!(report.violations.is_empty(), "the run for {defect:?}, seed {seed}:\n{report}");
        }
    }
}
