//! A cache of the keys of the latest commands.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::ids::IdempotencyKey;
use crate::journal::{Entry, EntryBody, EntryRange};

/// The size of the cache. It is larger than the number of commands that can be waiting for the disk; older keys are
/// looked up in the store.
pub const KEYS_CACHED: usize = 8_192;

/// A cache of the keys of the latest commands.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyCache {
    known: FxHashMap<IdempotencyKey, (u64, EntryRange)>,
    order: VecDeque<IdempotencyKey>,
}

impl KeyCache {
    /// The digest of the command with this key, and the position of its entries.
    pub(crate) fn get(&self, key: IdempotencyKey) -> Option<(u64, EntryRange)> {
        self.known.get(&key).copied()
    }

    pub(crate) fn note(&mut self, key: IdempotencyKey, digest: u64, entry: &Entry) {
        let EntryBody { version, sequence, .. } = entry.body;
        if let Some((_, answer)) = self.known.get_mut(&key) {
            (answer.to, answer.sequence) = (version, sequence);
            return;
        }
        if self.order.len() == KEYS_CACHED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        let range = EntryRange { stream: entry.stream, from: version, to: version, sequence };
        self.known.insert(key, (digest, range));
        self.order.push_back(key);
    }
}
