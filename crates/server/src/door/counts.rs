//! A cap on things of one kind for each person or address: connections, sockets, requests in flight.

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

/// Counts what each person or address has open.
pub struct CountLimit {
    /// The maximum for each; 0 is unlimited.
    most: u32,
    /// The hash has a random key, so that nobody can choose to be counted as somebody else.
    hasher: RandomState,
    open: Mutex<FxHashMap<u64, u32>>,
}

/// A permit for one thing, which counts until it is dropped.
pub(crate) struct CountPermit {
    counts: Arc<CountLimit>,
    who: u64,
}

impl CountLimit {
    /// A cap of `most` for each, none of which is open yet.
    pub fn new(most: u32) -> Self {
        Self { most, hasher: RandomState::new(), open: Mutex::default() }
    }

    /// The maximum for each.
    pub(crate) const fn most(&self) -> u32 {
        self.most
    }

    /// Permits one more, unless the cap is reached. Without a cap nothing is counted.
    pub(crate) fn admit(self: &Arc<Self>, who: impl Hash) -> Result<Option<CountPermit>, CapReached> {
        if self.most == 0 {
            return Ok(None);
        }
        let who = self.hasher.hash_one(who);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(who).or_default();
        if *count >= self.most {
            return Err(CapReached);
        }
        *count += 1;
        drop(open);
        Ok(Some(CountPermit { counts: Arc::clone(self), who }))
    }
}

/// The cap of a person or address is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CapReached;

impl Drop for CountPermit {
    fn drop(&mut self) {
        let mut open = self.counts.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_closed_makes_room_for_another() {
        let sockets = Arc::new(CountLimit::new(2));
        let first = sockets.admit("ann").unwrap();
        let _second = sockets.admit("ann").unwrap();
        assert!(sockets.admit("ann").is_err());
        assert!(sockets.admit("ben").is_ok(), "each has a cap of their own");
        drop(first);
        assert!(sockets.admit("ann").is_ok());
    }

    #[test]
    fn zero_is_no_cap_and_what_is_closed_is_forgotten() {
        let unlimited = Arc::new(CountLimit::new(0));
        let permits: Vec<_> = (0..1_000).map(|_| unlimited.admit("ann").unwrap()).collect();
        assert!(permits.iter().all(Option::is_none));
        let sockets = Arc::new(CountLimit::new(1_000));
        let permits: Vec<_> = (0..1_000).map(|_| sockets.admit("ann").unwrap()).collect();
        drop(permits);
        assert!(sockets.open.lock().unwrap().is_empty());
    }
}
