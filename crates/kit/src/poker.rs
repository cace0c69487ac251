//! The class of a five-card poker hand, computed from additive keys.
//!
//! Every card has a key, and a hand is the sum of its keys. Adding a card costs one addition, and classifying a hand
//! one table lookup. Several packs may be in play: five of a rank count as four of a kind, and a hand may contain the
//! same card twice.

use crate::card::{Card, Rank, Suit};

/// The class of a five-card hand, from the lowest. A pair includes its rank, because pay tables depend on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the hands are their own names")]
pub enum PokerHand {
    HighCard,
    Pair(Rank),
    TwoPairs,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
}

impl PokerHand {
    /// The number of different classes, counting a pair of each rank separately.
    pub const COUNT: usize = 22;

    /// All classes, from the lowest.
    pub const ALL: [Self; Self::COUNT] = every_hand();

    /// The class of these five cards.
    pub fn of(cards: [Card; 5]) -> Self {
        cards.into_iter().fold(HandSum::EMPTY, HandSum::with).hand()
    }

    /// Its index among all classes from the lowest: 0 to 21.
    pub const fn index(self) -> usize {
        match self {
            Self::HighCard => 0,
            Self::Pair(rank) => 1 + rank as usize,
            Self::TwoPairs => 14,
            Self::ThreeOfAKind => 15,
            Self::Straight => 16,
            Self::Flush => 17,
            Self::FullHouse => 18,
            Self::FourOfAKind => 19,
            Self::StraightFlush => 20,
            Self::RoyalFlush => 21,
        }
    }

    /// The name used in pay tables; a pair of any rank is a `pair`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HighCard => "high-card",
            Self::Pair(_) => "pair",
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

    /// The index in one byte, as stored in the table of slots.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 256 hands")]
    const fn byte(self) -> u8 {
        self.index() as u8
    }
}

const fn every_hand() -> [PokerHand; PokerHand::COUNT] {
    use PokerHand::{
        Flush, FourOfAKind, FullHouse, HighCard, Pair, RoyalFlush, Straight, StraightFlush, ThreeOfAKind,
        TwoPairs,
    };
    let mut hands = [HighCard; PokerHand::COUNT];
    let mut rank = 0;
    while rank < Rank::ALL.len() {
        hands[1 + rank] = Pair(Rank::ALL[rank]);
        rank += 1;
    }
    let higher = [TwoPairs, ThreeOfAKind, Straight, Flush, FullHouse, FourOfAKind, StraightFlush, RoyalFlush];
    let mut place = 0;
    while place < higher.len() {
        hands[14 + place] = higher[place];
        place += 1;
    }
    hands
}

/// A set of cards as the sum of their keys.
///
/// The top eighteen bits are the sum of the rank keys, which wraps. The bottom sixteen bits count the cards of each
/// suit, four bits per suit. Each count starts at three, so that five cards of a suit set the fourth bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HandSum(u64);

const SLOT_BITS: u32 = 18;
const SLOTS: usize = 1 << SLOT_BITS;
const NO_SUITS: u64 = 0x3333;
const FIVE_OF_A_SUIT: u64 = 0x8888;

/// The keys of the ranks, from Two up.
///
/// They were found by search: no two hands of different classes have the same sum of five keys, modulo the number of
/// slots. High ranks have small keys, so that enumerating a sorted pack accesses neighbouring slots.
const RANK_KEYS: [u64; 13] = [159_534, 43_687, 18_897, 8_846, 4_067, 1_605, 601, 220, 85, 21, 5, 1, 0];

/// A key for each card. The unused entries after the fifty-second make a bounds check on a six-bit index unnecessary.
const CARD_KEYS: [u64; 64] = card_keys();

/// The index of the class by ranks alone, for each slot.
static PLAIN: [u8; SLOTS] = plain_hands();

const ROYAL: usize = slot([
    Rank::Ten as usize,
    Rank::Jack as usize,
    Rank::Queen as usize,
    Rank::King as usize,
    Rank::Ace as usize,
]);

