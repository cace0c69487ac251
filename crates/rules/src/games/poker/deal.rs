//! The state of an Arizona Hold-Em deal.

use croupier_kit::{Card, HandSum, Rank, Suit};

use super::rules::{COMMUNITY, OWN, PLAYERS_MAX};
use crate::contract::Seat;

/// The cards on the table, in the order of the deal. The number of cards dealt says which places are filled; the
/// others hold a blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal<const PLAYERS: usize> {
    pub(super) hands: [[Card; OWN]; PLAYERS],
    pub(super) community: [Card; COMMUNITY],
    /// The players who raised in each circle, one bit per player.
    pub(super) raised: [u16; COMMUNITY],
    pub(super) players: u8,
    pub(super) dealt: u8,
    pub(super) decided: u8,
}

const _: () = assert!(size_of::<Deal<1>>() == 12 && size_of::<Deal<PLAYERS_MAX>>() == 58);

/// The placeholder where no card has been dealt.
pub(super) const BLANK: Card = Card::new(Rank::Two, Suit::Clubs);

/// Where a card of the deal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// To a player, as the first, second or third card.
    Own(Seat, usize),
    /// To a box of the common cards.
    Community(usize),
}

/// A decision of a player in a circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the moves are their own names")]
pub enum Move {
    Raise,
    Check,
}

/// What a seat knows: its own cards once all are dealt, the common cards that have been turned, and the decisions of
/// everyone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The seat's own cards.
    pub own: Option<[Card; OWN]>,
    /// The common cards.
    pub community: [Option<Card>; COMMUNITY],
    /// The players who raised in each circle, one bit per player.
    pub raised: [u16; COMMUNITY],
    /// The number of players.
    pub players: u8,
    /// The number of cards dealt.
    pub dealt: u8,
    /// The number of decisions made.
    pub decided: u8,
}

impl<const PLAYERS: usize> Deal<PLAYERS> {
    /// The seat number of the common cards, after those of the players.
    #[allow(clippy::cast_possible_truncation, reason = "there are few players")]
    pub const COMMON: Seat = {
        assert!(0 < PLAYERS && PLAYERS <= PLAYERS_MAX);
        PLAYERS as Seat
    };

    /// Whether this player raised in this circle; 0 is the first.
    pub fn raised(&self, seat: Seat, circle: usize) -> bool {
        self.raised.get(circle).is_some_and(|raised| raised >> seat & 1 == 1)
    }

    /// The number of stakes of the ante's size that this player has made: the ante, and a raise in either circle.
    pub fn stakes(&self, seat: Seat) -> u8 {
        1 + (0..COMMUNITY).map(|circle| u8::from(self.raised(seat, circle))).sum::<u8>()
    }

    /// The place of the next card: one to each player and one to a common box, the same again, and a third to each
    /// player.
    pub(super) fn next_place(&self) -> Option<Place> {
        let (round, turn) = (self.dealt / (self.players + 1), self.dealt % (self.players + 1));
        match usize::from(round) {
            _ if self.players == 0 => None,
            round if turn < self.players && round < OWN => Some(Place::Own(turn, round)),
            round if round < COMMUNITY => Some(Place::Community(round)),
            _ => None,
        }
    }

    /// The circle of the next decision.
    pub(super) fn circle(&self) -> usize {
        self.decided.checked_div(self.players).map_or(COMMUNITY, usize::from)
    }

    /// A player's cards together with the common ones.
    pub(super) fn five(&self, seat: Seat) -> HandSum {
        let cards = self.hands[usize::from(seat)].iter().chain(&self.community);
        cards.fold(HandSum::EMPTY, |sum, card| sum.with(*card))
    }
}
