//! Cards and seeds in a text.

use croupier_kit::{Card, Suit};

/// A set of cards; one of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CardSet(u64);

impl CardSet {
    pub(crate) const ALL: Self = Self((1 << 52) - 1);

    pub(crate) fn add(&mut self, card: Card) {
        self.add_text(card.to_string().as_bytes());
    }

    /// Adds all cards of lines of the notation.
    pub(crate) fn add_all(&mut self, text: &str) {
        each_card(text, |card| self.add_text(card));
    }

    fn add_text(&mut self, card: &[u8]) {
        self.0 |= bit(card).unwrap_or_default();
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// One of the cards, as the notation writes it.
    pub(crate) fn first(self) -> Option<String> {
        let place = usize::try_from(self.0.trailing_zeros()).unwrap();
        let (rank, suit) = (RANKS.get(place / 4)?, SUITS[place % 4]);
        Some(format!("{}{}", char::from(*rank), char::from(suit)))
    }
}

const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: [u8; 4] = [b'S', b'H', b'D', b'C'];
const _: () = assert!(Suit::ALL.len() == SUITS.len());

/// The bit of a card in the notation, such as `TH`.
fn bit(text: &[u8]) -> Option<u64> {
    let [rank, suit] = text else { return None };
    let rank = RANKS.iter().position(|known| known == rank)?;
    let suit = SUITS.iter().position(|known| known == suit)?;
    Some(1 << (rank * 4 + suit))
}

/// Every word of a text that is a card in the notation.
fn each_card<'t>(text: &'t str, each: impl FnMut(&'t [u8])) {
    let words = text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
    words.filter(|word| bit(word).is_some()).for_each(each);
}

/// What somebody may not know: every card that is not among these, and these seeds.
pub(crate) struct Unknown<'s> {
    pub(crate) known: CardSet,
    pub(crate) seeds: &'s [String],
}

impl Unknown<'_> {
    /// What a text holds of it.
    pub(crate) fn found_in(&self, text: &str) -> Option<String> {
        let mut cards = CardSet::default();
        cards.add_all(text);
        let leaked = cards.without(self.known);
        if let Some(card) = leaked.first() {
            return Some(format!("the card {card}"));
        }
        let seed = self.seeds.iter().find(|seed| text.contains(seed.as_str()));
        seed.map(|seed| format!("the seed {seed}"))
    }
}

#[test]
fn cards_are_found_between_anything_but_letters_and_digits() {
    let mut cards = CardSet::default();
    cards.add_all(r#"{"card":"TH","text":"cards 9S,2C; AS1 xKD QQ TH"}"#);
    assert_eq!((cards.len(), cards.first().as_deref()), (3, Some("2C")));
}
