//! Group commit: one writer, and one sync for all that has come in.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use croupier_house::store::{Batch, StoreError, Stored};

/// What puts batches on disk.
pub trait Engine: Send + 'static {
    /// Puts a group of batches on disk with one sync, and says of each whether it is there. It returns when they are:
    /// what it says `Ok` of is told to others at once.
    fn commit(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>>;
}

/// The most batches that share a sync: more only make those wait who came first.
const GROUP_MAX: usize = 4096;

type Job = (Batch, Stored);

/// The one writer of a store.
pub struct Group {
    jobs: Option<Sender<Job>>,
    writer: Option<JoinHandle<()>>,
}

impl Group {
    /// Starts the writer.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(engine: impl Engine) -> Result<Self, StoreError> {
        let (jobs, waiting) = channel();
        let writer =
            std::thread::Builder::new().name("journal".to_owned()).spawn(move || run(engine, &waiting));
        let writer = writer.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { jobs: Some(jobs), writer: Some(writer) })
    }

    /// Hands a batch over; `done` is called by the writer once it is on disk, or is not going to be.
    pub fn submit(&self, batch: Batch, done: Stored) {
        let stopped = |(_, done): Job| done(Err(StoreError::Failed("the store has stopped".to_owned())));
        match &self.jobs {
            Some(jobs) => jobs.send((batch, done)).unwrap_or_else(|unsent| stopped(unsent.0)),
            None => stopped((batch, done)),
        }
    }
}

impl Drop for Group {
    /// What was handed over is still put on disk.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(writer) = self.writer.take() {
            drop(writer.join());
        }
    }
}

fn run(mut engine: impl Engine, waiting: &Receiver<Job>) {
    let (mut batches, mut told) = (Vec::new(), Vec::new());
    while let Ok(first) = waiting.recv() {
        for (batch, done) in std::iter::once(first).chain(waiting.try_iter()).take(GROUP_MAX) {
            batches.push(batch);
            told.push(done);
        }
        let results = engine.commit(&batches);
        batches.clear();
        for (done, result) in told.drain(..).zip(results) {
            done(result);
        }
    }
}