impl HandSum {
    /// No cards.
    pub const EMPTY: Self = Self(NO_SUITS);

    /// These cards and one more.
    #[must_use]
    #[inline]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0.wrapping_add(CARD_KEYS[card.index() % CARD_KEYS.len()]))
    }

    /// The class of five cards. For any other number of cards the result is meaningless.
    #[must_use]
    #[inline]
    pub fn hand(self) -> PokerHand {
        PokerHand::ALL[self.index()]
    }

    /// The index of that class, as [`PokerHand::index`] defines it, without branching on the class.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        let plain = PLAIN[self.slot()];
        usize::from(if self.0 & FIVE_OF_A_SUIT == 0 { plain } else { self.suited(plain) })
    }

    const fn slot(self) -> usize {
        #[allow(clippy::cast_possible_truncation, reason = "eighteen bits are left")]
        let slot = (self.0 >> (u64::BITS - SLOT_BITS)) as usize;
        slot
    }

    /// The class of five cards of one suit whose class by ranks alone is `plain`. With several packs it can be a full
    /// house or four of a kind, which rank above a flush.
    #[cold]
    fn suited(self, plain: u8) -> u8 {
        if plain != PokerHand::Straight.byte() {
            plain.max(PokerHand::Flush.byte())
        } else if self.slot() == ROYAL {
            PokerHand::RoyalFlush.byte()
        } else {
            PokerHand::StraightFlush.byte()
        }
    }
}

const fn card_keys() -> [u64; 64] {
    let mut keys = [0; 64];
    let mut place = 0;
    while place < 52 {
        let suit = 1 << (4 * (place % Suit::ALL.len()));
        keys[place] = RANK_KEYS[place / Suit::ALL.len()] << (u64::BITS - SLOT_BITS) | suit;
        place += 1;
    }
    keys
}

/// The slot of five ranks.
const fn slot(ranks: [usize; 5]) -> usize {
    let mut sum = 0;
    let mut card = 0;
    while card < ranks.len() {
        sum += RANK_KEYS[ranks[card]];
        card += 1;
    }
    #[allow(clippy::cast_possible_truncation, reason = "less than the number of slots")]
    let slot = (sum % SLOTS as u64) as usize;
    slot
}

/// The classes of all combinations of five ranks, ignoring suits, at their slots.
#[allow(clippy::large_stack_arrays, reason = "it is built when the program is compiled")]
const fn plain_hands() -> [u8; SLOTS] {
    let mut hands = [0; SLOTS];
    let mut ranks = [0; 5];
    loop {
        hands[slot(ranks)] = plain(ranks).byte();
        // The next combination in ascending order: increment the last rank that can rise, and restart those after it
        // from there.
        let mut last = 5;
        while last > 0 && ranks[last - 1] == Rank::Ace as usize {
            last -= 1;
        }
        if last == 0 {
            return hands;
        }
        let raised = ranks[last - 1] + 1;
        while last <= 5 {
            ranks[last - 1] = raised;
            last += 1;
        }
    }
}

/// The class of five ranks in ascending order, ignoring suits.
#[allow(clippy::many_single_char_names, reason = "five cards that have nothing but their order")]
const fn plain(ranks: [usize; 5]) -> PokerHand {
    let [a, b, c, d, e] = ranks;
    match (a == b) as u8 + (b == c) as u8 + (c == d) as u8 + (d == e) as u8 {
        0 if e - a == 4 || e == Rank::Ace as usize && d == Rank::Five as usize => PokerHand::Straight,
        0 => PokerHand::HighCard,
        1 => PokerHand::Pair(Rank::ALL[if a == b || b == c { b } else { d }]),
        2 if a == c || b == d || c == e => PokerHand::ThreeOfAKind,
        2 => PokerHand::TwoPairs,
        3 if a != d && b != e => PokerHand::FullHouse,
        _ => PokerHand::FourOfAKind,
    }
}
