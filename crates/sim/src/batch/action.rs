//! What can be decided at a table of a batch.

use croupier_rules::games::blackjack::Move;

/// A decision at a table of a batch. Its place in the list is its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Stand.
    Stand,
    /// Draw a card.
    Draw,
    /// Double the stake for one last card.
    Double,
    /// Split a pair.
    Split,
    /// Surrender half of the stake.
    Surrender,
    /// Go on: without insurance, without surrender before the dealer looks, or to the result of a round without a
    /// decision.
    GoOn,
    /// Insure half of the stake against the dealer's blackjack.
    Insure,
    /// Settle a blackjack at evens.
    EvenMoney,
}

impl Action {
    /// All actions, by number.
    pub const ALL: [Self; 8] = [
        Self::Stand,
        Self::Draw,
        Self::Double,
        Self::Split,
        Self::Surrender,
        Self::GoOn,
        Self::Insure,
        Self::EvenMoney,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Draw => "draw",
            Self::Double => "double",
            Self::Split => "split",
            Self::Surrender => "surrender",
            Self::GoOn => "go on",
            Self::Insure => "insure",
            Self::EvenMoney => "even money",
        }
    }

    /// The move of the rules that it stands for, while a hand is played.
    pub(crate) const fn of_hand(self) -> Option<Move> {
        match self {
            Self::Stand => Some(Move::Stand),
            Self::Draw => Some(Move::Draw),
            Self::Double => Some(Move::Double),
            Self::Split => Some(Move::Split),
            Self::Surrender => Some(Move::Surrender),
            Self::GoOn => Some(Move::PlayOn),
            Self::Insure | Self::EvenMoney => None,
        }
    }
}

/// The actions that are permitted: a byte of 0 or 1 for each, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Permitted(pub(crate) [u8; Action::ALL.len()]);

impl Permitted {
    pub(crate) fn add(&mut self, action: Action) {
        self.0[action as usize] = 1;
    }

    pub(crate) fn has(self, action: Action) -> bool {
        self.0[action as usize] == 1
    }
}
