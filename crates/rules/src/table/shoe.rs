//! The shoe of a table and its cutting card.

use croupier_kit::Shoe;

use super::people::PlayerId;

/// The source of a game's cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardSource {
    /// No cards.
    None,
    /// A shoe of this many packs that is used for several hands, with a cutting card.
    Shoe(u8),
    /// This many packs, shuffled for every hand.
    EveryHand(u8),
    /// A shoe of this many packs in a machine that returns every card, without a cutting card.
    Shuffler(u8),
}

/// The number of cards left in a shoe when the cutting card comes, where the seed of a shoe does not place it: one pack. One or two
/// packs are shuffled for every round, so that there are always enough cards for every box.
pub const fn usual_cut(packs: u8) -> u32 {
    if packs <= 2 { packs as u32 * 52 } else { 52 }
}

/// The cards left in the shoe, and the position of its cutting card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableShoe {
    pub(super) packs: CardSource,
    pub(super) left: Shoe,
    pub(super) cut: Cut,
}

/// The position of the cutting card, and who must cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    /// Still in the shoe.
    Inside,
    /// It comes out with the next card.
    Next,
    /// It has come out; the last cards are being dealt.
    Out(Option<PlayerId>),
    /// The cards are shuffled and may be cut, by this person or by anyone.
    Shuffled(Option<PlayerId>),
    /// The same, and the cutting card comes out with the next card.
    ShuffledNext(Option<PlayerId>),
}

impl Cut {
    /// The same once the cards have been cut, or the next card has come, so that they cannot be cut any more.
    pub(super) const fn without_cut(self) -> Self {
        match self {
            Self::Shuffled(_) => Self::Inside,
            Self::ShuffledNext(_) => Self::Next,
            Self::Inside | Self::Next | Self::Out(_) => self,
        }
    }
}

impl TableShoe {
    pub(super) const fn new(packs: CardSource) -> Self {
        let count = match packs {
            CardSource::None => 0,
            CardSource::Shoe(packs) | CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => packs,
        };
        Self { packs, left: Shoe::new(count), cut: Cut::Inside }
    }

    /// The cards that are left.
    pub const fn left(&self) -> &Shoe {
        &self.left
    }

    /// Whether the cutting card has come out, so that the cards must be shuffled before the next hand.
    pub const fn is_spent(&self) -> bool {
        matches!(self.cut, Cut::Out(_))
    }

    /// Whether the cutting card is still among the cards.
    pub const fn holds_cutting_card(&self) -> bool {
        matches!(self.cut, Cut::Inside | Cut::Shuffled(_))
    }

    /// Records who was dealt the cutting card, if it came with the last card.
    pub(crate) fn cutting_card_to(&mut self, player: Option<PlayerId>) {
        if self.cut == Cut::Next {
            self.cut = Cut::Out(player);
        }
    }

    /// Begins a new hand: packs that are shuffled for every hand are complete again. A cutting card that lay before the next
    /// card has come out in the hand that is over, though it needed no more cards.
    pub(super) const fn next_hand(&mut self) {
        if matches!(self.cut, Cut::Next) {
            self.cut = Cut::Out(None);
        }
        if matches!(self.packs, CardSource::EveryHand(_) | CardSource::Shuffler(_)) {
            self.left.shuffle();
        }
    }

    /// The hand is dealt again from a complete pack.
    pub(crate) const fn deal_again(&mut self) {
        self.left.shuffle();
    }
}
