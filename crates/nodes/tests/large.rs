//! A thousand houses on a hundred nodes.

use croupier_nodes::simulation::{Scenario, SimFault, simulate};

const SECOND: u64 = 1_000_000;

#[test]
fn a_thousand_houses_on_a_hundred_nodes_survive_kills_pauses_and_drains() {
    let mut scenario = Scenario::calm(1, 1000, 100, 14);
    (scenario.clients, scenario.pause) = (1, SECOND);
    scenario.absent = vec![99];
    for turn in 0..4 {
        let node = usize::try_from(turn).unwrap() * 20;
        scenario = scenario
            .with_fault(4000 + 700 * turn, SimFault::Kill(node))
            .with_fault(4300 + 700 * turn, SimFault::Pause(node + 1, 5 * SECOND))
            .with_fault(4500 + 700 * turn, SimFault::Drain(node + 2));
    }
    let report = simulate(scenario.with_fault(8000, SimFault::Start(99)));
    assert!(report.violations.is_empty(), "{report}");
    assert!(report.measures.owner_after_kill.count() >= 30, "{report}");
    assert!(report.measures.owner_after_kill.worst() < 4 * SECOND, "{report}");
    assert!(report.measures.answer_after_kill.worst() < 5 * SECOND, "{report}");
    assert!(report.measures.hand_over.count() >= 40, "{report}");
    assert!(report.measures.hand_over.per_mille(990) < 300_000, "{report}");
}
