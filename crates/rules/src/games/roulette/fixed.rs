//! The terms fixed at roulette: the wheel, the spins, the odds and the calls.

use super::{Clause, Coverage, Roulette};
use crate::fixed::{FixedTerms, listed};

impl Roulette {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        let mut terms = FixedTerms::default();
        read(self, &mut terms);
        terms
    }
}

fn read(rules: &Roulette, terms: &mut FixedTerms) {
    terms.rule("wheel", listed(rules.wheel.order()), rules.wheel_rule);
    terms.rule("compartments", rules.wheel.order().len(), rules.wheel_rule);
    if let Some(rule) = rules.spins.alternate {
        terms.rule("spins", "alternate", rule);
    }
    if let Some(rule) = rules.spins.void {
        terms.rule("no-spin", "spun-again", rule);
    }
    for call in &rules.calls {
        terms.rule(format!("chips {}", call.name()), call.chips(), call.cite());
    }
    for clause in &rules.clauses {
        for wager in names(clause) {
            if let Some(rule) = clause.shared_on_zero {
                terms.rule(format!("zero {wager}"), "shared", rule);
            }
            terms.pays(wager, clause.odds, clause.cite);
        }
    }
}

/// The names of the wagers under this clause.
fn names(clause: &Clause) -> Vec<String> {
    match &clause.coverage {
        Coverage::Any { size, .. } => vec![format!("numbers {size}")],
        Coverage::Shape(shape) => vec![shape.name().to_owned()],
        Coverage::Named(names) => names.iter().map(ToString::to_string).collect(),
    }
}
