//! The terms fixed at poker against a dealer's hand: the cards, the raise, the results and the odds.

use super::rules::{DealerPoker, Pay};
use super::{HandKind, KINDS};
use crate::fixed::FixedTerms;

impl DealerPoker {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        let mut terms = FixedTerms::default();
        read(self, &mut terms);
        terms
    }
}

fn read(rules: &DealerPoker, terms: &mut FixedTerms) {
    terms.rule("cards", rules.size.cards(), rules.play);
    terms.rule("raise", rules.multiple, rules.play);
    terms.rule("dealer-shows", rules.shows.name(), rules.play);
    match &rules.qualifies {
        Some(qualifies) => terms.rule("qualifies", &qualifies.words, qualifies.cite),
        None => terms.rule("qualifies", "any hand", rules.play),
    }
    for (key, _, clause) in rules.clauses() {
        let is = format!("ante {}, raise {}", clause.ante.name(), clause.raise.name());
        terms.rule(key, is, clause.cite);
    }
    terms.pays("ante", rules.ante.odds, rules.ante.cite);
    terms.pays("raise", rules.raise.usual.odds, rules.raise.usual.cite);
    pays("raise", &rules.raise.by_kind, terms);
    pays("bonus", &rules.bonus, terms);
    rules.sides.fix(terms);
}

fn pays(what: &str, table: &[Option<Pay>; KINDS], terms: &mut FixedTerms) {
    for (kind, pay) in HandKind::ALL.into_iter().zip(table).rev() {
        if let Some(pay) = pay {
            terms.pays(format!("{what} {}", kind.name()), pay.odds, pay.cite);
        }
    }
}
