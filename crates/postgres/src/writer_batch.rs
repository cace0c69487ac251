//! Batches, and under what a node writes them.

use croupier_house::ids::HouseId;
use croupier_house::store::Batch;
use croupier_nodes::ChainHead;

/// Under what a node writes a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fenced {
    pub(crate) house: HouseId,
    pub(crate) fence: i64,
    pub(crate) before: ChainHead,
}

/// A batch, with what it is written under where a node says so. The store itself knows the fence for the others.
#[derive(Debug)]
pub(crate) struct WriterBatch {
    pub(crate) batch: Batch,
    pub(crate) fenced: Option<Fenced>,
}

impl WriterBatch {
    /// The houses to which it writes.
    pub(crate) fn houses(&self) -> impl Iterator<Item = HouseId> {
        houses_of(&self.batch)
    }
}

/// The houses to which a batch writes.
pub(crate) fn houses_of(batch: &Batch) -> impl Iterator<Item = HouseId> {
    let entries = batch.entries.iter().map(|entry| entry.stream.house);
    let changes = batch.changes.iter().map(|change| change.account.house);
    entries.chain(changes).chain(batch.keys.iter().map(|key| key.range.stream.house))
}
