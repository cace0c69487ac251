//! The state of a blackjack deal: the boxes, their hands, and the dealer's hand.

use croupier_kit::Rank;

use super::hand::{Hand, Waits};
use super::options::DealerBeforePlay;
use super::values::CardValues;
use crate::contract::{Positions, Seat, Stock};

/// The most hands into which any book lets a box be split (5-commands: `max-hands` 2 to 8).
pub const HANDS_MAX: usize = 8;

/// One box: its hands by number, and their order on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BoxOnTable {
    /// Hand `n` of the box is at place `n - 1`.
    hands: [Hand; HANDS_MAX],
    /// The places of the hands from left to right.
    order: [u8; HANDS_MAX],
    /// The number of hands; 0 if the box is not in play.
    count: u8,
}

impl BoxOnTable {
    /// The hands of the box, by number.
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.count)]
    }

    fn hands_mut(&mut self) -> &mut [Hand] {
        &mut self.hands[..usize::from(self.count)]
    }

    /// Whether the box has been split.
    pub const fn is_split(&self) -> bool {
        self.count > 1
    }

    /// The places of the hands from left to right.
    fn left_to_right(&self) -> impl Iterator<Item = u8> + '_ {
        self.order[..usize::from(self.count)].iter().copied()
    }

    /// Whether the first two cards of the box made 21.
    pub fn has_blackjack(&self) -> bool {
        !self.is_split() && self.hands[0].is_two_card_21()
    }

    /// Splits the hand at this place. The new hand lies to its right and has the next number; returns its place.
    fn split(&mut self, place: u8, waits: Waits, values: &CardValues) -> u8 {
        let new = self.count;
        let pair = self.hands[usize::from(place)];
        self.hands[usize::from(place)] = Hand::split_from(pair, waits, values);
        self.hands[usize::from(new)] = Hand::split_from(pair, waits, values);
        let at = self.left_to_right().position(|p| p == place).expect("a hand lies on its box") + 1;
        self.order[at..=usize::from(new)].rotate_right(1);
        self.order[at] = new;
        self.count += 1;
        new
    }
}

/// The state of a deal with room for `BOXES` boxes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal<const BOXES: usize> {
    pub(super) boxes: [BoxOnTable; BOXES],
    pub(super) dealer: Hand,
    /// Insurance is open: the dealer draws a second card regardless of the other stakes.
    pub(super) insured: bool,
    /// The first cards have been dealt and nothing has happened since.
    pub(super) untouched: bool,
    /// The dealer has looked at the second card.
    pub(super) looked: bool,
}

// One box for prices and simulation; fourteen for the largest table that a book permits.
const _: () = assert!(size_of::<Deal<1>>() == 66 && size_of::<Deal<14>>() == 807);

/// One hand of one box, by seat and place.
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
        Self { boxes, dealer: Hand::default(), insured: false, untouched: false, looked: false }
    }

    /// The seat number of the dealer.
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

    /// Whether the first cards have been dealt and nothing has happened since, so that insurance may be bought.
    pub fn is_untouched(&self) -> bool {
        self.untouched
    }

    /// Whether the dealer has looked at the second card.
    pub fn has_looked(&self) -> bool {
        self.looked
    }

    /// Whether the dealer has looked at a card that has not been turned: it is no blackjack.
    pub(super) fn has_looked_unseen(&self) -> bool {
        self.looked && self.dealer.cards() == 1
    }

    /// The dealer looks. Hands that were not given up before now play.
    pub(super) fn look(&mut self) {
        (self.looked, self.untouched) = (true, false);
        for hand in self.boxes.iter_mut().flat_map(BoxOnTable::hands_mut) {
            if hand.waits == Waits::Look {
                hand.waits = Waits::Decision;
            }
        }
    }

    pub(super) fn hand(&self, at: At) -> Hand {
        self.boxes[usize::from(at.seat)].hands[usize::from(at.place)]
    }

    pub(super) fn hand_mut(&mut self, at: At) -> &mut Hand {
        &mut self.boxes[usize::from(at.seat)].hands[usize::from(at.place)]
    }

    pub(super) fn every_hand(&self) -> impl Iterator<Item = &Hand> {
        self.boxes.iter().flat_map(BoxOnTable::hands)
    }

    /// The seat that receives the next of the first cards: one card to each box, one to the dealer, a second to each
    /// box.
    pub(super) fn first_cards(&self, before_play: DealerBeforePlay) -> Option<Seat> {
        // A split box has more than one hand. A box with one hand of one card has not yet received its second card.
        let short = |b: &BoxOnTable, cards: u8| {
            b.count == 1 && b.hands[0].cards() == cards && b.hands[0].waits != Waits::Settled
        };
        let with = |cards: u8| (0..).zip(&self.boxes).find(|(_, b)| short(b, cards)).map(|(seat, _)| seat);
        let open = |hand: &Hand| !matches!(hand.waits, Waits::Settled | Waits::Surrendered);
        let in_play = || self.insured || self.every_hand().any(open);
        let due = before_play != DealerBeforePlay::NoCard && self.dealer.cards() == 0;
        let hole_due = before_play == DealerBeforePlay::HoleCard && self.dealer.cards() == 1 && !self.looked;
        let dealer = |due: bool| (due && in_play()).then_some(Self::DEALER);
        with(0).or_else(|| dealer(due)).or_else(|| with(1)).or_else(|| dealer(hole_due))
    }

    /// The hand in play: the first, box by box and left to right, that waits for a card or a decision.
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

    /// Records that somebody has insured against the dealer's blackjack.
    pub(super) fn insure(&mut self) {
        self.insured = true;
    }

    pub(super) fn touch(&mut self) {
        self.untouched = false;
    }

    pub(super) fn split(&mut self, at: At, waits: Waits, values: &CardValues) -> u8 {
        self.boxes[usize::from(at.seat)].split(at.place, waits, values)
    }

    /// The same deal with the dealer's hand replaced by the visible one.
    pub(super) fn with_dealer(mut self, dealer: Hand) -> Self {
        self.dealer = dealer;
        self
    }

    /// The deal as one box sees it, if cards lie face down until they are turned.
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

/// The most boxes any book permits at a table.
pub const BOXES_MAX: usize = 14;

/// A decision on a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the moves are their own names")]
pub enum Move {
    Draw,
    Stand,
    Double,
    Split,
    Surrender,
    /// Not to surrender before the dealer looks.
    PlayOn,
    /// The dealer's look at the second card.
    Look,
}

impl Move {
    /// All moves.
    pub const ALL: [Self; 7] =
        [Self::Draw, Self::Stand, Self::Double, Self::Split, Self::Surrender, Self::PlayOn, Self::Look];
}

/// The number of cards left of each rank. Ranks that the rules do not distinguish are counted together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranks(pub(super) [u16; 13]);

impl Stock for Ranks {
    type Chance = Rank;

    fn each(&self, mut fall: impl FnMut(Rank, u32)) {
        for (rank, &count) in Rank::ALL.into_iter().zip(&self.0) {
            if count > 0 {
                fall(rank, u32::from(count));
            }
        }
    }

    fn take(&mut self, rank: Rank) {
        self.0[rank as usize] -= 1;
    }
}
