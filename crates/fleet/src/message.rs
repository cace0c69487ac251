//! What machines say to each other.

use croupier_rules::book::{Book, Shelf};
use croupier_sim::run::By;
use croupier_sim::table::Counted;
use croupier_sim::{Job, Part, RecallError, Shard, Table, recall};
use serde::{Deserialize, Serialize};

use crate::program::Build;

/// What stands on a stream: which job it is for, and who may answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Notice {
    /// The digest of the job.
    pub(crate) job: String,
    pub(crate) rules: String,
    pub(crate) on: String,
    pub(crate) rounds: u64,
    pub(crate) seed: u64,
    /// In how many parts it is cut.
    pub(crate) parts: u64,
    pub(crate) build: Build,
}

/// An order for one part: everything that is needed to play it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) build: Build,
    pub(crate) job: Job,
    pub(crate) counted: Vec<Counted>,
    /// The text of the rulebook, where it is not built in.
    pub(crate) book: Option<String>,
    pub(crate) by: By,
    pub(crate) part: Shard,
}

/// What a part came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) worker: String,
    pub(crate) threads: usize,
    pub(crate) part: Part,
}

/// A part that could not be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Failed {
    pub(crate) worker: String,
    pub(crate) because: String,
}

/// How far a worker is with a part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Beat {
    pub(crate) worker: String,
    pub(crate) threads: usize,
    pub(crate) part: u64,
    pub(crate) rounds: u64,
}

/// What the servers say when an order was given out as often as may be.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Spent {
    /// The order's place in its stream.
    pub(crate) stream_seq: u64,
    pub(crate) deliveries: i64,
}

impl Notice {
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

    /// In what another job differs from this one.
    pub(crate) fn differs(&self, other: &Self) -> String {
        let told = |notice: &Self| {
            let Self { rules, on, rounds, seed, parts, .. } = notice;
            format!("{rules} on {on}, {rounds} rounds, seed {seed}, {parts} parts")
        };
        let (theirs, ours) = (told(other), told(self));
        if theirs == ours {
            "its settings, wagers or policy are others".to_owned()
        } else {
            format!("that is {theirs}; this is {ours}")
        }
    }
}

impl Order {
    /// The table to play at.
    pub(crate) fn table(&self) -> Result<Table, RecallError> {
        let mut shelf = Shelf::built_in();
        if let Some(text) = &self.book {
            let book = Book::read("the order's rulebook", text);
            shelf.put(book.map_err(|error| RecallError::Unknown(error.to_string()))?);
        }
        let table = recall(&self.job, &shelf)?;
        if table.counted() == self.counted { Ok(table) } else { Err(RecallError::Wagers) }
    }
}
