//! Playing one part, while the servers hear that it is being played.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use croupier_sim::run::{Crew, Progress};
use croupier_sim::{Table, run};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval};

use crate::message::{Answer, Beat, Order};
use crate::name::JobName;
use crate::servers::Line;
use crate::stop::Stop;

/// How often a worker says that it is still playing: several times before its silence is noticed.
const BEAT: Duration = Duration::from_secs(1);

/// What became of a part.
pub(crate) enum Played {
    /// All of it.
    Whole(Box<Answer>),
    /// Someone asked to stop.
    BrokenOff,
    /// It cannot be played, and why.
    Failed(String),
}

/// A part on its way.
pub(crate) struct Play<'p> {
    pub(crate) line: &'p Line,
    pub(crate) name: &'p JobName,
    pub(crate) worker: &'p str,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) message: &'p Message,
}

/// What the threads that play and the one that talks to the servers tell each other.
#[derive(Default)]
struct Between {
    rounds: AtomicU64,
    halt: AtomicBool,
}

impl Play<'_> {
    pub(crate) async fn play(&self, order: Order, table: Arc<Table>, mut stop: Stop) -> Played {
        let between = Arc::new(Between::default());
        let number = order.part.number;
        let mut playing = self.begin(order, table, Arc::clone(&between));
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                played = &mut playing => {
                    return played.unwrap_or_else(|error| Played::Failed(format!("the program failed: {error}")));
                }
                () = stop.asked(), if !between.halt.load(Ordering::Relaxed) => {
                    between.halt.store(true, Ordering::Relaxed);
                }
                _ = beats.tick() => self.beat(number, between.rounds.load(Ordering::Relaxed)).await,
            }
        }
    }

    fn count(&self) -> usize {
        self.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    fn begin(&self, order: Order, table: Arc<Table>, between: Arc<Between>) -> JoinHandle<Played> {
        let (worker, threads, crew) = (self.worker.to_owned(), self.count(), self.threads);
        spawn_blocking(move || {
            let Order { job, by, part, .. } = order;
            let blocks = match job.shard(part) {
                Ok(blocks) => blocks,
                Err(error) => return Played::Failed(error.to_string()),
            };
            let end = blocks.end;
            let mut each = |progress: &Progress<'_>| {
                between.rounds.store(progress.rounds, Ordering::Relaxed);
                if between.halt.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            match run(&table, &job, blocks, None, Crew { threads: crew, by }, None, &mut each) {
                Ok(part) if part.blocks.end == end => {
                    Played::Whole(Box::new(Answer { worker, threads, part }))
                }
                Ok(_) => Played::BrokenOff,
                Err(error) => Played::Failed(error.to_string()),
            }
        })
    }

    /// Keeps the part from being given to another, and tells the desk how far it is; neither is missed for long.
    async fn beat(&self, part: u64, rounds: u64) {
        let _ = self.message.ack_with(AckKind::Progress).await;
        let beat = Beat { worker: self.worker.to_owned(), threads: self.count(), part, rounds };
        if let Ok(payload) = serde_json::to_vec(&beat) {
            let _ = self.line.client.publish(self.name.beat(), payload.into()).await;
        }
    }
}
