//! Amendments: what a later instrument changed in a book, and from when.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Book;
use super::faults::Faults;
use super::path::find;
use super::placed::{Anything, Citation, Day, Placed};
use super::section::{Citations, Need, Section};
use crate::law::Rule;

/// One instrument that changed the book.
#[derive(Clone, PartialEq, Debug)]
pub struct Amendment {
    /// The first day on which it holds.
    pub from: Date,
    /// The provision that makes it.
    pub cite: Option<Rule>,
    /// What it did, and what it replaced where that is known.
    pub note: Option<String>,
    /// The values it changed; none where the book holds only the text as it left it.
    pub changes: Vec<AmendedValue>,
    at: std::ops::Range<usize>,
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
    cite: Option<Placed<Citation>>,
    /// What it did, and what it replaced where that is known.
    note: Option<String>,
    /// The values it changed; none where the book holds only the text as it left it.
    #[serde(default)]
    set: Vec<AmendedValue>,
}

/// The amendments of a book, in the order of their days.
pub(super) fn read(section: &mut Section<'_>, cites: &mut Citations, faults: &mut Faults) -> Vec<Amendment> {
    let rows = section.rows::<AmendmentDraft>("amendment", Need::May, faults);
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

impl Book {
    /// Makes the book as each amendment left it; a change that leaves no book is a fault at its amendment.
    pub(super) fn amend(mut self, text: &str, faults: &mut Faults) -> Self {
        let Ok(mut root) = toml::from_str::<toml::Table>(text).map(toml::Value::Table) else { return self };
        for amendment in self.amendments.clone().iter().filter(|amendment| !amendment.changes.is_empty()) {
            let mut found = true;
            for change in &amendment.changes {
                match find(&mut root, &change.at) {
                    Some(place) => *place = change.to.clone(),
                    None => {
                        found = false;
                        faults.add(
                            amendment.at.clone(),
                            format!("nothing stands at `{}` to be amended", change.at),
                        );
                    }
                }
            }
            match found.then(|| self.as_amended(&root)) {
                Some(Ok(book)) => self.amended.push((amendment.from, book)),
                Some(Err(why)) => {
                    faults.add(
                        amendment.at.clone(),
                        format!("as amended from {} it is no book: {why}", amendment.from),
                    );
                }
                None => {}
            }
        }
        self
    }

    /// The book of the changed text, under the digest and the list of amendments of the whole file.
    fn as_amended(&self, root: &toml::Value) -> Result<Self, String> {
        let text = toml::to_string(root).map_err(|error| error.to_string())?;
        let (table, _) = toml::de::DeTable::parse_recoverable(&text);
        let mut faults = Faults::default();
        let book = Self::read_section(&mut Section::new("", table), &text, &mut faults);
        match book {
            Some(book) if faults.is_empty() => Ok(Self { digest: self.digest.clone(), ..book }),
            _ => Err(faults.report("rulebook", "the amended book", &text).to_string()),
        }
    }
}
