//! The terms fixed at blackjack: the dealer, doubling, splitting, surrender, insurance, the odds.

use croupier_kit::Odds;

use super::{
    AcesAgain, BetsOnABox, Blackjack, Caller, DealerBeforePlay, DealerOn17, EvenMoney, InsuranceRight,
    LostToBlackjack, NaturalsPaid, Pairs, SplitAces, Surrender, SurrenderWhen,
};
use crate::contract::Face;
use crate::fixed::{FixedTerms, listed};

impl Blackjack {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        let mut terms = FixedTerms::default();
        read(self, &mut terms);
        terms
    }
}

fn read(rules: &Blackjack, terms: &mut FixedTerms) {
    let cites = &rules.cites;
    terms.rule("cards", if rules.faces == Face::Up { "face-up" } else { "face-down" }, None);
    terms.rule("boxes-least", rules.boxes.least, cites.boxes);
    let bets = if rules.bets_on_a_box == BetsOnABox::One { "one" } else { "several" };
    terms.rule("bets-on-a-box", bets, cites.second_bet.unwrap_or(cites.caller));
    let caller = if rules.caller == Caller::FirstBet { "first-bet" } else { "agreed" };
    terms.rule("caller", caller, cites.caller);
    let before_play = match rules.before_play {
        DealerBeforePlay::NoCard => "no-card",
        DealerBeforePlay::OneCard => "one-card",
        DealerBeforePlay::HoleCard => "hole-card",
    };
    terms.rule("dealer-before-play", before_play, cites.dealer);
    let soft_17 = if rules.dealer_on_17 == DealerOn17::Stands { "stands" } else { "draws" };
    terms.rule("soft-17", soft_17, cites.dealer);
    let doubling = if rules.double_scores.is_empty() { "any".into() } else { listed(&rules.double_scores) };
    terms.rule("double", doubling, cites.double);
    read_split(rules, terms);
    let surrender = match rules.surrender {
        Surrender::Never => "never",
        Surrender::UnlessAce => "unless-ace",
        Surrender::AnyCard => "any-card",
    };
    terms.rule("surrender", surrender, cites.surrender);
    if rules.has_hole_card() && rules.surrender != Surrender::Never {
        let before = rules.surrender_when == SurrenderWhen::BeforeLook;
        terms.rule("surrender-when", if before { "before-look" } else { "after-look" }, cites.surrender);
    }
    let lost = if rules.lost_to_blackjack == LostToBlackjack::OriginalBets { "true" } else { "false" };
    terms.rule("original-bets-only", lost, cites.lost);
    read_pays(rules, terms);
    rules.sides.fix(terms);
}

fn read_split(rules: &Blackjack, terms: &mut FixedTerms) {
    let (split, cites) = (&rules.split, &rules.cites);
    terms.rule("split-barred", listed(&split.barred), cites.split);
    terms.rule("split-tens", if split.pairs == Pairs::Value { "value" } else { "rank" }, cites.split);
    terms.rule("max-hands", split.hands_max, cites.split_again);
    let aces = if split.aces == SplitAces::OneCard { "one-card" } else { "play-on" };
    terms.rule("split-aces", aces, cites.split);
    let again = if split.aces_again == AcesAgain::Never { "never" } else { "as-others" };
    terms.rule("aces-again", again, cites.split);
}

fn read_pays(rules: &Blackjack, terms: &mut FixedTerms) {
    let natural = rules.natural;
    let paid = if rules.naturals == NaturalsPaid::AtOnce { "at-once" } else { "at-end" };
    terms.rule("blackjack-paid", paid, natural.clause.unwrap_or(natural.cite));
    let right = if rules.insurance.right == InsuranceRight::AnyHand { "any-hand" } else { "own-blackjack" };
    terms.rule("insurance", right, rules.insurance.cites.first());
    terms.pays("box", rules.ordinary.odds, rules.ordinary.cite);
    terms.pays("blackjack", natural.odds, natural.cite);
    let insurance = rules.insurance.cites.iter().last();
    terms.pays("insurance", rules.insurance.odds, insurance);
    if let EvenMoney::Offered(rule) = rules.even_money {
        terms.pays("even-money", Odds::EVENS, rule);
    }
}
