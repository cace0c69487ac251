//! The terms fixed at Arizona Hold-Em: the circles, the shuffle and the pay table.

use croupier_kit::{PokerHand, Rank};

use super::{HoldEm, Shuffled};
use crate::fixed::FixedTerms;

impl HoldEm {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        let mut terms = FixedTerms::default();
        read(self, &mut terms);
        terms
    }
}

/// The hands that have their own names, the highest first.
const HANDS: [(PokerHand, &str); 8] = [
    (PokerHand::RoyalFlush, "royal-flush"),
    (PokerHand::StraightFlush, "straight-flush"),
    (PokerHand::FourOfAKind, "four-of-a-kind"),
    (PokerHand::FullHouse, "full-house"),
    (PokerHand::Flush, "flush"),
    (PokerHand::Straight, "straight"),
    (PokerHand::ThreeOfAKind, "three-of-a-kind"),
    (PokerHand::TwoPairs, "two-pairs"),
];

fn read(rules: &HoldEm, terms: &mut FixedTerms) {
    terms.rule("circles", rules.raises + 1, rules.play);
    let shuffled = if rules.shuffled == Shuffled::EveryHand { "every-hand" } else { "between-hands" };
    terms.rule("shuffled", shuffled, rules.play);
    for (hand, name) in HANDS {
        if let Some(pay) = rules.pays.of(hand) {
            terms.pays(name, pay.odds, pay.cite);
        }
    }
    for rank in Rank::ALL.into_iter().rev() {
        if let Some(pay) = rules.pays.of(PokerHand::Pair(rank)) {
            terms.pays(format!("pair {}", rank.symbol()), pay.odds, pay.cite);
        }
    }
    if let Some(pay) = rules.pays.of(PokerHand::HighCard) {
        terms.pays("high-card", pay.odds, pay.cite);
    }
}
