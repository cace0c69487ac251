//! The state of a deal of poker against a dealer's hand.

use croupier_kit::{Card, Rank, Suit};

use super::rules::{CARDS_MAX, PLAYERS_MAX};
use crate::contract::Seat;

/// The cards on the table, in the order of the deal. The number of cards dealt says which places are filled; the
/// others hold a blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal<const PLAYERS: usize> {
    pub(super) hands: [[Card; CARDS_MAX]; PLAYERS],
    pub(super) dealer: [Card; CARDS_MAX],
    /// The players who raised, one bit per player.
    pub(super) raised: u16,
    pub(super) players: u8,
    pub(super) dealt: u8,
    pub(super) decided: u8,
}

const _: () = assert!(size_of::<Deal<1>>() == 16 && size_of::<Deal<PLAYERS_MAX>>() == 90);

/// The placeholder where no card has been dealt.
pub(super) const BLANK: Card = Card::new(Rank::Two, Suit::Clubs);

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Stake the multiple of the ante, and compare.
    Raise,
    /// Give up the hand and the ante.
    Fold,
}

/// What a seat knows: its own cards once all are dealt, the dealer's card that lies face up, and the decisions of
/// everyone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The seat's own cards; a hand of three fills the first three places.
    pub own: Option<[Card; CARDS_MAX]>,
    /// The dealer's card that lies face up.
    pub shown: Option<Card>,
    /// The players who raised, one bit per player.
    pub raised: u16,
    /// The number of players.
    pub players: u8,
    /// The number of cards dealt.
    pub dealt: u8,
    /// The number of decisions made.
    pub decided: u8,
}

impl<const PLAYERS: usize> Deal<PLAYERS> {
    /// The seat number of the dealer, after those of the players.
    #[allow(clippy::cast_possible_truncation, reason = "there are few players")]
    pub const DEALER: Seat = {
        assert!(0 < PLAYERS && PLAYERS <= PLAYERS_MAX);
        PLAYERS as Seat
    };

    /// Whether this player has raised.
    pub fn raised(&self, seat: Seat) -> bool {
        self.raised >> seat & 1 == 1
    }

    /// Whether this player has folded.
    pub fn folded(&self, seat: Seat) -> bool {
        seat < self.decided && !self.raised(seat)
    }
}
