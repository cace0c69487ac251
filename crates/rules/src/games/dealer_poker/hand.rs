//! Hands of three and of five cards, in the order of their strength down to the last card.

use croupier_kit::{Card, Rank};

/// A kind of hand.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum HandKind {
    /// None of the others.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Two pairs.
    TwoPairs,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Cards that follow one another in rank; an Ace is high or low.
    Straight,
    /// Cards of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// A straight of one suit.
    StraightFlush,
    /// The straight flush to the Ace.
    RoyalFlush,
}

/// The number of kinds of hands.
pub const KINDS: usize = 10;

impl HandKind {
    /// All kinds.
    pub const ALL: [Self; KINDS] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
    ];

    /// Its word in a book.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HighCard => "high-card",
            Self::Pair => "pair",
            Self::TwoPairs => "two-pairs",
            Self::ThreeOfAKind => "three-of-a-kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full-house",
            Self::FourOfAKind => "four-of-a-kind",
            Self::StraightFlush => "straight-flush",
            Self::RoyalFlush => "royal-flush",
        }
    }

    /// Its word for people.
    pub fn words(self) -> String {
        self.name().replace('-', " ")
    }
}

/// The number of cards of a hand, which also decides the order of the kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandSize {
    /// Three cards: a straight beats a flush, and three of a kind beats both.
    Three,
    /// Five cards.
    Five,
}

impl HandSize {
    /// The size of hands with this many cards.
    pub const fn of(cards: u8) -> Option<Self> {
        match cards {
            3 => Some(Self::Three),
            5 => Some(Self::Five),
            _ => None,
        }
    }

    /// The number of cards.
    pub const fn cards(self) -> u8 {
        match self {
            Self::Three => 3,
            Self::Five => 5,
        }
    }

    /// The kinds of hands, from the lowest.
    pub const fn order(self) -> &'static [HandKind] {
        use HandKind::{Flush, HighCard, Pair, RoyalFlush, Straight, StraightFlush, ThreeOfAKind};
        match self {
            Self::Three => &[HighCard, Pair, Flush, Straight, ThreeOfAKind, StraightFlush, RoyalFlush],
            Self::Five => &HandKind::ALL,
        }
    }

    /// The most players that one pack can serve, with a hand for the dealer.
    pub const fn seats(self) -> u8 {
        52 / self.cards() - 1
    }

    /// The strength of the lowest hand of a kind whose highest ranks are these.
    pub(crate) fn lowest(self, kind: HandKind, ranks: &[Rank]) -> Strength {
        let place = self.order().iter().position(|other| *other == kind);
        let place = place.expect("a kind that hands of this size can have");
        let ranks =
            (0..Self::Five.cards()).map(usize::from).map(|at| ranks.get(at).map_or(0, |rank| *rank as u32));
        Strength { key: ranks.fold(to_u32(place), |key, rank| key << 4 | rank), kind }
    }

    /// The strength of the lowest hand there is: 5-3-2, or 7-5-4-3-2.
    pub(crate) fn lowest_of_all(self) -> Strength {
        use Rank::{Five, Four, Seven, Three, Two};
        match self {
            Self::Three => self.of_ranks(&[Five, Three, Two], false),
            Self::Five => self.of_ranks(&[Seven, Five, Four, Three, Two], false),
        }
    }

    /// The strength of a hand.
    ///
    /// # Panics
    /// If the hand does not have this many cards.
    pub fn strength(self, cards: &[Card]) -> Strength {
        assert_eq!(cards.len(), usize::from(self.cards()), "a hand has all its cards");
        let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank()).collect();
        ranks.sort_unstable();
        ranks.reverse();
        let suited = cards.iter().all(|card| card.suit() == cards[0].suit());
        self.of_ranks(&ranks, suited)
    }

    /// The strength of a hand with these ranks, from the highest, whose cards are of one suit or not.
    pub fn of_ranks(self, ranks: &[Rank], suited: bool) -> Strength {
        let count = |rank: Rank| ranks.iter().filter(|other| **other == rank).count();
        let mut sorted = ranks.to_vec();
        // The ranks that decide first: the most frequent, and among those the highest.
        sorted.sort_by_key(|rank| std::cmp::Reverse((count(*rank), *rank)));
        if let Some(top) = straight_to(ranks) {
            let kind = match (suited, top) {
                (true, Rank::Ace) => HandKind::RoyalFlush,
                (true, _) => HandKind::StraightFlush,
                (false, _) => HandKind::Straight,
            };
            return self.lowest(kind, &[top]);
        }
        let most = count(sorted[0]);
        let next = sorted.get(most).map_or(0, |rank| count(*rank));
        let kind = match (most, next) {
            (4, _) => HandKind::FourOfAKind,
            (3, 2) => HandKind::FullHouse,
            _ if suited => HandKind::Flush,
            (3, _) => HandKind::ThreeOfAKind,
            (2, 2) => HandKind::TwoPairs,
            (2, _) => HandKind::Pair,
            _ => HandKind::HighCard,
        };
        self.lowest(kind, &sorted)
    }
}

/// The highest rank of a straight with these ranks, from the highest; `None` if they are none.
fn straight_to(ranks: &[Rank]) -> Option<Rank> {
    let follows = |pair: &[Rank]| pair[0] as usize == pair[1] as usize + 1;
    let rest_follows = ranks[1..].windows(2).all(follows);
    match ranks {
        [first, second, ..] if rest_follows && *first as usize == *second as usize + 1 => Some(*first),
        [Rank::Ace, second, .., Rank::Two] if rest_follows => Some(*second),
        _ => None,
    }
}

fn to_u32(place: usize) -> u32 {
    u32::try_from(place).expect("there are few kinds of hands")
}

/// The strength of a hand among those of its size: a higher one wins, and equal ones are equal to the last card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength {
    /// The place of the kind in its order, then the ranks that decide, four bits each.
    key: u32,
    kind: HandKind,
}

impl Strength {
    /// The kind of the hand.
    pub const fn kind(self) -> HandKind {
        self.kind
    }
}
