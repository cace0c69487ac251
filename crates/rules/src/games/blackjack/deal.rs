//! What lies on a blackjack table: the boxes, their hands, and the dealer's.

use croupier_kit::Rank;

use super::hand::{Hand, Waits};
use super::{Blackjack, CardValues, DealerBeforePlay, DealerOn17, NaturalsPaid, SplitAces, SplitTwoCard21};
use crate::contract::{Face, Fall, Positions, Seat, Turn};

/// No book lets a box be split into more hands than this (5-commands: `max-hands` 2 to 8).
pub const HANDS_MAX: usize = 8;

/// One box: its hands by number, and the order in which they lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BoxOnTable {
    /// Hand `n` of the box is at place `n - 1`.
    hands: [Hand; HANDS_MAX],
    /// The places of the hands from left to right.
    order: [u8; HANDS_MAX],
    /// How many hands there are; nought where the box is not in play.
    count: u8,
}

impl BoxOnTable {
    /// Its hands, by number.
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.count)]
    }

    /// Whether it has been split.
    pub const fn is_split(&self) -> bool {
        self.count > 1
    }

    /// The places of its hands from left to right.
    fn left_to_right(&self) -> impl Iterator<Item = u8> + '_ {
        self.order[..usize::from(self.count)].iter().copied()
    }

    /// Whether its first two cards made 21.
    pub fn has_blackjack(&self) -> bool {
        !self.is_split() && self.hands[0].is_two_card_21()
    }

    /// Splits the hand at this place: the new one lies to its right and takes the next number, which is returned.
    fn split(&mut self, place: u8, waits: Waits, values: &CardValues) -> u8 {
        let new = self.count;
        let pair = self.hands[usize::from(place)];
        self.hands[usize::from(place)] = Hand::split_from(pair, waits, values);
        self.hands[usize::from(new)] = Hand::split_from(pair, waits, values);
        let at = self.left_to_right().position(|p| p == place).unwrap_or(0) + 1;
        self.order[at..=usize::from(new)].rotate_right(1);
        self.order[at] = new;
        self.count += 1;
        new
    }
}

/// A blackjack table with room for so many boxes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal<const BOXES: usize> {
    boxes: [BoxOnTable; BOXES],
    dealer: Hand,
    /// Insurance is open: the dealer takes a second card whatever else is decided.
    insured: bool,
    /// The first cards are out and nothing has happened since.
    untouched: bool,
}

// One box for prices and simulation, fourteen for the largest table a book permits.
const _: () = assert!(size_of::<Deal<1>>() == 65 && size_of::<Deal<14>>() == 806);

/// One hand of one box, by place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct At {
    pub(super) seat: Seat,
    pub(super) place: u8,
}

impl<const BOXES: usize> Deal<BOXES> {
    pub(super) fn new(in_play: Positions) -> Self {
        let mut boxes = [BoxOnTable::default(); BOXES];
        for (seat, on_table) in (0..).zip(&mut boxes) {
            on_table.count = u8::from(in_play.contains(seat));
        }
        Self { boxes, dealer: Hand::default(), insured: false, untouched: false }
    }

    /// The seat that stands for the dealer.
    #[allow(clippy::cast_possible_truncation, reason = "a table has at most fourteen boxes")]
    pub const DEALER: Seat = BOXES as Seat;

    /// The box at this seat.
    pub fn at(&self, seat: Seat) -> &BoxOnTable {
        &self.boxes[usize::from(seat)]
    }

    /// The dealer's hand.
    pub fn dealer(&self) -> Hand {
        self.dealer
    }

    /// Whether the first cards are out and nothing has happened since: insurance may be taken.
    pub fn is_untouched(&self) -> bool {
        self.untouched
    }

    pub(super) fn hand(&self, at: At) -> Hand {
        self.boxes[usize::from(at.seat)].hands[usize::from(at.place)]
    }

