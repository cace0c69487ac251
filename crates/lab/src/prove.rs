//! The proof: every fault planted, every copy audited, and what came of it.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use croupier_audit::{AuditFinding, FindingKind, audit_house};
use croupier_house::House;
use croupier_house::journal::Entry;
use croupier_house::store::StoredEntry;
use croupier_house::table::Pace;
use rayon::prelude::*;
use serde::Serialize;

use crate::copy::StoredCopy;
use crate::fault::{FaultKind, PlantedFault};
use crate::good::GoodJournal;
use crate::reasons::reason;
use crate::seal::{Sealing, planted};
use crate::stored::stored;

/// What came of a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum FaultOutcome {
    /// The audit found it.
    Found {
        /// The kind of the first finding.
        by: FindingKind,
        /// How many entries after the fault that is; negative before it.
        after: Option<i64>,
    },
    /// The copy is another lawful journal.
    Lawful {
        /// Why.
        why: &'static str,
    },
    /// The audit found nothing, and should have.
    NotFound {
        /// What else is known.
        note: String,
    },
    /// No entry can say it.
    Unwritable,
}

/// A fault, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProvedFault {
    /// Its kind.
    pub kind: FaultKind,
    /// The entry in which it is, or before which it is.
    pub entry: u64,
    /// What was changed.
    pub what: String,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: FaultOutcome,
}

/// Plants each fault in a copy of its own and audits the copies, with the threads of the pool it is called in.
pub fn prove(good: &GoodJournal, faults: &[PlantedFault], sealing: Sealing) -> Vec<ProvedFault> {
    let prove = |fault: &PlantedFault| ProvedFault {
        kind: fault.kind.clone(),
        entry: fault.place as u64 + 1,
        what: fault.what.clone(),
        outcome: outcome(good, fault, sealing),
    };
    faults.par_iter().map(prove).collect()
}

fn outcome(good: &GoodJournal, fault: &PlantedFault, sealing: Sealing) -> FaultOutcome {
    let Some(entries) = planted(good, fault, sealing) else { return FaultOutcome::Unwritable };
    if entries
        .iter()
        .map(|entry| (&entry.bytes, entry.hash))
        .eq(good.entries.iter().map(|entry| (&entry.bytes, entry.hash)))
    {
        return FaultOutcome::Unwritable;
    }
    // Sums are sealed again too, or are those of the good journal.
    let copy = match sealing {
        Sealing::Sealed => StoredCopy::new(&entries, &entries, good.house),
        Sealing::Bare => {
            let before: Vec<StoredEntry> = good.entries.iter().map(stored).collect();
            StoredCopy::new(&entries, &before, good.house)
        }
    };
    let audited =
        catch_unwind(AssertUnwindSafe(|| audit_house(&copy, good.shelf, good.house, 1, 0, &|_| {})));
    let report = match audited {
        Ok(Ok(report)) => report,
        Ok(Err(error)) => return not_found(format!("the audit fails: {error}")),
        Err(_) => return not_found("the audit breaks off".to_owned()),
    };
    match report.findings.first() {
        Some(first) => found(first, fault, &report.findings),
        None => unfound(good, fault, &entries),
    }
}

fn not_found(note: String) -> FaultOutcome {
    FaultOutcome::NotFound { note }
}

/// The finding nearest to the fault names it.
fn found(first: &AuditFinding, fault: &PlantedFault, all: &[AuditFinding]) -> FaultOutcome {
    let place = fault.place as u64 + 1;
    let distance = |finding: &AuditFinding| finding.sequence?.checked_signed_diff(place);
    let placed = all.iter().filter_map(|finding| Some((finding, distance(finding)?)));
    match placed.min_by_key(|(_, distance)| distance.unsigned_abs()) {
        Some((nearest, after)) => FaultOutcome::Found { by: nearest.kind, after: Some(after) },
        None => FaultOutcome::Found { by: first.kind, after: None },
    }
}

/// Whether a copy in which nothing was found is lawful: there is a reason, and the house itself opens it.
fn unfound(good: &GoodJournal, fault: &PlantedFault, entries: &[StoredEntry]) -> FaultOutcome {
    if let Err(why) = opened(good, entries) {
        return not_found(format!("the house does not open it: {why}"));
    }
    match reason(&fault.kind, is_whole(good, fault)) {
        Some(why) => FaultOutcome::Lawful { why },
        None => not_found("the house opens it".to_owned()),
    }
}

/// Whether the entries of a fault are commands of one entry each, and not parts of one.
fn is_whole(good: &GoodJournal, fault: &PlantedFault) -> bool {
    let origin =
        |place: usize| good.entries.get(place).map(|entry| (entry.body.at, entry.body.by, entry.body.key));
    let mut touched = fault.splices.iter().flat_map(|splice| splice.at..splice.at + splice.out);
    touched.all(|place| {
        let before = place.checked_sub(1).and_then(origin);
        origin(place) != before && origin(place) != origin(place + 1)
    })
}

/// Opens a house from these entries, strictly.
fn opened(good: &GoodJournal, entries: &[StoredEntry]) -> Result<(), String> {
    let mut house = House::new(good.house, good.shelf, "lab", Pace::NONE);
    for StoredEntry { stream, sequence, bytes, .. } in entries {
        let entry = Entry::read(*stream, *sequence, bytes.clone()).map_err(|why| why.to_string())?;
        house.apply(&entry).map_err(|why| format!("entry {sequence}: {why}"))?;
    }
    Ok(())
}

/// The outcomes by kind.
pub(crate) fn by_kind(proved: &[ProvedFault]) -> BTreeMap<&FaultKind, Vec<&ProvedFault>> {
    let mut kinds: BTreeMap<_, Vec<_>> = BTreeMap::new();
    proved.iter().for_each(|one| kinds.entry(&one.kind).or_default().push(one));
    kinds
}
