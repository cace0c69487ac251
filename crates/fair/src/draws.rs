//! Draws from `ChaCha20`: uniformly distributed whole numbers below a bound.

use std::fmt;
use std::num::NonZeroU32;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// The 256 bits that determine the outcome of a round.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct OutcomeKey([u8; 32]);

impl OutcomeKey {
    /// The key of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes: the secret itself.
    pub const fn reveal(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for OutcomeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// The draws of a key: the `ChaCha20` stream (RFC 8439) with a zero nonce and a counter that starts at 0.
pub struct Draws {
    cipher: ChaCha20,
    block: [u8; 64],
    used: usize,
}

impl fmt::Debug for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Draws(secret)")
    }
}

impl Draws {
    /// The draws of a key, starting with the first.
    pub fn new(key: &OutcomeKey) -> Self {
        Self { cipher: ChaCha20::new(&key.0.into(), &[0; 12].into()), block: [0; 64], used: 64 }
    }

    /// The next four bytes of the stream, little-endian.
    fn word(&mut self) -> u32 {
        if self.used == self.block.len() {
            self.block = [0; 64];
            // The stream is 256 GiB long; the longest deal uses a few kilobytes.
            self.cipher.apply_keystream(&mut self.block);
            self.used = 0;
        }
        let mut word = [0; 4];
        word.copy_from_slice(&self.block[self.used..self.used + 4]);
        self.used += 4;
        u32::from_le_bytes(word)
    }

    /// A whole number below the bound. Words at or above the greatest multiple of the bound are rejected, so that all
    /// numbers are equally likely.
    pub fn below(&mut self, bound: NonZeroU32) -> u32 {
        let bound = u64::from(bound.get());
        let whole = (1 << 32) / bound * bound;
        loop {
            let word = u64::from(self.word());
            if word < whole {
                return u32::try_from(word % bound).unwrap_or_default();
            }
        }
    }

    /// An index into a list of this length; 0 for an empty list.
    pub fn place(&mut self, length: usize) -> usize {
        let bound = u32::try_from(length).ok().and_then(NonZeroU32::new);
        bound.map_or(0, |bound| self.below(bound) as usize)
    }

    /// A Fisher–Yates shuffle, from the last position down to the second.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.place(last + 1);
            items.swap(last, chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8439, appendix A.1, test vector 1: key, nonce and counter are zero.
    #[test]
    fn the_stream_is_chacha20_of_the_standard() {
        let mut draws = Draws::new(&OutcomeKey::new([0; 32]));
        let words: Vec<u32> = (0..16).map(|_| draws.word()).collect();
        assert_eq!(words[..4], [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653]);
        assert_eq!(words[15], 0x8665_eeb2);
        // Appendix A.1, test vector 2: the next block.
        assert_eq!(draws.word(), 0xbee7_079f);
    }

    #[test]
    fn words_in_the_uneven_remainder_are_rejected() {
        // For a bound just above half of 2^32, almost every second word is rejected.
        let bound = NonZeroU32::new((1 << 31) + 1).unwrap();
        let (mut drawn, mut all) =
            (Draws::new(&OutcomeKey::new([3; 32])), Draws::new(&OutcomeKey::new([3; 32])));
        let expected: Vec<u32> = (0..64).map(|_| all.word()).filter(|w| *w < bound.get()).collect();
        assert!((16..48).contains(&expected.len()), "{}", expected.len());
        for word in expected {
            assert_eq!(drawn.below(bound), word);
        }
    }

    #[test]
    fn a_bound_of_one_rejects_nothing() {
        let one = NonZeroU32::MIN;
        let mut draws = Draws::new(&OutcomeKey::new([5; 32]));
        assert_eq!(draws.below(one), 0);
        assert_eq!(draws.place(0), 0);
        draws.shuffle::<u8>(&mut []);
    }
}
