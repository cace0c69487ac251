//! How cards and hands are written.

use croupier_house::view::HandView;
use croupier_kit::{Card, Rank, Suit};

/// How cards are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CardStyle {
    /// `10♥`
    Symbols,
    /// `ten of hearts`
    Words,
}

impl CardStyle {
    /// A card; without one, a card that lies face down.
    pub(super) fn card(self, card: Option<&str>) -> String {
        let card = card.map(str::parse::<Card>).and_then(Result::ok);
        match (self, card) {
            (Self::Symbols, None) => "▒▒".to_owned(),
            (Self::Words, None) => "a card face down".to_owned(),
            (Self::Symbols, Some(card)) => {
                format!("{}{}", rank_symbol(card.rank()), suit_symbol(card.suit()))
            }
            (Self::Words, Some(card)) => format!("{} of {}", rank_word(card.rank()), suit_word(card.suit())),
        }
    }

    /// A hand: whose it is, its cards and its score. The other hands show whether its box is split.
    pub(super) fn hand(self, hand: &HandView, all: &[HandView]) -> String {
        let cards: Vec<String> = hand.cards.iter().map(|card| self.card(card.as_deref())).collect();
        let between = if self == Self::Symbols { " " } else { ", " };
        let score = hand.score.as_ref().map(|score| format!(" ({score})")).unwrap_or_default();
        format!("{}: {}{score}", hand_name(hand, all), cards.join(between))
    }

    /// A hand in few words: its score, or its cards where it has none.
    pub(super) fn short_hand(self, hand: &HandView, all: &[HandView]) -> String {
        match &hand.score {
            Some(score) => format!("{} {score}", hand_name(hand, all)),
            None => self.hand(hand, all),
        }
    }
}

/// Whose a hand is; a hand of a split box by its number.
pub(super) fn hand_name(hand: &HandView, all: &[HandView]) -> String {
    let split = all.iter().filter(|other| other.at == hand.at).count() > 1;
    match &hand.hand {
        Some(number) if split && number.contains('.') => format!("box {number}"),
        _ => hand.at.clone(),
    }
}

/// The hands, with those of one box together.
pub(super) fn by_box(hands: &[HandView]) -> Vec<&HandView> {
    let mut sorted: Vec<&HandView> = hands.iter().collect();
    let first = |hand: &HandView| hands.iter().position(|other| other.at == hand.at);
    sorted.sort_by_key(|hand| first(hand));
    sorted
}

/// As it is printed on the card; in the notation a ten is a `T`.
fn rank_symbol(rank: Rank) -> String {
    if rank == Rank::Ten { "10".to_owned() } else { rank.symbol().to_string() }
}

const fn suit_symbol(suit: Suit) -> char {
    match suit {
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
        Suit::Clubs => '♣',
    }
}

const fn suit_word(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "spades",
        Suit::Hearts => "hearts",
        Suit::Diamonds => "diamonds",
        Suit::Clubs => "clubs",
    }
}

const fn rank_word(rank: Rank) -> &'static str {
    match rank {
        Rank::Two => "two",
        Rank::Three => "three",
        Rank::Four => "four",
        Rank::Five => "five",
        Rank::Six => "six",
        Rank::Seven => "seven",
        Rank::Eight => "eight",
        Rank::Nine => "nine",
        Rank::Ten => "ten",
        Rank::Jack => "jack",
        Rank::Queen => "queen",
        Rank::King => "king",
        Rank::Ace => "ace",
    }
}
