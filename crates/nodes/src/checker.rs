//! Judges a history. Knows nothing of nodes, leases or messages: only what clients asked, what they were answered, and what
//! the journals have at the end.

use std::collections::BTreeMap;
use std::fmt;

use crate::history::{ClientHistory, ClientOperation, ClientRequest, ClientResponse, FinalJournal};

/// A promise that can be broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BrokenPromise {
    /// A key took effect twice.
    EffectTwice,
    /// An entry has a key that nobody sent.
    EffectOfNothing,
    /// An acknowledged command is not in the journal, or not where it was said to be.
    AcknowledgedLost,
    /// A refused command took effect.
    RefusedButDone,
    /// A refusal that no state between request and answer justifies.
    RefusedWrongly,
    /// An answer has another total than the journal leads to.
    WrongTotal,
    /// A command stands before one that was answered before it was sent.
    Reordered,
    /// A client was shown something older than it had seen.
    WentBack,
    /// An older fence wrote after a newer one.
    OldFenceWrote,
    /// A request was not answered in time.
    NotAnswered,
    /// A client was turned away although nothing failed.
    TurnedAway,
    /// The owner of a house changed although nothing failed.
    OwnerChanged,
    /// A node could not read what another has written.
    Unreadable,
    /// A house was suspended although nothing was lost.
    SuspendedForNothing,
    /// What was stored contradicts itself.
    Unsound,
}

/// A broken promise, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which promise.
    pub promise: BrokenPromise,
    /// The house.
    pub house: u16,
    /// What was found.
    pub found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} in house {}: {}", self.promise, self.house, self.found)
    }
}

/// What may be expected beyond what always holds; it depends on what was made to fail.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HistoryExpectations {
    /// Every request that was sent before this time, in microseconds, has an answer.
    pub answered_if_sent_before: Option<u64>,
    /// No request takes longer, in microseconds.
    pub longest: Option<u64>,
    /// No client is turned away.
    pub nobody_turned_away: bool,
    /// The owners of a house change at most so often.
    pub owners_max: Option<usize>,
    /// A database may have lost its tail: houses may be suspended, and those that are need not have what was acknowledged.
    pub may_lose_tail: bool,
}

/// Everything that is wrong with a history.
pub fn check(history: &ClientHistory, expected: &HistoryExpectations) -> Vec<Violation> {
    let mut by_house: BTreeMap<u16, Vec<&ClientOperation>> = BTreeMap::new();
    for operation in &history.operations {
        by_house.entry(operation.house).or_default().push(operation);
    }
    let nothing = FinalJournal::default();
    let mut violations = Vec::new();
    for (house, operations) in by_house {
        let journal = history.journals.get(usize::from(house)).unwrap_or(&nothing);
        let mut check = HouseCheck { house, operations: &operations, journal, violations: &mut violations };
        check.check(expected);
    }
    violations
}

/// The check of one house.
struct HouseCheck<'h> {
    house: u16,
    operations: &'h [&'h ClientOperation],
    journal: &'h FinalJournal,
    violations: &'h mut Vec<Violation>,
}

