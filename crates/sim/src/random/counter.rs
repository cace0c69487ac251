//! The second edition of the random streams: every word is found from the seed, the block, the table and its own number
//! alone, without the words before it. Processors of every kind, also those of graphics cards, draw the same.
//!
//! A block is played at [`TABLES`] tables, each with a stream of its own. How each draw is made from words is defined here;
//! `docs/randomness.md` gives the reasons.

use super::StreamPurpose;
use super::philox::{CALLS, philox, philox_row};
use super::places::CardPlaces;

/// The number of tables of a block.
pub const TABLES: u32 = 256;
/// The number of rounds at each table of a block that is not the last.
pub const TABLE_ROUNDS: u64 = 4096;
/// The words of one call.
const WORDS: usize = 4;
/// The words generated at a time.
const READY: usize = CALLS * WORDS;

/// The number of rounds at a table of a block with so many rounds: all tables have the same, but that the first have one
/// more if the rounds do not come out even.
pub const fn rounds_at(table: u32, rounds: u64) -> u64 {
    let tables = TABLES as u64;
    rounds / tables + ((table as u64) < rounds % tables) as u64
}

/// Which stream it is: that of one table of a block, for one purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableStream {
    key: [u32; 2],
    /// The words of the counter after the first.
    rest: [u32; 3],
}

impl TableStream {
    /// The stream of a table.
    pub fn new(seed: u64, block: u64, table: u32, purpose: StreamPurpose) -> Self {
        let halves = |word: u64| [word as u32, (word >> 32) as u32];
        let [low, high] = halves(block);
        let of = table | (purpose.word() as u32) << 8;
        Self { key: halves(seed), rest: [of, low, high] }
    }

    /// The four words of a call.
    pub fn call(&self, number: u32) -> [u32; WORDS] {
        let [of, low, high] = self.rest;
        philox([number, of, low, high], self.key)
    }
}

/// The words of a stream in order.
#[derive(Clone, Debug)]
pub(crate) struct CounterWords {
    stream: TableStream,
    /// The number of the next call.
    call: u32,
    ready: [u32; READY],
    at: usize,
}

impl CounterWords {
    pub(crate) const fn new(stream: TableStream) -> Self {
        Self { stream, call: 0, ready: [0; READY], at: READY }
    }

    #[inline]
    pub(crate) fn word(&mut self) -> u32 {
        if self.at >= READY {
            self.refill();
        }
        let word = self.ready[self.at % READY];
        self.at += 1;
        word
    }

    fn refill(&mut self) {
        let rows = philox_row(self.call, self.stream.rest, self.stream.key);
        for (place, word) in self.ready.iter_mut().enumerate() {
            *word = rows[place % WORDS][place / WORDS];
        }
        self.call = self.call.checked_add(CALLS as u32).expect("a table draws fewer than 2^34 words");
        self.at = 0;
    }
}

/// The most draws from one word.
const DRAWS_MAX: usize = 3;
/// The largest product of ranges, as in the first edition.
const PRODUCT_MAX: u32 = 1 << 20;

/// How draws of one range are made from a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Each draw is below this.
    pub range: u32,
    /// The number of draws from one word.
    pub draws: u32,
    /// A word is passed over if its remainder is below this.
    pub passed_over: u32,
}

impl DrawRule {
    /// As many draws as their product permits, up to `most`; `None` if the range is empty or not even one fits.
    fn new(range: usize, most: usize) -> Option<Self> {
        let range = u32::try_from(range).ok().filter(|range| *range > 0)?;
        let draws = (1..=most as u32)
            .rev()
            .find(|draws| range.checked_pow(*draws).is_some_and(|product| product <= PRODUCT_MAX))?;
        let passed_over = ((1_u64 << 32) % u64::from(range.pow(draws))) as u32;
        Some(Self { range, draws, passed_over })
    }

    /// Equally likely outcomes: up to three from a word.
    pub fn rolls(chances: u32) -> Option<Self> {
        Self::new(chances as usize, DRAWS_MAX)
    }

