//! How many sockets somebody may have.

use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// The sockets that are open, by whoever has them.
pub struct Sockets {
    /// The most of one person or address; nought is no limit.
    most: u32,
    open: Mutex<FxHashMap<u64, u32>>,
}

/// A socket that is open, for as long as this is kept.
pub(crate) struct Place {
    sockets: Arc<Sockets>,
    who: u64,
}

impl Sockets {
    /// None is open yet.
    pub fn new(most: u32) -> Self {
        Self { most, open: Mutex::default() }
    }

    /// The most of one person or address.
    pub(crate) const fn most(&self) -> u32 {
        self.most
    }

    /// A place for one more, unless whoever this is has as many as there may be.
    pub(crate) fn admit(self: &Arc<Self>, who: impl Hash) -> Option<Place> {
        let who = FxBuildHasher.hash_one(who);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(who).or_default();
        if self.most > 0 && *count >= self.most {
            return None;
        }
        *count += 1;
        drop(open);
        Some(Place { sockets: Arc::clone(self), who })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.sockets.open.lock().unwrap_or_else(PoisonError::into_inner);
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
    fn each_has_so_many_and_another_when_one_is_closed() {
        let sockets = Arc::new(Sockets::new(2));
        let first = sockets.admit("ann").unwrap();
        let _second = sockets.admit("ann").unwrap();
        assert!(sockets.admit("ann").is_none());
        assert!(sockets.admit("ben").is_some(), "each has places of his own");
        drop(first);
        assert!(sockets.admit("ann").is_some());
    }

    #[test]
    fn nought_is_no_limit_and_nobody_is_remembered() {
        let sockets = Arc::new(Sockets::new(0));
        let places: Vec<_> = (0..1_000).map(|_| sockets.admit("ann").unwrap()).collect();
        drop(places);
        assert!(sockets.open.lock().unwrap().is_empty());
    }
}
