//! The shoe of a table and its cutting card.

use croupier_kit::Shoe;

use super::people::PlayerId;

/// What a game is dealt from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardSource {
    /// No cards.
    None,
    /// A shoe of so many packs that lasts over hands, with a cutting card.
    Shoe(u8),
    /// So many packs, shuffled for every hand.
    EveryHand(u8),
    /// A shoe of so many packs in a machine that puts every card back, without a cutting card.
    Shuffler(u8),
}

/// What is left in the shoe, and where its cutting card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableShoe {
    pub(super) packs: CardSource,
    pub(super) left: Shoe,
    pub(super) cut: Cut,
}

/// Where the cutting card is, and who is to cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    /// Still in the shoe.
    Inside,
    /// Comes with the next card.
    Next,
    /// Has come out; these are the last cards.
    Out(Option<PlayerId>),
    /// The cards are shuffled, and may be cut: by this person, or by anyone.
    Shuffled(Option<PlayerId>),
}

impl TableShoe {
    pub(super) const fn new(packs: CardSource) -> Self {
        let count = match packs {
            CardSource::None => 0,
            CardSource::Shoe(packs) | CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => packs,
        };
        Self { packs, left: Shoe::new(count), cut: Cut::Inside }
    }

    /// What is left.
    pub const fn left(&self) -> &Shoe {
        &self.left
    }

    /// Whether the cutting card has come out, so that the cards are shuffled before another hand.
    pub const fn is_spent(&self) -> bool {
        matches!(self.cut, Cut::Out(_))
    }

    /// Whether the cutting card is still among the cards.
    pub const fn holds_cutting_card(&self) -> bool {
        matches!(self.cut, Cut::Inside | Cut::Shuffled(_))
    }

    /// Notes who was dealt the cutting card, if it came with the last card.
    pub(crate) fn cutting_card_to(&mut self, player: Option<PlayerId>) {
        if self.cut == Cut::Next {
            self.cut = Cut::Out(player);
        }
    }

    /// A new hand begins: what is shuffled for every hand is whole again.
    pub(super) const fn next_hand(&mut self) {
        if matches!(self.packs, CardSource::EveryHand(_) | CardSource::Shuffler(_)) {
            self.left.shuffle();
        }
    }

    /// The hand is dealt again from a whole pack.
    pub(crate) const fn deal_again(&mut self) {
        self.left.shuffle();
    }
}
