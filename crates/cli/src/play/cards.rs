//! Formatting of cards and hands.

use croupier_house::view::HandView;
use croupier_kit::{Card, Rank, Suit};

/// The style of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CardStyle {
    /// `10♥`
    Symbols,
    /// `ten of hearts`
    Words,
}

impl CardStyle {
    /// Formats a card; `None` is a card that is face down.
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

    /// Formats a hand: its owner, cards and score. `all` shows whether its box is split.
    pub(super) fn hand(self, hand: &HandView, all: &[HandView]) -> String {
        let cards: Vec<String> = hand.cards.iter().map(|card| self.card(card.as_deref())).collect();
        let between = if self == Self::Symbols { " " } else { ", " };
        let score = hand.score.as_ref().map(|score| format!(" ({score})")).unwrap_or_default();
        format!("{}: {}{score}", hand_name(hand, all), cards.join(between))
    }

    /// Formats a hand briefly: its score, or its cards if it has none.
    pub(super) fn short_hand(self, hand: &HandView, all: &[HandView]) -> String {
        match &hand.score {
            Some(score) => format!("{} {score}", hand_name(hand, all)),
            None => self.hand(hand, all),
        }
    }
}

/// The name of a hand; a hand of a split box is named by its number.
pub(super) fn hand_name(hand: &HandView, all: &[HandView]) -> String {
    let split = all.iter().filter(|other| other.at == hand.at).count() > 1;
    match &hand.hand {
        Some(number) if split && number.contains('.') => format!("box {number}"),
        _ => hand.at.clone(),
    }
}

/// The hands, grouped by box.
pub(super) fn by_box(hands: &[HandView]) -> Vec<&HandView> {
    let mut sorted: Vec<&HandView> = hands.iter().collect();
    let first = |hand: &HandView| hands.iter().position(|other| other.at == hand.at);
    sorted.sort_by_key(|hand| first(hand));
    sorted
}

/// The rank as printed on the card. In the notation a ten is `T`.
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
