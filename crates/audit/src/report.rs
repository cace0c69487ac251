//! What an audit reports: each house with what was checked, and the findings.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::finding::{AuditFinding, FindingKind};

/// Entries that were applied and not decided again, by the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Unjudged {
    /// Entries of commands that did not lead to what is written, and of tables that could not be played for a while.
    pub entries: u64,
    /// The last entry that the auditor took for one of an earlier version of the program; 0 for none.
    pub replayed_until: u64,
}

/// The audit of one house.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct HouseAudit {
    /// Its number.
    pub house: u16,
    /// The number of entries that were read.
    pub entries: u64,
    /// The sequence of the last entry.
    pub sequence: u64,
    /// Its hash, in hexadecimal.
    pub hash: String,
    /// The commands that were decided again.
    pub commands: u64,
    /// The rounds that were judged again.
    pub rounds: u64,
    /// The revealed seeds from which outcomes were recomputed.
    pub seeds: u64,
    /// What could not be judged.
    pub unjudged: Unjudged,
    /// Whether stored balances and the stored head were compared with the journal.
    pub compared_with_store: bool,
    /// What is wrong, in the order of the entries.
    pub findings: Vec<AuditFinding>,
}

/// What an audit reports.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct AuditReport {
    /// What was audited, in words.
    pub subject: String,
    /// The houses.
    pub houses: Vec<HouseAudit>,
    /// What is wrong and belongs to no house.
    pub findings: Vec<AuditFinding>,
}

impl AuditReport {
    /// Every finding.
    pub fn all(&self) -> impl Iterator<Item = &AuditFinding> {
        self.findings.iter().chain(self.houses.iter().flat_map(|house| &house.findings))
    }

    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.all().next().is_none()
    }

    /// Whether there is no entry to audit.
    pub fn is_empty(&self) -> bool {
        self.houses.iter().all(|house| house.entries == 0)
    }

    /// The number of findings of each kind.
    pub fn counts(&self) -> BTreeMap<FindingKind, usize> {
        let mut counts = BTreeMap::new();
        for finding in self.all() {
            *counts.entry(finding.kind).or_default() += 1;
        }
        counts
    }

    /// The result in a line.
    pub fn verdict(&self) -> String {
        if self.is_empty() && self.is_clean() {
            return "there is nothing to audit: no house has an entry".to_owned();
        }
        match self.all().count() {
            0 => "nothing is wrong".to_owned(),
            1 => "1 finding".to_owned(),
            many => format!("{many} findings"),
        }
    }
}
