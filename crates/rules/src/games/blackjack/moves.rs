//! The decisions that a box may make, and their effects.

use croupier_kit::Rank;

use super::deal::{At, Deal};
use super::hand::{Hand, Waits};
use super::{
    AcesAgain, Blackjack, DoubleAfterSplit, EvenMoney, InsuranceAfterSplit, InsuranceRight, Move, Pairs,
    Surrender,
};
use crate::contract::{Seat, Turn};
use crate::law::{Refusal, Rule};

impl Blackjack {
    /// The provision that governs a move.
    pub(super) fn rule_of(&self, mv: Move) -> Rule {
        match mv {
            Move::Draw => self.cites.draw,
            Move::Stand => self.cites.stand,
            Move::Double => self.cites.double,
            Move::Split => self.cites.split,
            Move::Surrender | Move::PlayOn => self.cites.surrender,
            Move::Look => self.cites.dealer,
        }
    }

    /// The hand that must decide, if it is this box's turn.
    pub(super) fn deciding<const BOXES: usize>(&self, deal: &Deal<BOXES>, seat: Seat) -> Option<At> {
        let waits = |at: &At| at.seat == seat && deal.hand(*at).waits == Waits::Decision;
        if !self.first_cards_are_out(deal) || self.has_looked_at_blackjack(deal) {
            return None;
        }
        match self.look_is_due(deal) {
            true if self.surrenders_before_look(deal) => self.before_look(deal).filter(waits),
            true => None,
            false => deal.playing().filter(waits),
        }
    }

    /// The place in its box of the hand that this seat must decide on.
    pub fn to_decide<const BOXES: usize>(&self, deal: &Deal<BOXES>, seat: Seat) -> Option<u8> {
        self.deciding(deal, seat).map(|at| at.place)
    }

    /// Whether a bet on a box may be insured now, as far as the deal decides it: the dealer shows an Ace, the hand has the
    /// right, and it is before the first decision of the round or, in some books, on a split box until the dealer draws.
    pub fn insurance_is_open<const BOXES: usize>(&self, deal: &Deal<BOXES>, seat: Seat) -> bool {
        self.has_insurance_right(deal, seat) && self.insurance_is_in_time(deal, seat)
    }

    /// Whether the dealer shows an Ace, and the hand may be insured.
    pub(super) fn has_insurance_right<const BOXES: usize>(&self, deal: &Deal<BOXES>, seat: Seat) -> bool {
        let on_table = deal.at(seat);
        let given_up = on_table.hands().iter().any(|hand| hand.waits == Waits::Surrendered);
        let whole = !on_table.is_split() || self.split.insurance == InsuranceAfterSplit::GoesOn;
        let hand = match self.insurance.right {
            InsuranceRight::OwnBlackjack => {
                whole && on_table.hands().iter().any(|hand| hand.is_two_card_21())
            }
            InsuranceRight::AnyHand => whole,
        };
        hand && !given_up && deal.dealer().first_rank() == Some(Rank::Ace)
    }

    pub(super) fn insurance_is_in_time<const BOXES: usize>(&self, deal: &Deal<BOXES>, seat: Seat) -> bool {
        let split = deal.at(seat).is_split() && deal.dealer().cards() == 1;
        let goes_on = split && !self.has_hole_card() && self.split.insurance == InsuranceAfterSplit::GoesOn;
        deal.is_untouched() || goes_on
    }

    /// Opens insurance. The dealer's second card settles it regardless of the other stakes. It is offered as long as
    /// nothing has happened since the first cards.
    pub fn open_insurance<const BOXES: usize>(&self, deal: &mut Deal<BOXES>) {
        deal.insure();
    }

    /// Whether the blackjack of a box may be settled at evens now (reading M12).
    pub(super) fn even_money_is_open<const BOXES: usize>(&self, deal: &Deal<BOXES>, seat: Seat) -> bool {
        let offered = matches!(self.even_money, EvenMoney::Offered(_));
        let shows_ace = deal.dealer().first_rank() == Some(Rank::Ace);
        offered && deal.is_untouched() && shows_ace && deal.at(seat).has_blackjack()
    }

