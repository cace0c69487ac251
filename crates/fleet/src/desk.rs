//! The desk: gives a job out in parts and puts together what comes back.

use std::collections::BTreeSet;
use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::message::PublishMessage;
use croupier_sim::part::merge;
use croupier_sim::run::By;
use croupier_sim::table::Counted;
use croupier_sim::{Job, Part, Shard};
use futures_util::{StreamExt, TryStreamExt};
use tokio::runtime::Runtime;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::error::FleetError;
use crate::ledger::{Entry, Ledger};
use crate::message::{Notice, Order, Spent};
use crate::name::{JobName, number};
use crate::patience::patiently;
use crate::program::Build;
use crate::servers::{Line, Servers};
use crate::stop::Stop;
use crate::streams::{Standing, Streams, WORKERS, standing};
use crate::view::Fleet;

/// In how many parts a job is cut where nobody says, if it has so many blocks.
const USUAL_PARTS: u64 = 512;
/// How many copies are kept by a cluster that has so many servers.
const USUAL_COPIES: usize = 3;
/// How often an order is given out where nobody says.
const USUAL_TRIES: i64 = 6;
/// How often results are looked for.
const LOOK: Duration = Duration::from_millis(200);
/// How long the servers may be silent while the fleet works.
const SILENT: Duration = Duration::from_secs(90);
/// What headers may add to a message.
const HEADERS: usize = 1024;

/// What is asked of a fleet.
pub struct Commission {
    /// The job.
    pub job: Job,
    /// The wagers that its table counts.
    pub counted: Vec<Counted>,
    /// The text of its rulebook, where it is not built in.
    pub book: Option<String>,
    /// How rounds are played.
    pub by: By,
}

/// How it is asked.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The job's name; its digest where there is none.
    pub name: Option<JobName>,
    /// In how many parts it is cut.
    pub parts: Option<u64>,
    /// How many servers keep a copy of each order and result.
    pub copies: Option<usize>,
    /// How often a part is given out before the job fails.
    pub tries: Option<i64>,
    /// Whether a job of the same name is thrown away first.
    pub anew: bool,
}

/// How it ended.
pub enum Ended {
    /// With everything.
    Whole {
        /// The result.
        part: Box<Part>,
        /// The fleet at the end.
        fleet: Fleet,
        /// How many rounds were done before this desk opened.
        before: u64,
    },
    /// Someone asked to stop; the fleet goes on, and another desk may take over.
    Stopped(Fleet),
}

/// A desk that is open for one job.
pub struct Desk {
    runtime: Runtime,
    at: At,
}

struct At {
    line: Line,
    stop: Stop,
    name: JobName,
    commission: Commission,
    build: Build,
    parts: u64,
    streams: Streams,
    ledger: Ledger,
}

impl Desk {
    /// Opens a desk for a job, which may have been begun by another desk.
    ///
    /// # Errors
    /// When the servers cannot be reached, keep no streams or have another job of this name, or the job cannot be cut
    /// or handed on.
    pub fn open(servers: &Servers, commission: Commission, terms: &Terms) -> Result<Self, FleetError> {
        let runtime = Runtime::new().map_err(|error| FleetError::Machine(error.to_string()))?;
        let at = runtime.block_on(At::open(servers, commission, terms))?;
        Ok(Self { runtime, at })
    }

    /// The name of the job, by which another desk can take over.
    pub fn name(&self) -> &JobName {
        &self.at.name
    }

    /// Gives out what is not done and waits for all of it, showing the fleet again and again.
    ///
    /// # Errors
    /// When a part is given out as often as may be, results cannot be right, or the servers fall silent.
    pub fn run(&mut self, see: &mut dyn FnMut(&Fleet)) -> Result<Ended, FleetError> {
        self.runtime.block_on(self.at.run(see))
    }

    /// Takes the job off the servers, when its result is safe.
    ///
    /// # Errors
    /// When the servers do not answer.
    pub fn close(self) -> Result<(), FleetError> {
        self.runtime.block_on(Streams::clear(&self.at.line, &self.at.name))
    }
}

