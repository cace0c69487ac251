//! The wagers and notes that an In-Between table offers.

use croupier_kit::Rank;

use super::kinds::HAND;
use super::{Clause, HandResult, InBetween, PLAYERS_MAX, Wager};
use crate::contract::{Payout, Seated};
use crate::guide::Guide;
use crate::offer::{Ending, Note, Offers, WagerKind};
use crate::table::TableGame;

impl Offers for Seated<InBetween, PLAYERS_MAX> {
    fn kinds(&self) -> Vec<WagerKind<Wager>> {
        vec![WagerKind {
            forms: vec![self.words(Wager)],
            covers: "one's own hand: two cards, and a third that falls between them".to_owned(),
            kind: &HAND,
            endings: self.endings(Wager),
            wagers: vec![Wager],
        }]
    }

    fn words(&self, wager: Wager) -> String {
        self.wager_name(wager)
    }

    fn endings(&self, _: Wager) -> Vec<Ending> {
        let named = [
            ("three-equal", &self.three_equal, "three cards of one rank"),
            ("between", &self.between, "the third card ranks between the first two"),
            ("consecutive", &self.consecutive, "the first two cards are neighbours in rank"),
            ("pair-only", &self.pair_only, "the first two cards are equal and the third is not"),
            ("outside", &self.outside, "the third card equals one of the first two, or ranks outside them"),
        ];
        let mut endings: Vec<Ending> =
            named.into_iter().filter_map(|(name, clause, when)| ending(name, clause, when)).collect();
        let place = |ending: &Ending| match ending.payout {
            Some(Payout::Win(_)) => 0,
            Some(Payout::Lose) => 2,
            _ => 1,
        };
        endings.sort_by_key(place);
        endings
    }

    fn notes(&self) -> Vec<Note> {
        let mut ranks = Rank::ALL;
        ranks.sort_by_key(|rank| self.order[*rank as usize]);
        let ranks: Vec<String> = ranks.iter().map(|rank| rank.symbol().to_string()).collect();
        let mut notes = Vec::new();
        if self.consecutive.result == HandResult::StandOff {
            let text = "Two neighbouring cards are a stand-off: no third card is dealt, and the stake is carried to the next hand.";
            notes.push(Note::new("Stand-off", text, self.consecutive.cites));
        }
        notes.push(Note::new("Ranks", format!("From the lowest: {}.", ranks.join(" ")), None));
        let packs =
            if self.packs == 1 { "One pack is".to_owned() } else { format!("{} packs are", self.packs) };
        notes.push(Note::new("Cards", format!("{packs} shuffled for every hand."), None));
        notes.push(Note::new("Players", "One hand a player, dealt to in the order of their bets.", None));
        notes
    }

    fn guide(&self) -> Guide {
        self.guide()
    }
}

/// The result under a clause; `None` if the hand merely continues.
fn ending(name: &str, clause: &Clause, when: &str) -> Option<Ending> {
    let payout = match clause.result {
        HandResult::Wins(odds) => Some(Payout::Win(odds)),
        HandResult::Loses => Some(Payout::Lose),
        HandResult::StandOff => None,
        HandResult::PlaysOn => return None,
    };
    Some(Ending::named(name, payout, when, clause.cites))
}