    pub(super) fn hand_mut(&mut self, at: At) -> &mut Hand {
        &mut self.boxes[usize::from(at.seat)].hands[usize::from(at.place)]
    }

    fn every_hand(&self) -> impl Iterator<Item = &Hand> {
        self.boxes.iter().flat_map(BoxOnTable::hands)
    }

    /// The box that gets the next of the first cards: one to each, one to the dealer, a second to each.
    fn first_cards(&self, before_play: DealerBeforePlay) -> Option<Seat> {
        // A split box has more than one hand; a box of one hand with one card has yet to get its second.
        let short = |b: &BoxOnTable, cards: u8| {
            b.count == 1 && b.hands[0].cards() == cards && b.hands[0].waits != Waits::Settled
        };
        let with = |cards: u8| (0..).zip(&self.boxes).find(|(_, b)| short(b, cards)).map(|(seat, _)| seat);
        let in_play = || self.every_hand().any(|hand| hand.waits != Waits::Settled);
        let due = before_play != DealerBeforePlay::NoCard && self.dealer.cards() == 0;
        let hole_due = before_play == DealerBeforePlay::HoleCard && self.dealer.cards() == 1;
        let dealer = |due: bool| (due && in_play()).then_some(Self::DEALER);
        with(0).or_else(|| dealer(due)).or_else(|| with(1)).or_else(|| dealer(hole_due))
    }

    /// The hand that is being played: the first, box by box and left to right, that waits for a card or a decision.
    pub(super) fn playing(&self) -> Option<At> {
        (0..).zip(&self.boxes).find_map(|(seat, on_table)| {
            let waits = |place: &u8| {
                matches!(
                    on_table.hands[usize::from(*place)].waits,
                    Waits::Card | Waits::LastCard | Waits::Decision
                )
            };
            on_table.left_to_right().find(waits).map(|place| At { seat, place })
        })
    }

    /// Someone has insured against the dealer's blackjack.
    pub(super) fn insure(&mut self) {
        self.insured = true;
    }

    pub(super) fn touch(&mut self) {
        self.untouched = false;
    }

    pub(super) fn split(&mut self, at: At, waits: Waits, values: &CardValues) -> u8 {
        self.boxes[usize::from(at.seat)].split(at.place, waits, values)
    }

    /// The table with the dealer's hand as it is seen.
    pub(super) fn with_dealer(mut self, dealer: Hand) -> Self {
        self.dealer = dealer;
        self
    }

    /// The table as one box sees it, where cards lie face down until they are turned.
    pub(super) fn seen_from(&self, seat: Seat, turned: impl Fn(&BoxOnTable, Hand) -> bool) -> Self {
        let mut seen = *self;
        for (other, on_table) in (0..).zip(&mut seen.boxes) {
            let whole = *on_table;
            for hand in &mut on_table.hands[..usize::from(whole.count)] {
                if other != seat && !turned(&whole, *hand) {
                    *hand = hand.hidden();
                }
            }
        }
        seen
    }
}

impl Blackjack {
    /// A hand of these cards.
    pub fn hand_of(&self, ranks: impl Iterator<Item = Rank>) -> Hand {
        Hand::of(ranks, &self.values)
    }

    pub(super) fn turn_of<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> Turn {
        let hole = self.before_play == DealerBeforePlay::HoleCard && deal.dealer.cards() == 1;
        let face = |to| match to == Deal::<BOXES>::DEALER {
            true if hole => Face::Down,
            true => Face::Up,
            false => self.faces,
        };
        let falls = |to| Turn::Chance(Fall { to, face: face(to) });
        if let Some(to) = deal.first_cards(self.before_play) {
            return falls(to);
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

    /// Whether all first cards are out.
    pub(super) fn first_cards_are_out<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let begun = self.before_play == DealerBeforePlay::NoCard || deal.dealer.cards() > 0;
        begun && deal.first_cards(self.before_play).is_none()
    }

    /// Whether the dealer has looked at his second card and found blackjack: the round ends before anyone plays.
    pub(super) fn has_looked_at_blackjack<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let looks = self.before_play == DealerBeforePlay::HoleCard && self.first_cards_are_out(deal);
        looks && deal.dealer.is_two_card_21()
    }

