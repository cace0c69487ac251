//! Playing cards: a rank and a suit, written `AS`, `TH`, `7D`.

use std::fmt;
use std::str::FromStr;

/// The rank of a card, from Two up to Ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the ranks are their own names")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All thirteen, ascending.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// The letter or digit of its notation.
    pub const fn symbol(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The number printed on the card: 2 to 10, with 1 for an Ace and 10 for a picture.
    pub const fn face(self) -> u8 {
        match self {
            Self::Ace => 1,
            Self::Ten | Self::Jack | Self::Queen | Self::King => 10,
            low => low as u8 + 2,
        }
    }
}

/// One of the four suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the suits are their own names")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter of its notation.
    pub const fn symbol(self) -> char {
        b"CDHS"[self as usize] as char
    }
}

/// One card of a pack of fifty-two, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(rank as u8 * 4 + suit as u8)
    }

    /// Its index in a pack sorted by rank and then suit: 0 to 51.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at an index of the sorted pack.
    pub const fn at(index: usize) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation, reason = "the index is below 52")]
        if index < 52 { Some(Self(index as u8)) } else { None }
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize / 4]
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize % 4]
    }

    /// One pack of fifty-two, sorted.
    pub fn pack() -> impl Iterator<Item = Self> {
        (0..52).map(Self)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().symbol(), self.suit().symbol())
    }
}

/// The error for a text that is not a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardError(String);

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a card: write rank and suit, such as AS, TH, 7D or QC", self.0)
    }
}

impl std::error::Error for CardError {}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let mut symbols = text.chars();
        let rank = symbols.next().and_then(|c| Rank::ALL.into_iter().find(|r| r.symbol() == c));
        let suit = symbols.next().and_then(|c| Suit::ALL.into_iter().find(|s| s.symbol() == c));
        match (rank, suit, symbols.next()) {
            (Some(rank), Some(suit), None) => Ok(Self::new(rank, suit)),
            _ => Err(CardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_written_and_read_back() {
        let pack: Vec<Card> = Card::pack().collect();
        assert_eq!(pack.len(), 52);
        for (place, card) in pack.iter().enumerate() {
            assert_eq!(card.to_string().parse::<Card>().as_ref(), Ok(card));
            assert_eq!(Card::at(place), Some(*card));
            assert_eq!(Card::new(card.rank(), card.suit()), *card);
        }
        assert_eq!(Card::at(52), None);
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "A", "1S", "10H", "as", "AX", "ASS", "é"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }
}
