//! Counting systems: a tag for every kind of card, and how the sum of the tags becomes a count.

use std::fmt;

use croupier_kit::Rank;
use croupier_maths::blackjack::{ACE, KINDS, TEN};
use croupier_rules::games::blackjack::Blackjack;

/// The number of cards in a pack.
const PACK: i32 = 52;
/// The cards of a pack by kind: four of each, and sixteen that count ten.
pub(crate) const OF_A_PACK: [i32; KINDS] = [4, 4, 4, 4, 4, 4, 4, 4, 4, 16];
/// The largest tag, so that no sum over a shoe is too large to be counted.
const TAG_MAX: i32 = 20;

/// How a true count becomes a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountRounding {
    /// To the next whole number below.
    Down,
    /// To the nearest whole number.
    Nearest,
    /// Its fraction is left out.
    TowardsZero,
}

/// What a player goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountBasis {
    /// The running count for every pack that is left.
    True(CountRounding),
    /// The running count itself.
    Running,
}

/// A counting system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountSystem {
    name: String,
    /// By the kind of card, in parts of a point.
    tags: [i8; KINDS],
    /// The parts of a point: two where a tag is a half.
    parts: i32,
    basis: CountBasis,
}

/// Why tags cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagFault {
    /// A part of the text is no tag.
    Unread(String),
    /// There is no such card.
    Card(String),
    /// A card has two tags.
    Twice(String),
    /// Cards without a tag.
    Missing(Vec<String>),
    /// A tag that is too large, or no half.
    Value(String),
    /// All tags are equal: nothing is counted.
    Equal,
}

impl fmt::Display for TagFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = "write a tag for every card, such as 2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1,A=-1";
        match self {
            Self::Unread(part) => write!(f, "`{part}` is no tag: {form}"),
            Self::Card(card) => write!(f, "there is no card `{card}`: the cards are 2 to 10 and A"),
            Self::Twice(card) => write!(f, "the card {card} has two tags"),
            Self::Missing(cards) => write!(f, "no tag for {}: {form}", cards.join(", ")),
            Self::Value(tag) => {
                write!(f, "`{tag}`: a tag is a whole number or a half, from -{TAG_MAX} to {TAG_MAX}")
            }
            Self::Equal => f.write_str("all tags are equal, so that nothing is counted"),
        }
    }
}

impl std::error::Error for TagFault {}

/// The kind of card of a rank.
pub(crate) fn kind_of(rules: &Blackjack, rank: Rank) -> usize {
    match rank {
        Rank::Ace => ACE,
        rank => usize::from(rules.values.of(rank)) - 1,
    }
}

/// The name of a kind of card.
pub fn card_name(kind: usize) -> String {
    if kind == ACE { "A".to_owned() } else { (kind + 1).to_string() }
}

