//! The dealer's look at the second card under an Ace or a card worth ten: insurance, even money and a surrender that the
//! book permits before it come first; a blackjack ends the round, and otherwise the boxes play.

use croupier_kit::Rank;

use super::deal::{At, BoxOnTable, Deal};
use super::hand::Waits;
use super::options::{DealerBeforePlay, Surrender, SurrenderWhen};
use super::rules::Blackjack;
use crate::contract::{Seat, Turn};

impl Blackjack {
    /// Whether the dealer has a second card, face down, before anyone plays.
    pub(super) fn has_hole_card(&self) -> bool {
        self.before_play == DealerBeforePlay::HoleCard
    }

    /// Whether the next thing to happen is the dealer's look, or a surrender before it.
    pub(super) fn look_is_due<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let may_be_blackjack = self.has_hole_card() && self.dealer_may_have_blackjack(deal.dealer);
        may_be_blackjack
            && !deal.looked
            && self.first_cards_are_out(deal)
            && (deal.insured || deal.every_hand().any(|hand| is_open(hand.waits)))
    }

    /// Whether the dealer may look now, by the record: the cards of the boxes are out and nobody has decided. At an
    /// attended table the second card lies unseen then. He may look although nothing is left to play for.
    pub(super) fn may_look<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        self.has_hole_card() && deal.untouched && !deal.looked
    }

    /// Whether only the dealer's second card is due of the first cards.
    pub(super) fn hole_card_is_due<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let dealt = self.has_hole_card() && deal.dealer.cards() == 1;
        dealt && deal.first_cards(self.before_play) == Some(Deal::<BOXES>::DEALER)
    }

    /// Whether the dealer's second card is due and nobody has to look at it: the first cannot lead to blackjack. A
    /// record may then leave the card face down until the boxes have played.
    pub(super) fn plays_unseen<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        self.hole_card_is_due(deal) && !self.dealer_may_have_blackjack(deal.dealer)
    }

    /// Whether the dealer looked at the card that is due to him and said that it makes no blackjack, but this card does.
    pub(super) fn contradicts<const BOXES: usize>(&self, deal: &Deal<BOXES>, rank: Rank) -> bool {
        let mut dealer = deal.dealer;
        dealer.add(rank, &self.values);
        let due = || matches!(self.turn_of(deal), Turn::Chance(fall) if fall.to == Deal::<BOXES>::DEALER);
        deal.has_looked_unseen() && dealer.is_two_card_21() && due()
    }

    /// Whether hands are given up before the dealer looks at this deal, and not after.
    pub(super) fn surrenders_before_look<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let before = self.surrender != Surrender::Never && self.surrender_when == SurrenderWhen::BeforeLook;
        before && self.has_hole_card() && self.dealer_may_have_blackjack(deal.dealer)
    }

    /// Whether hands may be given up now, before the dealer looks.
    pub(super) fn early_surrender_is_open<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        self.surrenders_before_look(deal) && self.may_look(deal)
    }

    /// The first hand that has not yet said whether it is given up before the look.
    pub(super) fn before_look<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> Option<At> {
        let asked = |at: &At| self.check_surrender(deal, *at).is_ok();
        let undecided =
            |on_table: &BoxOnTable| on_table.hands().iter().any(|hand| hand.waits == Waits::Decision);
        let mut boxes = (0..Deal::<BOXES>::DEALER).filter(|seat| undecided(deal.at(*seat)));
        boxes.find_map(|seat: Seat| Some(At { seat, place: 0 }).filter(asked))
    }
}

/// Whether a hand has yet to be played or compared.
const fn is_open(waits: Waits) -> bool {
    !matches!(waits, Waits::Settled | Waits::Surrendered | Waits::Bust)
}