    /// Cards: two from a word.
    pub fn cards(cards: usize) -> Option<Self> {
        Self::new(cards, 2).filter(|rule| rule.draws == 2)
    }
}

/// Draws of one range, in order.
#[derive(Clone, Debug)]
struct Draws {
    rule: DrawRule,
    words: CounterWords,
    drawn: [u16; DRAWS_MAX],
    at: usize,
}

impl Draws {
    const fn new(rule: DrawRule, stream: TableStream) -> Self {
        Self { rule, words: CounterWords::new(stream), drawn: [0; DRAWS_MAX], at: DRAWS_MAX }
    }

    #[inline]
    fn next(&mut self) -> usize {
        if self.at >= self.rule.draws as usize {
            while !self.draw() {}
            self.at = 0;
        }
        let drawn = self.drawn[self.at % DRAWS_MAX];
        self.at += 1;
        usize::from(drawn)
    }

    /// Draws from the next word; returns whether the word is accepted.
    #[inline]
    fn draw(&mut self) -> bool {
        let mut rest = self.words.word();
        for drawn in &mut self.drawn[..self.rule.draws as usize] {
            let product = u64::from(rest) * u64::from(self.rule.range);
            *drawn = (product >> 32) as u16;
            rest = product as u32;
        }
        rest >= self.rule.passed_over
    }
}

/// Uniform outcomes with replacement.
#[derive(Clone, Debug)]
pub(crate) struct CounterRolls(Draws);

impl CounterRolls {
    pub(crate) fn new(chances: u32, stream: TableStream) -> Option<Self> {
        Some(Self(Draws::new(DrawRule::rolls(chances)?, stream)))
    }

    #[inline]
    pub(crate) fn roll(&mut self) -> u8 {
        self.0.next() as u8
    }
}

/// The cards of a shoe in order: each is drawn from all of them, and drawn again if it is already out.
///
/// Cards of a kind are alike, so those that are out are the first of their kind.
#[derive(Clone, Debug)]
pub(crate) struct CounterShoe<'p> {
    places: &'p CardPlaces,
    draws: Draws,
    /// By kind, how many are out.
    out: [u16; 256],
    dealt: usize,
}

impl<'p> CounterShoe<'p> {
    /// A shoe that has not been shuffled yet.
    pub(crate) fn new(places: &'p CardPlaces, stream: TableStream) -> Option<Self> {
        let draws = Draws::new(DrawRule::cards(places.list().len())?, stream);
        Some(Self { places, draws, out: [0; 256], dealt: places.list().len() })
    }

    pub(crate) const fn shuffle(&mut self) {
        self.out = [0; 256];
        self.dealt = 0;
    }

    /// The number of cards that are out.
    pub(crate) const fn out(&self) -> usize {
        self.dealt
    }

