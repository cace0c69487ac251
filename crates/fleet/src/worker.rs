//! A worker: takes orders, plays them, answers.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use croupier_sim::Table;
use futures_util::{StreamExt, TryStreamExt};
use tokio::runtime::Runtime;
use tokio::time::{Instant, sleep};

use crate::error::FleetError;
use crate::message::{Answer, Failed, Notice, Order};
use crate::name::{JobName, number};
use crate::play::{Play, Played};
use crate::post::{Posted, post};
use crate::program::Build;
use crate::servers::{Line, Servers};
use crate::stop::Stop;
use crate::streams::{self, workers};

/// How long to wait before looking for work again.
const PAUSE: Duration = Duration::from_millis(500);
/// How long to wait for an order; NATS 2.9 leaves those unanswered who will not wait, when all that is left is spent.
const WAIT: Duration = Duration::from_millis(500);
/// How long a part that failed rests before it is given out again.
const REST: Duration = Duration::from_secs(1);

/// Who works.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// How many threads; as many as there are cores where `None`.
    pub threads: Option<NonZeroUsize>,
    /// The only job that is worked at.
    pub only: Option<JobName>,
    /// After how long without work to go.
    pub idle: Option<Duration>,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worked {
    /// How many parts were played.
    pub parts: u64,
}

/// Works until someone asks to stop, telling what is done line by line.
///
/// # Errors
/// When the servers cannot be reached or keep no streams, or the only job at hand was cut by another build.
pub fn work(servers: &Servers, hand: &Hand, tell: &dyn Fn(&str)) -> Result<Worked, FleetError> {
    let runtime = Runtime::new().map_err(|error| FleetError::Machine(error.to_string()))?;
    runtime.block_on(async {
        let stop = Stop::listen()?;
        let line = servers.connect("croupier worker").await?;
        let worker = name(&line);
        tell(&format!("{worker} waits for work"));
        let build = Build::running()?;
        let shift = Shift {
            line,
            stop,
            build,
            worker,
            hand,
            tell,
            refused: BTreeSet::new(),
            refusal: None,
            table: None,
            parts: 0,
        };
        shift.work().await
    })
}

/// A name that no other worker has.
fn name(line: &Line) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { "worker" } else { host.trim() };
    let inbox = line.client.new_inbox();
    let own: String = inbox.chars().rev().take(4).collect();
    format!("{host}-{}-{own}", std::process::id())
}

struct Shift<'w> {
    line: Line,
    stop: Stop,
    build: Build,
    worker: String,
    hand: &'w Hand,
    tell: &'w dyn Fn(&str),
    /// Jobs of other builds, each told of once, and why the last was refused.
    refused: BTreeSet<JobName>,
    refusal: Option<FleetError>,
    /// The table of the last order, by the digest of its job: the next is most often for the same.
    table: Option<(String, Arc<Table>)>,
    parts: u64,
}

