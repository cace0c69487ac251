//! The writer of the trees: a thread that adds what the journals have and the trees have not yet.

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError};
use rusqlite::TransactionBehavior;
use rustc_hash::FxHashMap;

use super::edge::TreeEdge;
use super::handed_leaves::{LeafRun, NextLeaves};
use super::handle::LogTree;
use super::tiles::{TreeProgress, read_tile, size_of, write};
use crate::background::give_way;
use crate::error::failed;

/// The number of entries that are read and written at once.
const STEP: usize = 8_192;
/// How long to wait after a disk that was full or locked, or a database that did not answer.
const RETRY: Duration = Duration::from_secs(1);

/// The thread that writes the trees. It ends when this is dropped.
pub struct LogTreeWriter {
    tree: Arc<LogTree>,
    thread: Option<JoinHandle<()>>,
}

impl LogTree {
    /// Opens or creates the trees in a folder, and starts the thread that writes them from the journals. A file of another
    /// version, or that is not about these journals, is made again.
    ///
    /// # Errors
    /// When the file cannot be used, or the journals cannot be read.
    pub fn open(
        folder: &Path,
        busy: Duration,
        journals: Arc<dyn Store>,
    ) -> Result<(Arc<Self>, LogTreeWriter), StoreError> {
        let tree = Arc::new(Self::open_folder(folder, busy, &*journals)?);
        let writer = LogTreeWriter::start(Arc::clone(&tree), journals)?;
        Ok((tree, writer))
    }
}

impl LogTreeWriter {
    /// Starts the thread.
    fn start(tree: Arc<LogTree>, journals: Arc<dyn Store>) -> Result<Self, StoreError> {
        let written = Arc::clone(&tree);
        let thread = std::thread::Builder::new()
            .name("tree".to_owned())
            .spawn(move || {
                give_way();
                run(&written, &*journals);
            })
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { tree, thread: Some(thread) })
    }
}

impl Drop for LogTreeWriter {
    fn drop(&mut self) {
        self.tree.progress.stop();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn run(tree: &LogTree, journals: &dyn Store) {
    let mut edges = FxHashMap::default();
    while let Some(houses) = tree.progress.next_work(STEP as u64) {
        for house in houses {
            let Err(error) = step(tree, journals, house, &mut edges) else { continue };
            // What is in memory may be ahead of the file.
            edges.remove(&house);
            match error {
                StoreError::Damaged(_) => tree.progress.set_fault(house, error),
                _ if tree.progress.is_stopped() => return,
                _ => std::thread::sleep(RETRY),
            }
        }
    }
}

/// Adds the next entries of a house.
fn step(
    tree: &LogTree,
    journals: &dyn Store,
    house: HouseId,
    edges: &mut FxHashMap<HouseId, TreeEdge>,
) -> Result<(), StoreError> {
    let from = tree.size(house);
    let run = match tree.handed.take(house, from) {
        NextLeaves::Here(run) => run,
        NextLeaves::InJournal(to) => {
            let most = usize::try_from(to - from).map_or(STEP, |missing| missing.min(STEP));
            LeafRun::of(&journals.entries(house, from + 1, most)?)
        }
    };
    if run.leaves.is_empty() {
        // A follower may know of an entry before it can read it.
        std::thread::sleep(RETRY);
        return Ok(());
    }
    if run.first != from {
        return Err(StoreError::Damaged(format!("entry {} of house {} is missing", from + 1, house.0)));
    }
    let mut writer = tree.writer();
    let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Another store of this folder, such as one that is just being closed, may have written them meanwhile.
    let written = size_of(&transaction, house)?;
    if written != from {
        tree.progress.set_indexed(house, written);
        edges.remove(&house);
        return Ok(());
    }
    let edge = match edges.remove(&house).filter(|edge| edge.size() == from) {
        Some(edge) => edge,
        None => TreeEdge::of(from, |level, number| read_tile(&transaction, house, level, number))?,
    };
    let edge = edges.entry(house).insert_entry(edge).into_mut();
    let tiles = edge.append(&run.leaves);
    write(&transaction, house, &tiles, TreeProgress { size: run.end(), head: run.head })?;
    transaction.commit().map_err(failed)?;
    drop(writer);
    tree.progress.set_indexed(house, run.end());
    Ok(())
}
