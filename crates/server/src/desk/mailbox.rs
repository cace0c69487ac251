//! What waits for a desk: bounded for those outside, so that a house that cannot keep up says so at once.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A queue that is emptied whole: one lock for all that has come in.
pub(super) struct Mailbox<T> {
    waiting: Mutex<VecDeque<T>>,
    came: Condvar,
    most: usize,
    closed: AtomicBool,
}

impl<T> Mailbox<T> {
    pub(super) fn new(most: usize) -> Self {
        Self { waiting: Mutex::default(), came: Condvar::new(), most, closed: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts something in, unless it is full.
    pub(super) fn put(&self, item: T) -> Result<(), T> {
        let mut waiting = self.lock();
        if waiting.len() >= self.most || self.closed.load(Ordering::Relaxed) {
            return Err(item);
        }
        let was_empty = waiting.is_empty();
        waiting.push_back(item);
        drop(waiting);
        if was_empty {
            self.came.notify_one();
        }
        Ok(())
    }

    /// Takes nothing any more, and lets go of what waits: whoever asked is told that nobody answers.
    pub(super) fn close(&self) {
        let mut waiting = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        let left = std::mem::take(&mut *waiting);
        drop(waiting);
        drop(left);
    }

    /// Puts something in first, however much waits: the desk's own business.
    pub(super) fn put_first(&self, item: T) {
        let mut waiting = self.lock();
        if !self.closed.load(Ordering::Relaxed) {
            waiting.push_front(item);
        }
        drop(waiting);
        self.came.notify_one();
    }

    /// Takes all there is; waits for something until a time, or for ever.
    pub(super) fn take(&self, into: &mut VecDeque<T>, until: Option<Instant>) {
        let mut waiting = self.lock();
        while waiting.is_empty() {
            match until {
                None => waiting = self.came.wait(waiting).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return;
                    }
                    let waited = self.came.wait_timeout(waiting, left);
                    waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
        std::mem::swap(&mut *waiting, into);
    }
}
