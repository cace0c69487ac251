//! Amendments: the changes that a later instrument made to a book, and their dates.

use std::collections::BTreeSet;
use std::ops::Range;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;

use super::citations::Citations;
use super::faults::Faults;
use super::keys::Need;
use super::located::{Anything, Citation, Day, Located, at_least_one};
use super::path::ValueTree;
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
    pub(super) at: Range<usize>,
    /// The positions of its changes.
    pub(super) places: Vec<Range<usize>>,
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
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    set: Vec<Located<AmendedValue>>,
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
        let (places, changes) =
            draft.set.into_iter().map(|row| (row.span(), row.into_spanned().into_inner())).unzip();
        list.push(Amendment { from: draft.from.0, cite, note: draft.note, changes, at, places });
    }
    list.sort_by_key(|amendment| amendment.from);
    list
}

/// The keys of a book that no amendment can change.
const FIXED: [&str; 2] = ["id", "amendment"];

/// The first of the keys that lead to a value.
fn first_key(at: &str) -> &str {
    at.split_once('/').map_or(at, |(first, _)| first)
}

impl Amendment {
    /// Makes its changes, and returns what was there before; `None` if one of them cannot be made, and then none is.
    pub(super) fn apply(&self, tree: &mut ValueTree, faults: &mut Faults) -> Option<Vec<toml::Value>> {
        let (mut before, mut found) = (Vec::new(), true);
        for (AmendedValue { at, to }, place) in self.placed() {
            if FIXED.contains(&first_key(at)) {
                found = false;
                continue;
            }
            let was = tree.find(at);
            if was.is_none() {
                found = false;
                let help = "an amendment changes a value that is there: to add a key, change the table that it is in";
                faults.add_with_help(place.clone(), format!("there is nothing at `{at}` to amend"), help);
            } else if was.is_some_and(|was| was == to) {
                found = false;
                faults.add(place.clone(), format!("`{at}` is {to} already: this changes nothing"));
            } else if found {
                before.extend(tree.change(at, to.clone()));
            }
        }
        if found {
            return Some(before);
        }
        self.undo(before, tree);
        None
    }

    /// Its changes with their positions.
    fn placed(&self) -> impl Iterator<Item = (&AmendedValue, &Range<usize>)> {
        self.changes.iter().zip(&self.places)
    }

    /// Undoes its first changes, the last of them first.
    pub(super) fn undo(&self, before: Vec<toml::Value>, tree: &mut ValueTree) {
        for (change, was) in self.changes.iter().zip(before).rev() {
            tree.change(&change.at, was);
        }
    }
}

/// Reports amendments from before the book is in force, changes of what no amendment can change, and changes of one day
/// that contradict each other.
pub(super) fn check(amendments: &[Amendment], in_force: Option<Date>, faults: &mut Faults) {
    for amendment in amendments {
        if let Some(first) = in_force.filter(|first| amendment.from < *first) {
            let message =
                format!("this amendment is of {}, before the book is in force, from {first}", amendment.from);
            faults.add(amendment.at.clone(), message);
        }
    }
    let mut seen: BTreeSet<(Date, &str)> = BTreeSet::new();
    for amendment in amendments {
        for (AmendedValue { at, .. }, place) in amendment.placed() {
            let first = first_key(at);
            if FIXED.contains(&first) {
                faults.add(place.clone(), format!("an amendment cannot change `{first}`"));
            }
            // A change of a value and of one that it contains overlap.
            let day = amendment.from;
            let ends = at.match_indices('/').map(|(end, _)| end).chain([at.len()]);
            let outer = ends.into_iter().any(|end| seen.contains(&(day, &at[..end])));
            let within = format!("{at}/");
            let inner = seen.range((day, within.as_str())..).next();
            if outer || inner.is_some_and(|(on, other)| *on == day && other.starts_with(&within)) {
                faults.add(place.clone(), format!("`{at}` is changed twice from {day}"));
            }
            seen.insert((day, at));
        }
    }
}
