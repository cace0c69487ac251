//! Decisions at random: a probability, and the bits that settle it.

/// A number drawn for a round, from which each seat takes bits of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DecisionBits(pub u64);

/// The probability of a decision, in parts of 2^21.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Probability(u32);

/// The resolution of a probability.
const PARTS: u32 = 1 << 21;

impl DecisionBits {
    /// The part of the number that belongs to a seat: 21 bits, for three seats at most.
    pub const fn of_seat(self, seat: u8) -> u32 {
        #[allow(clippy::cast_possible_truncation, reason = "21 bits are left")]
        let bits = (self.0 >> (21 * (seat % 3))) as u32 & (PARTS - 1);
        bits
    }
}

impl Probability {
    /// Never.
    pub const NEVER: Self = Self(0);
    /// Always.
    pub const ALWAYS: Self = Self(PARTS);

    /// The nearest to a probability; `None` where it is not one.
    pub fn new(probability: f64) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between zero and 2^21")]
        let parts = |p: f64| (p * f64::from(PARTS)).round() as u32;
        (0.0..=1.0).contains(&probability).then(|| Self(parts(probability)))
    }

    /// Whether it happens, with these bits of a bits.
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
