//! A worker: takes requests, plays them and publishes the results.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use croupier_sim::Simulation;
use futures_util::{StreamExt, TryStreamExt};
use tokio::runtime::Runtime;
use tokio::time::{Instant, sleep};

use crate::build::Build;
use crate::error::FleetError;
use crate::message::{JobNotice, PartFailure, PartRequest, PartResult};
use crate::name::{JobName, number};
use crate::part_run::{PartOutcome, PartRun};
use crate::publish::{Published, publish};
use crate::servers::{Connection, Servers};
use crate::stop::Stop;
use crate::streams::{self, workers};

/// The wait before looking for work again.
const PAUSE: Duration = Duration::from_millis(500);
/// How long to wait for a request. NATS 2.9 does not answer a pull without a wait when only exhausted requests are
/// left.
const WAIT: Duration = Duration::from_millis(500);
/// The delay before a part that failed is delivered again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// How a worker runs.
#[derive(Clone, Debug, Default)]
pub struct WorkerOptions {
    /// The number of threads; one per core by default.
    pub threads: Option<NonZeroUsize>,
    /// Work on this job only.
    pub only: Option<JobName>,
    /// Exit after this long without work.
    pub idle: Option<Duration>,
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkSummary {
    /// How many parts were played.
    pub parts: u64,
}

/// Works until asked to stop, and logs each step.
///
/// # Errors
/// When the servers cannot be reached or do not run JetStream, or the only job was created by another build.
pub fn work(
    servers: &Servers,
    options: &WorkerOptions,
    log: &dyn Fn(&str),
) -> Result<WorkSummary, FleetError> {
    let runtime = Runtime::new().map_err(|error| FleetError::Machine(error.to_string()))?;
    runtime.block_on(async {
        let stop = Stop::listen()?;
        let connection = servers.connect("croupier worker").await?;
        let name = name(&connection);
        log(&format!("{name} waits for work"));
        let build = Build::running().map_err(FleetError::Program)?;
        let worker = Worker {
            connection,
            stop,
            build,
            name,
            options,
            log,
            refused: BTreeSet::new(),
            refusal: None,
            table: None,
            parts: 0,
        };
        worker.work().await
    })
}

/// A unique name.
fn name(connection: &Connection) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { "worker" } else { host.trim() };
    let inbox = connection.client.new_inbox();
    let own: String = inbox.chars().rev().take(4).collect();
    format!("{host}-{}-{own}", std::process::id())
}

struct Worker<'w> {
    connection: Connection,
    stop: Stop,
    build: Build,
    name: String,
    options: &'w WorkerOptions,
    log: &'w dyn Fn(&str),
    /// Jobs of other builds, each logged once; and why the last one was refused.
    refused: BTreeSet<JobName>,
    refusal: Option<FleetError>,
    /// The last simulation with the digest of its job, because the next request is most often for the same job.
    table: Option<(String, Arc<Simulation>)>,
    parts: u64,
}

