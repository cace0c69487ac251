//! Which keys may have been used: all that were, and few that were not.
//!
//! A house remembers the keys of its latest commands; older ones are in the store. Asking the store about every
//! command would cost more than the command, so this Bloom filter is asked first. It never says no of a key that was
//! used; when it is full it says yes more often, and the store is asked more often.

use croupier_house::ids::IdempotencyKey;

const WORDS: usize = 1 << 20;
const PROBES: u32 = 4;

/// A filter of keys, made while the journal is read.
pub(super) struct Used {
    bits: Vec<u64>,
}

impl Used {
    pub(super) fn new() -> Self {
        Self { bits: vec![0; WORDS] }
    }

    /// The places of a key: its bits are a hash already.
    fn places(key: IdempotencyKey) -> impl Iterator<Item = (usize, u64)> {
        (0..PROBES).map(move |probe| {
            let bit = (key.0 >> (32 * probe)) & (WORDS as u128 * 64 - 1);
            (usize::try_from(bit / 64).unwrap_or(0), 1_u64 << (bit % 64))
        })
    }

    pub(super) fn note(&mut self, key: IdempotencyKey) {
        Self::places(key).for_each(|(word, bit)| self.bits[word] |= bit);
    }

    pub(super) fn may_hold(&self, key: IdempotencyKey) -> bool {
        Self::places(key).all(|(word, bit)| self.bits[word] & bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> IdempotencyKey {
        let hash = blake3::hash(&number.to_le_bytes());
        IdempotencyKey(u128::from_le_bytes(*hash.as_bytes().first_chunk().unwrap()))
    }

    #[test]
    fn a_used_key_is_known_and_few_others_are() {
        let mut used = Used::new();
        (0..100_000).for_each(|number| used.note(key(number)));
        assert!((0..100_000).all(|number| used.may_hold(key(number))));
        let wrong = (100_000..200_000).filter(|number| used.may_hold(key(*number))).count();
        assert!(wrong < 100, "{wrong}");
    }
}
