//! The hands on a baccarat table: cards that count 0 to 9, and scores that are the last digit of their sum.

use croupier_kit::{Card, PACKS_MAX, Rank};

use crate::contract::{Seat, Stock};

/// What a hand can say about a third card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// It takes one.
    Draw,
    /// It takes none.
    Stand,
}

impl Move {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Draw, Self::Stand];
}

/// What a card counts: an Ace 1, tens and pictures 0, others what they show (5.4, reading A4).
pub type Pip = u8;

/// The hand against the banker, or the right one of two.
pub const PLAYER: Seat = 0;
/// The left one of two hands against the banker.
pub const LEFT: Seat = 1;
/// The banker's hand.
pub const BANKER: Seat = 2;

/// What a rank counts.
pub const fn pip(rank: Rank) -> Pip {
    rank.face() % 10
}

/// One hand: two cards, and perhaps a third.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    pips: [Pip; 3],
    cards: u8,
    /// What the hand has said about a third card that has not fallen yet.
    said: Option<Move>,
}

impl Hand {
    /// How many cards it has.
    pub const fn cards(&self) -> u8 {
        self.cards
    }

    /// What all its cards come to.
    pub const fn score(&self) -> u8 {
        (self.pips[0] + self.pips[1] + self.pips[2]) % 10
    }

    /// What its first two cards come to.
    pub const fn score_of_two(&self) -> u8 {
        (self.pips[0] + self.pips[1]) % 10
    }

    /// Its first two cards, the lower first: their order means nothing.
    pub fn first_two(&self) -> [Pip; 2] {
        let [first, second, _] = self.pips;
        [first.min(second), first.max(second)]
    }

    /// Its third card.
    pub const fn third(&self) -> Option<Pip> {
        if self.cards == 3 { Some(self.pips[2]) } else { None }
    }

    /// What it has said about a third card that has not fallen.
    pub const fn said(&self) -> Option<Move> {
        self.said
    }

    pub(super) const fn say(&mut self, mv: Move) {
        self.said = Some(mv);
    }

    /// It takes a card; a fourth there is not.
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

// Two opposing hands at most (reg. 5(1)) and the banker's, three cards each.
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

/// What a seat knows of one hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HandView {
    /// Its first two cards, once they are turned or where they are one's own.
    pub first_two: Option<[Pip; 2]>,
    /// Its third card, which always lies face up.
    pub third: Option<Pip>,
    /// How many cards it has.
    pub cards: u8,
    /// What it has said about a third card that has not fallen; that it stands by choice only its owner knows.
    pub said: Option<Move>,
}

impl HandView {
    /// A hand that declines a third card looks the same whether it may choose or must stand: else to decline would
    /// tell its score.
    pub(super) fn of(hand: Hand, turned: bool) -> Self {
        let first_two = if turned && hand.cards >= 2 { Some(hand.first_two()) } else { None };
        let said = hand.said.filter(|mv| turned || *mv == Move::Draw);
        Self { first_two, third: hand.third(), cards: hand.cards, said }
    }
}

/// What a seat knows of the deal, by seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct View {
    /// The hands.
    pub hands: [HandView; 3],
}

const _: () = assert!(size_of::<View>() == 21);

/// How many cards of each value are left.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pips([u8; 10]);

const _: () =
    assert!(16 * PACKS_MAX as u32 <= u8::MAX as u32, "the tens and pictures of all packs fit a byte");

impl Pips {
    /// The cards of so many packs.
    pub fn of(packs: u8) -> Self {
        let mut left = [0; 10];
        for card in Card::pack() {
            left[usize::from(pip(card.rank()))] += packs;
        }
        Self(left)
    }

    /// How many are left of a value.
    pub fn count(&self, pip: Pip) -> u8 {
        self.0.get(usize::from(pip)).copied().unwrap_or(0)
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
