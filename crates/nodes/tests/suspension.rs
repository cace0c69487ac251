//! A suspension is repeated until the database says so.

use std::sync::Arc;
use std::time::Duration;

use croupier_nodes::{
    ClusterView, DatabaseAnswer, DatabaseCall, HouseNumber, LeaseRow, Node, NodeAction, NodeInput,
    NodeSettings, RunId,
};

const HOUSE: HouseNumber = HouseNumber(1);

/// The node for a second, in which the database answers looks with the house not suspended and loses everything else after the
/// first announcement. Returns how often the node asked to suspend the house.
fn suspensions_in_a_second(node: &mut Node, from: Duration) -> usize {
    let (mut suspensions, mut now) = (0, from);
    while now < from + Duration::from_secs(1) {
        let mut actions = node.handle(NodeInput::Tick, now);
        while let Some(action) = actions.pop() {
            let NodeAction::Call { call, what } = action else { continue };
            let answer = match what {
                DatabaseCall::Announce(_) => DatabaseAnswer::Done,
                DatabaseCall::Look => DatabaseAnswer::View(Arc::new(view())),
                DatabaseCall::Suspend { house: HOUSE, .. } => {
                    suspensions += 1;
                    DatabaseAnswer::Lost
                }
                _ => DatabaseAnswer::Lost,
            };
            actions.extend(node.handle(NodeInput::Database { call, answer }, now));
        }
        now += Duration::from_millis(20);
    }
    suspensions
}

/// The house belongs to another node and is not suspended.
fn view() -> ClusterView {
    let lease = LeaseRow { house: HOUSE, run: Some(RunId(2)), fence: 1, renewals: 1, suspended: None };
    ClusterView { format: 1, leases: vec![lease], ..ClusterView::default() }
}

#[test]
fn a_suspension_that_the_database_does_not_show_is_repeated() {
    let mut node = Node::new(RunId(1), NodeSettings::default());
    drop(node.handle(NodeInput::Serve(HOUSE), Duration::ZERO));
    assert_eq!(suspensions_in_a_second(&mut node, Duration::ZERO), 0);
    drop(node.handle(NodeInput::ApplyFailed { house: HOUSE, sequence: 7 }, Duration::from_secs(1)));
    assert!(suspensions_in_a_second(&mut node, Duration::from_secs(1)) > 1);
}
