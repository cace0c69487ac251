//! Reproducible choices: from a seed, or from the bytes of a fuzzer.

/// A source of small choices.
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
    state: Option<u64>,
}

impl<'a> Choices<'a> {
    /// Endless choices from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self { bytes: [].iter(), state: Some(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1) }
    }

    /// Choices from bytes, until they run out.
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter(), state: None }
    }

    /// Whether the choices have run out.
    pub fn is_spent(&self) -> bool {
        self.state.is_none() && self.bytes.len() == 0
    }

    /// A number below `count`; zero if there is nothing to choose from. It need not be uniform.
    pub fn below(&mut self, count: u32) -> u32 {
        let word = match &mut self.state {
            Some(state) => {
                // A small multiply-and-shift generator: the tests need variety, not quality.
                *state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                u32::try_from(*state >> 33).expect("31 bits are left")
            }
            None if count <= 256 => self.bytes.next().copied().map_or(0, u32::from),
            None => {
                let low = self.bytes.next().copied().map_or(0, u32::from);
                low | self.bytes.next().copied().map_or(0, u32::from) << 8
            }
        };
        word % count.max(1)
    }

    /// A place in a list of this length; zero if it is empty.
    pub fn place(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).expect("lists of choices are short")) as usize
    }

    /// An element of a list; `None` if it is empty.
    pub fn one_of<'t, T>(&mut self, list: &'t [T]) -> Option<&'t T> {
        list.get(self.place(list.len()))
    }

    /// An element of a list that is not empty.
    ///
    /// # Panics
    /// If it is.
    pub fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        self.one_of(list).expect("there is something to choose from")
    }
}
