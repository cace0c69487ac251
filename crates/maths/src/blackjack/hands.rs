//! Every hand that is not over 21, by its cards regardless of their order: about three thousand, computed once.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The number of kinds of card that a score distinguishes: Ace, 2 to 9, and cards that count ten.
pub const KINDS: usize = 10;

/// The kind of an Ace; the kind of a card that counts *n* is *n* − 1.
pub const ACE: usize = 0;

/// The kind of a card that counts ten.
pub const TEN: usize = 9;

/// The number of cards of each kind: Ace, 2 to 9, ten.
pub type KindCounts = [u8; KINDS];

/// The index of a hand in the list.
pub type HandId = u16;

/// Stands for the next hand where a card takes the hand over 21.
pub const OVER: HandId = HandId::MAX;

/// A hand, and the hand that results from each further card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandState {
    /// The cards.
    pub cards: KindCounts,
    /// The number of cards.
    pub count: u8,
    /// The score with every Ace as 1.
    pub hard: u8,
    /// The resulting hand, by the kind of the further card; [`OVER`] where it is over 21.
    pub next: [HandId; KINDS],
}

/// Every hand that is not over 21. The first is empty, and a hand comes after every hand it can be drawn from.
pub fn hands() -> &'static [HandState] {
    &HANDS.list
}

impl HandState {
    /// The score and whether an Ace counts 11 in it.
    pub(super) fn score(&self, ace_eleven: bool) -> (u8, bool) {
        let soft = ace_eleven && self.cards[ACE] > 0 && self.hard <= 11;
        (if soft { self.hard + 10 } else { self.hard }, soft)
    }
}

/// All hands; a hand comes after every hand it can be drawn from.
pub(super) struct Hands {
    pub(super) list: Vec<HandState>,
    places: HashMap<KindCounts, HandId>,
}

/// The only list: it is the same for all rules and shoes.
pub(super) static HANDS: LazyLock<Hands> = LazyLock::new(Hands::new);

impl Hands {
    fn new() -> Self {
        let mut hands = Self { list: Vec::new(), places: HashMap::new() };
        hands.place([0; KINDS], 0, 0);
        let mut at = 0;
        while at < hands.list.len() {
            let HandState { cards, count, hard, .. } = hands.list[at];
            for kind in 0..KINDS {
                let scored = usize::from(hard) + kind + 1;
                hands.list[at].next[kind] = match u8::try_from(scored) {
                    Ok(scored @ ..=21) => {
                        let mut with = cards;
                        with[kind] += 1;
                        hands.place(with, count + 1, scored)
                    }
                    _ => OVER,
                };
            }
            at += 1;
        }
        hands
    }

    #[allow(clippy::cast_possible_truncation, reason = "there are some three thousand hands")]
    fn place(&mut self, cards: KindCounts, count: u8, hard: u8) -> HandId {
        let list = &mut self.list;
        *self.places.entry(cards).or_insert_with(|| {
            list.push(HandState { cards, count, hard, next: [OVER; KINDS] });
            (list.len() - 1) as HandId
        })
    }

    pub(super) fn get(&self, id: HandId) -> &HandState {
        &self.list[usize::from(id)]
    }

    /// The index of the hand with these cards; `None` if they are over 21.
    pub(super) fn find(&self, cards: &KindCounts) -> Option<HandId> {
        self.places.get(cards).copied()
    }

    /// The hand of two cards.
    pub(super) fn pair(&self, first: usize, second: usize) -> HandId {
        self.get(self.get(0).next[first]).next[second]
    }

    /// The hand of one card.
    pub(super) fn single(&self, kind: usize) -> HandId {
        self.get(0).next[kind]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_of_two_cards_or_more_are_as_many_as_the_partitions() {
        // The ways to write 2 to 21 as a sum of two or more numbers from 1 to 10.
        let two_or_more = HANDS.list.iter().filter(|hand| hand.count >= 2).count();
        assert_eq!(two_or_more, 3072);
    }

    #[test]
    fn a_hand_comes_after_those_it_is_drawn_from() {
        for (at, hand) in HANDS.list.iter().enumerate() {
            assert!(hand.next.iter().all(|&next| usize::from(next) > at));
            assert_eq!(HANDS.find(&hand.cards).map(usize::from), Some(at));
        }
        assert_eq!(HANDS.get(HANDS.pair(ACE, TEN)).score(true), (21, true));
        assert_eq!(HANDS.get(HANDS.pair(ACE, TEN)).score(false), (11, false));
    }
}
