//! A thread that stores batches, one after another or several together, and answers each.

use std::thread::JoinHandle;

use croupier_house::store::{OnStored, StoreError};

/// A batch, and what is called when it is stored, or is not.
pub struct SubmittedBatch<B> {
    /// The batch.
    pub batch: B,
    /// What is called.
    pub done: OnStored,
}

/// Hands a submitted to the thread, and returns it if the thread has ended.
type HandOver<B> = Box<dyn Fn(SubmittedBatch<B>) -> Option<SubmittedBatch<B>> + Send + Sync>;

/// A thread that stores batches. Dropping this waits until those already submitted are answered.
pub struct WriterThread<B> {
    hand_over: Option<HandOver<B>>,
    thread: Option<JoinHandle<()>>,
}

impl<B> WriterThread<B> {
    /// Starts the thread. `run` must end when `hand_over` is dropped, after everything that was handed over.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        hand_over: impl Fn(SubmittedBatch<B>) -> Option<SubmittedBatch<B>> + Send + Sync + 'static,
        run: impl FnOnce() + Send + 'static,
    ) -> Result<Self, StoreError> {
        let thread = std::thread::Builder::new().name("journal".to_owned()).spawn(run);
        let thread = thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { hand_over: Some(Box::new(hand_over)), thread: Some(thread) })
    }

    /// Submits a batch; `done` is called when it is stored, or is not.
    pub fn submit(&self, batch: B, done: OnStored) {
        let submitted = SubmittedBatch { batch, done };
        let unsent = match &self.hand_over {
            Some(hand_over) => hand_over(submitted),
            None => Some(submitted),
        };
        if let Some(submitted) = unsent {
            (submitted.done)(Err(StoreError::Failed("the store has stopped".to_owned())));
        }
    }
}

impl<B> Drop for WriterThread<B> {
    fn drop(&mut self) {
        self.hand_over = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
