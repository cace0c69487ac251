//! A limit on requests: a token bucket for each person or address.

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

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
/// The number of buckets of a part. Whoever comes when all of them are in use shares one bucket with all others who do.
const BUCKETS_PER_PART: usize = 4_096;
/// The number of buckets.
pub(crate) const BUCKETS_MAX: usize = PARTS * BUCKETS_PER_PART;
/// The interval at which a part drops full buckets, which are as good as none.
const SWEEP: Duration = Duration::from_secs(1);

/// A bucket: the requests that are left, and when that was so.
#[derive(Clone, Copy)]
pub(crate) struct Bucket {
    left: f64,
    since: Instant,
}

/// The size of a bucket, and how fast it is filled.
#[derive(Clone, Copy)]
struct Flow {
    burst: f64,
    per_second: f64,
}

impl Flow {
    fn of(rate: RateLimit) -> Self {
        Self { burst: f64::from(rate.burst), per_second: f64::from(rate.per_second) }
    }

    fn full(self, now: Instant) -> Bucket {
        Bucket { left: self.burst, since: now }
    }

    fn level(self, bucket: Bucket, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(bucket.since).as_secs_f64();
        passed.mul_add(self.per_second, bucket.left).min(self.burst)
    }

    /// Takes one from a bucket, or says when there will be one.
    fn take(self, bucket: &mut Bucket, now: Instant) -> Result<(), Duration> {
        let left = self.level(*bucket, now);
        let takes = left >= 1.0;
        *bucket = Bucket { left: if takes { left - 1.0 } else { left }, since: now };
        if takes { Ok(()) } else { Err(Duration::from_secs_f64((1.0 - left) / self.per_second)) }
    }
}

#[derive(Default)]
struct Part {
    buckets: FxHashMap<u64, Bucket>,
    /// The bucket of those for whom there is none of their own.
    shared: Option<Bucket>,
    swept: Option<Instant>,
}

/// The buckets of all people and addresses.
pub struct RateLimiter {
    flow: Flow,
    /// The hash has a random key, so that nobody can choose to use up the bucket of somebody else.
    hasher: RandomState,
    parts: [Mutex<Part>; PARTS],
}

impl RateLimiter {
    /// A limiter with full buckets.
    pub fn new(rate: RateLimit) -> Self {
        Self::with(Flow::of(rate))
    }

    /// A limiter that admits so many in an hour; 0 is unlimited.
    pub fn per_hour(most: u32) -> Self {
        Self::with(Flow { burst: f64::from(most), per_second: f64::from(most) / 3_600.0 })
    }

    fn with(flow: Flow) -> Self {
        Self { flow, hasher: RandomState::new(), parts: std::array::from_fn(|_| Mutex::default()) }
    }

    /// Admits one more request.
    ///
    /// # Errors
    /// How long to wait when the bucket is empty.
    pub fn take(&self, who: impl Hash) -> Result<(), Duration> {
        let Self { flow, .. } = *self;
        if flow.per_second <= 0.0 {
            return Ok(());
        }
        let who = self.hasher.hash_one(who);
        let part = &self.parts[usize::try_from(who >> 32).expect("half of the bits fit") % PARTS];
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let part = &mut *part;
        if part.buckets.len() >= BUCKETS_PER_PART && part.swept.is_none_or(|swept| swept + SWEEP <= now) {
            part.buckets.retain(|_, bucket| flow.level(*bucket, now) < flow.burst);
            part.swept = Some(now);
        }
        let bucket = if part.buckets.len() < BUCKETS_PER_PART || part.buckets.contains_key(&who) {
            part.buckets.entry(who).or_insert_with(|| flow.full(now))
        } else {
            part.shared.get_or_insert_with(|| flow.full(now))
        };
        flow.take(bucket, now)
    }
}

/// The limit of one socket, which needs no lookup.
pub(crate) struct SocketRate {
    flow: Flow,
    bucket: Bucket,
}

impl SocketRate {
    pub(crate) fn new(rate: RateLimit) -> Self {
        let flow = Flow::of(rate);
        Self { flow, bucket: flow.full(Instant::now()) }
    }

    /// Whether one more message is admitted.
    pub(crate) fn admits(&mut self) -> bool {
        self.flow.per_second <= 0.0 || self.flow.take(&mut self.bucket, Instant::now()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_admitted_and_then_no_more_until_time_has_passed() {
        let rates = RateLimiter::new(RateLimit { burst: 3, per_second: 20 });
        let admitted = (0..10).filter(|_| rates.take("ann").is_ok()).count();
        assert_eq!(admitted, 3);
        assert!(rates.take("ben").is_ok(), "each has a bucket of their own");
        let wait = rates.take("ann").unwrap_err();
        assert!(wait <= Duration::from_millis(50), "{wait:?}");
        std::thread::sleep(wait + Duration::from_millis(5));
        assert!(rates.take("ann").is_ok(), "whoever waits as long as was said is admitted");
    }

    #[test]
    fn zero_is_no_limit() {
        let rates = RateLimiter::new(RateLimit { burst: 0, per_second: 0 });
        assert!((0..1_000).all(|_| rates.take("ann").is_ok()));
        assert!((0..1_000).all(|_| RateLimiter::per_hour(0).take("ann").is_ok()));
    }

    #[test]
    fn however_many_come_there_are_only_so_many_buckets() {
        let rates = RateLimiter::new(RateLimit { burst: 2, per_second: 1 });
        for who in 0..2 * BUCKETS_MAX {
            let _ = rates.take(who);
        }
        let buckets = rates.parts.iter().map(|part| part.lock().unwrap().buckets.len());
        assert!(buckets.sum::<usize>() <= BUCKETS_MAX);
        assert!(rates.take("a newcomer").is_err(), "newcomers share what is left");
    }

    #[test]
    fn an_hour_has_so_many_and_no_more() {
        let rates = RateLimiter::per_hour(5);
        assert_eq!((0..100).filter(|_| rates.take("ann").is_ok()).count(), 5);
    }
}
