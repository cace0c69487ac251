//! A limit on requests: a token bucket for each person or address.

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rustc_hash::{FxBuildHasher, FxHashMap};

/// The rate limit for one person or address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RateLimit {
    /// The number of requests that may come at once.
    pub burst: u32,
    /// The number of requests per second after that; 0 is unlimited.
    pub per_second: u32,
}

/// The number of parts that the buckets are divided into. Each part has its own lock, to reduce contention.
const PARTS: usize = 16;
/// The number of buckets from which a part drops the full ones.
const KNOWN_MAX: usize = 4_096;

type Part = Mutex<FxHashMap<u64, (f64, Instant)>>;

/// The buckets of all people and addresses.
pub struct RateLimiter {
    rate: RateLimit,
    parts: [Part; PARTS],
}

impl RateLimiter {
    /// A limiter with full buckets.
    pub fn new(rate: RateLimit) -> Self {
        Self { rate, parts: std::array::from_fn(|_| Mutex::default()) }
    }

    /// Whether one more request is admitted.
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
        let rates = RateLimiter::new(RateLimit { burst: 3, per_second: 20 });
        let admitted = (0..10).filter(|_| rates.admits("ann")).count();
        assert_eq!(admitted, 3);
        assert!(rates.admits("ben"), "each has a bucket of their own");
        std::thread::sleep(std::time::Duration::from_millis(120));
        assert!(rates.admits("ann"));
    }

    #[test]
    fn zero_is_no_limit() {
        let rates = RateLimiter::new(RateLimit { burst: 0, per_second: 0 });
        assert!((0..1_000).all(|_| rates.admits("ann")));
    }
}
