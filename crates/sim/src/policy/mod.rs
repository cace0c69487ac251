//! How those who may decide do decide.
//!
//! A policy sees what its seat sees and nothing else. Where it decides at random it is given a number that was drawn
//! for the round, so that everyone who plays the round again sees the same decision.

mod baccarat;
mod best;
mod blackjack;
mod by_cards;
mod poker;

pub use baccarat::{Opposite, Thirds};
pub use best::{BEST, COMPOSITION, DEALER, PolicyError, USUAL};
pub use blackjack::{Chart, ChartError, Row, Sight, Sought};
pub use by_cards::ByCards;
pub(crate) use by_cards::Held;
pub(crate) use poker::hand_profits;
pub use poker::{Raises, Sees};

/// A number drawn for a round, from which each seat takes bits of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mood(pub u64);

/// The probability of a decision, in parts of 2^21.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Chance(u32);

/// How finely a probability is told.
const PARTS: u32 = 1 << 21;

impl Mood {
    /// The part of the number that belongs to a seat: 21 bits, for three seats at most.
    pub const fn of_seat(self, seat: u8) -> u32 {
        #[allow(clippy::cast_possible_truncation, reason = "21 bits are left")]
        let bits = (self.0 >> (21 * (seat % 3))) as u32 & (PARTS - 1);
        bits
    }
}

impl Chance {
    /// Never.
    pub const NEVER: Self = Self(0);
    /// Always.
    pub const ALWAYS: Self = Self(PARTS);

    /// The nearest to a probability; `None` where it is not one.
    pub fn new(probability: f64) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between nought and 2^21")]
        let parts = |p: f64| (p * f64::from(PARTS)).round() as u32;
        (0.0..=1.0).contains(&probability).then(|| Self(parts(probability)))
    }

    /// Whether it happens, with these bits of a mood.
    pub const fn happens(self, bits: u32) -> bool {
        bits < self.0
    }

    /// As a probability.
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(PARTS)
    }

    /// Whether it is decided at random at all.
    pub const fn is_mixed(self) -> bool {
        0 < self.0 && self.0 < PARTS
    }

    /// In parts of 2^21.
    pub(crate) const fn parts(self) -> u32 {
        self.0
    }
}

/// The policy of a table, by its family.
#[allow(clippy::large_enum_variant, reason = "a table has one, and it is not moved")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Nobody decides anything.
    Chance,
    /// The boxes of blackjack play by a chart.
    Chart(Chart),
    /// The boxes of blackjack play by the cards of each hand.
    ByCards(ByCards),
    /// Third cards at baccarat.
    Thirds(Box<Thirds>),
    /// The raises of Arizona Hold-Em.
    Raises(Raises),
}

impl Policy {
    /// Whether anything is decided at random.
    pub fn is_mixed(&self) -> bool {
        if let Self::Thirds(thirds) = self { thirds.is_mixed() } else { false }
    }

    /// A digest of all its decisions: jobs with different policies are different jobs.
    pub fn digest(&self) -> String {
        let text = match self {
            Self::Chance => String::from("chance"),
            Self::Chart(chart) => chart.to_string(),
            Self::ByCards(by_cards) => by_cards.digest(),
            Self::Thirds(thirds) => format!("{thirds:?}"),
            Self::Raises(raises) => raises.digest(),
        };
        blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
    }
}
