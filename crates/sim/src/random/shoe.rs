//! Cards drawn without replacement: a lazy shuffle of bytes.
//!
//! A shuffle starts from the sorted packs and draws only as many cards as are needed. Draws are grouped: one half of
//! a word gives as many draws as fit while the product of their ranges is at most 2^20. Each further draw multiplies
//! the lower half of the previous product. The half word is rejected if the last lower half is below 2^32 mod the
//! product of the ranges. The accepted draws are exactly uniform over all ways to draw the group.

use super::RandomWords;
use super::places::{CardPlaces, SHOE_MAX};

/// Space for the cards, and for reading a few bytes past the last one.
pub(crate) const ROOM: usize = 512;
/// The largest product of ranges, so that fewer than one half word in four thousand is rejected.
const PRODUCT_MAX: u32 = 1 << 20;

/// Draws made from one half of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DrawGroup {
    /// The position of the first draw.
    pub(crate) from: u16,
    /// The number of draws.
    pub(crate) len: u16,
    /// A half word is rejected if its remainder is below this.
    pub(crate) passed_over: u32,
}

/// How the cards of a shoe are drawn: the sorted packs, and the groups of draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShufflePlan {
    pub(crate) sorted: Box<[u8; ROOM]>,
    pub(crate) cards: usize,
    /// The same cards for the second edition.
    pub(crate) places: CardPlaces,
    pub(crate) groups: Vec<DrawGroup>,
    /// The number of groups drawn at the shuffle.
    pub(crate) at_shuffle: usize,
    /// The number of cards in those groups.
    pub(crate) drawn_at_shuffle: usize,
}

impl ShufflePlan {
    /// A shoe of these cards, of which at least `at_shuffle` are drawn at the shuffle; `None` if it is empty or too
    /// large.
    pub fn new(sorted: &[u8], at_shuffle: usize) -> Option<Self> {
        let mut room = Box::new([0; ROOM]);
        if sorted.is_empty() || sorted.len() > SHOE_MAX {
            return None;
        }
        room[..sorted.len()].copy_from_slice(sorted);
        let groups = groups(sorted.len());
        let reaches = |group: &DrawGroup| usize::from(group.from + group.len) >= at_shuffle;
        let count = groups.iter().position(reaches).map_or(groups.len(), |last| last + 1);
        let drawn = groups[..count].last().map_or(0, |group| usize::from(group.from + group.len));
        Some(Self {
            sorted: room,
            cards: sorted.len(),
            places: CardPlaces::new(sorted)?,
            groups,
            at_shuffle: count,
            drawn_at_shuffle: drawn,
        })
    }
}

fn groups(cards: usize) -> Vec<DrawGroup> {
    let mut groups = Vec::new();
    let mut from = 0;
    while from < cards {
        let (mut len, mut product) = (0, 1_u32);
        while from + len < cards {
            let range = u32::try_from(cards - from - len).expect("a shoe has few cards");
            if product.checked_mul(range).is_none_or(|next| next > PRODUCT_MAX) {
                break;
            }
            product *= range;
            len += 1;
        }
        let passed_over = ((1_u64 << 32) % u64::from(product)) as u32;
        groups.push(DrawGroup { from: from as u16, len: len as u16, passed_over });
        from += len;
    }
    groups
}

/// A shoe that is shuffled and dealt card by card.
#[derive(Clone, Debug)]
pub struct ShuffledShoe<'p> {
    plan: &'p ShufflePlan,
    words: RandomWords,
    shoe: Box<[u8; ROOM]>,
    at: usize,
    drawn: usize,
    group: usize,
}

impl<'p> ShuffledShoe<'p> {
    /// A shoe that has not been shuffled yet.
    pub fn new(plan: &'p ShufflePlan, words: RandomWords) -> Self {
        Self { plan, words, shoe: plan.sorted.clone(), at: plan.cards, drawn: plan.cards, group: 0 }
    }

    /// Shuffles all cards.
    pub fn shuffle(&mut self) {
        *self.shoe = *self.plan.sorted;
        (self.at, self.drawn, self.group) = (0, 0, 0);
        while self.group < self.plan.at_shuffle {
            self.draw_group();
        }
    }

    /// The next card; `None` if all cards are out.
    #[inline]
    pub fn card(&mut self) -> Option<u8> {
        if self.at == self.drawn {
            if self.at == self.plan.cards {
                return None;
            }
            self.draw_group();
        }
        let card = self.shoe[self.at];
        self.at += 1;
        Some(card)
    }

    /// Returns the dealt cards to the shoe in the same order.
    pub(crate) const fn rewind(&mut self) {
        self.at = 0;
    }

    /// The words from which it draws.
    pub(crate) const fn words(&mut self) -> &mut RandomWords {
        &mut self.words
    }