/// A tag in halves of a point.
fn halves(text: &str) -> Option<i32> {
    let (whole, half) = match text.split_once('.') {
        None => (text, 0),
        Some((whole, "0")) => (whole, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return None,
    };
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let points: i32 = if digits.is_empty() && half == 1 { 0 } else { digits.parse().ok()? };
    let tag = sign * (2 * points + half);
    (digits.bytes().all(|digit| digit.is_ascii_digit()) && tag.abs() <= 2 * TAG_MAX).then_some(tag)
}

impl CountSystem {
    fn new(name: &str, tags: [i8; KINDS], parts: i32, basis: CountBasis) -> Self {
        Self { name: name.to_owned(), tags, parts, basis }
    }

    /// The systems that the program knows. None has a side count of Aces. Red Seven is missing: it distinguishes the colours of the
    /// Sevens, and blackjack is dealt here by rank alone.
    pub fn known() -> Vec<Self> {
        let down = CountBasis::True(CountRounding::Down);
        // The tags of the Ace, 2 to 9, and the tens.
        vec![
            Self::new("hi-lo", [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1], 1, down),
            Self::new("hi-opt-1", [0, 0, 1, 1, 1, 1, 0, 0, 0, -1], 1, down),
            Self::new("hi-opt-2", [0, 1, 1, 2, 2, 1, 1, 0, 0, -2], 1, down),
            Self::new("ko", [-1, 1, 1, 1, 1, 1, 1, 0, 0, -1], 1, CountBasis::Running),
            Self::new("omega-2", [0, 1, 1, 2, 2, 2, 1, 0, -1, -2], 1, down),
            Self::new("zen", [-1, 1, 1, 2, 2, 2, 1, 0, 0, -2], 1, down),
            Self::new("halves", [-2, 1, 2, 2, 3, 2, 1, 0, -1, -2], 2, down),
        ]
    }

    /// The known system with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::known().into_iter().find(|system| system.name == name)
    }

    /// A system with these tags, such as `2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1,A=-1`. Halves are written `0.5`.
    ///
    /// # Errors
    /// When a card has no tag or two, or the text is no list of tags.
    pub fn with_tags(name: &str, text: &str, basis: CountBasis) -> Result<Self, TagFault> {
        let mut found = [None; KINDS];
        for part in text.split(',').map(str::trim) {
            let (card, tag) = part.split_once('=').ok_or_else(|| TagFault::Unread(part.to_owned()))?;
            let (card, tag) = (card.trim(), tag.trim());
            let kind = (0..KINDS).find(|kind| card_name(*kind).eq_ignore_ascii_case(card));
            let kind = kind.ok_or_else(|| TagFault::Card(card.to_owned()))?;
            if found[kind].is_some() {
                return Err(TagFault::Twice(card_name(kind)));
            }
            found[kind] = Some(halves(tag).ok_or_else(|| TagFault::Value(tag.to_owned()))?);
        }
        let missing: Vec<String> =
            (1..KINDS).chain([ACE]).filter(|kind| found[*kind].is_none()).map(card_name).collect();
        if !missing.is_empty() {
            return Err(TagFault::Missing(missing));
        }
        let halves = found.map(Option::unwrap_or_default);
        if halves.iter().all(|tag| *tag == halves[TEN]) {
            return Err(TagFault::Equal);
        }
        let parts = if halves.iter().all(|tag| tag % 2 == 0) { 1 } else { 2 };
        let tags = halves.map(|tag| i8::try_from(tag * parts / 2).expect("tags are small"));
        Ok(Self::new(name, tags, parts, basis))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a player goes by.
    pub const fn basis(&self) -> CountBasis {
        self.basis
    }

    /// The same tags, used in another way.
    #[must_use]
    pub fn by(mut self, basis: CountBasis) -> Self {
        self.basis = basis;
        self
    }

    /// The tag of a kind of card, in parts of a point.
    pub(crate) fn tag(&self, kind: usize) -> i32 {
        i32::from(self.tags[kind])
    }

    /// The tags in points, by kind: the Ace, 2 to 9, and the tens.
    pub fn points(&self) -> [f64; KINDS] {
        self.tags.map(|tag| f64::from(tag) / f64::from(self.parts))
    }

    /// The sum of the tags of a pack, in parts of a point.
    fn of_a_pack(&self) -> i32 {
        (0..KINDS).map(|kind| OF_A_PACK[kind] * self.tag(kind)).sum()
    }

    /// Whether the tags of a pack add up to zero.
    pub fn is_balanced(&self) -> bool {
        self.of_a_pack() == 0
    }

    /// The running count of a fresh shoe, in parts of a point. A balanced system starts from zero. Another one that goes by
    /// the running count starts so that it ends at the sum of one pack, as knock-out does; one that goes by the true count
    /// starts so that it ends at zero.
    pub fn start(&self, packs: u8) -> i32 {
        let packs = i32::from(packs);
        match self.basis {
            CountBasis::True(_) => -self.of_a_pack() * packs,
            CountBasis::Running => -self.of_a_pack() * (packs - 1),
        }
    }

    /// The same in points.
    pub fn start_in_points(&self, packs: u8) -> f64 {
        f64::from(self.start(packs)) / f64::from(self.parts)
    }

    /// The count that a player goes by, from the running count and the number of cards left.
    #[inline]
    pub(crate) const fn count(&self, running: i32, cards: i32) -> i32 {
        let (running, packs) = match self.basis {
            CountBasis::True(_) => (running * PACK, self.parts * cards),
            CountBasis::Running => (running, self.parts),
        };
        match self.basis {
            CountBasis::True(CountRounding::Nearest) => (2 * running + packs).div_euclid(2 * packs),
            CountBasis::True(CountRounding::TowardsZero) => running / packs,
            CountBasis::True(CountRounding::Down) | CountBasis::Running => running.div_euclid(packs),
        }
    }

    /// The count before rounding, where the tags of the cards left add up to `rest` parts.
    pub(crate) fn unrounded(&self, packs: u8, rest: f64, cards: f64) -> f64 {
        let running = f64::from(self.start(packs) + self.of_a_pack() * i32::from(packs)) - rest;
        match self.basis {
            CountBasis::True(_) => running * f64::from(PACK) / (cards * f64::from(self.parts)),
            CountBasis::Running => running / f64::from(self.parts),
        }
    }

    /// The middle of the counts that are rounded to this one.
    pub(crate) fn middle(&self, count: i32) -> f64 {
        let within = match self.basis {
            CountBasis::Running | CountBasis::True(CountRounding::Nearest) => 0.0,
            CountBasis::True(CountRounding::Down) => 0.5,
            CountBasis::True(CountRounding::TowardsZero) => 0.5 * f64::from(count.signum()),
        };
        f64::from(count) + within
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HI_LO: &str = "2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1,A=-1";

    #[test]
    fn only_knock_out_is_unbalanced() {
        let unbalanced: Vec<String> = CountSystem::known()
            .into_iter()
            .filter(|system| !system.is_balanced())
            .map(|system| system.name)
            .collect();
        assert_eq!(unbalanced, ["ko"]);
        // Vancura and Fuchs: the running count of six packs starts from -20, and every shoe ends at +4.
        let ko = CountSystem::named("ko").unwrap();
        assert_eq!(ko.start(6), -20);
        assert!((ko.unrounded(6, 0.0, 1.0) - 4.0).abs() < 1e-12);
        assert_eq!(CountSystem::named("hi-lo").unwrap().start(6), 0);
    }

    #[test]
    fn tags_are_read_or_refused_with_their_place() {
        let down = CountBasis::True(CountRounding::Down);
        let read = |text: &str| CountSystem::with_tags("own", text, down);
        assert_eq!(read(HI_LO).unwrap().tags, CountSystem::named("hi-lo").unwrap().tags);
        let halves = read("2=0.5,3=1,4=1,5=1.5,6=1,7=.5,8=0,9=-0.5,10=-1,a=-1").unwrap();
        let known = CountSystem::named("halves").unwrap();
        assert_eq!((halves.tags, halves.parts), (known.tags, known.parts));
        assert_eq!(
            read("2=1,3=1").unwrap_err().to_string().split(':').next(),
            Some("no tag for 4, 5, 6, 7, 8, 9, 10, A")
        );
        for (text, says) in [
            (HI_LO.replace("7=0", "7"), "`7` is no tag"),
            (HI_LO.replace("7=0", "11=0"), "no card `11`"),
            (HI_LO.replace("7=0", "6=0"), "6 has two tags"),
            (HI_LO.replace("7=0", "7=0.3"), "`0.3`: a tag is"),
            (HI_LO.replace("7=0", "7=21"), "`21`: a tag is"),
            (HI_LO.replace("=-1", "=1").replace("=0", "=1"), "all tags are equal"),
        ] {
            assert!(read(&text).unwrap_err().to_string().contains(says), "{text}");
        }
    }

    #[test]
    fn counts_are_rounded_as_the_system_says() {
        let of = |rounding, running| {
            CountSystem::named("hi-lo").unwrap().by(CountBasis::True(rounding)).count(running, 104)
        };
        let rounded = |rounding| [-3, -2, -1, 0, 1, 2, 3].map(|running| of(rounding, running));
        assert_eq!(rounded(CountRounding::Down), [-2, -1, -1, 0, 0, 1, 1]);
        assert_eq!(rounded(CountRounding::TowardsZero), [-1, -1, 0, 0, 0, 1, 1]);
        assert_eq!(rounded(CountRounding::Nearest), [-1, -1, 0, 0, 1, 1, 2]);
        // A tag of halves is counted in two parts.
        assert_eq!(CountSystem::named("halves").unwrap().count(6, 104), 1);
        assert_eq!(CountSystem::named("ko").unwrap().count(-7, 104), -7);
    }
}
