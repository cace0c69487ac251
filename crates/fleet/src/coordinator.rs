//! The coordinator: publishes a job in parts and merges the results.

use std::collections::BTreeSet;
use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::message::PublishMessage;
use croupier_sim::CountedWager;
use croupier_sim::PlayMethod;
use croupier_sim::part::merge;
use croupier_sim::{Job, PartialResult, Shard};
use futures_util::{StreamExt, TryStreamExt};
use tokio::runtime::Runtime;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::build::Build;
use crate::error::FleetError;
use crate::message::{DeliveriesExhausted, JobNotice, PartRequest};
use crate::name::{JobName, number};
use crate::results::{ResultEvent, ResultLog};
use crate::retry::retry;
use crate::servers::{Connection, Servers};
use crate::stop::Stop;
use crate::streams::{StreamState, Streams, WORKERS, stream_state};
use crate::view::Fleet;

/// The default number of parts, if the job has that many blocks.
const DEFAULT_PARTS: u64 = 512;
/// The default number of replicas, if the cluster has that many servers.
const DEFAULT_COPIES: usize = 3;
/// How often a request is delivered by default.
const DEFAULT_TRIES: i64 = 6;
/// How often results are read.
const READ_INTERVAL: Duration = Duration::from_millis(200);
/// How long the servers may be unreachable while the fleet is working.
const SILENCE_MAX: Duration = Duration::from_secs(90);
/// The largest number of bytes that headers may add to a message.
const HEADERS: usize = 1024;

/// A job for a fleet.
pub struct JobRequest {
    /// The job.
    pub job: Job,
    /// The wagers whose results it counts.
    pub counted: Vec<CountedWager>,
    /// The text of its rulebook, if it is not built in.
    pub book: Option<String>,
    /// How rounds are played.
    pub by: PlayMethod,
}

/// How the job is run.
#[derive(Clone, Debug, Default)]
pub struct JobOptions {
    /// The job's name; the digest of the job by default.
    pub name: Option<JobName>,
    /// The number of parts.
    pub parts: Option<u64>,
    /// How many servers store each request and result.
    pub copies: Option<usize>,
    /// How often a part is delivered before the job fails.
    pub tries: Option<i64>,
    /// Whether to discard an existing job of the same name first.
    pub anew: bool,
}

/// How a job ended.
pub enum JobOutcome {
    /// All parts are done.
    Whole {
        /// The result.
        part: Box<PartialResult>,
        /// The fleet at the end.
        fleet: Fleet,
        /// The number of rounds done before this coordinator started.
        before: u64,
    },
    /// Stopped on request. The workers continue, and another coordinator may take over.
    Stopped(Fleet),
}

/// The coordinator of one job.
pub struct Coordinator {
    runtime: Runtime,
    open: OpenJob,
}

struct OpenJob {
    connection: Connection,
    stop: Stop,
    name: JobName,
    request: JobRequest,
    build: Build,
    parts: u64,
    streams: Streams,
    log: ResultLog,
}

impl Coordinator {
    /// Starts or resumes a job.
    ///
    /// # Errors
    /// When the servers cannot be reached, do not run JetStream or have a different job of this name, or when the job
    /// cannot be divided or cannot be rebuilt elsewhere.
    pub fn open(servers: &Servers, request: JobRequest, options: &JobOptions) -> Result<Self, FleetError> {
        let runtime = Runtime::new().map_err(|error| FleetError::Machine(error.to_string()))?;
        let open = runtime.block_on(OpenJob::open(servers, request, options))?;
        Ok(Self { runtime, open })
    }

    /// The name of the job, by which another coordinator can take over.
    pub fn name(&self) -> &JobName {
        &self.open.name
    }

    /// Publishes the parts that are not done and waits for all results, reporting progress.
    ///
    /// # Errors
    /// When a part was delivered the maximum number of times, results are wrong, or the servers stop responding.
    pub fn run(&mut self, report: &mut dyn FnMut(&Fleet)) -> Result<JobOutcome, FleetError> {
        self.runtime.block_on(self.open.run(report))
    }

    /// Deletes the job from the servers, once its result is saved.
    ///
    /// # Errors
    /// When the servers do not answer.
    pub fn close(self) -> Result<(), FleetError> {
        self.runtime.block_on(Streams::clear(&self.open.connection, &self.open.name))
    }
}