impl Shift<'_> {
    async fn work(mut self) -> Result<Worked, FleetError> {
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
            if self.hand.idle.is_some_and(|idle| idle_since.elapsed() >= idle) {
                break;
            }
            tokio::select! {
                () = self.stop.asked() => {}
                () = sleep(PAUSE) => {}
            }
        }
        match self.refusal {
            Some(refusal) if self.parts == 0 => Err(refusal),
            _ => Ok(Worked { parts: self.parts }),
        }
    }

    /// The jobs at hand; none while the servers are silent.
    async fn jobs(&self) -> Vec<(JobName, Option<Notice>)> {
        if let Some(only) = &self.hand.only {
            let stream = self.line.streams.get_stream(only.parts()).await;
            return stream
                .map(|found| (only.clone(), streams::read(&found.cached_info().config)))
                .into_iter()
                .collect();
        }
        let all: Result<Vec<_>, _> = self.line.streams.streams().try_collect().await;
        let named = |config: &async_nats::jetstream::stream::Config| {
            Some((JobName::of_stream(&config.name)?, streams::read(config)))
        };
        all.unwrap_or_default().iter().filter_map(|info| named(&info.config)).collect()
    }

    /// Whether a job is of this build; another is told of once, and refused outright where it is the only one.
    fn may_work(&mut self, name: &JobName, notice: Option<Notice>) -> Result<bool, FleetError> {
        let theirs = notice.map(|notice| notice.build);
        if theirs.as_ref() == Some(&self.build) {
            return Ok(true);
        }
        let theirs = theirs.unwrap_or_else(|| Build { version: "unknown".to_owned(), digest: String::new() });
        let (theirs, ours) = (Box::new(theirs), Box::new(self.build.clone()));
        let error = FleetError::OtherBuild { name: name.clone(), theirs, ours };
        if self.hand.only.is_some() {
            return Err(error);
        }
        if self.refused.insert(name.clone()) {
            (self.tell)(&format!("{error}; it is left to others"));
            self.refusal = Some(error);
        }
        Ok(false)
    }

    /// Takes an order of a job and does it, if there is one.
    async fn take(&mut self, name: &JobName) -> bool {
        let Some(queue) = workers(&self.line.streams, name).await else { return false };
        let Ok(mut orders) = queue.batch().max_messages(1).expires(WAIT).messages().await else {
            return false;
        };
        let Some(Ok(message)) = orders.next().await else { return false };
        if let Err(error) = self.serve(name, &message).await {
            (self.tell)(&format!("job {name}: {error}"));
        }
        true
    }

    async fn serve(&mut self, name: &JobName, message: &Message) -> Result<(), FleetError> {
        let order: Result<Order, _> = serde_json::from_slice(&message.payload);
        let order = match order {
            Ok(order) if order.build == self.build => order,
            Ok(order) => {
                return self.fail(name, message, &format!("the order is of build {}", order.build)).await;
            }
            Err(error) => {
                return self.fail(name, message, &format!("the order cannot be read: {error}")).await;
            }
        };
        let table = match self.table(&order) {
            Ok(table) => table,
            Err(error) => return self.fail(name, message, &error).await,
        };
        let part = format!("part {} of {} of {name}", order.part.number, order.part.of);
        (self.tell)(&format!("takes {part}"));
        let begun = Instant::now();
        let play = Play { line: &self.line, name, worker: &self.worker, threads: self.hand.threads, message };
        match play.play(order, table, self.stop.clone()).await {
            Played::Whole(answer) => {
                let posted = self.answer(name, message, &answer).await?;
                let seconds = begun.elapsed().as_secs_f64();
                self.parts += 1;
                (self.tell)(&match posted {
                    Posted::First => format!("{part} is done in {seconds:.1} s"),
                    Posted::Again => format!("{part} was done already: it counts once"),
                    Posted::Nowhere => format!("{part} is done, but nobody asks for it any more"),
                });
                Ok(())
            }
            Played::BrokenOff => {
                (self.tell)(&format!("gives {part} back"));
                give_back(message, None).await
            }
            Played::Failed(because) => self.fail(name, message, &because).await,
        }
    }

    /// The table of an order, which is most often that of the last.
    fn table(&mut self, order: &Order) -> Result<Arc<Table>, String> {
        let digest = order.job.digest();
        match &self.table {
            Some((known, table)) if *known == digest => Ok(Arc::clone(table)),
            _ => {
                let table = Arc::new(order.table().map_err(|error| error.to_string())?);
                self.table = Some((digest, Arc::clone(&table)));
                Ok(table)
            }
        }
    }

    /// Sends a result, and only then says that the order is done.
    async fn answer(&self, name: &JobName, message: &Message, answer: &Answer) -> Result<Posted, FleetError> {
        let number = number(message.subject.as_str()).unwrap_or_default();
        let id = format!("{}-{number}", answer.part.job.digest());
        let posted = post(&self.line, name, name.result(&number), Some(id), answer).await?;
        // An order that is given out again all the same is answered again, and counted once.
        let _ = message.double_ack().await;
        Ok(posted)
    }

    /// Says why a part failed and gives it back; the servers count how often.
    async fn fail(&self, name: &JobName, message: &Message, because: &str) -> Result<(), FleetError> {
        let number = number(message.subject.as_str()).unwrap_or_default();
        (self.tell)(&format!("part {number} of {name} failed: {because}"));
        let failed = Failed { worker: self.worker.clone(), because: because.to_owned() };
        post(&self.line, name, name.failed(&number), None, &failed).await?;
        give_back(message, Some(REST)).await
    }
}

async fn give_back(message: &Message, rest: Option<Duration>) -> Result<(), FleetError> {
    let given = message.double_ack_with(AckKind::Nak(rest)).await;
    given.map_err(|error| FleetError::servers("take a part back", &error))
}
