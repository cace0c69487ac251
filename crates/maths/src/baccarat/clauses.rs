//! The clauses in which baccarat tables differ.

use croupier_rules::games::baccarat::Baccarat;

use crate::clauses::{RuleSwap, Taking};

/// The table with one clause of another table, for every clause in which they differ.
pub(super) fn swaps(at: &Baccarat, from: &Baccarat) -> Vec<RuleSwap<Baccarat>> {
    let mut taking = Taking::new(at, from);
    taking.take("packs", |rules| &mut rules.packs);
    // Games with one and two opposing hands are comparable in nothing but their packs and the odds of their wagers.
    if at.hands == from.hands {
        taking.take("naturals", |rules| &mut rules.drawing.naturals);
        taking.take("when the opposing hand draws", |rules| &mut rules.drawing.opposing);
        taking.take("who decides for the banker", |rules| &mut rules.drawing.banker);
        taking.take("the banker's drawing table", |rules| &mut rules.drawing.tableau);
    }
    let mut found = taking.found;
    for (place, clause) in at.clauses.iter().enumerate() {
        let theirs =
            from.clauses.iter().find(|theirs| theirs.name == clause.name && theirs.odds != clause.odds);
        if let Some(theirs) = theirs {
            let mut with = at.clone();
            with.clauses[place].odds = theirs.odds;
            found.push(RuleSwap { key: format!("odds of {}", clause.name), rules: with });
        }
    }
    found
}
