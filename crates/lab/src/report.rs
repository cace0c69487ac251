//! What was planted and what was found, counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use crate::fault::{FaultGroup, FaultKind};
use crate::prove::{FaultOutcome, ProvedFault, by_kind};

/// The faults of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct FaultCount {
    /// How many were planted.
    pub planted: usize,
    /// How many were found, by the kind of the finding.
    pub found: BTreeMap<&'static str, usize>,
    /// How many are lawful.
    pub lawful: usize,
    /// Why they are.
    pub why: BTreeSet<&'static str>,
    /// How many were not found.
    pub not_found: usize,
}

impl FaultCount {
    /// How many were found.
    pub fn all_found(&self) -> usize {
        self.found.values().sum()
    }

    fn add(&mut self, outcome: &FaultOutcome) {
        match outcome {
            FaultOutcome::Found { by, .. } => *self.found.entry(by.id()).or_default() += 1,
            FaultOutcome::Lawful { why } => {
                self.lawful += 1;
                self.why.insert(why);
            }
            FaultOutcome::NotFound { .. } => self.not_found += 1,
            FaultOutcome::Unwritable => return,
        }
        self.planted += 1;
    }

    fn merge(&mut self, other: &Self) {
        self.planted += other.planted;
        other.found.iter().for_each(|(kind, count)| *self.found.entry(*kind).or_default() += count);
        self.lawful += other.lawful;
        self.why.extend(&other.why);
        self.not_found += other.not_found;
    }
}

/// What came of all faults of a journal, or of several.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LabReport {
    /// The journals.
    pub journals: Vec<String>,
    /// The entries of the journals.
    pub entries: usize,
    /// The counts of every kind of fault.
    pub kinds: BTreeMap<FaultKind, FaultCount>,
    /// Every fault that was not found and should have been.
    pub not_found: Vec<ProvedFault>,
}

impl LabReport {
    /// The report on one journal.
    pub fn of(journal: &str, entries: usize, proved: &[ProvedFault]) -> Self {
        let mut report = Self { journals: vec![journal.to_owned()], entries, ..Self::default() };
        for (kind, all) in by_kind(proved) {
            let count = report.kinds.entry(kind.clone()).or_default();
            all.iter().for_each(|one| count.add(&one.outcome));
        }
        let missed = proved.iter().filter(|one| matches!(one.outcome, FaultOutcome::NotFound { .. }));
        report.not_found.extend(missed.cloned());
        report
    }

    /// Adds another report.
    pub fn merge(&mut self, other: Self) {
        self.journals.extend(other.journals);
        self.entries += other.entries;
        other.kinds.into_iter().for_each(|(kind, count)| self.kinds.entry(kind).or_default().merge(&count));
        self.not_found.extend(other.not_found);
    }

    /// The counts of a group.
    pub fn group(&self, group: FaultGroup) -> FaultCount {
        let mut sum = FaultCount::default();
        let own = self.kinds.iter().filter(|(kind, _)| kind.group == group);
        own.for_each(|(_, count)| sum.merge(count));
        sum
    }

    /// The counts of everything.
    pub fn total(&self) -> FaultCount {
        let mut sum = FaultCount::default();
        self.kinds.values().for_each(|count| sum.merge(count));
        sum
    }
}

/// The share of what is unlawful that was found, in words.
fn share(count: &FaultCount) -> String {
    let (found, due) = (count.all_found(), count.all_found() + count.not_found);
    match due {
        0 => "nothing was unlawful".to_owned(),
        _ if found == due => "all".to_owned(),
        // Rounded down, so that it is never `100.00 %` where something was missed.
        _ => format!("{}.{:02} %", found * 100 / due, found * 10_000 / due % 100),
    }
}

impl fmt::Display for LabReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} journals, {} entries", self.journals.len(), self.entries)?;
        for group in FaultGroup::ALL {
            let count = self.group(group);
            if count.planted == 0 {
                continue;
            }
            writeln!(f, "\n{}: {}", group.meaning(), summary(&count))?;
            for (kind, count) in self.kinds.iter().filter(|(kind, _)| kind.group == group) {
                let by: Vec<String> = count.found.iter().map(|(by, count)| format!("{by} {count}")).collect();
                writeln!(f, "  {}: {}", kind.of, by.join(", "))?;
                if count.lawful > 0 {
                    let why: Vec<&str> = count.why.iter().copied().collect();
                    writeln!(f, "    lawful {}: {}", count.lawful, why.join("; "))?;
                }
                if count.not_found > 0 {
                    writeln!(f, "    NOT FOUND {}", count.not_found)?;
                }
            }
        }
        for missed in &self.not_found {
            let FaultOutcome::NotFound { note } = &missed.outcome else { continue };
            writeln!(f, "not found: {} at entry {}: {} ({note})", missed.kind, missed.entry, missed.what)?;
        }
        write!(f, "\nall: {}", summary(&self.total()))
    }
}

fn summary(count: &FaultCount) -> String {
    let FaultCount { planted, lawful, not_found, .. } = count;
    let found = count.all_found();
    format!(
        "{planted} planted, {found} found, {lawful} lawful, {not_found} not found; found: {}",
        share(count)
    )
}