impl At {
    async fn open(servers: &Servers, commission: Commission, terms: &Terms) -> Result<Self, FleetError> {
        let build = Build::running()?;
        commission.order(&build, Shard { number: 1, of: 1 }).table().map_err(FleetError::Recall)?;
        let digest = commission.job.digest();
        let name = terms.name.clone().map_or_else(|| digest[..16].parse(), Ok)?;
        let usual = commission.job.blocks().min(USUAL_PARTS);
        commission.check(terms.parts.unwrap_or(usual))?;
        let stop = Stop::listen()?;
        let line = servers.connect("croupier simulate").await?;
        if terms.anew {
            Streams::clear(&line, &name).await?;
        }
        let known = known(&line, &name, &build).await?;
        let parts = terms.parts.or(known.as_ref().map(|known| known.parts)).unwrap_or(usual);
        commission.check(parts)?;
        let ours = Notice::of(&commission.job, parts, &build);
        if let Some(known) = known.filter(|known| *known != ours) {
            return Err(FleetError::OtherJob { because: ours.differs(&known), name });
        }
        let copies = terms.copies.unwrap_or(if line.nodes() >= USUAL_COPIES { USUAL_COPIES } else { 1 });
        let streams = Streams::open(&line, &name, &ours, copies, terms.tries.unwrap_or(USUAL_TRIES)).await?;
        let ledger = Ledger::new(&name, &commission.job, &commission.counted, parts);
        Ok(Self { line, stop, name, commission, build, parts, streams, ledger })
    }

    async fn run(&mut self, see: &mut dyn FnMut(&Fleet)) -> Result<Ended, FleetError> {
        let mut fleet = Fleet { parts: self.parts, rounds: self.commission.job.rounds, ..Fleet::default() };
        let topic = self.name.beat();
        let mut beats = patiently("listen", async || self.line.client.subscribe(topic.clone()).await).await?;
        self.take_up(&mut fleet).await?;
        let before = fleet.rounds_done;
        if self.watch(&mut fleet, &mut beats, see).await? {
            let part = Box::new(merge(self.ledger.take()).map_err(FleetError::Merge)?);
            return Ok(Ended::Whole { part, fleet, before });
        }
        Ok(Ended::Stopped(fleet))
    }

    /// Finds what is done and what is under way, and gives out the rest.
    async fn take_up(&mut self, fleet: &mut Fleet) -> Result<(), FleetError> {
        let spent = self.look_patiently(fleet).await?;
        self.forgive(&spent).await?;
        // In this order: an order that is gone has its result on the stream before it goes.
        let waiting = self.waiting().await?;
        self.look_patiently(fleet).await?;
        let session = self.line.client.new_inbox();
        for number in 1..=self.parts {
            if !waiting.contains(&number) && !self.ledger.has(number) {
                self.give_out(number, &session).await?;
            }
        }
        Ok(())
    }

    /// Takes away orders that nobody will be given any more, so that they are given out anew.
    async fn forgive(&mut self, spent: &[Spent]) -> Result<(), FleetError> {
        for Spent { stream_seq, .. } in spent {
            // One that is not there any more was answered late.
            let _ = self.streams.parts.delete_message(*stream_seq).await;
        }
        for subject in [self.name.spent(WORKERS), self.name.failed(&"*")] {
            let purge = async || self.streams.results.purge().filter(&subject).await;
            patiently("clear what failed before", purge).await?;
        }
        self.ledger.forgive();
        Ok(())
    }

    /// The parts whose orders are on the queue or with a worker.
    async fn waiting(&self) -> Result<BTreeSet<u64>, FleetError> {
        let all = self.name.part(&"*");
        let subjects: Vec<(String, usize)> = patiently("say what waits", async || {
            self.streams.parts.info_with_subjects(&all).await?.try_collect().await
        })
        .await?;
        Ok(subjects.iter().filter_map(|(subject, _)| number(subject)).collect())
    }

    async fn give_out(&self, number: u64, session: &str) -> Result<(), FleetError> {
        let order = self.commission.order(&self.build, self.ledger.part(number));
        let payload =
            serde_json::to_vec(&order).map_err(|error| FleetError::servers("take an order", &error))?;
        let most = self.line.client.max_payload();
        if payload.len() + HEADERS > most {
            return Err(FleetError::TooLarge { bytes: payload.len(), most });
        }
        let id = format!("{}-{number}-{session}", order.job.digest());
        let message = PublishMessage::build().message_id(id).payload(payload.into());
        patiently("take an order", async || {
            let sent = self.line.streams.send_publish(self.name.part(&number), message.clone()).await?;
            sent.await
        })
        .await?;
        Ok(())
    }

