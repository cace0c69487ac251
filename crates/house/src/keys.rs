//! A cache of the keys of the latest commands.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::ids::IdempotencyKey;
use crate::journal::{Entry, EntryBody, EntryRange};

/// The size of the cache. It is larger than the number of commands that can be waiting for the disk; older keys are
/// looked up in the store.
pub const KEYS_CACHED: usize = 8_192;

/// A command that was executed: its key, its digest and the position of its entries.
type UsedKey = (IdempotencyKey, u64, EntryRange);

/// A cache of the keys of the latest commands.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyCache {
    /// The commands. When it is full, each new one replaces the oldest.
    used: Vec<UsedKey>,
    /// The place of the oldest command, when it is full.
    oldest: usize,
    /// The places of the commands, by key. It has only places, and small ones, so that it stays in the cache of the processor.
    places: HashTable<u16>,
}

impl KeyCache {
    /// The digest of the command with this key, and the position of its entries.
    pub(crate) fn get(&self, key: IdempotencyKey) -> Option<(u64, EntryRange)> {
        let place = self.places.find(hash(key), |place| self.used[usize::from(*place)].0 == key)?;
        let (_, digest, range) = self.used[usize::from(*place)];
        Some((digest, range))
    }

    pub(crate) fn note(&mut self, key: IdempotencyKey, digest: u64, entry: &Entry) {
        let EntryBody { version, sequence, .. } = entry.body;
        let Self { used, oldest, places } = self;
        if let Some(place) = places.find(hash(key), |place| used[usize::from(*place)].0 == key) {
            let answer = &mut used[usize::from(*place)].2;
            (answer.to, answer.sequence) = (version, sequence);
            return;
        }
        let range = EntryRange { stream: entry.stream, from: version, to: version, sequence };
        let place = if used.len() < KEYS_CACHED {
            used.push((key, digest, range));
            used.len() - 1
        } else {
            let place = *oldest;
            let gone = used[place].0;
            if let Ok(known) = places.find_entry(hash(gone), |known| usize::from(*known) == place) {
                known.remove();
            }
            used[place] = (key, digest, range);
            *oldest = (place + 1) % KEYS_CACHED;
            place
        };
        let place = u16::try_from(place).expect("fewer keys than places");
        places.insert_unique(hash(key), place, |place| hash(used[usize::from(*place)].0));
    }
}

fn hash(key: IdempotencyKey) -> u64 {
    FxBuildHasher.hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::ids::{Actor, HouseId, StreamId};

    fn entry(sequence: u64) -> Entry {
        let stream = StreamId { house: HouseId(1), table: None };
        let body = EntryBody {
            prev: [0; 32],
            salt: [0; 16],
            sequence,
            version: sequence,
            at: 0,
            by: Actor::House,
            key: None,
            event: Event::DayBegan { day: 1 },
            ledger: Vec::new(),
        };
        Entry::write(stream, body).unwrap()
    }

    #[test]
    fn the_latest_keys_are_known_and_older_ones_are_forgotten_one_by_one() {
        let (mut cache, entry) = (KeyCache::default(), entry(1));
        let size = KEYS_CACHED as u64;
        // Three times around, so that every place is replaced.
        for number in 0..3 * size + 5 {
            cache.note(IdempotencyKey(u128::from(number) << 64), number, &entry);
            assert!(cache.used.len() <= KEYS_CACHED && cache.places.len() == cache.used.len());
        }
        for number in 0..3 * size + 5 {
            let known = cache.get(IdempotencyKey(u128::from(number) << 64)).map(|(digest, _)| digest);
            assert_eq!(known, (number >= 2 * size + 5).then_some(number), "key {number}");
        }
    }

    #[test]
    fn the_entries_of_one_command_are_one_answer() {
        let mut cache = KeyCache::default();
        (3..=5).for_each(|sequence| cache.note(IdempotencyKey(7), 70, &entry(sequence)));
        let (digest, range) = cache.get(IdempotencyKey(7)).unwrap();
        assert_eq!((digest, range.from, range.to, range.sequence), (70, 3, 5, 5));
        assert_eq!(cache.get(IdempotencyKey(8)), None);
    }
}
