//! The memory of groups that were stored, used again for the next ones.
//!
//! One thread fills a group, others write, index and free it, and an entry is large. If each group had fresh memory, the
//! system would clear it first: that took a tenth of the time of the thread that decides.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::store::{BalanceChange, Batch, StoredEntry, StoredKey};

/// The maximum number of entries, of changes of balances and of keys for which memory waits to be used again: so much comes
/// back at once when the index has gone one step further. More is given back to the system.
pub const FREE_ROOM_MAX: usize = 1 << 16;

/// The room of a list that is worth the lock, and so large that it hardly ever grows.
const ROOM: usize = 1 << 10;

/// Groups with fewer items than this have lists of their own.
const SMALL: usize = 64;

static ENTRIES: GroupMemory<StoredEntry> = GroupMemory::new();
static CHANGES: GroupMemory<BalanceChange> = GroupMemory::new();
static KEYS: GroupMemory<StoredKey> = GroupMemory::new();

/// Lists without items, for one kind of item.
struct GroupMemory<T>(Mutex<FreeLists<T>>);

struct FreeLists<T> {
    lists: Vec<Vec<T>>,
    /// The room of all of them.
    room: usize,
}

impl<T> GroupMemory<T> {
    const fn new() -> Self {
        Self(Mutex::new(FreeLists { lists: Vec::new(), room: 0 }))
    }

    fn lock(&self) -> MutexGuard<'_, FreeLists<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An empty list: a small one after a small one, otherwise one that was used before, or a new one that need not grow.
    fn after(&self, last: &[T]) -> Vec<T> {
        if last.len() < SMALL {
            return Vec::with_capacity(last.len());
        }
        let mut free = self.lock();
        if let Some(list) = free.lists.pop() {
            free.room -= list.capacity();
            return list;
        }
        drop(free);
        Vec::with_capacity(last.len().max(ROOM))
    }

    fn give_back(&self, mut list: Vec<T>) {
        if list.capacity() < ROOM {
            return;
        }
        list.clear();
        let mut free = self.lock();
        if free.room + list.capacity() <= FREE_ROOM_MAX {
            free.room += list.capacity();
            free.lists.push(list);
        }
    }
}

impl Batch {
    /// An empty batch with room for about as much as the last one had.
    pub fn after(last: &Self) -> Self {
        Self {
            entries: ENTRIES.after(&last.entries),
            changes: CHANGES.after(&last.changes),
            keys: KEYS.after(&last.keys),
        }
    }

    /// The entries of a batch that was stored. [`give_back_entries`] takes their memory later.
    pub fn into_entries(self) -> Vec<StoredEntry> {
        let Self { entries, changes, keys } = self;
        CHANGES.give_back(changes);
        KEYS.give_back(keys);
        entries
    }
}

/// Gives the memory of entries back, for a later group.
pub fn give_back_entries(entries: Vec<StoredEntry>) {
    ENTRIES.give_back(entries);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_used_again_up_to_a_bound() {
        let memory = GroupMemory::<u64>::new();
        memory.give_back(Vec::with_capacity(ROOM - 1));
        assert_eq!(memory.lock().room, 0, "too small to be worth it");
        let mut used = Vec::with_capacity(3 * ROOM);
        used.push(7);
        memory.give_back(used);
        let again = memory.after(&[1; SMALL]);
        assert!(again.is_empty() && again.capacity() >= 3 * ROOM);
        for _ in 0..2 * FREE_ROOM_MAX / ROOM {
            memory.give_back(Vec::with_capacity(ROOM));
        }
        let free = memory.lock();
        assert_eq!(free.room, free.lists.iter().map(Vec::capacity).sum::<usize>());
        assert!(free.room <= FREE_ROOM_MAX && free.room > FREE_ROOM_MAX - ROOM);
    }

    #[test]
    fn small_groups_have_small_lists_and_large_ones_do_not_grow() {
        let memory = GroupMemory::<u64>::new();
        memory.give_back(Vec::with_capacity(ROOM));
        assert!((1..ROOM).contains(&memory.after(&[1; SMALL - 1]).capacity()));
        assert!(memory.after(&[1; SMALL]).capacity() >= ROOM, "the one that was used");
        assert!(memory.after(&[1; SMALL]).capacity() >= ROOM, "a new one");
    }
}
