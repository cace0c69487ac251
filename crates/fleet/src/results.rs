//! The results so far: one per part, however often it was sent.
//!
//! Results are read by their sequence number. The servers store nothing about the reader, so the coordinator or a
//! server may stop at any time.

use std::collections::BTreeMap;

use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use croupier_sim::CountedWager;
use croupier_sim::{Job, PartialResult, Shard};
use serde::de::DeserializeOwned;

use crate::error::FleetError;
use crate::message::{DeliveriesExhausted, PartFailure, PartResult};
use crate::name::{JobName, number};
use crate::streams::WORKERS;

/// The results so far.
pub(crate) struct ResultLog {
    name: JobName,
    job: Job,
    counted: Vec<CountedWager>,
    parts: u64,
    /// The sequence number of the last message that was read.
    read: u64,
    done: BTreeMap<u64, PartialResult>,
    failed: BTreeMap<u64, String>,
}

/// What was read.
pub(crate) enum ResultEvent {
    /// A part that was not done before.
    Done { number: u64, rounds: u64, worker: String, threads: usize },
    /// A request that was delivered the maximum number of times.
    Exhausted(DeliveriesExhausted),
}

impl ResultLog {
    pub(crate) fn new(name: &JobName, job: &Job, counted: &[CountedWager], parts: u64) -> Self {
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

    /// Reads new messages.
    pub(crate) async fn read(&mut self, results: &Stream) -> Result<Vec<ResultEvent>, FleetError> {
        let failed = |error: &dyn std::fmt::Display| FleetError::servers("return results", error);
        let state = results.get_info().await.map_err(|error| failed(&error))?.state;
        self.read = self.read.max(state.first_sequence.saturating_sub(1));
        let mut entries = Vec::new();
        while self.read < state.last_sequence {
            match results.get_raw_message(self.read + 1).await {
                Ok(message) => entries.extend(self.record(&message)?),
                // The message has been deleted.
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {}
                Err(error) => return Err(failed(&error)),
            }
            self.read += 1;
        }
        Ok(entries)
    }

    fn record(&mut self, message: &StreamMessage) -> Result<Option<ResultEvent>, FleetError> {
        let subject = message.subject.as_str();
        if subject == self.name.spent(WORKERS) {
            return Ok(parse(&message.payload).map(ResultEvent::Exhausted));
        }
        let Some(number) = number(subject) else { return Ok(None) };
        if subject == self.name.result(&number) {
            let result = parse(&message.payload);
            let result = result.ok_or_else(|| self.wrong(number, "it cannot be parsed".to_owned()))?;
            return self.add(number, result);
        }
        if let Some(PartFailure { worker, because }) = parse(&message.payload) {
            self.failed.insert(number, format!("{because} ({worker})"));
        }
        Ok(None)
    }

    fn add(&mut self, number: u64, result: PartResult) -> Result<Option<ResultEvent>, FleetError> {
        let PartResult { worker, threads, part } = result;
        let blocks = self.job.shard(self.part(number));
        if part.job != self.job || part.counted != self.counted || Ok(&part.blocks) != blocks.as_ref() {
            return Err(self.wrong(number, format!("it is for other rounds ({worker})")));
        }
        match self.done.get(&number) {
            Some(known) if known.found == part.found => Ok(None),
            Some(_) => Err(self.wrong(number, format!("two workers disagree, the second is {worker}"))),
            None => {
                let rounds = part.rounds();
                self.done.insert(number, part);
                Ok(Some(ResultEvent::Done { number, rounds, worker, threads }))
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

    /// The error of the last worker that failed at a part.
    pub(crate) fn failure(&self, number: u64) -> Option<String> {
        self.failed.get(&number).cloned()
    }

    /// Clears the failures of parts that are tried again.
    pub(crate) fn clear_failures(&mut self) {
        self.failed.clear();
    }

    /// Whether all results are there.
    pub(crate) fn is_whole(&self) -> bool {
        self.done.len() as u64 == self.parts
    }

    /// All results.
    pub(crate) fn take(&mut self) -> Vec<PartialResult> {
        std::mem::take(&mut self.done).into_values().collect()
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}
