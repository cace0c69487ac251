//! Where the next card goes, whose turn it is, and when the dealer draws.

use croupier_kit::Rank;

use super::deal::{At, BoxOnTable, Deal};
use super::hand::{Hand, Waits};
use super::options::{AcesAgain, DealerBeforePlay, DealerOn17, NaturalsPaid, SplitAces, SplitTwoCard21};
use super::rules::Blackjack;
use crate::contract::{Face, Fall, Turn};

impl Blackjack {
    /// A hand of these cards.
    pub fn hand_of(&self, ranks: impl Iterator<Item = Rank>) -> Hand {
        Hand::of(ranks, &self.values)
    }

    pub(super) fn turn_of<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> Turn {
        let hole = self.hole_card_is_due(deal);
        let face = |to| match to == Deal::<BOXES>::DEALER {
            true if hole => Face::Down,
            true => Face::Up,
            false => self.faces,
        };
        let falls = |to| Turn::Chance(Fall { to, face: face(to) });
        if let Some(to) = deal.first_cards(self.before_play) {
            return falls(to);
        }
        if self.look_is_due(deal) {
            let first = if self.surrenders_before_look(deal) { self.before_look(deal) } else { None };
            return Turn::Seat(first.map_or(Deal::<BOXES>::DEALER, |at| at.seat));
        }
        if self.has_looked_at_blackjack(deal) {
            return Turn::Over;
        }
        match deal.playing() {
            Some(at) if deal.hand(at).waits == Waits::Decision => Turn::Seat(at.seat),
            Some(at) => falls(at.seat),
            None if self.dealer_draws(deal) => falls(Deal::<BOXES>::DEALER),
            None => Turn::Over,
        }
    }

