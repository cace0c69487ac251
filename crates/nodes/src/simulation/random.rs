//! The random numbers of a simulation: one stream from one seed.

/// A stream of random numbers (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct SimRandom(u64);

impl SimRandom {
    /// The stream from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A number from `from` up to and without `to`.
    pub const fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to - from)
    }

    /// Whether something of this chance in a million happens.
    pub const fn happens(&mut self, in_a_million: u64) -> bool {
        self.below(1_000_000) < in_a_million
    }

    /// An index of a list that is not empty.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).expect("a number of this machine")
    }
}
