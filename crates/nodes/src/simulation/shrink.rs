//! Making a scenario that shows a defect smaller.

use crate::simulation::scenario::Scenario;

/// The shortest span that is tried, in microseconds.
const SPAN_MIN: u64 = 3_000_000;

/// A scenario that still `breaks`, and does not if any single thing is left out of it: a fault, a trouble of the network, a
/// client, a house, or half of its time.
pub fn shrunk(mut scenario: Scenario, mut breaks: impl FnMut(&Scenario) -> bool) -> Scenario {
    while let Some(smaller) = smaller(&scenario).into_iter().find(|smaller| breaks(smaller)) {
        scenario = smaller;
    }
    scenario
}

/// Scenarios that are smaller than this one, those that are much smaller first.
fn smaller(scenario: &Scenario) -> Vec<Scenario> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Scenario)| {
        let mut changed = scenario.clone();
        change(&mut changed);
        if changed != *scenario {
            all.push(changed);
        }
    };
    if scenario.span / 2 >= SPAN_MIN {
        with(&|smaller| {
            smaller.span /= 2;
            let end = smaller.span;
            smaller.faults.retain(|(at, _)| *at < end);
        });
    }
    let count = scenario.faults.len();
    let mut part = count;
    while part > 0 {
        for from in (0..count).step_by(part) {
            with(&|smaller| drop(smaller.faults.drain(from..(from + part).min(count))));
        }
        part /= 2;
    }
    with(&|smaller| smaller.houses = 1);
    with(&|smaller| smaller.clients = 1.max(smaller.clients / 2));
    with(&|smaller| smaller.loss = 0);
    with(&|smaller| smaller.twice = 0);
    with(&|smaller| smaller.late = 0);
    with(&|smaller| smaller.slow = 0);
    with(&|smaller| smaller.clocks_apart = 0);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::scenario::SimFault;

    #[test]
    fn what_is_not_needed_is_left_out() {
        let storm = Scenario::storm(7, 4, 5, 40, 200);
        let needed = (storm.faults[3].1, storm.faults[30].1);
        let has =
            |scenario: &Scenario, wanted: SimFault| scenario.faults.iter().any(|(_, one)| *one == wanted);
        let breaks = |one: &Scenario| has(one, needed.0) && has(one, needed.1) && one.twice > 0;
        let small = shrunk(storm.clone(), breaks);
        assert!(breaks(&small) && small.faults.len() <= 2, "{small:?}");
        assert_eq!((small.houses, small.clients, small.loss, small.late, small.slow), (1, 1, 0, 0, 0));
        assert_eq!((small.seed, small.nodes), (storm.seed, storm.nodes));
        assert!(smaller(&small).iter().all(|smaller| !breaks(smaller)), "nothing more can be left out");
    }
}
