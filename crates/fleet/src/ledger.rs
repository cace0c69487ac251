//! What has come back: one result a part, however often it was sent.
//!
//! Results are read by their place in the stream. Nothing about the reader is kept by the servers, so that a desk may
//! go away, or a server die, at any time.

use std::collections::BTreeMap;

use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use croupier_sim::table::Counted;
use croupier_sim::{Job, Part, Shard};
use serde::de::DeserializeOwned;

use crate::error::FleetError;
use crate::message::{Answer, Failed, Spent};
use crate::name::{JobName, number};
use crate::streams::WORKERS;

/// What has come back.
pub(crate) struct Ledger {
    name: JobName,
    job: Job,
    counted: Vec<Counted>,
    parts: u64,
    /// The last place in the stream that was read.
    read: u64,
    done: BTreeMap<u64, Part>,
    failed: BTreeMap<u64, String>,
}

/// A new entry.
pub(crate) enum Entry {
    /// A part that was not done before.
    Done { number: u64, rounds: u64, worker: String, threads: usize },
    /// An order that was given out as often as may be.
    Spent(Spent),
}

impl Ledger {
    pub(crate) fn new(name: &JobName, job: &Job, counted: &[Counted], parts: u64) -> Self {
        Self {
            name: name.clone(),
            job: job.clone(),
            counted: counted.to_vec(),
            parts,
            read: 0,
            done: BTreeMap::new(),
            failed: BTreeMap::new(),
        }
    }

    /// Reads what has come since the last time.
    pub(crate) async fn read(&mut self, results: &Stream) -> Result<Vec<Entry>, FleetError> {
        let silent = |error: &dyn std::fmt::Display| FleetError::servers("say what has come back", error);
        let state = results.get_info().await.map_err(|error| silent(&error))?.state;
        self.read = self.read.max(state.first_sequence.saturating_sub(1));
        let mut entries = Vec::new();
        while self.read < state.last_sequence {
            match results.get_raw_message(self.read + 1).await {
                Ok(message) => entries.extend(self.enter(&message)?),
                // Taken away since.
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {}
                Err(error) => return Err(silent(&error)),
            }
            self.read += 1;
        }
        Ok(entries)
    }

    fn enter(&mut self, message: &StreamMessage) -> Result<Option<Entry>, FleetError> {
        let subject = message.subject.as_str();
        if subject == self.name.spent(WORKERS) {
            return Ok(parse(&message.payload).map(Entry::Spent));
        }
        let Some(number) = number(subject) else { return Ok(None) };
        if subject == self.name.result(&number) {
            let answer = parse(&message.payload);
            let answer = answer.ok_or_else(|| self.wrong(number, "it cannot be read".to_owned()))?;
            return self.answered(number, answer);
        }
        if let Some(Failed { worker, because }) = parse(&message.payload) {
            self.failed.insert(number, format!("{because} ({worker})"));
        }
        Ok(None)
    }

    fn answered(&mut self, number: u64, answer: Answer) -> Result<Option<Entry>, FleetError> {
        let Answer { worker, threads, part } = answer;
        let blocks = self.job.shard(self.part(number));
        if part.job != self.job || part.counted != self.counted || Ok(&part.blocks) != blocks.as_ref() {
            return Err(self.wrong(number, format!("it is of other rounds ({worker})")));
        }
        match self.done.get(&number) {
            Some(known) if known.found == part.found => Ok(None),
            Some(_) => {
                Err(self.wrong(number, format!("two workers found different things, the second {worker}")))
            }
            None => {
                let rounds = part.rounds();
                self.done.insert(number, part);
                Ok(Some(Entry::Done { number, rounds, worker, threads }))
            }
        }
    }

    fn wrong(&self, number: u64, because: String) -> FleetError {
        FleetError::Disagree(self.part(number), because)
    }

    /// A part by its number.
    pub(crate) fn part(&self, number: u64) -> Shard {
        Shard { number, of: self.parts }
    }

    pub(crate) fn has(&self, number: u64) -> bool {
        self.done.contains_key(&number)
    }

    /// What the last worker said that failed at a part.
    pub(crate) fn failure(&self, number: u64) -> Option<String> {
        self.failed.get(&number).cloned()
    }

    /// Forgets what failed, which is tried again.
    pub(crate) fn forgive(&mut self) {
        self.failed.clear();
    }

    /// Whether everything has come back.
    pub(crate) fn is_whole(&self) -> bool {
        self.done.len() as u64 == self.parts
    }

    /// Everything that has come back.
    pub(crate) fn take(&mut self) -> Vec<Part> {
        std::mem::take(&mut self.done).into_values().collect()
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}
