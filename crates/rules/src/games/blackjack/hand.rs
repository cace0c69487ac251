//! One hand of cards: its score, and what it waits for.

use croupier_kit::Rank;

use super::CardValues;

/// What a hand waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Waits {
    /// A card, followed by a decision.
    #[default]
    Card,
    /// One last card: the hand was doubled, or is a split Ace.
    LastCard,
    /// A decision.
    Decision,
    /// The dealer's hand.
    Dealer,
    /// Nothing: it is over 21.
    Bust,
    /// Nothing: it was surrendered.
    Surrendered,
    /// Nothing: no stake is left on it.
    Settled,
    /// The dealer's look: it was not given up before.
    Look,
}

/// One hand, of a box or of the dealer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    /// The score with every Ace counted as 1. It may exceed 21, but always fits a byte.
    hard: u8,
    cards: u8,
    /// The ranks of the first two cards, from 1 for a Two to 13 for an Ace; 0 means no card.
    first: u8,
    second: u8,
    /// Whether it has an Ace that may count 11.
    ace: bool,
    /// What the hand waits for.
    pub(super) waits: Waits,
}

impl Hand {
    /// A new hand with one card of a split pair.
    pub(super) fn split_from(pair: Self, waits: Waits, values: &CardValues) -> Self {
        let mut hand = Self { waits, ..Self::default() };
        if let Some(rank) = pair.first_rank() {
            hand.add(rank, values);
        }
        hand
    }

    /// A hand of these cards.
    pub(super) fn of(ranks: impl Iterator<Item = Rank>, values: &CardValues) -> Self {
        let mut hand = Self::default();
        ranks.for_each(|rank| hand.add(rank, values));
        hand
    }

    /// Adds a card.
    pub(super) fn add(&mut self, rank: Rank, values: &CardValues) {
        let place = rank as u8 + 1;
        match self.cards {
            0 => self.first = place,
            1 => self.second = place,
            _ => {}
        }
        self.cards += 1;
        self.hard += values.of(rank);
        self.ace |= values.may_be_eleven(rank);
    }

    /// The number of cards.
    pub const fn cards(self) -> u8 {
        self.cards
    }

    /// The score: the first Ace counts 11 unless that takes the hand over 21 (reg. 6(10)(a), reading S2).
    pub const fn score(self) -> u8 {
        if self.is_soft() { self.hard + 10 } else { self.hard }
    }

    /// Whether an Ace counts 11.
    pub const fn is_soft(self) -> bool {
        self.ace && self.hard <= 11
    }

    /// Whether it is over 21.
    pub const fn is_bust(self) -> bool {
        self.hard > 21
    }

    /// Whether its two cards make 21.
    pub const fn is_two_card_21(self) -> bool {
        self.cards == 2 && self.score() == 21
    }

    /// The rank of its first card.
    pub fn first_rank(self) -> Option<Rank> {
        (self.first as usize).checked_sub(1).and_then(|place| Rank::ALL.get(place).copied())
    }

    /// The rank of its second card.
    pub fn second_rank(self) -> Option<Rank> {
        (self.second as usize).checked_sub(1).and_then(|place| Rank::ALL.get(place).copied())
    }

    /// The ranks of its two cards, as long as it has exactly two.
    pub fn pair(self) -> Option<(Rank, Rank)> {
        if self.cards == 2 { self.first_rank().zip(self.second_rank()) } else { None }
    }

    /// The hand as seen while its second card is face down: the first card, and the number of cards.
    pub(super) fn first_alone(self, values: &CardValues) -> Self {
        let mut first = Self { waits: self.waits, ..Self::default() };
        if let Some(rank) = self.first_rank() {
            first.add(rank, values);
        }
        Self { cards: self.cards, ..first }
    }

    /// The hand as seen by someone who may not see its cards: only the number of cards.
    pub(super) fn hidden(self) -> Self {
        Self { cards: self.cards, waits: self.waits, ..Self::default() }
    }
}
