//! The games, one folder each, and the choice among them at run time.

pub mod baccarat;
pub mod blackjack;
pub mod dice;
pub mod in_between;
pub mod poker;
pub mod roulette;
mod terms;

use croupier_kit::Wheel;

use crate::book::{Citations, Faults, Section, Values};
use crate::contract::Seated;
use baccarat::{Baccarat, BaccaratBook};
use blackjack::{BOXES_MAX, Blackjack, BlackjackBook};
use dice::{Dice, DiceBook};
use in_between::{InBetween, InBetweenBook};
use poker::{HoldEm, HoldEmBook};
use roulette::{Roulette, RouletteBook};
pub use terms::{FixedTerms, Term};

/// The families of games: every game of every book is one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the families are their own names")]
pub enum Family {
    Roulette,
    Dice,
    Baccarat,
    Blackjack,
    Poker,
    InBetween,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Roulette, Self::Dice, Self::Baccarat, Self::Blackjack, Self::Poker, Self::InBetween];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Roulette => "roulette",
            Self::Dice => "dice",
            Self::Blackjack => "blackjack",
            Self::Baccarat => "baccarat",
            Self::InBetween => "in-between",
            Self::Poker => "poker",
        }
    }

    /// The family with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }
}

/// What a book says of one game.
#[derive(Clone, Debug)]
pub(crate) enum Parameters {
    Roulette(RouletteBook),
    Dice(DiceBook),
    Blackjack(BlackjackBook),
    Baccarat(BaccaratBook),
    InBetween(InBetweenBook),
    Poker(HoldEmBook),
}

/// The rules of one table: a closed choice, so that nothing is called through a pointer.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the games are their own names")]
pub enum AnyGame {
    Roulette(Roulette),
    Dice(Dice),
    Blackjack(Seated<Blackjack, BOXES_MAX>),
    Baccarat(Baccarat),
    InBetween(Seated<InBetween, { in_between::PLAYERS_MAX }>),
    Poker(Seated<HoldEm, { poker::PLAYERS_MAX }>),
}

/// Runs the same code for whichever game it is.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::games::AnyGame::Roulette($game) => $body,
            $crate::games::AnyGame::Dice($game) => $body,
            $crate::games::AnyGame::Blackjack($game) => $body,
            $crate::games::AnyGame::Baccarat($game) => $body,
            $crate::games::AnyGame::InBetween($game) => $body,
            $crate::games::AnyGame::Poker($game) => $body,
        }
    };
}

impl Parameters {
    pub(crate) fn read(
        family: Family,
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        match family {
            Family::Roulette => RouletteBook::read(section, cites, faults).map(Self::Roulette),
            Family::Dice => Some(Self::Dice(DiceBook::read(section, cites, faults))),
            Family::Blackjack => BlackjackBook::read(section, cites, faults).map(Self::Blackjack),
            Family::Baccarat => BaccaratBook::read(section, cites, faults).map(Self::Baccarat),
            Family::InBetween => InBetweenBook::read(section, cites, faults).map(Self::InBetween),
            Family::Poker => HoldEmBook::read(section, cites, faults).map(Self::Poker),
        }
    }

    /// The wheel of the game, where it has one.
    pub(crate) fn wheel(&self) -> Option<&Wheel> {
        if let Self::Roulette(book) = self { Some(book.wheel()) } else { None }
    }

    /// The rules of a table with these settings.
    pub(crate) fn table(&self, values: &Values<'_>) -> AnyGame {
        match self {
            Self::Roulette(book) => AnyGame::Roulette(book.table(values)),
            Self::Dice(book) => AnyGame::Dice(book.table()),
            Self::Blackjack(book) => AnyGame::Blackjack(Seated(book.table(values))),
            Self::Baccarat(book) => AnyGame::Baccarat(book.table(values)),
            Self::InBetween(book) => AnyGame::InBetween(Seated(book.table(values))),
            Self::Poker(book) => AnyGame::Poker(Seated(book.table(values))),
        }
    }
}
