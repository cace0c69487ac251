//! The mailbox of an actor. It is bounded, so that senders notice at once when a house cannot keep up.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use croupier_store::watch;

/// A queue that is emptied completely at once: one lock for all messages that have arrived.
pub(super) struct Mailbox<T> {
    waiting: Mutex<VecDeque<T>>,
    arrived: Condvar,
    /// Whether a message waits, for whoever looks without a lock.
    filled: AtomicBool,
    capacity: usize,
    closed: AtomicBool,
}

impl<T> Mailbox<T> {
    pub(super) fn new(capacity: usize) -> Self {
        let (filled, closed) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { waiting: Mutex::default(), arrived: Condvar::new(), filled, capacity, closed }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message, unless the mailbox is full.
    pub(super) fn put(&self, item: T) -> Result<(), T> {
        let mut waiting = self.lock();
        if waiting.len() >= self.capacity || self.closed.load(Ordering::Relaxed) {
            return Err(item);
        }
        let was_empty = waiting.is_empty();
        waiting.push_back(item);
        self.filled.store(true, Ordering::Release);
        drop(waiting);
        if was_empty {
            self.arrived.notify_one();
        }
        Ok(())
    }

    /// Adds a message after all others, even if the mailbox is full.
    pub(super) fn put_always(&self, item: T) {
        let mut waiting = self.lock();
        if !self.closed.load(Ordering::Relaxed) {
            waiting.push_back(item);
            self.filled.store(true, Ordering::Release);
        }
        drop(waiting);
        self.arrived.notify_one();
    }

    /// Closes the mailbox and drops all waiting messages. Their senders see that the channel is closed.
    pub(super) fn close(&self) {
        let mut waiting = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        let left = std::mem::take(&mut *waiting);
        drop(waiting);
        drop(left);
    }

    /// Adds a message in front of all others, even if the mailbox is full.
    pub(super) fn put_first(&self, item: T) {
        let mut waiting = self.lock();
        if !self.closed.load(Ordering::Relaxed) {
            waiting.push_front(item);
            self.filled.store(true, Ordering::Release);
        }
        drop(waiting);
        self.arrived.notify_one();
    }

    /// Looks for a message for a short while. Whoever has just handled many does this before sleeping.
    pub(super) fn watch(&self) {
        watch(|| self.filled.load(Ordering::Acquire));
    }

    /// Takes all messages. Waits for one until the deadline, or indefinitely if there is none.
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
        self.filled.store(false, Ordering::Release);
    }
}