    /// Settles the blackjack of a box at evens when all first cards are out, and returns whether it may be.
    pub fn take_even_money<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, seat: Seat) -> bool {
        let taken = self.first_cards_are_out(deal) && self.even_money_is_open(deal, seat);
        if taken {
            self.release(deal, At { seat, place: 0 });
        }
        taken
    }

    pub(super) fn check_move<const BOXES: usize>(
        &self,
        deal: &Deal<BOXES>,
        seat: Seat,
        mv: Move,
    ) -> Result<(), Refusal> {
        let rule = self.rule_of(mv);
        if seat == Deal::<BOXES>::DEALER && mv == Move::Look && self.turn_of(deal) == Turn::Seat(seat) {
            return Ok(());
        }
        let Some(at) = self.deciding(deal, seat) else {
            return Err(Refusal::new(
                rule,
                format!("a decision for box {}", u32::from(seat) + 1),
                "it is not this box's turn",
            ));
        };
        let refusal = |found: &str, allowed: &'static str| Err(Refusal::new(rule, found.to_owned(), allowed));
        match mv {
            Move::Surrender => self.check_surrender(deal, at),
            Move::PlayOn if self.look_is_due(deal) => Ok(()),
            _ if self.look_is_due(deal) => refusal("a decision", "the dealer looks first"),
            Move::PlayOn | Move::Look => refusal("a look", "the dealer looks before anybody plays"),
            Move::Draw | Move::Double if self.gets_one_card(deal, at) => {
                refusal("a further card to a split Ace", "a split Ace gets one card")
            }
            Move::Draw | Move::Stand => Ok(()),
            Move::Double => self.check_double(deal.hand(at), deal, at),
            Move::Split => self.check_split(deal, at),
        }
    }

    /// Checks a double: on two cards and, in some books, only on some scores or not after a split.
    fn check_double<const BOXES: usize>(
        &self,
        hand: Hand,
        deal: &Deal<BOXES>,
        at: At,
    ) -> Result<(), Refusal> {
        let refusal =
            |found: String, allowed: &'static str| Err(Refusal::new(self.cites.double, found, allowed));
        if hand.cards() != 2 {
            return refusal(
                format!("a double on {} cards", hand.cards()),
                "you can double only on the first two cards",
            );
        }
        if !self.double_scores.is_empty() && !self.double_scores.contains(&hand.score()) {
            let scores: Vec<String> = self.double_scores.iter().map(ToString::to_string).collect();
            let allowed = format!("you can double only on {}", scores.join(", "));
            return Err(Refusal::new(self.cites.double, format!("a double on {}", hand.score()), allowed));
        }
        if deal.at(at.seat).is_split() && self.split.double == DoubleAfterSplit::Never {
            return refusal("a double after a split".to_owned(), "a split hand cannot be doubled");
        }
        Ok(())
    }

    fn check_split<const BOXES: usize>(&self, deal: &Deal<BOXES>, at: At) -> Result<(), Refusal> {
        let on_table = deal.at(at.seat);
        let hands = on_table.hands().len();
        if hands >= usize::from(self.split.hands_max) {
            let rule = if on_table.is_split() { self.cites.split_again } else { self.cites.split };
            return Err(Refusal::new(
                rule,
                "a further split",
                format!("a box has at most {} hands", self.split.hands_max),
            ));
        }
        let refusal =
            |found: &'static str, allowed: String| Err(Refusal::new(self.cites.split, found, allowed));
        let Some((first, second)) = deal.hand(at).pair() else {
            return refusal("a split of more than two cards", "only a pair can be split".to_owned());
        };
        let alike = match self.split.pairs {
            Pairs::Value => self.values.of(first) == self.values.of(second),
            Pairs::Rank => first == second,
        };
        if !alike {
            return refusal("a split of two different cards", "only a pair can be split".to_owned());
        }
        let value = self.values.of(first);
        if self.split.barred.contains(&value) {
            return refusal("a split of this pair", format!("cards worth {value} cannot be split"));
        }
        if on_table.is_split() && first == Rank::Ace && self.split.aces_again == AcesAgain::Never {
            return refusal("a further split of Aces", "Aces can be split only once".to_owned());
        }
        Ok(())
    }

    /// Checks a surrender: the first decision on the first two cards, in some books not against an Ace (reading M9),
    /// and where the dealer looks, before or after that.
    pub(super) fn check_surrender<const BOXES: usize>(
        &self,
        deal: &Deal<BOXES>,
        at: At,
    ) -> Result<(), Refusal> {
        let refusal = |allowed: &'static str| Err(Refusal::new(self.cites.surrender, "a surrender", allowed));
        if self.surrender == Surrender::Never {
            return refusal("it is not permitted at this table");
        }
        if deal.at(at.seat).is_split() || deal.hand(at).cards() != 2 {
            return refusal("you can surrender only as the first decision on two cards");
        }
        let ace = deal.dealer().first_rank() == Some(Rank::Ace);
        if ace && self.surrender == Surrender::UnlessAce {
            return refusal("not against a dealer's Ace");
        }
        if deal.has_looked() && self.surrenders_before_look(deal) {
            return refusal("surrender before the dealer looks");
        }
        Ok(())
    }

    /// Makes the move for the hand that must decide.
    pub(super) fn make_move<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, mv: Move) {
        if mv == Move::Look {
            deal.look();
            return;
        }
        let before_look = self.look_is_due(deal);
        let playing = if before_look { self.before_look(deal) } else { deal.playing() };
        let Some(at) = playing else { return };
        if !before_look {
            deal.touch();
        }
        match mv {
            Move::Draw => deal.hand_mut(at).waits = Waits::Card,
            Move::Stand => deal.hand_mut(at).waits = Waits::Dealer,
            Move::Double => deal.hand_mut(at).waits = Waits::LastCard,
            Move::Surrender => deal.hand_mut(at).waits = Waits::Surrendered,
            Move::PlayOn => deal.hand_mut(at).waits = Waits::Look,
            Move::Look => {}
            Move::Split => {
                let rank = deal.hand(at).first_rank().expect("only a hand of two cards can be split");
                deal.split(at, self.after_split(rank), &self.values);
            }
        }
    }
}
