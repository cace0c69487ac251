//! Acknowledging groups that are in the journal: their heads go into the head file, and whoever waits is answered.
//!
//! A group needs two syncs, that of the journal and that of the head file, one after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use croupier_house::ids::HouseId;
use croupier_house::store::{Batch, HouseHead, StoreError, StoredEntry};

use crate::group::OnCommitted;
use crate::heads::HeadFile;

/// Called after every commit with the new heads and with what was stored.
pub(crate) type OnCommit = Box<dyn Fn(&[(HouseId, HouseHead)], Vec<Vec<StoredEntry>>) + Send + Sync>;

/// A group after the commit: what became of each batch, and the new heads of houses.
pub(crate) struct Written {
    pub(crate) group: Vec<Batch>,
    pub(crate) results: Vec<Result<(), StoreError>>,
    pub(crate) heads: Vec<(HouseId, HouseHead)>,
}

/// The head file, and whoever follows the journal.
pub(crate) struct Acknowledger {
    pub(crate) file: Mutex<HeadFile>,
    /// Whether the head file could not be written after a commit: it is written before anything else is.
    pub(crate) failed: AtomicBool,
    committed: OnceLock<OnCommit>,
}

impl Acknowledger {
    pub(crate) const fn new(file: HeadFile) -> Self {
        Self { file: Mutex::new(file), failed: AtomicBool::new(false), committed: OnceLock::new() }
    }

    /// Calls `committed` after every commit from now on.
    pub(crate) fn on_commit(&self, committed: OnCommit) {
        assert!(self.committed.set(committed).is_ok(), "one index follows a journal");
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// Writes heads to the head file.
    pub(crate) fn write(&self, heads: &[(HouseId, HouseHead)]) -> Result<(), StoreError> {
        let written = self.file.lock().unwrap_or_else(PoisonError::into_inner).write(heads);
        if !heads.is_empty() {
            self.failed.store(written.is_err(), Ordering::Release);
        }
        written
    }

    /// Writes the new heads of groups with one sync, and answers.
    pub(crate) fn acknowledge_all(&self, groups: Vec<(Written, OnCommitted)>) {
        let saved = self.write(&latest(groups.iter().flat_map(|(written, _)| &written.heads)));
        groups.into_iter().for_each(|(written, done)| done(self.pass_on(written, &saved)));
    }

    /// Writes the new heads of a group, and returns what became of each batch.
    pub(crate) fn acknowledge(&self, written: Written) -> Vec<Result<(), StoreError>> {
        let saved = self.write(&written.heads);
        self.pass_on(written, &saved)
    }

    /// Passes on what is in the journal now, and returns what became of each batch. If the heads could not be written,
    /// the entries are in the journal but nothing is acknowledged: whoever wrote them must read the journal again.
    pub(crate) fn pass_on(
        &self,
        written: Written,
        saved: &Result<(), StoreError>,
    ) -> Vec<Result<(), StoreError>> {
        let Written { group, results, heads } = written;
        if heads.is_empty() {
            return results;
        }
        if let Some(committed) = self.committed.get() {
            let stored = group.into_iter().zip(&results).filter(|(_, result)| result.is_ok());
            committed(&heads, stored.map(|(batch, _)| batch.into_entries()).collect());
        }
        match saved {
            Ok(()) => results,
            Err(error) => vec![Err(error.clone()); results.len()],
        }
    }
}

/// The last head of each house.
fn latest<'h>(heads: impl Iterator<Item = &'h (HouseId, HouseHead)>) -> Vec<(HouseId, HouseHead)> {
    let mut last: Vec<(HouseId, HouseHead)> = Vec::new();
    for (house, head) in heads {
        match last.iter_mut().find(|(known, _)| known == house) {
            Some((_, known)) => *known = *head,
            None => last.push((*house, *head)),
        }
    }
    last
}
