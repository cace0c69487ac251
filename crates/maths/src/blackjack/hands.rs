//! Every hand that is not over 21, by its cards and not by their order: about three thousand, made once.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How many kinds of card the score can tell apart: Ace, 2 to 9, and what counts ten.
pub const KINDS: usize = 10;

/// The kind of an Ace; the kind of a card that counts *n* is *n* − 1.
pub const ACE: usize = 0;

/// The kind of a card that counts ten.
pub const TEN: usize = 9;

/// So many cards of each kind: Ace, 2 to 9, ten.
pub type Cards = [u8; KINDS];

/// The place of a hand in the list.
pub(super) type HandId = u16;

/// Where a card takes a hand over 21.
pub(super) const OVER: HandId = HandId::MAX;

/// One hand, and where each further card takes it.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) cards: Cards,
    /// How many cards.
    pub(super) count: u8,
    /// The score with every Ace as 1.
    pub(super) hard: u8,
    pub(super) next: [HandId; KINDS],
}

impl Held {
    /// The score and whether an Ace counts 11 in it.
    pub(super) fn score(&self, ace_eleven: bool) -> (u8, bool) {
        let soft = ace_eleven && self.cards[ACE] > 0 && self.hard <= 11;
        (if soft { self.hard + 10 } else { self.hard }, soft)
    }
}

/// All hands; a hand comes after every hand it can be drawn from.
pub(super) struct Hands {
    pub(super) list: Vec<Held>,
    places: HashMap<Cards, HandId>,
}

/// The one list: it depends on nothing.
pub(super) static HANDS: LazyLock<Hands> = LazyLock::new(Hands::new);

impl Hands {
    fn new() -> Self {
        let mut hands = Self { list: Vec::new(), places: HashMap::new() };
        hands.place([0; KINDS], 0, 0);
        let mut at = 0;
        while at < hands.list.len() {
            let Held { cards, count, hard, .. } = hands.list[at];
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
    fn place(&mut self, cards: Cards, count: u8, hard: u8) -> HandId {
        let list = &mut self.list;
        *self.places.entry(cards).or_insert_with(|| {
            list.push(Held { cards, count, hard, next: [OVER; KINDS] });
            (list.len() - 1) as HandId
        })
    }

    pub(super) fn get(&self, id: HandId) -> &Held {
        &self.list[usize::from(id)]
    }

    /// The place of these cards, unless they are over 21.
    pub(super) fn find(&self, cards: &Cards) -> Option<HandId> {
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
