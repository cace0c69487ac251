//! Playing one part, with heartbeats to the servers.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use croupier_sim::run::{Progress, RunOptions};
use croupier_sim::{Simulation, run};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval};

use crate::message::{Heartbeat, PartRequest, PartResult};
use crate::name::JobName;
use crate::servers::Connection;
use crate::stop::Stop;

/// The interval of heartbeats: several fit into the time after which a worker counts as lost.
const BEAT: Duration = Duration::from_secs(1);

/// How the run of a part ended.
pub(crate) enum PartOutcome {
    /// The whole part was played.
    Whole(Box<PartResult>),
    /// Stopped on request.
    Stopped,
    /// It cannot be played, for this reason.
    Failed(String),
}

/// A part that is being played.
pub(crate) struct PartRun<'p> {
    pub(crate) connection: &'p Connection,
    pub(crate) name: &'p JobName,
    pub(crate) worker: &'p str,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) message: &'p Message,
}

/// State shared between the threads that play and the one that communicates with the servers.
#[derive(Default)]
struct Shared {
    rounds: AtomicU64,
    halt: AtomicBool,
}

impl PartRun<'_> {
    pub(crate) async fn play(
        &self,
        request: PartRequest,
        table: Arc<Simulation>,
        mut stop: Stop,
    ) -> PartOutcome {
        let shared = Arc::new(Shared::default());
        let number = request.part.number;
        let mut playing = self.begin(request, table, Arc::clone(&shared));
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                played = &mut playing => {
                    return played.unwrap_or_else(|error| PartOutcome::Failed(format!("the program failed: {error}")));
                }
                () = stop.asked(), if !shared.halt.load(Ordering::Relaxed) => {
                    shared.halt.store(true, Ordering::Relaxed);
                }
                _ = beats.tick() => self.beat(number, shared.rounds.load(Ordering::Relaxed)).await,
            }
        }
    }

    fn count(&self) -> usize {
        self.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    fn begin(
        &self,
        request: PartRequest,
        table: Arc<Simulation>,
        shared: Arc<Shared>,
    ) -> JoinHandle<PartOutcome> {
        let (worker, threads, crew) = (self.worker.to_owned(), self.count(), self.threads);
        spawn_blocking(move || {
            let PartRequest { job, by, part, .. } = request;
            let blocks = match job.shard(part) {
                Ok(blocks) => blocks,
                Err(error) => return PartOutcome::Failed(error.to_string()),
            };
            let end = blocks.end;
            let mut each = |progress: &Progress<'_>| {
                shared.rounds.store(progress.rounds, Ordering::Relaxed);
                if shared.halt.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            match run(&table, &job, blocks, None, RunOptions { threads: crew, by }, None, &mut each) {
                Ok(part) if part.blocks.end == end => {
                    PartOutcome::Whole(Box::new(PartResult { worker, threads, part }))
                }
                Ok(_) => PartOutcome::Stopped,
                Err(error) => PartOutcome::Failed(error.to_string()),
            }
        })
    }

    /// Extends the lease of the part and reports progress to the coordinator. A lost heartbeat does no harm.
    async fn beat(&self, part: u64, rounds: u64) {
        let _ = self.message.ack_with(AckKind::Progress).await;
        let beat = Heartbeat { worker: self.worker.to_owned(), threads: self.count(), part, rounds };
        if let Ok(payload) = serde_json::to_vec(&beat) {
            let _ = self.connection.client.publish(self.name.beat(), payload.into()).await;
        }
    }
}
