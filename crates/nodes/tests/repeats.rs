//! The same seed is the same run.

use croupier_nodes::simulation::{Scenario, simulate};

#[test]
fn a_seed_repeats_exactly_and_another_differs() {
    let run = |seed| simulate(Scenario::storm(seed, 5, 4, 20, 600));
    let (first, again, other) = (run(3), run(3), run(4));
    assert_eq!(first.history, again.history);
    assert_eq!(first.measures, again.measures);
    assert_ne!(first.history, other.history);
}