impl OpenJob {
    async fn open(servers: &Servers, request: JobRequest, options: &JobOptions) -> Result<Self, FleetError> {
        let build = Build::running().map_err(FleetError::Program)?;
        request.part_request(&build, Shard { number: 1, of: 1 }).table().map_err(FleetError::Rebuild)?;
        let digest = request.job.digest();
        let name = options.name.clone().map_or_else(|| digest[..16].parse(), Ok)?;
        let usual = request.job.blocks().min(DEFAULT_PARTS);
        request.check(options.parts.unwrap_or(usual))?;
        let stop = Stop::listen()?;
        let connection = servers.connect("croupier simulate").await?;
        if options.anew {
            Streams::clear(&connection, &name).await?;
        }
        let known = known(&connection, &name, &build).await?;
        let parts = options.parts.or(known.as_ref().map(|known| known.parts)).unwrap_or(usual);
        request.check(parts)?;
        let ours = JobNotice::of(&request.job, parts, &build);
        if let Some(known) = known.filter(|known| *known != ours) {
            return Err(FleetError::OtherJob { because: ours.differs(&known), name });
        }
        let copies =
            options.copies.unwrap_or(if connection.nodes() >= DEFAULT_COPIES { DEFAULT_COPIES } else { 1 });
        let streams =
            Streams::open(&connection, &name, &ours, copies, options.tries.unwrap_or(DEFAULT_TRIES)).await?;
        let log = ResultLog::new(&name, &request.job, &request.counted, parts);
        Ok(Self { connection, stop, name, request, build, parts, streams, log })
    }

    async fn run(&mut self, report: &mut dyn FnMut(&Fleet)) -> Result<JobOutcome, FleetError> {
        let mut fleet = Fleet { parts: self.parts, rounds: self.request.job.rounds, ..Fleet::default() };
        let topic = self.name.beat();
        let mut heartbeats =
            retry("subscribe to heartbeats", async || self.connection.client.subscribe(topic.clone()).await)
                .await?;
        self.resume(&mut fleet).await?;
        let before = fleet.rounds_done;
        if self.watch(&mut fleet, &mut heartbeats, report).await? {
            let part = Box::new(merge(self.log.take()).map_err(FleetError::Merge)?);
            return Ok(JobOutcome::Whole { part, fleet, before });
        }
        Ok(JobOutcome::Stopped(fleet))
    }

    /// Reads what is done and what is queued, and publishes the rest.
    async fn resume(&mut self, fleet: &mut Fleet) -> Result<(), FleetError> {
        let exhausted = self.read_with_retry(fleet).await?;
        self.clear_failures(&exhausted).await?;
        // In this order: a request leaves the queue only after its result is on the stream.
        let queued = self.queued().await?;
        self.read_with_retry(fleet).await?;
        let session = self.connection.client.new_inbox();
        for number in 1..=self.parts {
            if !queued.contains(&number) && !self.log.has(number) {
                self.publish_part(number, &session).await?;
            }
        }
        Ok(())
    }

    /// Deletes requests that will not be delivered again, so that they are published anew.
    async fn clear_failures(&mut self, exhausted: &[DeliveriesExhausted]) -> Result<(), FleetError> {
        for DeliveriesExhausted { stream_seq, .. } in exhausted {
            // A request that no longer exists was answered late.
            let _ = self.streams.parts.delete_message(*stream_seq).await;
        }
        for subject in [self.name.spent(WORKERS), self.name.failed(&"*")] {
            let purge = async || self.streams.results.purge().filter(&subject).await;
            retry("clear earlier failures", purge).await?;
        }
        self.log.clear_failures();
        Ok(())
    }

    /// The parts whose requests are queued or with a worker.
    async fn queued(&self) -> Result<BTreeSet<u64>, FleetError> {
        let all = self.name.part(&"*");
        let subjects: Vec<(String, usize)> = retry("list the queue", async || {
            self.streams.parts.info_with_subjects(&all).await?.try_collect().await
        })
        .await?;
        Ok(subjects.iter().filter_map(|(subject, _)| number(subject)).collect())
    }

    async fn publish_part(&self, number: u64, session: &str) -> Result<(), FleetError> {
        let part_request = self.request.part_request(&self.build, self.log.part(number));
        let payload = serde_json::to_vec(&part_request)
            .map_err(|error| FleetError::servers("accept a request", &error))?;
        let most = self.connection.client.max_payload();
        if payload.len() + HEADERS > most {
            return Err(FleetError::TooLarge { bytes: payload.len(), most });
        }
        let id = format!("{}-{number}-{session}", part_request.job.digest());
        let message = PublishMessage::build().message_id(id).payload(payload.into());
        retry("accept a request", async || {
            let sent = self.connection.streams.send_publish(self.name.part(&number), message.clone()).await?;
            sent.await
        })
        .await?;
        Ok(())
    }

