//! Group commit: many commands share one sync.
//!
//! Commands that wait for the disk are collected in a [`PendingCommit`]. Its batch is submitted to a [`GroupCommit`],
//! whose writer thread stores everything that has arrived since the last sync.

use std::sync::mpsc::{Receiver, channel};

use croupier_house::Accepted;
use croupier_house::store::{Batch, OnStored, StoreError};

use crate::watch::receive;
use crate::writer_thread::{SubmittedBatch, WriterThread};

/// Commands that are stored together, and what waits for them: answers, views, timers.
#[derive(Debug)]
pub struct PendingCommit<W> {
    /// The data that the commands wrote.
    pub batch: Batch,
    /// The actions for when the batch is on disk, in order.
    pub waiting: Vec<W>,
    /// The number of commands.
    pub commands: u64,
}

impl<W> Default for PendingCommit<W> {
    fn default() -> Self {
        Self { batch: Batch::default(), waiting: Vec::new(), commands: 0 }
    }
}

impl<W> PendingCommit<W> {
    /// Adds the data that a command wrote.
    pub fn add(&mut self, accepted: Accepted) {
        self.batch.add(accepted);
        self.commands += 1;
    }

    /// Adds an action that waits for the batch.
    pub fn wait(&mut self, waiting: W) {
        self.waiting.push(waiting);
    }
}

/// The callback for a group: called with the result of each batch when it is on disk or has failed.
pub type OnCommitted = Box<dyn FnOnce(Vec<Result<(), StoreError>>) + Send>;

/// An engine that writes batches to disk.
pub trait Engine: Send + 'static {
    /// Writes batches with one sync, and calls `done` when they are on disk: before it returns, or later on a thread of
    /// its own, always in the order of the groups. The result of each batch is final: a batch that is `Ok` is
    /// acknowledged at once.
    fn commit(&mut self, group: Vec<Batch>, done: OnCommitted);
}

/// The maximum number of batches per sync. Larger groups would only delay the first ones.
pub const GROUP_MAX: usize = 4096;

/// The writer thread of a store.
pub struct GroupCommit(WriterThread<Batch>);

impl GroupCommit {
    /// Starts the writer.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(engine: impl Engine) -> Result<Self, StoreError> {
        let (jobs, arrived) = channel();
        let hand_over = move |job| jobs.send(job).err().map(|unsent| unsent.0);
        WriterThread::start(hand_over, move || run(engine, &arrived)).map(Self)
    }

    /// Submits a batch; the writer calls `done` when it is on disk or has failed.
    pub fn submit(&self, batch: Batch, done: OnStored) {
        self.0.submit(batch, done);
    }
}

fn run(mut engine: impl Engine, arrived: &Receiver<SubmittedBatch<Batch>>) {
    let (mut batches, mut waiting) = (Vec::new(), Vec::new());
    while let Ok(first) = receive(arrived) {
        for job in std::iter::once(first).chain(arrived.try_iter()).take(GROUP_MAX) {
            batches.push(job.batch);
            waiting.push(job.done);
        }
        let waiting = std::mem::take(&mut waiting);
        let done = move |results: Vec<Result<(), StoreError>>| {
            waiting.into_iter().zip(results).for_each(|(done, result)| done(result));
        };
        engine.commit(std::mem::take(&mut batches), Box::new(done));
    }
}
