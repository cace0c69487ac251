//! Removing keys that are older than they are stored.
//!
//! The table of keys has no index by time, because every command would have to write it. Instead a thread walks
//! through the keys in their order, a few at a time on a connection for reading, and removes the old ones among them.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use croupier_house::ids::{DAY_MS, KEY_DAYS};
use croupier_house::store::StoreError;
use rusqlite::Connection;

use crate::error::failed;
use crate::pool::ReadPool;
use crate::sqlite::{Sqlite, now_ms};

/// The number of keys that are looked at in one step.
pub const KEYS_PER_STEP: u32 = 1000;
/// The pause between two steps.
const PAUSE: Duration = Duration::from_secs(10);
/// The pause after a step that found many old keys.
const SHORT_PAUSE: Duration = Duration::from_millis(200);

/// A place in the table of keys.
pub type KeyPlace = [u8; 16];

/// What a step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PruneStep {
    /// The place to continue from; the lowest one after the last key.
    pub next: KeyPlace,
    /// The number of keys that were looked at.
    pub seen: usize,
    /// The number of keys that were removed.
    pub removed: usize,
}

/// Looks at the next keys after a place and removes those that are too old.
pub(crate) fn prune_step(
    readers: &ReadPool<Connection>,
    engine: &Mutex<Sqlite>,
    after: KeyPlace,
    now: i64,
) -> Result<PruneStep, StoreError> {
    let oldest = now.saturating_sub(KEY_DAYS * DAY_MS);
    let keys = keys_after(&*readers.get()?, after)?;
    let old: Vec<KeyPlace> = keys.iter().filter(|(_, at)| *at < oldest).map(|(key, _)| *key).collect();
    if !old.is_empty() {
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = engine.connection().transaction().map_err(failed)?;
        let mut delete =
            transaction.prepare_cached("delete from keys where key = ? and at < ?").map_err(failed)?;
        for key in &old {
            delete.execute((&key[..], oldest)).map_err(failed)?;
        }
        drop(delete);
        transaction.commit().map_err(failed)?;
    }
    let last = keys.last().filter(|_| keys.len() == KEYS_PER_STEP as usize);
    let next = last.map_or([0; 16], |(key, _)| *key);
    Ok(PruneStep { next, seen: keys.len(), removed: old.len() })
}

fn keys_after(at: &Connection, after: KeyPlace) -> Result<Vec<(KeyPlace, i64)>, StoreError> {
    let sql = "select key, at from keys where key > ? order by key limit ?";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let row =
        |row: &rusqlite::Row<'_>| -> rusqlite::Result<(KeyPlace, i64)> { Ok((row.get(0)?, row.get(1)?)) };
    let rows = select.query_map((&after[..], KEYS_PER_STEP), row).map_err(failed)?;
    rows.map(|row| row.map_err(failed)).collect()
}

/// The thread that removes old keys. It ends when this is dropped.
pub struct KeyPruner {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl KeyPruner {
    /// Starts the thread. `step` looks at the next keys after a place and removes those that are too old at a time, in
    /// milliseconds since 1970.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(
        mut step: impl FnMut(KeyPlace, i64) -> Result<PruneStep, StoreError> + Send + 'static,
    ) -> Result<Self, StoreError> {
        let (stop, stopped) = channel::<()>();
        let work = move || {
            // Somewhere in the table, so that a process that is often restarted gets everywhere.
            let mut place =
                *blake3::hash(&now_ms().to_le_bytes()).as_bytes().first_chunk().unwrap_or(&[0; 16]);
            let mut pause = PAUSE;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                // A disk that is full or locked is tried again after the pause.
                if let Ok(step) = step(place, now_ms()) {
                    place = step.next;
                    pause = if step.removed * 10 > KEYS_PER_STEP as usize { SHORT_PAUSE } else { PAUSE };
                }
            }
        };
        let thread = std::thread::Builder::new().name("keys".to_owned()).spawn(work);
        let thread = thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for KeyPruner {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