    /// Whether the dealer's second card lies face down still: it is turned when every box has played.
    pub(super) fn hides_hole_card<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        let dealt = self.before_play == DealerBeforePlay::HoleCard && deal.dealer.cards() == 2;
        dealt && !self.has_looked_at_blackjack(deal) && deal.playing().is_some()
    }

    /// The dealer's hand as the table sees it.
    pub(super) fn dealer_shows<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> Hand {
        if self.hides_hole_card(deal) { deal.dealer.first_alone(&self.values) } else { deal.dealer }
    }

    /// No stake is left on this hand: it takes no card and no decision.
    pub(super) fn release<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, at: At) {
        let dealing = !self.first_cards_are_out(deal);
        deal.hand_mut(at).waits = Waits::Settled;
        deal.untouched |= dealing && self.first_cards_are_out(deal);
    }

    /// Whether the hand is blackjack: 21 in the first two cards of its box and, where the book says so, after a split.
    pub(super) fn is_natural(&self, on_table: &BoxOnTable, hand: Hand) -> bool {
        let first_two = !on_table.is_split() || self.split.two_card_21 == SplitTwoCard21::Blackjack;
        first_two && hand.is_two_card_21()
    }

    /// The dealer takes cards while a wager on a hand is undecided; where only insurance or blackjacks that are paid
    /// by his second card are open, one card; otherwise none.
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
        dealer.cards() == 1 && (deal.insured || natural_open)
    }

    /// Draws to 16, and on soft 17 where the book says so (reg. 6(1)(f), 4.2, 7.2).
    fn dealer_must_draw(&self, dealer: Hand) -> bool {
        match dealer.score() {
            0..=16 => true,
            17 => dealer.is_soft() && self.dealer_on_17 == DealerOn17::Draws,
            _ => false,
        }
    }

    /// Lets the next card fall where it goes.
    pub(super) fn deal_card<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, rank: Rank) {
        let first = deal.first_cards(self.before_play);
        match (first, deal.playing()) {
            (Some(seat), _) if seat != Deal::<BOXES>::DEALER => {
                self.first_card(deal, At { seat, place: 0 }, rank);
            }
            (None, Some(at)) => self.card_to(deal, at, rank),
            _ => deal.dealer.add(rank, &self.values),
        }
        deal.untouched = first.is_some() && self.first_cards_are_out(deal);
    }

    fn first_card<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, at: At, rank: Rank) {
        let hand = deal.hand_mut(at);
        hand.add(rank, &self.values);
        if hand.cards() == 2 {
            hand.waits = if hand.score() == 21 { Waits::Dealer } else { Waits::Decision };
        }
    }

    /// A card to a hand that has asked for one: on 21 or over it takes no decision.
    fn card_to<const BOXES: usize>(&self, deal: &mut Deal<BOXES>, at: At, rank: Rank) {
        let hand = deal.hand_mut(at);
        let last = hand.waits == Waits::LastCard;
        hand.add(rank, &self.values);
        hand.waits = match hand.score() {
            _ if hand.is_bust() => Waits::Bust,
            21 => Waits::Dealer,
            _ if last => Waits::Dealer,
            _ => Waits::Decision,
        };
    }

    /// What the hands of a split pair wait for.
    pub(super) fn after_split(&self, rank: Rank) -> Waits {
        match (rank, self.split.aces) {
            (Rank::Ace, SplitAces::OneCard) => Waits::LastCard,
            _ => Waits::Card,
        }
    }

    /// Whether the dealer's first card may yet make blackjack: an Ace or a ten.
    pub(super) fn dealer_may_have_blackjack(&self, dealer: Hand) -> bool {
        dealer.first_rank().is_some_and(|rank| rank == Rank::Ace || self.values.of(rank) == 10)
    }
}
