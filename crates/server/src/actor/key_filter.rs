//! A Bloom filter of used idempotency keys.
//!
//! A house has the keys of its latest commands in memory; older ones are in the store. Looking up every command in
//! the store would cost more than the command itself, so this filter is asked first. It never misses a key that was
//! used. When it fills up, it gives more false positives, and the store is asked more often.

use croupier_house::ids::IdempotencyKey;

const WORDS: usize = 1 << 20;
const PROBES: u32 = 4;

/// A filter of keys. It is filled while the journal is replayed.
pub(super) struct KeyFilter {
    bits: Vec<u64>,
}

impl KeyFilter {
    pub(super) fn new() -> Self {
        Self { bits: vec![0; WORDS] }
    }

    /// The bits of a key. The key is already a hash.
    fn bits_of(key: IdempotencyKey) -> impl Iterator<Item = (usize, u64)> {
        (0..PROBES).map(move |probe| {
            let bit = (key.0 >> (32 * probe)) & (WORDS as u128 * 64 - 1);
            (usize::try_from(bit / 64).unwrap_or(0), 1_u64 << (bit % 64))
        })
    }

    pub(super) fn note(&mut self, key: IdempotencyKey) {
        Self::bits_of(key).for_each(|(word, bit)| self.bits[word] |= bit);
    }

    pub(super) fn may_hold(&self, key: IdempotencyKey) -> bool {
        Self::bits_of(key).all(|(word, bit)| self.bits[word] & bit != 0)
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
    fn used_keys_are_found_and_few_others() {
        let mut used = KeyFilter::new();
        (0..100_000).for_each(|number| used.note(key(number)));
        assert!((0..100_000).all(|number| used.may_hold(key(number))));
        let wrong = (100_000..200_000).filter(|number| used.may_hold(key(*number))).count();
        assert!(wrong < 100, "{wrong}");
    }
}
