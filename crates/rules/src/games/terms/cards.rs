//! What is fixed at In-Between and at Arizona Hold-Em.

use croupier_kit::{PokerHand, Rank};

use super::FixedTerms;
use crate::games::in_between::{Clause, HandResult, InBetween};
use crate::games::poker::{HoldEm, Shuffled};

pub(super) fn read_in_between(rules: &InBetween, terms: &mut FixedTerms) {
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

/// The hands that are told apart by name, the highest first.
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

pub(super) fn read_poker(rules: &HoldEm, terms: &mut FixedTerms) {
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