    /// Waits until all results are there; `false` when stopped on request.
    async fn watch(
        &mut self,
        fleet: &mut Fleet,
        heartbeats: &mut Subscriber,
        report: &mut dyn FnMut(&Fleet),
    ) -> Result<bool, FleetError> {
        let mut ticks = interval(READ_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last_response = Instant::now();
        while !self.log.is_whole() {
            tokio::select! {
                () = self.stop.asked() => return Ok(false),
                Some(beat) = heartbeats.next() => {
                    if let Ok(beat) = serde_json::from_slice(&beat.payload) { fleet.heartbeat(beat) }
                    continue;
                }
                _ = ticks.tick() => {}
            }
            match self.read(fleet).await {
                Ok(exhausted) => self.fail_if_exhausted(&exhausted).await?,
                Err(FleetError::Servers { .. }) if last_response.elapsed() < SILENCE_MAX => continue,
                Err(error) => return Err(error),
            }
            last_response = Instant::now();
            report(fleet);
        }
        Ok(true)
    }

    /// Reads new results.
    async fn read(&mut self, fleet: &mut Fleet) -> Result<Vec<DeliveriesExhausted>, FleetError> {
        let mut exhausted = Vec::new();
        for entry in self.log.read(&self.streams.results).await? {
            match entry {
                ResultEvent::Done { number, rounds, worker, threads } => {
                    fleet.close(number, rounds, &worker, threads)
                }
                ResultEvent::Exhausted(one) => exhausted.push(one),
            }
        }
        Ok(exhausted)
    }

    async fn read_with_retry(&mut self, fleet: &mut Fleet) -> Result<Vec<DeliveriesExhausted>, FleetError> {
        let begun = Instant::now();
        loop {
            match self.read(fleet).await {
                Err(FleetError::Servers { .. }) if begun.elapsed() < SILENCE_MAX => {
                    tokio::time::sleep(READ_INTERVAL).await
                }
                answer => return answer,
            }
        }
    }

    /// Fails the job if a request was delivered the maximum number of times and its part is not done.
    async fn fail_if_exhausted(&self, exhausted: &[DeliveriesExhausted]) -> Result<(), FleetError> {
        for DeliveriesExhausted { stream_seq, deliveries } in exhausted {
            let part_request = self.streams.parts.get_raw_message(*stream_seq).await;
            let part = part_request.ok().and_then(|part_request| number(part_request.subject.as_str()));
            if let Some(part) = part.filter(|part| !self.log.has(*part)) {
                let because = self.log.failure(part);
                return Err(FleetError::Exhausted { part: self.log.part(part), tries: *deliveries, because });
            }
        }
        Ok(())
    }
}

impl JobRequest {
    fn part_request(&self, build: &Build, part: Shard) -> PartRequest {
        let Self { job, counted, book, by } = self;
        let (job, counted, book) = (job.clone(), counted.clone(), book.clone());
        PartRequest { build: build.clone(), job, counted, book, by: *by, part }
    }

    /// Checks that the job can be divided into `parts` parts.
    fn check(&self, parts: u64) -> Result<(), FleetError> {
        let cut = self.job.shard(Shard { number: 1, of: parts });
        cut.map(|_| ()).map_err(|error| match parts {
            0 => FleetError::Parts("a job has at least one part".to_owned()),
            _ => FleetError::Parts(error.to_string()),
        })
    }
}

/// The job of this name that the servers already have, if the same build created it.
async fn known(
    connection: &Connection,
    name: &JobName,
    build: &Build,
) -> Result<Option<JobNotice>, FleetError> {
    for stream in [name.parts(), name.results()] {
        match stream_state(connection, &stream).await? {
            StreamState::Nothing => {}
            StreamState::Foreign => {
                let because = format!("stream {stream} was not created by croupier");
                return Err(FleetError::OtherJob { name: name.clone(), because });
            }
            StreamState::Known(known) if known.build != *build => {
                let (theirs, ours) = (Box::new(known.build), Box::new(build.clone()));
                return Err(FleetError::OtherBuild { name: name.clone(), theirs, ours });
            }
            StreamState::Known(known) => return Ok(Some(known)),
        }
    }
    Ok(None)
}
