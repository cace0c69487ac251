//! The messages between coordinator and workers.

use croupier_rules::book::{Book, Shelf};
use croupier_sim::CountedWager;
use croupier_sim::PlayMethod;
use croupier_sim::{Job, PartialResult, RebuildError, Shard, Simulation, rebuild};
use serde::{Deserialize, Serialize};

use crate::build::Build;

/// The description of a stream: which job it is for, and which build may work on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct JobNotice {
    /// The digest of the job.
    pub(crate) job: String,
    pub(crate) rules: String,
    pub(crate) on: String,
    pub(crate) rounds: u64,
    pub(crate) seed: u64,
    /// The number of parts.
    pub(crate) parts: u64,
    pub(crate) build: Build,
}

/// A request for one part: everything that is needed to play it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PartRequest {
    pub(crate) build: Build,
    pub(crate) job: Job,
    pub(crate) counted: Vec<CountedWager>,
    /// The text of the rulebook, if it is not built in.
    pub(crate) book: Option<String>,
    pub(crate) by: PlayMethod,
    pub(crate) part: Shard,
}

/// The result of a part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PartResult {
    pub(crate) worker: String,
    pub(crate) threads: usize,
    pub(crate) part: PartialResult,
}

/// A part that could not be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PartFailure {
    pub(crate) worker: String,
    pub(crate) because: String,
}

/// The progress of a worker on a part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Heartbeat {
    pub(crate) worker: String,
    pub(crate) threads: usize,
    pub(crate) part: u64,
    pub(crate) rounds: u64,
}

/// The servers' advisory that a request was delivered the maximum number of times.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct DeliveriesExhausted {
    /// The sequence number of the request.
    pub(crate) stream_seq: u64,
    pub(crate) deliveries: i64,
}

impl JobNotice {
    pub(crate) fn of(job: &Job, parts: u64, build: &Build) -> Self {
        let Job { rules, on, rounds, seed, .. } = job;
        Self {
            job: job.digest(),
            rules: rules.clone(),
            on: on.clone(),
            rounds: *rounds,
            seed: *seed,
            parts,
            build: build.clone(),
        }
    }

    /// How another job differs from this one.
    pub(crate) fn differs(&self, other: &Self) -> String {
        let summary = |notice: &Self| {
            let Self { rules, on, rounds, seed, parts, .. } = notice;
            format!("{rules} on {on}, {rounds} rounds, seed {seed}, {parts} parts")
        };
        let (theirs, ours) = (summary(other), summary(self));
        if theirs == ours {
            "its settings, wagers or policy differ".to_owned()
        } else {
            format!("that is {theirs}; this is {ours}")
        }
    }
}

impl PartRequest {
    /// The simulation to run.
    pub(crate) fn table(&self) -> Result<Simulation, RebuildError> {
        let mut shelf = Shelf::built_in();
        if let Some(text) = &self.book {
            let book = Book::read("the rulebook of the request", text);
            shelf.put(book.map_err(|error| RebuildError::Unknown(error.to_string()))?);
        }
        let table = rebuild(&self.job, &shelf)?;
        if table.counted() == self.counted { Ok(table) } else { Err(RebuildError::Wagers) }
    }
}
