//! Random decisions: a probability, and the bits that decide.

/// A number drawn for a round. Each seat uses its own bits of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DecisionBits(pub u64);

/// The probability of a decision, in parts of 2^21.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Probability(u32);

/// The resolution of a probability.
const PARTS: u32 = 1 << 21;

impl DecisionBits {
    /// The bits that belong to a seat: 21 bits each, for at most three seats.
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

    /// The nearest representable probability; `None` if the number is not a probability.
    pub fn new(probability: f64) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between zero and 2^21")]
        let parts = |p: f64| (p * f64::from(PARTS)).round() as u32;
        (0.0..=1.0).contains(&probability).then(|| Self(parts(probability)))
    }

    /// Whether it happens, given these random bits.
    pub const fn happens(self, bits: u32) -> bool {
        bits < self.0
    }

    /// The probability as a number.
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(PARTS)
    }

    /// Whether it is neither never nor always.
    pub const fn is_mixed(self) -> bool {
        0 < self.0 && self.0 < PARTS
    }

    /// The probability in parts of 2^21.
    pub(crate) const fn parts(self) -> u32 {
        self.0
    }
}
