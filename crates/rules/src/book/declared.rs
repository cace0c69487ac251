//! The settings that a family of games understands. Each is declared once, with what its values do to the rules: a book
//! is read against this, its schema shows it, and tables are made from it.

use std::ops::{Range, RangeInclusive};

use croupier_kit::Wheel;

use super::bounds::{Bounds, read_wheel};
use super::chosen::Values;
use super::faults::Faults;
use super::keys::Need;
use super::limit::DeclaredLimit;
use super::setting::Setting;
use super::setting_form::SettingForm;

/// A setting that the tables of a family understand; `R` is the family's rules.
pub(crate) struct DeclaredSetting<R: 'static> {
    /// Its name in books, records and house files.
    pub(crate) key: &'static str,
    /// What it decides, for people.
    pub(crate) meaning: &'static str,
    /// Whether every game of the family needs it.
    pub(crate) need: Need,
    /// What its values do.
    pub(crate) effect: Effect<R>,
}

/// A word, and what it does to the rules.
pub(crate) type Word<R> = (&'static str, fn(&mut R));

/// The values that an engine understands, and what each does to the rules.
pub(crate) enum Effect<R: 'static> {
    /// A whole number.
    Whole(RangeInclusive<u8>, fn(&mut R, u8)),
    /// One of these words.
    Choice(&'static [Word<R>]),
    /// Another order of the wheel's numbers.
    Wheel(fn(&mut R, Wheel)),
}

impl<R> DeclaredSetting<R> {
    /// A whole number that a game can do without.
    pub(crate) const fn whole(
        key: &'static str,
        meaning: &'static str,
        limits: RangeInclusive<u8>,
        set: fn(&mut R, u8),
    ) -> Self {
        Self { key, meaning, need: Need::May, effect: Effect::Whole(limits, set) }
    }

    /// One of some words, which a game can do without.
    pub(crate) const fn choice(key: &'static str, meaning: &'static str, words: &'static [Word<R>]) -> Self {
        Self { key, meaning, need: Need::May, effect: Effect::Choice(words) }
    }

    /// The number of packs, which every game with cards needs.
    pub(crate) const fn decks(set: fn(&mut R, u8)) -> Self {
        let effect = Effect::Whole(DeclaredLimit::PACKS.range(), set);
        Self { key: DeclaredLimit::PACKS.key, meaning: "the number of packs", need: Need::Must, effect }
    }

    fn limits(&self) -> Bounds {
        match &self.effect {
            Effect::Whole(limits, _) => {
                Bounds::Whole { from: (*limits.start()).into(), to: (*limits.end()).into() }
            }
            Effect::Choice(words) => Bounds::Choice(words.iter().map(|(word, _)| (*word).into()).collect()),
            Effect::Wheel(_) => Bounds::Wheel,
        }
    }

    /// Gives the setting a value. The reader of books and [`super::Chosen`] accept no other values than those declared.
    fn set(&self, rules: &mut R, value: &str) {
        let done = match &self.effect {
            Effect::Whole(limits, set) => {
                let number = value.parse().ok().filter(|number| limits.contains(number));
                number.map(|number| set(rules, number))
            }
            Effect::Choice(words) => words.iter().find(|(word, _)| *word == value).map(|(_, set)| set(rules)),
            Effect::Wheel(set) => read_wheel(value).map(|wheel| set(rules, wheel)),
        };
        assert!(done.is_some(), "the setting {}={value} was checked when it was chosen", self.key);
    }
}

/// The provisions of a book on a game of one family.
pub(crate) trait FamilyBook {
    /// The rules of a table.
    type Rules: Clone + PartialEq + 'static;

    /// The settings that the family understands.
    const SETTINGS: &'static [DeclaredSetting<Self::Rules>];

    /// How much its engine can hold.
    const LIMITS: &'static [DeclaredLimit];

    /// The rules before anything is chosen.
    fn rules(&self) -> &Self::Rules;

    /// The wheel of the game, if it has one.
    fn wheel(&self) -> Option<&Wheel> {
        None
    }

    /// Reports where the settings of the book and its other keys do not fit together; `at` is the position of the game.
    fn check(&self, _settings: &[Setting], _at: Range<usize>, _faults: &mut Faults) {}

    /// The rules of a table with these settings. Where there is no value, the rules of the book apply.
    fn table(&self, values: &Values<'_>) -> Self::Rules {
        with_settings(self, values)
    }
}

/// The rules of a book with the values of its settings.
pub(crate) fn with_settings<B: FamilyBook + ?Sized>(book: &B, values: &Values<'_>) -> B::Rules {
    let mut rules = book.rules().clone();
    for setting in B::SETTINGS {
        if let Some(value) = values.text(setting.key) {
            setting.set(&mut rules, value);
        }
    }
    rules
}

/// What a book may say of the settings of a family.
pub(crate) fn forms_of<B: FamilyBook>() -> Vec<SettingForm> {
    let form = |setting: &DeclaredSetting<B::Rules>| SettingForm {
        key: setting.key,
        meaning: setting.meaning,
        need: setting.need,
        limits: setting.limits(),
    };
    B::SETTINGS.iter().map(form).collect()
}

/// Reports settings that change nothing, and what else does not fit together.
pub(crate) fn check_settings<B: FamilyBook>(
    book: &B,
    settings: &[Setting],
    at: &Range<usize>,
    faults: &mut Faults,
) {
    let before = faults.len();
    book.check(settings, at.clone(), faults);
    for setting in settings.iter().filter(|setting| !changes(book, setting)) {
        // The family may know why.
        if faults.any_since(before, &setting.at) {
            continue;
        }
        let message = format!("the setting `{}` changes nothing at this table", setting.key);
        faults.add_with_help(setting.at.clone(), message, "remove it, or add the rule that it chooses from");
    }
}

/// Whether a setting changes something: two of its values lead to different rules. Where the book leaves a single value
/// there is nothing to change.
fn changes<B: FamilyBook>(book: &B, setting: &Setting) -> bool {
    let Some(declared) = B::SETTINGS.iter().find(|declared| *declared.key == *setting.key) else {
        return false;
    };
    let with = |value: &str| {
        let mut rules = book.rules().clone();
        declared.set(&mut rules, value);
        rules
    };
    match &setting.bounds {
        Bounds::Whole { from, to } => from == to || with(&from.to_string()) != with(&to.to_string()),
        Bounds::Choice(words) => match words.as_slice() {
            [first, rest @ ..] => rest.is_empty() || rest.iter().any(|word| with(word) != with(first)),
            [] => false,
        },
        Bounds::Wheel => true,
    }
}
