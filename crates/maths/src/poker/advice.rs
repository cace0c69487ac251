//! The cards on which to raise, in words: classes of cards grouped by shape.

use std::collections::BTreeMap;

use croupier_kit::Rank;

use super::analysis::RaiseChoice;
use super::class::{Class, Suits};

/// The shape of some cards, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CardShape {
    /// Four of one rank.
    Four,
    /// Three of one rank.
    Three,
    /// Two of one rank and two of another.
    TwoPairs,
    /// Two of one rank.
    Pair,
    /// All of one suit.
    OneSuit,
    /// None of these.
    Mixed,
}

impl CardShape {
    /// The shape of some cards.
    pub fn of<const CARDS: usize>(class: &Class<CARDS>) -> Self {
        let mut runs: Vec<usize> = class.ranks.chunk_by(PartialEq::eq).map(<[Rank]>::len).collect();
        runs.sort_unstable_by(|a, b| b.cmp(a));
        match runs.as_slice() {
            [4, ..] => Self::Four,
            [3, ..] => Self::Three,
            [2, 2, ..] => Self::TwoPairs,
            [2, ..] => Self::Pair,
            _ if class.suits == Suits::One => Self::OneSuit,
            _ => Self::Mixed,
        }
    }

    /// The name of the shape.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Four => "four of a kind",
            Self::Three => "three of a kind",
            Self::TwoPairs => "two pairs",
            Self::Pair => "a pair",
            Self::OneSuit => "all of one suit",
            Self::Mixed => "anything else",
        }
    }
}

/// When to raise on cards of one shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RaiseWhen {
    /// Always.
    Always,
    /// Never.
    Never,
    /// A pair of this rank or a higher one.
    PairFrom(Rank),
    /// These cards, written by their ranks from the highest.
    These(Vec<String>),
}

/// What to do with cards of one shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaiseAdvice {
    /// The shape.
    pub shape: CardShape,
    /// When to raise.
    pub when: RaiseWhen,
}

/// The choices of a circle, grouped by shape.
pub fn advice<'c, const CARDS: usize>(
    choices: impl Iterator<Item = &'c RaiseChoice<CARDS>>,
) -> Vec<RaiseAdvice> {
    let mut shapes: BTreeMap<CardShape, Vec<&RaiseChoice<CARDS>>> = BTreeMap::new();
    for choice in choices {
        shapes.entry(CardShape::of(&choice.class)).or_default().push(choice);
    }
    shapes.into_iter().map(|(shape, choices)| RaiseAdvice { shape, when: when(shape, choices) }).collect()
}

fn when<const CARDS: usize>(shape: CardShape, mut choices: Vec<&RaiseChoice<CARDS>>) -> RaiseWhen {
    let raised = choices.iter().filter(|choice| choice.raises()).count();
    if raised == choices.len() {
        return RaiseWhen::Always;
    }
    if raised == 0 {
        return RaiseWhen::Never;
    }
    if let Some(rank) = lowest_pair(&choices).filter(|_| shape == CardShape::Pair) {
        return RaiseWhen::PairFrom(rank);
    }
    choices.sort_by_key(|choice| std::cmp::Reverse(choice.class));
    RaiseWhen::These(
        choices.into_iter().filter(|choice| choice.raises()).map(|choice| ranks(&choice.class)).collect(),
    )
}

/// The rank from which every pair is raised on and below which none is, if such a rank exists.
fn lowest_pair<const CARDS: usize>(choices: &[&RaiseChoice<CARDS>]) -> Option<Rank> {
    let pair = |choice: &RaiseChoice<CARDS>| {
        choice.class.ranks.windows(2).find(|two| two[0] == two[1]).map(|two| two[0])
    };
    let lowest = choices.iter().filter(|choice| choice.raises()).filter_map(|choice| pair(choice)).min()?;
    let parted = choices.iter().all(|choice| choice.raises() == (pair(choice) >= Some(lowest)));
    parted.then_some(lowest)
}

/// The ranks from the highest; an `s` means that all cards are of one suit.
fn ranks<const CARDS: usize>(class: &Class<CARDS>) -> String {
    let suited = (class.suits == Suits::One).then_some('s');
    class.ranks.iter().rev().map(|rank| rank.symbol()).chain(suited).collect()
}
