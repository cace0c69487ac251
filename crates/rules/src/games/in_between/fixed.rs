//! The terms fixed at In-Between: the order of ranks, and the result of each hand.

use croupier_kit::Rank;

use super::{Clause, HandResult, InBetween};
use crate::fixed::FixedTerms;

impl InBetween {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        let mut terms = FixedTerms::default();
        read(self, &mut terms);
        terms
    }
}

fn read(rules: &InBetween, terms: &mut FixedTerms) {
    let mut ranks: Vec<(u8, char)> =
        rules.order.iter().zip(Rank::ALL).map(|(place, rank)| (*place, rank.symbol())).collect();
    ranks.sort_unstable();
    terms.rule("ranks", ranks.iter().map(|(_, symbol)| symbol).collect::<String>(), None);
    let clauses = [
        ("consecutive", rules.consecutive),
        ("between", rules.between),
        ("three-equal", rules.three_equal),
        ("outside", rules.outside),
        ("pair-only", rules.pair_only),
    ];
    for (key, clause) in clauses {
        read_clause(key, clause, terms);
    }
}

fn read_clause(key: &str, clause: Clause, terms: &mut FixedTerms) {
    let word = match clause.result {
        HandResult::Wins(odds) => {
            terms.pays(key, odds, clause.cites.iter().last());
            "wins"
        }
        HandResult::Loses => "loses",
        HandResult::StandOff => "stand-off",
        HandResult::PlaysOn => "plays-on",
    };
    terms.rule(key, word, clause.cites.first());
}
