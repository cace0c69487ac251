//! Judges what people were answered. Knows nothing of nodes, leases or messages: only what people asked, what they were
//! answered, and what the journal has at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::history::{Answer, Asked, EveningJournal, JournalLine, Operation, own_key, stored_bits};

/// Everything that is wrong with the answers about one house, in words.
pub fn check(house: u16, operations: &[Operation], journal: &EveningJournal) -> Vec<String> {
    let operations: Vec<&Operation> = operations.iter().filter(|op| op.house == house).collect();
    let mut check = HouseCheck { house, operations, journal, broken: Vec::new() };
    let places = check.places();
    check.senders(&places);
    check.answers(&places);
    check.order(&places);
    check.views();
    check.tables();
    check.broken
}

/// Where a key took effect.
#[derive(Clone, Copy)]
struct Effect {
    first: u64,
    last: u64,
    is_refusal: bool,
}

/// A view of a table: when it was asked for and shown, and its version.
type TableView = (Duration, Duration, u64);

struct HouseCheck<'h> {
    house: u16,
    operations: Vec<&'h Operation>,
    journal: &'h EveningJournal,
    broken: Vec<String>,
}

impl HouseCheck<'_> {
    fn say(&mut self, found: String) {
        self.broken.push(format!("house {}: {found}", self.house));
    }

    /// The key of a request, as far as the journal always has it.
    fn key_of(operation: &Operation) -> Option<u128> {
        match operation.asked {
            Asked::Command(key) => Some(stored_bits(own_key(operation.house, operation.person, key))),
            Asked::Read => None,
        }
    }

    /// Each key took effect once: its entries follow each other.
    fn places(&mut self) -> BTreeMap<u128, Effect> {
        let mut places: BTreeMap<u128, Effect> = BTreeMap::new();
        let mut twice = Vec::new();
        let mut next = 1;
        for JournalLine { sequence, key, is_refusal, .. } in &self.journal.lines {
            if *sequence != next {
                twice.push(format!("entry {sequence} is where {next} should be"));
            }
            next = sequence + 1;
            let Some(key) = key.map(stored_bits) else { continue };
            let new = Effect { first: *sequence, last: *sequence, is_refusal: *is_refusal };
            let effect = places.entry(key).or_insert(new);
            if *sequence > effect.last + 1 || (*sequence > effect.last && effect.is_refusal) {
                twice.push(format!("a key took effect at {} and at {sequence}", effect.last));
            }
            effect.last = *sequence;
        }
        twice.into_iter().for_each(|found| self.say(found));
        places
    }

    /// What the journal says that a client has done, the client has asked for. What happened before anybody was shown anything
    /// was done to set the house up.
    fn senders(&mut self, places: &BTreeMap<u128, Effect>) {
        let people: BTreeSet<u32> = self.operations.iter().map(|op| op.person).collect();
        let sent: BTreeSet<u128> = self.operations.iter().filter_map(|op| Self::key_of(op)).collect();
        let begun = self.operations.iter().map(|op| op.shown_to).min().unwrap_or(u64::MAX);
        for line in self.journal.lines.iter().filter(|line| line.sequence > begun) {
            let is_theirs = line.by.is_some_and(|person| people.contains(&person));
            let key = line.key.map(stored_bits);
            if is_theirs && key.is_some_and(|key| !sent.contains(&key)) {
                let effect = key.and_then(|key| places.get(&key)).map(|effect| effect.first);
                self.say(format!(
                    "entry {} has a key that nobody sent ({effect:?}): {line:?}",
                    line.sequence
                ));
            }
        }
    }

    /// What was acknowledged is there, and what was refused is not.
    fn answers(&mut self, places: &BTreeMap<u128, Effect>) {
        let mut found = Vec::new();
        for operation in &self.operations {
            let Some(key) = Self::key_of(operation) else { continue };
            let effect = places.get(&key);
            match operation.answer {
                Answer::Done(sequence) => {
                    if effect.is_none_or(|effect| effect.last != sequence || effect.is_refusal) {
                        let last = effect.map(|effect| effect.last);
                        found.push(format!("acknowledged as {sequence}, stored as {last:?}: {operation:?}"));
                    }
                }
                _ => {
                    if let Some(effect) = effect.filter(|effect| !effect.is_refusal) {
                        found.push(format!("refused, but stored as {}: {operation:?}", effect.last));
                    }
                }
            }
        }
        found.into_iter().for_each(|found| self.say(found));
    }

    /// The order of the journal is one in which each command took effect between its request and its answer.
    fn order(&mut self, places: &BTreeMap<u128, Effect>) {
        let mut by_sequence: BTreeMap<u64, &Operation> = BTreeMap::new();
        for operation in &self.operations {
            if let Some(effect) = Self::key_of(operation).and_then(|key| places.get(&key)) {
                by_sequence.insert(effect.last, operation);
            }
        }
        let mut earliest = Duration::MAX;
        let mut found = Vec::new();
        for (sequence, operation) in by_sequence.into_iter().rev() {
            if operation.invoked > earliest {
                found.push(format!("entry {sequence} was sent after a later entry was answered"));
            }
            earliest = earliest.min(operation.answered);
        }
        found.into_iter().for_each(|found| self.say(found));
    }

    /// What a client sees never goes back, and the chips it sees are those of the journal at that time.
    fn views(&mut self) {
        let nothing = Vec::new();
        let mut found = Vec::new();
        for operation in &self.operations {
            let (before, shown_to) = (operation.before, operation.shown_to);
            if shown_to < before {
                found.push(format!("shown up to {shown_to} after {before}: {operation:?}"));
            }
            match operation.answer {
                Answer::Done(sequence) if shown_to < sequence => {
                    found.push(format!("acknowledged {sequence}, shown up to {shown_to}: {operation:?}"));
                }
                Answer::Chips(chips) => {
                    let changes = self.journal.chips.get(&operation.person).unwrap_or(&nothing);
                    let at_first = changes.iter().rev().find(|(at, _)| *at <= before).map_or(0, |(_, c)| *c);
                    let mut later = changes.iter().filter(|(at, _)| *at > before && *at <= shown_to);
                    if at_first != chips && !later.any(|(_, later)| *later == chips) {
                        found.push(format!("no such chips between {before} and {shown_to}: {operation:?}"));
                    }
                }
                _ => {}
            }
        }
        found.into_iter().for_each(|found| self.say(found));
    }

    /// The versions of a table that a client sees never go back.
    fn tables(&mut self) {
        let mut views: BTreeMap<(u32, u64), Vec<TableView>> = BTreeMap::new();
        for operation in &self.operations {
            if let Answer::Table(table, version) = operation.answer {
                let view = (operation.invoked, operation.answered, version);
                views.entry((operation.client, table)).or_default().push(view);
            }
        }
        for ((client, table), mut seen) in views {
            let mut answered = seen.clone();
            answered.sort_unstable_by_key(|(_, at, _)| *at);
            seen.sort_unstable();
            let (mut place, mut highest) = (0, 0);
            for (invoked, _, version) in seen {
                while let Some((_, _, known)) = answered.get(place).filter(|(_, at, _)| *at <= invoked) {
                    (place, highest) = (place + 1, highest.max(*known));
                }
                if version < highest {
                    self.say(format!("client {client} saw table {table} at {version} after {highest}"));
                }
            }
        }
    }
}
