//! How often somebody may ask.

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rustc_hash::{FxBuildHasher, FxHashMap};

/// So many at once, and so many a second after that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// At once.
    pub burst: u32,
    /// A second; nought is no limit.
    pub per_second: u32,
}

/// Parts with a lock each, so that few wait for each other.
const PARTS: usize = 16;
/// A part forgets those who have not asked for a while when it knows so many.
const KNOWN_MAX: usize = 4_096;

type Part = Mutex<FxHashMap<u64, (f64, Instant)>>;

/// What everybody has left.
pub struct Rates {
    rate: Rate,
    parts: [Part; PARTS],
}

impl Rates {
    /// Nobody has asked yet.
    pub fn new(rate: Rate) -> Self {
        Self { rate, parts: std::array::from_fn(|_| Mutex::default()) }
    }

    /// Whether whoever this is may ask once more.
    pub fn admits(&self, who: impl Hash) -> bool {
        if self.rate.per_second == 0 {
            return true;
        }
        let who = FxBuildHasher.hash_one(who);
        let (burst, per_second) = (f64::from(self.rate.burst), f64::from(self.rate.per_second));
        let part = &self.parts[usize::try_from(who >> 32).unwrap_or(0) % PARTS];
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if part.len() >= KNOWN_MAX {
            let full = |left: f64, since: Instant| left + (now - since).as_secs_f64() * per_second >= burst;
            part.retain(|_, (left, since)| !full(*left, *since));
        }
        let (left, since) = part.entry(who).or_insert((burst, now));
        *left = ((now - *since).as_secs_f64().mul_add(per_second, *left)).min(burst);
        *since = now;
        let admits = *left >= 1.0;
        if admits {
            *left -= 1.0;
        }
        admits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_admitted_and_then_no_more_until_time_has_passed() {
        let rates = Rates::new(Rate { burst: 3, per_second: 20 });
        let admitted = (0..10).filter(|_| rates.admits("ann")).count();
        assert_eq!(admitted, 3);
        assert!(rates.admits("ben"), "each has a bucket of his own");
        std::thread::sleep(std::time::Duration::from_millis(120));
        assert!(rates.admits("ann"));
    }

    #[test]
    fn nought_is_no_limit() {
        let rates = Rates::new(Rate { burst: 0, per_second: 0 });
        assert!((0..1_000).all(|_| rates.admits("ann")));
    }
}