    /// The next card; `None` if all are out.
    #[inline]
    pub(crate) fn card(&mut self) -> Option<u8> {
        if self.dealt == self.places.list().len() {
            return None;
        }
        loop {
            let (kind, before) = *self.places.list().get(self.draws.next())?;
            let out = &mut self.out[usize::from(kind)];
            if before >= *out {
                *out += 1;
                self.dealt += 1;
                return Some(kind);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(table: u32) -> TableStream {
        TableStream::new(9, 1 << 33 | 4, table, StreamPurpose::Chance)
    }

    #[test]
    fn words_are_those_of_the_calls_in_order() {
        let stream = stream(3);
        let mut words = CounterWords::new(stream);
        for call in 0..100 {
            let [a, b, c, d] = stream.call(call);
            assert_eq!([a, b, c, d], std::array::from_fn(|_| words.word()));
        }
        let plain = philox([17, 3, 4, 2], [9, 0]);
        assert_eq!(stream.call(17), plain);
        let decisions = TableStream::new(9, 1 << 33 | 4, 3, StreamPurpose::Decisions);
        assert_eq!(decisions.call(17), philox([17, 3 + 256, 4, 2], [9, 0]));
    }

    #[test]
    fn rounds_are_shared_by_the_tables() {
        for rounds in [0, 1, 255, 256, 1000, u64::from(TABLES) * TABLE_ROUNDS] {
            let shares: Vec<u64> = (0..TABLES).map(|table| rounds_at(table, rounds)).collect();
            assert_eq!(shares.iter().sum::<u64>(), rounds);
            assert!(shares.iter().max().unwrap() - shares.iter().min().unwrap() <= 1);
        }
    }

    /// The method of the documentation, draw by draw.
    #[test]
    fn draws_are_what_the_documents_say() {
        for (rule, draws) in [
            (DrawRule::rolls(36), 3),
            (DrawRule::rolls(37), 3),
            (DrawRule::rolls(101), 3),
            (DrawRule::rolls(102), 2),
            (DrawRule::rolls(256), 2),
            (DrawRule::cards(52), 2),
            (DrawRule::cards(416), 2),
        ] {
            let rule = rule.unwrap();
            assert_eq!(rule.draws, draws);
            let (mut drawn, mut words) = (Draws::new(rule, stream(0)), CounterWords::new(stream(0)));
            for _ in 0..20_000 {
                let product = u64::from(rule.range).pow(draws);
                let all = loop {
                    let all = u64::from(words.word()) * product;
                    if all % (1 << 32) >= (1 << 32) % product {
                        break all >> 32;
                    }
                };
                // The digits of the draw of all, the first before the others.
                for power in (0..draws).rev() {
                    let digit = all / u64::from(rule.range).pow(power) % u64::from(rule.range);
                    assert_eq!(drawn.next() as u64, digit);
                }
            }
        }
        assert_eq!(DrawRule::rolls(0), None);
    }

    #[test]
    fn every_card_comes_out_once() {
        let sorted: Vec<u8> = (0..13).flat_map(|kind| std::iter::repeat_n(kind, 24)).collect();
        let places = CardPlaces::new(&sorted).unwrap();
        let mut shoe = CounterShoe::new(&places, stream(1)).unwrap();
        assert_eq!(shoe.card(), None);
        for _ in 0..20 {
            shoe.shuffle();
            let mut out: Vec<u8> = std::iter::from_fn(|| shoe.card()).collect();
            out.sort_unstable();
            assert_eq!(out, sorted);
            assert_eq!(shoe.out(), sorted.len());
        }
        assert_eq!(CardPlaces::new(&[]), None);
        assert_eq!(CardPlaces::new(&[0; 417]), None);
    }

    /// Three cards of a small shoe with cards alike: every ordered triple as often as its number of ways, by a chi-squared
    /// test that a bias would fail.
    #[test]
    fn triples_of_a_small_shoe_are_even() {
        let sorted = [0, 0, 0, 1, 1, 2];
        let places = CardPlaces::new(&sorted).unwrap();
        let mut shoe = CounterShoe::new(&places, stream(2)).unwrap();
        let mut times = [0_u32; 27];
        let rounds = 1_200_000;
        for _ in 0..rounds {
            shoe.shuffle();
            times[(0..3).fold(0, |code, _| code * 3 + usize::from(shoe.card().unwrap()))] += 1;
        }
        let mut ways = [0_u32; 27];
        for (a, b, c) in (0..216).map(|code| (code / 36, code / 6 % 6, code % 6)) {
            if a != b && b != c && a != c {
                ways[[a, b, c]
                    .iter()
                    .fold(0, |code, place: &usize| code * 3 + usize::from(sorted[*place]))] += 1;
            }
        }
        let mut chi = 0.0;
        for (times, ways) in times.iter().zip(ways) {
            let expected = f64::from(rounds) * f64::from(ways) / 120.0;
            assert!(ways > 0 || *times == 0);
            chi += if ways > 0 { (f64::from(*times) - expected).powi(2) / expected } else { 0.0 };
        }
        let freedom = f64::from(ways.iter().map(|ways| u32::from(*ways > 0)).sum::<u32>() - 1);
        assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi} for {freedom}");
    }
}
