//! Amendments: the changes that a later instrument made to a book, and their dates.

use std::collections::BTreeSet;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;

use super::citations::Citations;
use super::faults::Faults;
use super::keys::Need;
use super::located::{Anything, Citation, Day, Located};
use super::section::Section;
use crate::law::Rule;

/// One instrument that changed the book.
#[derive(Clone, PartialEq, Debug)]
pub struct Amendment {
    /// The first day on which it is in force.
    pub from: Date,
    /// The provision that makes it.
    pub cite: Option<Rule>,
    /// What it changed and, if known, what it replaced.
    pub note: Option<String>,
    /// The values it changed; empty if the book has only the amended text.
    pub changes: Vec<AmendedValue>,
    /// Its position in the file.
    pub(super) at: std::ops::Range<usize>,
}

/// A value that an amendment changed.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AmendedValue {
    /// The keys that lead to it, with slashes, as in a mutation.
    pub at: String,
    /// What it is from then on.
    #[schemars(with = "Anything")]
    pub to: toml::Value,
}

/// An instrument that changed the book.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Amendment")]
struct AmendmentDraft {
    /// The first day on which it holds.
    from: Day,
    /// The provision that makes it.
    cite: Option<Located<Citation>>,
    /// What it did, and what it replaced where that is known.
    note: Option<String>,
    /// The values it changed; left out if the book has only the amended text.
    #[serde(default)]
    set: Vec<AmendedValue>,
}

/// Reads the amendments of a book, in the order of their days.
pub(super) fn read(section: &mut Section<'_>, cites: &mut Citations, faults: &mut Faults) -> Vec<Amendment> {
    let rows = section.rows::<AmendmentDraft>(
        "amendment",
        "what later instruments changed, and from when",
        Need::May,
        faults,
    );
    let mut list: Vec<Amendment> = Vec::new();
    for row in rows {
        let at = row.span();
        let draft = row.into_inner();
        let cite = cites.read_some(draft.cite.as_deref(), faults);
        list.push(Amendment { from: draft.from.0, cite, note: draft.note, changes: draft.set, at });
    }
    list.sort_by_key(|amendment| amendment.from);
    list
}

/// Reports changes of what no amendment can change, and changes of one day that contradict each other.
pub(super) fn check(amendments: &[Amendment], faults: &mut Faults) {
    let mut seen: BTreeSet<(Date, &str)> = BTreeSet::new();
    for amendment in amendments {
        for AmendedValue { at, .. } in &amendment.changes {
            let first = at.split('/').next().unwrap_or_default();
            if ["id", "amendment"].contains(&first) {
                faults.add(amendment.at.clone(), format!("an amendment cannot change `{first}`"));
            }
            // A change of a value and of one that it contains overlap; such keys are neighbours in this order.
            let is_within = |outer: &str, inner: &str| {
                inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let day = amendment.from;
            let outer = seen.range((day, "")..=(day, at)).any(|(_, other)| is_within(other, at));
            let inner = seen.range((day, at.as_str())..).next();
            if outer || inner.is_some_and(|(on, other)| *on == day && is_within(at, other)) {
                faults.add(amendment.at.clone(), format!("`{at}` is changed twice from {day}"));
            }
            seen.insert((day, at));
        }
    }
}