impl HouseCheck<'_> {
    fn broken(&mut self, promise: BrokenPromise, found: String) {
        self.violations.push(Violation { promise, house: self.house, found });
    }

    fn check(&mut self, expected: &HistoryExpectations) {
        self.check_availability(expected);
        let is_suspended = self.journal.is_suspended
            || self.operations.iter().any(|op| matches!(op.response, Some((_, ClientResponse::Suspended))));
        if is_suspended {
            if !expected.may_lose_tail {
                self.broken(BrokenPromise::SuspendedForNothing, "nothing was lost".to_owned());
            }
            return;
        }
        let places = self.check_journal();
        let totals = self.totals();
        self.check_answers(&places, &totals);
        self.check_order(&places);
        self.check_clients();
        self.check_refusals(&places, &totals);
    }

    /// Each key once, of somebody who sent it, under fences that only grow. Returns the sequences of the keys.
    fn check_journal(&mut self) -> BTreeMap<u128, usize> {
        let sent = self.operations.iter().filter_map(|op| match op.request {
            ClientRequest::Add { key, amount } => Some((key, Some(amount))),
            ClientRequest::Command { key } => Some((key, None)),
            ClientRequest::Read => None,
        });
        let sent: BTreeMap<u128, Option<i64>> = sent.collect();
        let mut places = BTreeMap::new();
        let mut fence = 0;
        for (place, line) in self.journal.lines.iter().enumerate() {
            let sequence = place + 1;
            if let Some(key) = line.key {
                if let Some(first) = places.insert(key, sequence) {
                    self.broken(BrokenPromise::EffectTwice, format!("entries {first} and {sequence}"));
                }
                let is_sent = |amount: &Option<i64>| amount.is_none_or(|amount| amount == line.amount);
                if !sent.get(&key).is_some_and(|amount| line.is_refusal || is_sent(amount)) {
                    self.broken(BrokenPromise::EffectOfNothing, format!("entry {sequence}"));
                }
            }
            if line.fence < fence {
                let found = format!("entry {sequence} with fence {} after {fence}", line.fence);
                self.broken(BrokenPromise::OldFenceWrote, found);
            }
            fence = fence.max(line.fence);
        }
        places
    }

    /// The total after each sequence.
    fn totals(&self) -> Vec<i64> {
        let mut totals = vec![0];
        let mut total = 0;
        for line in &self.journal.lines {
            total += line.amount;
            totals.push(total);
        }
        totals
    }

    /// What was acknowledged and shown is what the journal has.
    fn check_answers(&mut self, places: &BTreeMap<u128, usize>, totals: &[i64]) {
        for operation in self.operations {
            let Some((_, response)) = operation.response else { continue };
            let stored = operation.request.key().and_then(|key| places.get(&key).copied());
            let line = stored.and_then(|sequence| self.journal.lines.get(sequence - 1));
            match response {
                ClientResponse::Added { sequence, total, fence } => {
                    if stored.map(|stored| stored as u64) != Some(sequence)
                        || line.is_none_or(|line| line.is_refusal)
                    {
                        let found = format!("acknowledged as {sequence}, stored as {stored:?}");
                        self.broken(BrokenPromise::AcknowledgedLost, found);
                    } else {
                        self.check_total(sequence, total, totals);
                        if line.is_some_and(|line| line.fence > fence) {
                            let found = format!("entry {sequence} was answered with the older fence {fence}");
                            self.broken(BrokenPromise::OldFenceWrote, found);
                        }
                    }
                }
                ClientResponse::Shown { sequence, total } => self.check_total(sequence, total, totals),
                ClientResponse::Refused if line.is_some_and(|line| !line.is_refusal) => {
                    self.broken(BrokenPromise::RefusedButDone, format!("stored as {stored:?}"));
                }
                ClientResponse::Refused | ClientResponse::Suspended => {}
            }
        }
    }

    fn check_total(&mut self, sequence: u64, total: i64, totals: &[i64]) {
        let right = usize::try_from(sequence).ok().and_then(|sequence| totals.get(sequence));
        if right != Some(&total) {
            let found = format!("{total} at {sequence}, the journal has {right:?}");
            self.broken(BrokenPromise::WrongTotal, found);
        }
    }

    /// The order of the journal is one in which each command took effect between its request and its answer.
    fn check_order(&mut self, places: &BTreeMap<u128, usize>) {
        let mut by_sequence: BTreeMap<usize, &ClientOperation> = BTreeMap::new();
        for operation in self.operations {
            if let Some(sequence) = operation.request.key().and_then(|key| places.get(&key)) {
                by_sequence.insert(*sequence, operation);
            }
        }
        let mut earliest_answer = u64::MAX;
        for (sequence, operation) in by_sequence.into_iter().rev() {
            if operation.invoked > earliest_answer {
                let found = format!("entry {sequence} was sent after a later entry was answered");
                self.broken(BrokenPromise::Reordered, found);
            }
            earliest_answer = operation.response.map_or(earliest_answer, |(at, _)| at.min(earliest_answer));
        }
    }

    /// What a client sees never goes back.
    fn check_clients(&mut self) {
        let mut seen: BTreeMap<u32, u64> = BTreeMap::new();
        for operation in self.operations {
            let Some((_, response)) = operation.response else { continue };
            let (ClientResponse::Added { sequence, .. } | ClientResponse::Shown { sequence, .. }) = response
            else {
                continue;
            };
            let before = seen.entry(operation.client).or_default();
            if sequence < *before {
                let client = operation.client;
                let found = format!("client {client} saw {sequence} after {before}");
                self.violations.push(Violation {
                    promise: BrokenPromise::WentBack,
                    house: self.house,
                    found,
                });
            }
            *before = (*before).max(sequence);
        }
    }

    /// A refusal is right if it was at some state between its request and its answer.
    fn check_refusals(&mut self, places: &BTreeMap<u128, usize>, totals: &[i64]) {
        let mut added: Vec<(usize, u64, u64)> = Vec::new();
        for operation in self.operations {
            if let Some(sequence) = operation.request.key().and_then(|key| places.get(&key)) {
                let answered = operation.response.map_or(u64::MAX, |(at, _)| at);
                added.push((*sequence, operation.invoked, answered));
            }
        }
        for operation in self.operations {
            let ClientRequest::Add { amount, .. } = operation.request else { continue };
            let Some((answered, ClientResponse::Refused)) = operation.response else { continue };
            let before = added.iter().filter(|(_, _, at)| *at < operation.invoked).map(|(place, ..)| *place);
            let after = added.iter().filter(|(_, at, _)| *at > answered).map(|(place, ..)| *place);
            let first = before.max().unwrap_or(0);
            let last = after.min().map_or(totals.len() - 1, |place| place - 1);
            let possible = totals.get(first..=last.max(first)).unwrap_or_default();
            if !possible.iter().any(|total| total + amount < 0) {
                let found = format!("{amount} between {first} and {last}");
                self.broken(BrokenPromise::RefusedWrongly, found);
            }
        }
    }

    fn check_availability(&mut self, expected: &HistoryExpectations) {
        let mut owners = Vec::new();
        for operation in self.operations {
            let took = operation.response.map(|(at, _)| at - operation.invoked);
            let is_due = expected.answered_if_sent_before.is_some_and(|before| operation.invoked < before);
            let is_late = expected.longest.is_some_and(|longest| took.is_some_and(|took| took > longest));
            if (took.is_none() && is_due) || is_late {
                let found = format!("sent at {} µs, took {took:?} µs", operation.invoked);
                self.broken(BrokenPromise::NotAnswered, found);
            }
            if expected.nobody_turned_away && operation.turned_away > 0 {
                self.broken(BrokenPromise::TurnedAway, format!("{} times", operation.turned_away));
            }
            if operation.unreadable > 0 {
                self.broken(BrokenPromise::Unreadable, format!("{} times", operation.unreadable));
            }
            if let Some((_, ClientResponse::Added { fence, .. })) = operation.response
                && !owners.contains(&fence)
            {
                owners.push(fence);
            }
        }
        if expected.owners_max.is_some_and(|most| owners.len() > most) {
            self.broken(BrokenPromise::OwnerChanged, format!("{} fences answered", owners.len()));
        }
    }
}
