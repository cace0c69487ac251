//! Writing for a node: under a fence that it was given, as the next group after a head that it knows.

use croupier_house::store::{Batch, OnStored, StoreError};
use croupier_nodes::{ChainHead, DatabaseAnswer};

use crate::store::PostgresStore;
use crate::writer_batch::{Fenced, WriterBatch, houses_of};

/// What became of a group that a node wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WriteOutcome {
    /// It is stored.
    Done,
    /// The fence is old: nothing is stored.
    NotOwner,
    /// It continues another head than that of the journal, or one of its keys was used before: nothing is stored.
    OtherHead,
    /// It may be stored or not: [`crate::Cluster::find_out`] says which.
    Lost(String),
    /// It cannot be stored for another reason, and nothing of it is.
    Refused(StoreError),
}

impl WriteOutcome {
    /// The answer to the node. A group that is refused for a reason that the protocol does not know is found not to be stored, and
    /// decided again.
    pub const fn answer(&self) -> DatabaseAnswer {
        match self {
            Self::Done => DatabaseAnswer::Done,
            Self::NotOwner => DatabaseAnswer::NotOwner,
            Self::OtherHead => DatabaseAnswer::OtherHead,
            Self::Lost(_) | Self::Refused(_) => DatabaseAnswer::Lost,
        }
    }
}

impl From<Result<(), StoreError>> for WriteOutcome {
    fn from(stored: Result<(), StoreError>) -> Self {
        match stored {
            Ok(()) => Self::Done,
            Err(StoreError::NotOwner { .. }) => Self::NotOwner,
            Err(StoreError::Stale { .. } | StoreError::OutOfSequence { .. } | StoreError::KeyUsed(_)) => {
                Self::OtherHead
            }
            Err(StoreError::Unknown(why)) => Self::Lost(why),
            Err(error) => Self::Refused(error),
        }
    }
}

impl PostgresStore {
    /// Writes a group of a house, if its fence and head are these. `done` is called when it is stored or not, or when that
    /// is not known. Unlike [`croupier_house::store::Store::submit`], the store does not find that out by itself.
    pub fn write(
        &self,
        fence: u64,
        before: ChainHead,
        batch: Batch,
        done: impl FnOnce(WriteOutcome) + Send + 'static,
    ) {
        match fenced(fence, before, &batch) {
            Ok(fenced) => {
                let done: OnStored = Box::new(move |stored| done(stored.into()));
                self.group.submit(WriterBatch { batch, fenced: Some(fenced) }, done);
            }
            Err(outcome) => done(outcome),
        }
    }
}

/// Under what a batch is written.
fn fenced(fence: u64, before: ChainHead, batch: &Batch) -> Result<Fenced, WriteOutcome> {
    let failed = |why: &str| WriteOutcome::Refused(StoreError::Failed(why.to_owned()));
    let first = batch.entries.first().ok_or_else(|| failed("a group has no entries"))?;
    let house = first.stream.house;
    if houses_of(batch).any(|other| other != house) {
        return Err(failed("a group is of several houses"));
    }
    if first.sequence.checked_sub(1) != Some(before.sequence) {
        return Err(failed("a group does not continue the head that it names"));
    }
    let fence = i64::try_from(fence).map_err(|_| WriteOutcome::NotOwner)?;
    Ok(Fenced { house, fence, before })
}
