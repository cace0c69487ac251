//! The hands on a baccarat table. Cards count 0 to 9, and a score is the last digit of their sum.

use croupier_kit::{Card, PACKS_MAX, Rank};

use crate::contract::{Seat, Stock};

/// A decision of a hand about a third card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Take a third card.
    Draw,
    /// Take no third card.
    Stand,
}

impl Move {
    /// Both moves.
    pub const ALL: [Self; 2] = [Self::Draw, Self::Stand];
}

/// The value of a card: an Ace 1, tens and pictures 0, other cards their number (5.4, reading A4).
pub type Pip = u8;

/// The hand opposing the banker, or the right one of two.
pub const PLAYER: Seat = 0;
/// The left one of two hands opposing the banker.
pub const LEFT: Seat = 1;
/// The banker's hand.
pub const BANKER: Seat = 2;

/// The value of a rank.
pub const fn pip(rank: Rank) -> Pip {
    rank.face() % 10
}

/// One hand: two cards, and possibly a third.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    pips: [Pip; 3],
    cards: u8,
    /// The decision of the hand about a third card that has not been dealt yet.
    said: Option<Move>,
}

impl Hand {
    /// The number of cards.
    pub const fn cards(&self) -> u8 {
        self.cards
    }

    /// The score of all its cards.
    pub const fn score(&self) -> u8 {
        (self.pips[0] + self.pips[1] + self.pips[2]) % 10
    }

    /// The score of its first two cards.
    pub const fn score_of_two(&self) -> u8 {
        (self.pips[0] + self.pips[1]) % 10
    }

    /// Its first two cards, the lower first, because their order has no effect.
    pub fn first_two(&self) -> [Pip; 2] {
        let [first, second, _] = self.pips;
        [first.min(second), first.max(second)]
    }

    /// Its third card.
    pub const fn third(&self) -> Option<Pip> {
        if self.cards == 3 { Some(self.pips[2]) } else { None }
    }

    /// The decision of the hand about a third card that has not been dealt yet.
    pub const fn said(&self) -> Option<Move> {
        self.said
    }

    pub(super) const fn say(&mut self, mv: Move) {
        self.said = Some(mv);
    }

    /// Adds a card; there is never a fourth.
    pub(super) const fn take(&mut self, pip: Pip) {
        if self.cards < 3 {
            self.pips[self.cards as usize] = pip;
            self.cards += 1;
            self.said = None;
        }
    }
}

/// The hands on the table, by seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deal {
    hands: [Hand; 3],
}

// At most two opposing hands (reg. 5(1)) and the banker's, with three cards each.
const _: () = assert!(size_of::<Deal>() == 15);

impl Deal {
    /// The hand at a seat.
    pub const fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat as usize]
    }

    pub(super) const fn hand_mut(&mut self, seat: Seat) -> &mut Hand {
        &mut self.hands[seat as usize]
    }
}

/// What a seat knows about one hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HandView {
    /// The first two cards, if they have been turned or belong to the seat itself.
    pub first_two: Option<[Pip; 2]>,
    /// The third card, which always lies face up.
    pub third: Option<Pip>,
    /// The number of cards.
    pub cards: u8,
    /// The decision about a third card that has not been dealt; only its owner knows that a hand stands by choice.
    pub said: Option<Move>,
}

impl HandView {
    /// A hand that declines a third card looks the same whether it could choose or had to stand: otherwise declining
    /// would reveal its score.
    pub(super) fn of(hand: Hand, turned: bool) -> Self {
        let first_two = if turned && hand.cards >= 2 { Some(hand.first_two()) } else { None };
        let said = hand.said.filter(|mv| turned || *mv == Move::Draw);
        Self { first_two, third: hand.third(), cards: hand.cards, said }
    }
}

/// What a seat knows about the deal, by seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct View {
    /// The hands.
    pub hands: [HandView; 3],
}

const _: () = assert!(size_of::<View>() == 21);

/// The number of cards left of each value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pips([u8; 10]);

const _: () =
    assert!(16 * PACKS_MAX as u32 <= u8::MAX as u32, "the tens and pictures of all packs fit a byte");

impl Pips {
    /// The cards of `packs` packs.
    pub fn of(packs: u8) -> Self {
        let mut left = [0; 10];
        for card in Card::pack() {
            left[usize::from(pip(card.rank()))] += packs;
        }
        Self(left)
    }

    /// The number of cards left of a value.
    pub fn count(&self, pip: Pip) -> u8 {
        self.0[usize::from(pip)]
    }
}

impl Stock for Pips {
    type Chance = Pip;

    fn each(&self, mut fall: impl FnMut(Pip, u32)) {
        for (pip, &count) in (0..).zip(&self.0) {
            if count > 0 {
                fall(pip, u32::from(count));
            }
        }
    }

    fn take(&mut self, pip: Pip) {
        self.0[usize::from(pip)] -= 1;
    }
}