    /// Whether all first cards have been dealt.
    pub(super) fn first_cards_are_out<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let begun = self.before_play == DealerBeforePlay::NoCard || deal.dealer.cards() > 0;
        begun && deal.first_cards(self.before_play).is_none()
    }

    /// Whether all first cards have been dealt, with or without the dealer's second one: insurance is open then.
    pub(super) fn insurance_opens<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        self.first_cards_are_out(deal) || self.hole_card_is_due(deal)
    }

    /// Whether the dealer has looked at the second card and found blackjack: the round then ends before anyone plays.
    pub(super) fn has_looked_at_blackjack<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        self.has_hole_card() && deal.looked && deal.dealer.is_two_card_21()
    }

    /// Whether the dealer's second card is still face down. It is turned when every box has played.
    pub(super) fn hides_hole_card<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let dealt = self.has_hole_card() && deal.dealer.cards() == 2;
        let played = !self.has_looked_at_blackjack(deal) && deal.playing().is_some();
        dealt && (self.look_is_due(deal) || played)
    }

    /// The dealer's hand as the players see it.
    pub(super) fn dealer_shows<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> Hand {
        if self.hides_hole_card(deal) { deal.dealer.first_alone(&self.values) } else { deal.dealer }
    }

    /// Marks a hand on which no stake is left: it receives no more cards and decisions.
    pub(super) fn release<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, at: At) {
        let dealing = !self.insurance_opens(deal);
        deal.hand_mut(at).waits = Waits::Settled;
        deal.untouched |= dealing && self.insurance_opens(deal);
    }

    /// Whether the hand is blackjack: 21 in the first two cards of its box and, if the book says so, also after a
    /// split.
    pub(super) fn is_natural(&self, on_table: &BoxOnTable, hand: Hand) -> bool {
        let first_two = !on_table.is_split() || self.split.two_card_21 == SplitTwoCard21::Blackjack;
        first_two && hand.is_two_card_21()
    }

    /// Whether the dealer draws. The dealer draws as long as a wager on a hand is undecided. If only insurance is
    /// open, or blackjacks that the dealer's second card decides, the dealer draws one card; otherwise none.
    fn dealer_draws<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let dealer = deal.dealer;
        let hands = deal.boxes.iter().flat_map(|b| b.hands().iter().map(move |hand| (b, *hand)));
        let mut waiting = hands.filter(|(_, hand)| hand.waits == Waits::Dealer).peekable();
        let any_waits = waiting.peek().is_some();
        let at_once = self.naturals == NaturalsPaid::AtOnce;
        if waiting.any(|(b, hand)| !(at_once && self.is_natural(b, hand))) {
            return self.dealer_must_draw(dealer);
        }
        let natural_open = any_waits && self.dealer_may_have_blackjack(dealer);
        // A dealer who has looked has decided both.
        dealer.cards() == 1 && !deal.looked && (deal.insured || natural_open)
    }

    /// Whether the dealer must draw: up to 16, and on soft 17 if the book says so (reg. 6(1)(f), 4.2, 7.2).
    fn dealer_must_draw(&self, dealer: Hand) -> bool {
        match dealer.score() {
            0..=16 => true,
            17 => dealer.is_soft() && self.dealer_on_17 == DealerOn17::Draws,
            _ => false,
        }
    }

    /// Deals the next card to the hand that is due to receive it.
    pub(super) fn deal_card<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, rank: Rank) {
        let first = deal.first_cards(self.before_play);
        match (first, deal.playing()) {
            (Some(seat), _) if seat != Deal::<BOXES>::DEALER => {
                self.first_card(deal, At { seat, place: 0 }, rank);
            }
            (None, Some(at)) => self.card_to(deal, at, rank),
            _ => deal.dealer.add(rank, &self.values),
        }
        deal.untouched = first.is_some() && self.insurance_opens(deal);
    }

    fn first_card<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, at: At, rank: Rank) {
        let hand = deal.hand_mut(at);
        hand.add(rank, &self.values);
        if hand.cards() == 2 {
            hand.waits = if hand.score() == 21 { Waits::Dealer } else { Waits::Decision };
        }
    }

    /// Deals a card to a hand that asked for one. At 21 or more the hand makes no further decision.
    fn card_to<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, at: At, rank: Rank) {
        let hands = deal.at(at.seat).hands().len();
        let hand = deal.hand_mut(at);
        let last = hand.waits == Waits::LastCard;
        hand.add(rank, &self.values);
        hand.waits = match hand.score() {
            _ if hand.is_bust() => Waits::Bust,
            21 => Waits::Dealer,
            _ if last && self.is_split_again(*hand, hands) => Waits::Decision,
            _ if last => Waits::Dealer,
            _ => Waits::Decision,
        };
    }

    /// Whether a split Ace that got its one card is a pair that may be split again.
    fn is_split_again(&self, hand: Hand, hands: usize) -> bool {
        let room = hands < usize::from(self.split.hands_max) && self.split.aces_again == AcesAgain::AsOthers;
        room && hand.pair() == Some((Rank::Ace, Rank::Ace))
    }

    /// Whether the hand is a split Ace that gets one card only.
    pub(super) fn gets_one_card<const BOXES: usize>(&self, deal: &Deal<BOXES>, at: At) -> bool {
        let split = deal.at(at.seat).is_split() && self.split.aces == SplitAces::OneCard;
        split && deal.hand(at).first_rank() == Some(Rank::Ace)
    }

    /// What the two hands of a split pair wait for.
    pub(super) fn after_split(&self, rank: Rank) -> Waits {
        match (rank, self.split.aces) {
            (Rank::Ace, SplitAces::OneCard) => Waits::LastCard,
            _ => Waits::Card,
        }
    }

    /// Whether the dealer's first card can still lead to blackjack: an Ace or a card worth ten.
    pub(super) fn dealer_may_have_blackjack(&self, dealer: Hand) -> bool {
        dealer.first_rank().is_some_and(|rank| rank == Rank::Ace || self.values.of(rank) == 10)
    }
}
