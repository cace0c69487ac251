//! The index's writer: a thread that projects what the journals have and the index has not yet.

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use croupier_house::give_back_entries;
use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, Store, StoreError, StoredEntry};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::handed::Next;
use super::handle::Index;
use super::projection::Projection;
use crate::background::give_way;
use crate::error::failed;

/// The number of entries that are collected for one transaction: as many, or what else waits by then.
pub const INDEX_STEP: usize = 16_384;
/// The number of entries after which the thread offers its processor to others. With few processors, the thread that
/// commits would otherwise wait for the end of a time slice, which is longer than a sync.
const OFFERS_AFTER: u64 = 32;
/// How long to wait after a disk that was full or locked.
const RETRY: Duration = Duration::from_secs(1);

/// Reads entries of a house between two sequences from its journal, at most so many of them.
pub(crate) type ReadEntries =
    Box<dyn Fn(HouseId, u64, u64, usize) -> Result<Vec<StoredEntry>, StoreError> + Send>;

/// The thread that writes the index. It ends when this is dropped.
pub struct IndexWriter {
    index: Arc<Index>,
    thread: Option<JoinHandle<()>>,
}

impl IndexWriter {
    /// Starts the thread; `journal` reads what it was not handed.
    pub(crate) fn start(index: Arc<Index>, journal: ReadEntries) -> Result<Self, StoreError> {
        let fed = Arc::clone(&index);
        let thread = std::thread::Builder::new()
            .name("index".to_owned())
            .spawn(move || {
                give_way();
                run(&fed, &journal);
            })
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { index, thread: Some(thread) })
    }
}

impl Drop for IndexWriter {
    fn drop(&mut self) {
        self.index.progress.stop();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl Index {
    /// Opens or creates an index in a folder for journals that are stored elsewhere, and starts the thread that writes
    /// it. What is stored from then on must be handed over with [`Self::follow`].
    ///
    /// # Errors
    /// When the file cannot be used, or the journals cannot be read.
    pub fn open_beside(
        folder: &Path,
        busy: Duration,
        journals: &Arc<dyn Store>,
    ) -> Result<(Arc<Self>, IndexWriter), StoreError> {
        let index = Self::open(folder, busy, |house, head| {
            let found = journals.entries(house, head.sequence, 1)?;
            Ok(found.first().is_some_and(|entry| (entry.sequence, entry.hash) == (head.sequence, head.hash)))
        })?;
        let index = Arc::new(index);
        let mut heads = Vec::new();
        for house in journals.houses()? {
            heads.extend(journals.head(house)?.map(|head| (house, head)));
        }
        index.follow(&heads, Vec::new());
        let read = Arc::clone(journals);
        let writer = IndexWriter::start(
            Arc::clone(&index),
            Box::new(move |house, from, to, most| {
                let mut found = read.entries(house, from, most).map_err(|error| match error {
                    // A server that does not answer now is asked again.
                    StoreError::Failed(_) => StoreError::Busy,
                    error => error,
                })?;
                found.retain(|entry| entry.sequence <= to);
                Ok(found)
            }),
        )?;
        Ok((index, writer))
    }

    /// Notes the new heads of houses, and entries that were just stored. The index follows them.
    pub fn follow(&self, heads: &[(HouseId, HouseHead)], stored: Vec<Vec<StoredEntry>>) {
        self.handed.put(stored);
        heads.iter().for_each(|(house, head)| self.progress.written(*house, head.sequence));
    }
}

fn run(index: &Index, journal: &ReadEntries) {
    while let Some(houses) = index.progress.next_work(INDEX_STEP as u64) {
        let written = write_results(index);
        for house in houses {
            let error = match step(index, journal, house) {
                Ok(()) => continue,
                Err(error) => error,
            };
            match error {
                StoreError::Full | StoreError::Locked | StoreError::Busy => std::thread::sleep(RETRY),
                error => {
                    index.handed.refuse(house);
                    index.progress.set_fault(house, error);
                }
            }
        }
        if written.is_err() && !index.progress.is_stopped() {
            std::thread::sleep(RETRY);
            index.progress.results_wait(0);
        }
    }
    // What the rules said about the last rounds is not in the journal.
    drop(write_results(index));
}

fn write_results(index: &Index) -> Result<(), StoreError> {
    if !index.has_results() {
        return Ok(());
    }
    let mut writer = index.writer();
    let transaction = writer.transaction().map_err(failed)?;
    let results = index.write_results(&transaction)?;
    transaction.commit().map_err(failed)?;
    index.results_written(results);
    Ok(())
}

/// Projects the next entries of a house.
fn step(index: &Index, journal: &ReadEntries, house: HouseId) -> Result<(), StoreError> {
    let from = index.indexed_to(house) + 1;
    let groups = match index.handed.take(house, from) {
        Next::Here(groups) => groups,
        Next::InJournal(to) => vec![journal(house, from, to, INDEX_STEP)?],
    };
    let Some(last) = groups.last().and_then(|group| group.last()) else { return Ok(()) };
    let head = HouseHead { sequence: last.sequence, hash: last.hash };
    let mut writer = index.writer();
    let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Another store of this folder, such as one that is just being closed, may have written them meanwhile.
    let written = written_to(&transaction, house)?;
    if written + 1 != from {
        index.progress.set_indexed(house, written);
        return Ok(());
    }
    let mut projection = Projection::at(&transaction)?;
    for (due, stored) in (from..).zip(groups.iter().flatten()) {
        if stored.sequence != due {
            return Err(unreadable(house, due, "it is missing"));
        }
        let entry = stored.content().map_err(|error| unreadable(house, due, &error.to_string()))?;
        projection.note(&entry, due)?;
        if due.is_multiple_of(OFFERS_AFTER) {
            std::thread::yield_now();
        }
    }
    projection.finish(house, &head)?;
    transaction.commit().map_err(failed)?;
    drop(writer);
    if let Some(then) = index.on_projected.get() {
        then(house, &groups);
    }
    groups.into_iter().for_each(give_back_entries);
    index.progress.set_indexed(house, head.sequence);
    Ok(())
}

/// The sequence to which the file has the entries of a house.
fn written_to(at: &Connection, house: HouseId) -> Result<u64, StoreError> {
    let sql = "select sequence from progress where house = ?";
    let written: Option<i64> = at.query_row(sql, [house.0], |row| row.get(0)).optional().map_err(failed)?;
    Ok(written.map_or(0, i64::cast_unsigned))
}

fn unreadable(house: HouseId, sequence: u64, why: &str) -> StoreError {
    StoreError::Damaged(format!("entry {sequence} of house {} cannot be indexed: {why}", house.0))
}
