//! The ranks of a hand, and the classes of hands that differ only in the names of the suits.

use std::collections::HashMap;

use croupier_kit::{Card, Rank, Suit};
use croupier_rules::games::dealer_poker::{HandSize, Strength};

/// The number of ranks.
pub(super) const RANKS: usize = Rank::ALL.len();
/// The cards of one rank.
const SUITS: usize = Suit::ALL.len();

/// The ranks of a hand, whatever its suits.
#[derive(Clone, Debug)]
pub(super) struct RankSet {
    /// How many cards of each rank it has.
    pub(super) counts: [u8; RANKS],
    /// The ranks it has, one bit each.
    pub(super) mask: u16,
    /// Its strength if the cards are not of one suit.
    pub(super) plain: Strength,
    /// Its strength if they are; `None` if a rank comes twice.
    pub(super) suited: Option<Strength>,
}

/// Every set of ranks that a hand of one pack can have.
pub(super) fn every_rank_set(size: HandSize) -> Vec<RankSet> {
    let mut sets = Vec::new();
    let mut ranks = Vec::new();
    add_sets(size, RANKS, &mut ranks, &mut sets);
    sets
}

/// Adds every set that begins with these ranks and goes on with ranks below `under` or equal to the last.
fn add_sets(size: HandSize, under: usize, ranks: &mut Vec<Rank>, sets: &mut Vec<RankSet>) {
    if ranks.len() == usize::from(size.cards()) {
        sets.push(RankSet::new(size, ranks));
        return;
    }
    for place in (0..under).rev() {
        for count in 1..=SUITS.min(usize::from(size.cards()) - ranks.len()) {
            ranks.extend(std::iter::repeat_n(Rank::ALL[place], count));
            add_sets(size, place, ranks, sets);
            ranks.truncate(ranks.len() - count);
        }
    }
}

impl RankSet {
    fn new(size: HandSize, ranks: &[Rank]) -> Self {
        let mut counts = [0; RANKS];
        let mut mask = 0;
        for rank in ranks {
            counts[*rank as usize] += 1;
            mask |= 1 << *rank as u16;
        }
        let distinct = counts.iter().all(|count| *count <= 1);
        Self {
            counts,
            mask,
            plain: size.of_ranks(ranks, false),
            suited: distinct.then(|| size.of_ranks(ranks, true)),
        }
    }

    /// The ranks, from the highest.
    pub(super) fn ranks(&self) -> impl Iterator<Item = Rank> + '_ {
        Rank::ALL
            .into_iter()
            .rev()
            .flat_map(|rank| std::iter::repeat_n(rank, usize::from(self.counts[rank as usize])))
    }

    /// Every class of hands with these ranks, with the number of hands in it.
    pub(super) fn classes(&self) -> Vec<(Class, u64)> {
        let mut found: HashMap<Class, u64> = HashMap::new();
        self.add_classes(0, [0; SUITS], &mut found);
        let mut classes: Vec<(Class, u64)> = found.into_iter().collect();
        classes.sort_unstable();
        classes
    }

    fn add_classes(&self, from: usize, masks: [u16; SUITS], found: &mut HashMap<Class, u64>) {
        let Some(rank) = (from..RANKS).find(|rank| self.counts[*rank] > 0) else {
            *found.entry(Class::new(masks)).or_default() += 1;
            return;
        };
        let count = u32::from(self.counts[rank]);
        for suits in (0_usize..1 << SUITS).filter(|suits| suits.count_ones() == count) {
            let mut masks = masks;
            for (suit, mask) in masks.iter_mut().enumerate() {
                *mask |= u16::from(suits >> suit & 1 == 1) << rank;
            }
            self.add_classes(rank + 1, masks, found);
        }
    }
}

/// Hands that differ only in the names of the suits: the ranks in each suit, one bit each, sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Class {
    pub(super) masks: [u16; SUITS],
}

impl Class {
    fn new(mut masks: [u16; SUITS]) -> Self {
        masks.sort_unstable();
        Self { masks }
    }

    /// The class of a hand, and the place of another card in it: its suit is that of the mask, with the rank.
    pub(super) fn of(own: &[Card], other: Option<Card>) -> (Self, Option<usize>) {
        let mut masks = [(0_u16, 0_usize); SUITS];
        for (suit, mask) in masks.iter_mut().enumerate() {
            mask.1 = suit;
        }
        for card in own {
            masks[card.suit() as usize].0 |= 1 << card.rank() as u16;
        }
        masks.sort_unstable();
        let place = other.and_then(|card| {
            let suit = masks.iter().position(|(_, suit)| *suit == card.suit() as usize)?;
            Some(place_of(suit, card.rank() as usize))
        });
        (Self { masks: masks.map(|(mask, _)| mask) }, place)
    }

    /// Whether all cards are of one suit.
    pub(super) fn is_suited(self) -> bool {
        self.masks[..SUITS - 1].iter().all(|mask| *mask == 0)
    }
}

/// The number of a card by the place of its suit in a class and by its rank.
pub(super) const fn place_of(suit: usize, rank: usize) -> usize {
    rank * SUITS + suit
}
