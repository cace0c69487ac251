//! The terms fixed at roulette: the wheel, the spins, the odds and the calls.

use super::{Clause, Coverage, EnPrison, OnZero, Roulette, SecondZero};
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
            match clause.on_zero.map(|zero| zero.does) {
                None => {}
                Some(OnZero::Shared(rule)) => terms.rule(format!("zero {wager}"), "shared", rule),
                Some(OnZero::Held(prison)) => held(terms, &wager, prison),
            }
            terms.pays(wager, clause.odds, clause.cite);
        }
    }
}

/// The terms on a wager that a zero holds.
fn held(terms: &mut FixedTerms, wager: &str, prison: EnPrison) {
    terms.rule(format!("zero {wager}"), "held", prison.cite);
    terms.rule(format!("second-zero {wager}"), prison.second_zero.name(), prison.second_cite);
    if let SecondZero::Deeper { levels } = prison.second_zero {
        terms.rule(format!("levels {wager}"), levels, prison.second_cite);
    }
    if let Some(rule) = prison.half {
        terms.rule(format!("half {wager}"), "offered", rule);
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
