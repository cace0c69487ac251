//! Who is at which table: people with an open socket there, and people who did or read something there just now.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use croupier_house::ids::{HouseId, PersonId, TableId};
use rustc_hash::FxHashMap;

/// The time after which somebody without a socket is gone, unless the configuration says otherwise.
pub const AWAY_AFTER: Duration = Duration::from_secs(20);

/// A person at a table.
pub type Place = (HouseId, TableId, PersonId);

#[derive(Clone, Copy)]
struct Seen {
    sockets: u32,
    last: Instant,
}

/// Who is at which table.
pub struct Presence {
    seen: Mutex<FxHashMap<Place, Seen>>,
    /// Who was at which table of another node, and when that was last said.
    elsewhere: Mutex<FxHashMap<Place, Instant>>,
    /// The time after which somebody without a socket is gone.
    pub(crate) away_after: Duration,
}

/// An open socket of a person at a table.
pub struct OpenSocket {
    presence: Arc<Presence>,
    place: Place,
}

impl Presence {
    /// Nobody is anywhere yet.
    pub fn new(away_after: Duration) -> Self {
        Self { seen: Mutex::default(), elsewhere: Mutex::default(), away_after }
    }

    fn is_seen(&self, seen: &Seen, now: Instant) -> bool {
        seen.sockets > 0 || now.saturating_duration_since(seen.last) < self.away_after
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<Place, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, place: Place, change: impl FnOnce(u32) -> u32) {
        let mut seen = self.lock();
        let entry = seen.entry(place).or_insert(Seen { sockets: 0, last: Instant::now() });
        *entry = Seen { sockets: change(entry.sockets), last: Instant::now() };
    }

    /// Notes a socket; it counts until it is dropped.
    pub fn open_socket(self: &Arc<Self>, place: Place) -> OpenSocket {
        self.note(place, |sockets| sockets + 1);
        OpenSocket { presence: Arc::clone(self), place }
    }

    /// Notes that a person did or read something at a table.
    pub fn touch(&self, place: Place) {
        self.note(place, |sockets| sockets);
    }

    /// Whether a person is at a table.
    pub fn is_here(&self, place: Place, now: Instant) -> bool {
        self.lock().get(&place).is_some_and(|seen| self.is_seen(seen, now)) || self.is_elsewhere(place, now)
    }

    fn is_elsewhere(&self, place: Place, now: Instant) -> bool {
        let elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        elsewhere.get(&place).is_some_and(|at| now.saturating_duration_since(*at) < self.away_after)
    }

    /// Everybody who is at a table of this node.
    pub(crate) fn all_here(&self, now: Instant) -> Vec<Place> {
        let seen = self.lock();
        seen.iter().filter(|(_, seen)| self.is_seen(seen, now)).map(|(place, _)| *place).collect()
    }

    /// Notes who is at a table of another node.
    pub(crate) fn note_elsewhere(&self, places: Vec<Place>, now: Instant) {
        let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        elsewhere.retain(|_, at| now.saturating_duration_since(*at) < self.away_after);
        elsewhere.extend(places.into_iter().map(|place| (place, now)));
    }

    /// Forgets those who are gone.
    pub fn sweep(&self, now: Instant) {
        self.lock().retain(|_, seen| self.is_seen(seen, now));
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.presence.note(self.place, |sockets| sockets - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_a_socket_or_was_just_active_is_here() {
        let presence = Arc::new(Presence::new(AWAY_AFTER));
        let place = (HouseId(1), TableId(2), PersonId(3));
        let later = || Instant::now() + AWAY_AFTER;
        assert!(!presence.is_here(place, Instant::now()));
        presence.touch(place);
        assert!(presence.is_here(place, Instant::now()) && !presence.is_here(place, later()));
        let (one, other) = (presence.open_socket(place), presence.open_socket(place));
        drop(one);
        assert!(presence.is_here(place, later()), "another socket is open");
        presence.sweep(later());
        drop(other);
        assert!(presence.is_here(place, Instant::now()), "for a while");
        presence.sweep(later());
        assert!(presence.lock().is_empty());
    }
}
