//! A limit on sockets for each person or address.

use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Counts the open sockets of each person or address.
pub struct SocketLimit {
    /// The maximum per person or address; 0 is unlimited.
    most: u32,
    open: Mutex<FxHashMap<u64, u32>>,
}

/// A permit for one socket, which counts until it is dropped.
pub(crate) struct SocketPermit {
    sockets: Arc<SocketLimit>,
    who: u64,
}

impl SocketLimit {
    /// A limit of `most` sockets, none of which is open yet.
    pub fn new(most: u32) -> Self {
        Self { most, open: Mutex::default() }
    }

    /// The maximum per person or address.
    pub(crate) const fn most(&self) -> u32 {
        self.most
    }

    /// Permits one more socket, unless the limit is reached.
    pub(crate) fn admit(self: &Arc<Self>, who: impl Hash) -> Option<SocketPermit> {
        let who = FxBuildHasher.hash_one(who);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(who).or_default();
        if self.most > 0 && *count >= self.most {
            return None;
        }
        *count += 1;
        drop(open);
        Some(SocketPermit { sockets: Arc::clone(self), who })
    }
}

impl Drop for SocketPermit {
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
    fn a_closed_socket_makes_room_for_another() {
        let sockets = Arc::new(SocketLimit::new(2));
        let first = sockets.admit("ann").unwrap();
        let _second = sockets.admit("ann").unwrap();
        assert!(sockets.admit("ann").is_none());
        assert!(sockets.admit("ben").is_some(), "each has a limit of their own");
        drop(first);
        assert!(sockets.admit("ann").is_some());
    }

    #[test]
    fn zero_is_no_limit_and_closed_sockets_are_forgotten() {
        let sockets = Arc::new(SocketLimit::new(0));
        let permits: Vec<_> = (0..1_000).map(|_| sockets.admit("ann").unwrap()).collect();
        drop(permits);
        assert!(sockets.open.lock().unwrap().is_empty());
    }
}
