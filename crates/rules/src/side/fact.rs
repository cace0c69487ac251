//! The facts of a round that a family declares: what they mean, which values they have, and how they are read from the
//! cards.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use croupier_kit::Card;

use crate::contract::{Game, Seat};

/// A value of a fact: a number, 1 for yes and 0 for no, or the index of a word.
pub type FactValue = u8;

/// The largest value of a fact.
const VALUE_MAX: FactValue = 31;

/// A fact of a round that a wager may be on; `G` is the family's rules.
pub struct DeclaredFact<G: Game> {
    /// Its name in books.
    pub key: &'static str,
    /// What it is, for people.
    pub meaning: &'static str,
    /// The values that it can have.
    pub values: FactValues,
    /// How it is read.
    pub reader: FactReader<G>,
}

/// How a fact is read; `None` as long as the round does not show it.
pub enum FactReader<G: Game> {
    /// From the deal, as far as that distinguishes cards. Main wagers can depend on such facts as well.
    Deal(fn(&G, &G::Deal) -> Option<FactValue>),
    /// From the cards as they fell.
    Cards(fn(&RoundCards<'_, G>) -> Option<FactValue>),
    /// From the cards as they fell, as yes or no.
    Whether(fn(&RoundCards<'_, G>) -> Option<bool>),
}

impl<G: Game> DeclaredFact<G> {
    /// The fact with these values, in words: `margin 4 or 5`, `no player pair`, `hand: straight flush or flush`.
    pub(crate) fn said(&self, values: ValueSet) -> String {
        let name = self.key.replace('-', " ");
        match self.values {
            FactValues::Whether if values.contains(1) => name,
            FactValues::Whether => format!("no {name}"),
            _ => {
                let all = self.values.all().filter(|value| values.contains(*value));
                let all: Vec<String> = all.map(|value| self.values.name(value).replace('-', " ")).collect();
                let colon = if matches!(self.values, FactValues::Words(_)) { ":" } else { "" };
                format!("{name}{colon} {}", all.join(" or "))
            }
        }
    }
}

/// The values that a fact can have.
#[derive(Clone, Debug)]
pub enum FactValues {
    /// Yes or no.
    Whether,
    /// A whole number.
    Number(RangeInclusive<FactValue>),
    /// One of these words.
    Words(&'static [&'static str]),
}

impl FactValues {
    /// All values.
    pub fn all(&self) -> RangeInclusive<FactValue> {
        match self {
            Self::Whether => 0..=1,
            Self::Number(range) => range.clone(),
            Self::Words(words) => 0..=FactValue::try_from(words.len() - 1).expect("a fact has few words"),
        }
    }

    /// A value, as a book writes it.
    pub fn name(&self, value: FactValue) -> String {
        match self {
            Self::Whether => (value == 1).to_string(),
            Self::Number(_) => value.to_string(),
            Self::Words(words) => words[usize::from(value)].to_owned(),
        }
    }
}

/// A set of values of one fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ValueSet(u32);

impl ValueSet {
    /// The same set with one more value.
    ///
    /// # Panics
    /// If a family declares a fact with a value above 31.
    #[must_use]
    pub const fn with(self, value: FactValue) -> Self {
        assert!(value <= VALUE_MAX, "the values of a fact are small");
        Self(self.0 | 1 << value)
    }

    /// Whether the set contains this value.
    pub const fn contains(self, value: FactValue) -> bool {
        value <= VALUE_MAX && self.0 >> value & 1 == 1
    }
}

/// The cards of a round as they fell, beside the deal, which distinguishes them only as far as the main wagers need.
pub struct RoundCards<'t, G: Game> {
    /// The rules.
    pub game: &'t G,
    /// The deal.
    pub deal: &'t G::Deal,
    /// The cards, in order, with the seats that received them.
    pub fell: &'t [(Seat, Card)],
    /// The box or hand that the wager is on, if it is on one.
    pub place: Option<Seat>,
}

impl<G: Game> RoundCards<'_, G> {
    /// The first cards that a seat received; `None` if it has fewer.
    pub fn first<const N: usize>(&self, seat: Seat) -> Option<[Card; N]> {
        let mut own = self.fell.iter().filter(|(to, _)| *to == seat).map(|(_, card)| *card);
        let cards: Vec<Card> = own.by_ref().take(N).collect();
        cards.try_into().ok()
    }

    /// The value of a fact.
    pub fn value(&self, fact: &DeclaredFact<G>) -> Option<FactValue> {
        let value = match fact.reader {
            FactReader::Deal(read) => read(self.game, self.deal),
            FactReader::Cards(read) => read(self),
            FactReader::Whether(read) => read(self).map(FactValue::from),
        };
        assert!(
            value.is_none_or(|value| fact.values.all().contains(&value)),
            "`{}` has the value {value:?}, which is not declared",
            fact.key
        );
        value
    }
}

/// The facts of every kind of round that can happen, each kind once.
#[derive(Default)]
pub(crate) struct FactRows {
    rows: BTreeSet<Vec<Option<FactValue>>>,
}

impl FactRows {
    /// Adds a round.
    pub(crate) fn add<G: Game>(&mut self, round: &RoundCards<'_, G>, facts: &[DeclaredFact<G>]) {
        self.rows.insert(facts.iter().map(|fact| round.value(fact)).collect());
    }

    /// The facts of each kind of round.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Option<FactValue>]> {
        self.rows.iter().map(Vec::as_slice)
    }
}
