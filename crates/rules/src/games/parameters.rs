//! The provisions of a book on one game of any family.

use croupier_kit::Wheel;

use super::any::AnyGame;
use super::baccarat::BaccaratBook;
use super::blackjack::BlackjackBook;
use super::dice::DiceBook;
use super::family::Family;
use super::in_between::InBetweenBook;
use super::poker::HoldEmBook;
use super::roulette::RouletteBook;
use crate::book::{Citations, Faults, Section, Values};
use crate::contract::Seated;

/// The provisions of a book on one game.
#[derive(Clone, Debug)]
pub(crate) enum Parameters {
    Roulette(RouletteBook),
    Dice(DiceBook),
    Blackjack(BlackjackBook),
    Baccarat(BaccaratBook),
    InBetween(InBetweenBook),
    Poker(HoldEmBook),
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

    /// The wheel of the game, if it has one.
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