    /// Waits until everything has come back; `false` when someone asked to stop.
    async fn watch(
        &mut self,
        fleet: &mut Fleet,
        beats: &mut Subscriber,
        see: &mut dyn FnMut(&Fleet),
    ) -> Result<bool, FleetError> {
        let mut ticks = interval(LOOK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        while !self.ledger.is_whole() {
            tokio::select! {
                () = self.stop.asked() => return Ok(false),
                Some(beat) = beats.next() => {
                    if let Ok(beat) = serde_json::from_slice(&beat.payload) { fleet.hear(beat) }
                    continue;
                }
                _ = ticks.tick() => {}
            }
            match self.look(fleet).await {
                Ok(spent) => self.judge(&spent).await?,
                Err(FleetError::Servers { .. }) if heard.elapsed() < SILENT => continue,
                Err(error) => return Err(error),
            }
            heard = Instant::now();
            see(fleet);
        }
        Ok(true)
    }

    /// Reads what has come back.
    async fn look(&mut self, fleet: &mut Fleet) -> Result<Vec<Spent>, FleetError> {
        let mut spent = Vec::new();
        for entry in self.ledger.read(&self.streams.results).await? {
            match entry {
                Entry::Done { number, rounds, worker, threads } => {
                    fleet.close(number, rounds, &worker, threads)
                }
                Entry::Spent(one) => spent.push(one),
            }
        }
        Ok(spent)
    }

    async fn look_patiently(&mut self, fleet: &mut Fleet) -> Result<Vec<Spent>, FleetError> {
        let begun = Instant::now();
        loop {
            match self.look(fleet).await {
                Err(FleetError::Servers { .. }) if begun.elapsed() < SILENT => tokio::time::sleep(LOOK).await,
                answer => return answer,
            }
        }
    }

    /// Whether the job has failed: an order was given out as often as may be, and its part is not done.
    async fn judge(&self, spent: &[Spent]) -> Result<(), FleetError> {
        for Spent { stream_seq, deliveries } in spent {
            let order = self.streams.parts.get_raw_message(*stream_seq).await;
            let part = order.ok().and_then(|order| number(order.subject.as_str()));
            if let Some(part) = part.filter(|part| !self.ledger.has(*part)) {
                let because = self.ledger.failure(part);
                return Err(FleetError::Spent { part: self.ledger.part(part), tries: *deliveries, because });
            }
        }
        Ok(())
    }
}

impl Commission {
    fn order(&self, build: &Build, part: Shard) -> Order {
        let Self { job, counted, book, by } = self;
        let (job, counted, book) = (job.clone(), counted.clone(), book.clone());
        Order { build: build.clone(), job, counted, book, by: *by, part }
    }

    /// Whether the job can be cut into so many parts.
    fn check(&self, parts: u64) -> Result<(), FleetError> {
        let cut = self.job.shard(Shard { number: 1, of: parts });
        cut.map(|_| ()).map_err(|error| match parts {
            0 => FleetError::Parts("a job is cut into one part at least".to_owned()),
            _ => FleetError::Parts(error.to_string()),
        })
    }
}

/// The job of this name that is on the servers already, if the same build cut it.
async fn known(line: &Line, name: &JobName, build: &Build) -> Result<Option<Notice>, FleetError> {
    for stream in [name.parts(), name.results()] {
        match standing(line, &stream).await? {
            Standing::Nothing => {}
            Standing::Foreign => {
                let because = format!("stream {stream} is not of this program's making");
                return Err(FleetError::OtherJob { name: name.clone(), because });
            }
            Standing::Known(known) if known.build != *build => {
                let (theirs, ours) = (Box::new(known.build), Box::new(build.clone()));
                return Err(FleetError::OtherBuild { name: name.clone(), theirs, ours });
            }
            Standing::Known(known) => return Ok(Some(known)),
        }
    }
    Ok(None)
}
