//! The class of a five-card poker hand, by keys that add up.
//!
//! Every card has a key and a hand is the sum of its keys, so that trying one card after another costs one addition and
//! one look into a table. A pack may be there more than once: five of a rank count as four of a kind, and a hand may
//! hold the same card twice.

use crate::card::{Card, Rank, Suit};

/// What a hand of five cards is, from the lowest. A pair says of which rank, because pay tables ask for it.
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
    /// How many different hands there are, a pair of each rank being one.
    pub const COUNT: usize = 22;

    /// All of them, from the lowest.
    pub const ALL: [Self; Self::COUNT] = every_hand();

    /// What these five cards are.
    pub fn of(cards: [Card; 5]) -> Self {
        cards.into_iter().fold(HandSum::EMPTY, HandSum::with).hand()
    }

    /// Its place among all hands from the lowest: 0 to 21.
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

    /// The word for it, as pay tables have it; a pair of any rank is a `pair`.
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

    /// The place in one byte, as the table of slots holds it.
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

/// Cards gathered one by one, as the sum of their keys.
///
/// The eighteen bits at the top add up the ranks and wrap round; the sixteen at the bottom count each suit from three
/// up, so that five of a suit show in the fourth bit of its count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HandSum(u64);

const SLOT_BITS: u32 = 18;
const SLOTS: usize = 1 << SLOT_BITS;
const NO_SUITS: u64 = 0x3333;
const FIVE_OF_A_SUIT: u64 = 0x8888;

/// The keys of the ranks, from Two up. Found by search: no two hands of different classes have the same sum of five,
/// modulo the number of slots. The high ranks have the small keys, so that counting up through a sorted pack looks at
/// neighbouring slots.
const RANK_KEYS: [u64; 13] = [159_534, 43_687, 18_897, 8_846, 4_067, 1_605, 601, 220, 85, 21, 5, 1, 0];

/// A key for each card; the room after the fifty-second lets any six bits be looked up without asking.
const CARD_KEYS: [u64; 64] = card_keys();

/// What the ranks alone make of a hand, by its slot, as the place of that hand.
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

    /// What five cards are. Of any other number nothing can be said, and the answer means nothing.
    #[must_use]
    #[inline]
    pub fn hand(self) -> PokerHand {
        PokerHand::ALL[self.index()]
    }

    /// The place of that hand among all, as [`PokerHand::index`] has it, without a branch on what it is.
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

    /// Five of one suit whose ranks make them `plain`. From several packs that can be a full house or four of a kind,
    /// which are higher than a flush.
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

/// Where five ranks are looked up.
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

/// What every five ranks are where the suits do not matter, at their slots.
#[allow(clippy::large_stack_arrays, reason = "it is built when the program is compiled")]
const fn plain_hands() -> [u8; SLOTS] {
    let mut hands = [0; SLOTS];
    let mut ranks = [0; 5];
    loop {
        hands[slot(ranks)] = plain(ranks).byte();
        // The next five in ascending order: the last that can be raised is, and those after it start from there.
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

/// What five ranks in ascending order are where the suits do not matter.
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