    /// The number of cards dealt since the shuffle.
    pub const fn out(&self) -> usize {
        self.at
    }

    fn draw_group(&mut self) {
        let group = self.plan.groups[self.group];
        let mut places = [0; 20];
        while !draw(group, self.plan.cards, self.words.half(), &mut places) {}
        for (place, other) in (usize::from(group.from)..).zip(&places[..usize::from(group.len)]) {
            self.shoe.swap(place, usize::from(*other));
        }
        self.drawn += usize::from(group.len);
        self.group += 1;
    }
}

/// Writes the positions that a half word draws for a group, and returns whether the half word is accepted.
#[inline]
pub(crate) fn draw(group: DrawGroup, cards: usize, half: u32, places: &mut [u16]) -> bool {
    let mut rest = half;
    let mut left = (cards - usize::from(group.from)) as u64;
    for (place, drawn) in (group.from..).zip(&mut places[..usize::from(group.len)]) {
        let product = u64::from(rest) * left;
        *drawn = place + (product >> 32) as u16;
        rest = product as u32;
        left -= 1;
    }
    rest >= group.passed_over
}

#[cfg(test)]
mod tests {
    use super::super::{RandomStream, StreamPurpose};
    use super::*;

    #[test]
    fn every_card_comes_out_once() {
        for cards in [1_u16, 2, 52, 104, 312, 416] {
            let sorted: Vec<u8> = (0..cards).map(|n| (n % 251) as u8).collect();
            for ahead in [0, 3, 200] {
                let plan = ShufflePlan::new(&sorted, ahead).unwrap();
                let mut shoe = ShuffledShoe::new(
                    &plan,
                    RandomWords::new(RandomStream::new(1, 2, StreamPurpose::Chance)),
                );
                assert_eq!(shoe.card(), None);
                for _ in 0..20 {
                    shoe.shuffle();
                    let mut out: Vec<u8> = std::iter::from_fn(|| shoe.card()).collect();
                    assert_eq!(shoe.out(), usize::from(cards));
                    out.sort_unstable();
                    let mut all = sorted.clone();
                    all.sort_unstable();
                    assert_eq!(out, all);
                }
            }
        }
        assert!(ShufflePlan::new(&[], 0).is_none());
        assert!(ShufflePlan::new(&[0; 417], 0).is_none());
    }

    #[test]
    fn groups_follow_one_another_within_their_bound() {
        for cards in 1..=SHOE_MAX {
            let mut next = 0;
            for group in groups(cards) {
                assert_eq!(usize::from(group.from), next);
                let range = |place: usize| u64::try_from(cards - place).unwrap();
                next += usize::from(group.len);
                let product: u64 = (usize::from(group.from)..next).map(range).product();
                assert!(group.len <= 20 && product <= u64::from(PRODUCT_MAX));
                assert_eq!(u64::from(group.passed_over), (1 << 32) % product);
            }
            assert_eq!(next, cards);
        }
    }

    /// With words of eight bits all half words can be tried: each way of drawing occurs equally often.
    #[test]
    fn multiplying_on_favours_no_way_of_drawing() {
        for (first, second) in [(5_u32, 4_u32), (13, 12), (7, 6), (16, 15)] {
            let mut times = vec![0; (first * second) as usize];
            for word in 0..256_u32 {
                let one = word * first;
                let two = (one % 256) * second;
                if two % 256 >= 256 % (first * second) {
                    times[((one / 256) * second + two / 256) as usize] += 1;
                }
            }
            assert!(times.iter().all(|&n| n == 256 / (first * second)), "{first} {second}");
        }
    }

    /// Three cards of a pack: every ordered triple is equally likely, by a chi-squared test that a bias would fail.
    #[test]
    fn triples_of_a_small_pack_are_even() {
        let plan = ShufflePlan::new(&[0, 1, 2, 3, 4, 5], 3).unwrap();
        let mut shoe =
            ShuffledShoe::new(&plan, RandomWords::new(RandomStream::new(3, 0, StreamPurpose::Chance)));
        let mut times = [0_u32; 216];
        let rounds = 1_200_000;
        for _ in 0..rounds {
            shoe.shuffle();
            let code = (0..3).fold(0, |code, _| code * 6 + usize::from(shoe.card().unwrap()));
            times[code] += 1;
        }
        let expected = f64::from(rounds) / 120.0;
        let seen = times.iter().filter(|&&n| n > 0);
        let chi: f64 = seen.clone().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        assert_eq!(seen.count(), 120);
        // 119 degrees of freedom: five standard deviations in either direction.
        assert!((119.0 - 77.0..119.0 + 77.0).contains(&chi), "{chi}");
    }
}
