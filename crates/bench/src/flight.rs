//! Batches in flight: a bounded number of them is submitted and not yet stored.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use croupier_house::store::{Batch, OnStored, StoreError};

/// Limits the number of batches in flight to `most`, by waiting until one is done.
pub struct Flight {
    open: Mutex<u32>,
    landed: Condvar,
    most: u32,
    waited: Mutex<Vec<Duration>>,
    failed: AtomicU64,
}

impl Flight {
    /// At most so many in flight.
    pub fn new(most: u32) -> Arc<Self> {
        let (open, waited) = (Mutex::new(0), Mutex::new(Vec::new()));
        Arc::new(Self { open, landed: Condvar::new(), most, waited, failed: AtomicU64::new(0) })
    }

    /// Waits until there is room, and submits a batch by `send`.
    pub fn submit(self: &Arc<Self>, batch: Batch, send: impl FnOnce(Batch, OnStored)) {
        let open = self.open.lock().expect("no other thread panics");
        let mut open =
            self.landed.wait_while(open, |open| *open >= self.most).expect("no other thread panics");
        *open += 1;
        drop(open);
        let (flight, start) = (Arc::clone(self), Instant::now());
        let done = move |result: Result<(), StoreError>| {
            flight.failed.fetch_add(u64::from(result.is_err()), Ordering::Relaxed);
            flight.waited.lock().expect("no other thread panics").push(start.elapsed());
            *flight.open.lock().expect("no other thread panics") -= 1;
            flight.landed.notify_one();
        };
        send(batch, Box::new(done));
    }

    /// Waits until all are stored, and says how long half of them, and 99 of 100, have waited.
    pub fn land(&self) -> (Duration, Duration) {
        let open = self.open.lock().expect("no other thread panics");
        drop(self.landed.wait_while(open, |open| *open > 0).expect("no other thread panics"));
        assert_eq!(self.failed.load(Ordering::Relaxed), 0, "everything is stored");
        let mut waited = self.waited.lock().expect("no other thread panics");
        waited.sort_unstable();
        (waited[waited.len() / 2], waited[waited.len() * 99 / 100])
    }
}
