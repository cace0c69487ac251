//! The provisions of a book on one game of any family.

use std::ops::Range;

use croupier_kit::Wheel;

use super::any::AnyGame;
use super::baccarat::BaccaratBook;
use super::blackjack::BlackjackBook;
use super::dice::DiceBook;
use super::family::Family;
use super::in_between::InBetweenBook;
use super::poker::HoldEmBook;
use super::roulette::RouletteBook;
use crate::book::{
    Citations, FamilyBook, Faults, Section, Setting, SettingForm, Values, check_settings, forms_of,
};
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

    /// What a book may say of the settings of a family.
    pub(crate) fn settings(family: Family) -> Vec<SettingForm> {
        match family {
            Family::Roulette => forms_of::<RouletteBook>(),
            Family::Dice => forms_of::<DiceBook>(),
            Family::Blackjack => forms_of::<BlackjackBook>(),
            Family::Baccarat => forms_of::<BaccaratBook>(),
            Family::InBetween => forms_of::<InBetweenBook>(),
            Family::Poker => forms_of::<HoldEmBook>(),
        }
    }

    /// Reports where the settings of the book and its other keys do not fit together.
    pub(crate) fn check(&self, settings: &[Setting], at: &Range<usize>, faults: &mut Faults) {
        match self {
            Self::Roulette(book) => check_settings(book, settings, at, faults),
            Self::Dice(book) => check_settings(book, settings, at, faults),
            Self::Blackjack(book) => check_settings(book, settings, at, faults),
            Self::Baccarat(book) => check_settings(book, settings, at, faults),
            Self::InBetween(book) => check_settings(book, settings, at, faults),
            Self::Poker(book) => check_settings(book, settings, at, faults),
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
            Self::Dice(book) => AnyGame::Dice(book.table(values)),
            Self::Blackjack(book) => AnyGame::Blackjack(Seated(book.table(values))),
            Self::Baccarat(book) => AnyGame::Baccarat(book.table(values)),
            Self::InBetween(book) => AnyGame::InBetween(Seated(book.table(values))),
            Self::Poker(book) => AnyGame::Poker(Seated(book.table(values))),
        }
    }
}