impl Worker<'_> {
    async fn work(mut self) -> Result<WorkSummary, FleetError> {
        let mut idle_since = Instant::now();
        while !self.stop.is_asked() {
            let mut worked = false;
            for (name, notice) in self.jobs().await {
                if self.may_work(&name, notice)? && self.take(&name).await {
                    worked = true;
                }
            }
            if worked {
                idle_since = Instant::now();
                continue;
            }
            if self.options.idle.is_some_and(|idle| idle_since.elapsed() >= idle) {
                break;
            }
            tokio::select! {
                () = self.stop.asked() => {}
                () = sleep(PAUSE) => {}
            }
        }
        match self.refusal {
            Some(refusal) if self.parts == 0 => Err(refusal),
            _ => Ok(WorkSummary { parts: self.parts }),
        }
    }

    /// The jobs on the servers; none while they are unreachable.
    async fn jobs(&self) -> Vec<(JobName, Option<JobNotice>)> {
        if let Some(only) = &self.options.only {
            let stream = self.connection.streams.get_stream(only.parts()).await;
            return stream
                .map(|found| (only.clone(), streams::read(&found.cached_info().config)))
                .into_iter()
                .collect();
        }
        let all: Result<Vec<_>, _> = self.connection.streams.streams().try_collect().await;
        let named = |config: &async_nats::jetstream::stream::Config| {
            Some((JobName::of_stream(&config.name)?, streams::read(config)))
        };
        all.unwrap_or_default().iter().filter_map(|info| named(&info.config)).collect()
    }

    /// Whether a job was created by this build. Another build is logged once, and is an error if this is the only
    /// job.
    fn may_work(&mut self, name: &JobName, notice: Option<JobNotice>) -> Result<bool, FleetError> {
        let theirs = notice.map(|notice| notice.build);
        if theirs.as_ref() == Some(&self.build) {
            return Ok(true);
        }
        let theirs = theirs.unwrap_or_else(|| Build { version: "unknown".to_owned(), digest: String::new() });
        let (theirs, ours) = (Box::new(theirs), Box::new(self.build.clone()));
        let error = FleetError::OtherBuild { name: name.clone(), theirs, ours };
        if self.options.only.is_some() {
            return Err(error);
        }
        if self.refused.insert(name.clone()) {
            (self.log)(&format!("{error}; left to other workers"));
            self.refusal = Some(error);
        }
        Ok(false)
    }

    /// Takes a request of a job and runs it, if there is one.
    async fn take(&mut self, name: &JobName) -> bool {
        let Some(queue) = workers(&self.connection.streams, name).await else { return false };
        let Ok(mut requests) = queue.batch().max_messages(1).expires(WAIT).messages().await else {
            return false;
        };
        let Some(Ok(message)) = requests.next().await else { return false };
        if let Err(error) = self.serve(name, &message).await {
            (self.log)(&format!("job {name}: {error}"));
        }
        true
    }

    async fn serve(&mut self, name: &JobName, message: &Message) -> Result<(), FleetError> {
        let request: Result<PartRequest, _> = serde_json::from_slice(&message.payload);
        let request = match request {
            Ok(request) if request.build == self.build => request,
            Ok(request) => {
                return self.fail(name, message, &format!("the request is of build {}", request.build)).await;
            }
            Err(error) => {
                return self.fail(name, message, &format!("the request cannot be parsed: {error}")).await;
            }
        };
        let table = match self.table(&request) {
            Ok(table) => table,
            Err(error) => return self.fail(name, message, &error).await,
        };
        let part = format!("part {} of {} of {name}", request.part.number, request.part.of);
        (self.log)(&format!("takes {part}"));
        let begun = Instant::now();
        let play = PartRun {
            connection: &self.connection,
            name,
            worker: &self.name,
            threads: self.options.threads,
            message,
        };
        match play.play(request, table, self.stop.clone()).await {
            PartOutcome::Whole(result) => {
                let published = self.send_result(name, message, &result).await?;
                let seconds = begun.elapsed().as_secs_f64();
                self.parts += 1;
                (self.log)(&match published {
                    Published::First => format!("{part} is done in {seconds:.1} s"),
                    Published::Again => format!("{part} was done already: it counts once"),
                    Published::Nowhere => format!("{part} is done, but the job is gone"),
                });
                Ok(())
            }
            PartOutcome::Stopped => {
                (self.log)(&format!("gives {part} back"));
                give_back(message, None).await
            }
            PartOutcome::Failed(because) => self.fail(name, message, &because).await,
        }
    }

    /// The simulation of a request, which is most often the last one.
    fn table(&mut self, request: &PartRequest) -> Result<Arc<Simulation>, String> {
        let digest = request.job.digest();
        match &self.table {
            Some((known, table)) if *known == digest => Ok(Arc::clone(table)),
            _ => {
                let table = Arc::new(request.table().map_err(|error| error.to_string())?);
                self.table = Some((digest, Arc::clone(&table)));
                Ok(table)
            }
        }
    }

    /// Publishes a result, and only then acknowledges the request.
    async fn send_result(
        &self,
        name: &JobName,
        message: &Message,
        result: &PartResult,
    ) -> Result<Published, FleetError> {
        let number = number(message.subject.as_str()).unwrap_or_default();
        let id = format!("{}-{number}", result.part.job.digest());
        let published = publish(&self.connection, name, name.result(&number), Some(id), result).await?;
        // If the request is delivered again nevertheless, it is answered again and counted once.
        let _ = message.double_ack().await;
        Ok(published)
    }

    /// Publishes why a part failed and returns it to the queue; the servers count the deliveries.
    async fn fail(&self, name: &JobName, message: &Message, because: &str) -> Result<(), FleetError> {
        let number = number(message.subject.as_str()).unwrap_or_default();
        (self.log)(&format!("part {number} of {name} failed: {because}"));
        let failed = PartFailure { worker: self.name.clone(), because: because.to_owned() };
        publish(&self.connection, name, name.failed(&number), None, &failed).await?;
        give_back(message, Some(RETRY_DELAY)).await
    }
}

async fn give_back(message: &Message, delay: Option<Duration>) -> Result<(), FleetError> {
    let given = message.double_ack_with(AckKind::Nak(delay)).await;
    given.map_err(|error| FleetError::servers("take back a part", &error))
}
