//! The mailbox of an actor. It is bounded, so that a house that cannot keep up says so at once.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A queue that is emptied whole: one lock for everything that has arrived.
pub(super) struct Mailbox<T> {
    waiting: Mutex<VecDeque<T>>,
    arrived: Condvar,
    capacity: usize,
    closed: AtomicBool,
}

impl<T> Mailbox<T> {
    pub(super) fn new(capacity: usize) -> Self {
        Self { waiting: Mutex::default(), arrived: Condvar::new(), capacity, closed: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in, unless it is full.
    pub(super) fn put(&self, item: T) -> Result<(), T> {
        let mut waiting = self.lock();
        if waiting.len() >= self.capacity || self.closed.load(Ordering::Relaxed) {
            return Err(item);
        }
        let was_empty = waiting.is_empty();
        waiting.push_back(item);
        drop(waiting);
        if was_empty {
            self.arrived.notify_one();
        }
        Ok(())
    }

    /// Accepts nothing any more and drops what waits: the senders see that their channel is closed.
    pub(super) fn close(&self) {
        let mut waiting = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        let left = std::mem::take(&mut *waiting);
        drop(waiting);
        drop(left);
    }

    /// Puts a message in front of all others, however many wait.
    pub(super) fn put_first(&self, item: T) {
        let mut waiting = self.lock();
        if !self.closed.load(Ordering::Relaxed) {
            waiting.push_front(item);
        }
        drop(waiting);
        self.arrived.notify_one();
    }

    /// Takes everything. Waits for a message until a deadline, or without one.
    pub(super) fn take(&self, into: &mut VecDeque<T>, until: Option<Instant>) {
        let mut waiting = self.lock();
        while waiting.is_empty() {
            match until {
                None => waiting = self.arrived.wait(waiting).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return;
                    }
                    let waited = self.arrived.wait_timeout(waiting, left);
                    waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
        std::mem::swap(&mut *waiting, into);
    }
}
