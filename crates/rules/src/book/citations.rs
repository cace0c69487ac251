//! The citations of a book: its provisions, and the parents of provisions, as far as they are cited.

use std::collections::BTreeMap;
use std::ops::{Bound, Range};

use toml::Spanned;

use super::faults::Faults;
use super::limit::CITATIONS_MAX;
use super::located::Citation;
use crate::law::Rule;
use crate::notation::nearest;

/// The citations of a book: its provisions by id, then the cited parents of ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Citations {
    texts: Vec<Box<str>>,
    places: BTreeMap<Box<str>, Rule>,
    provisions: usize,
    /// Everything that was cited, in the order of reading.
    cited: Vec<(Rule, Range<usize>)>,
    /// Whether there were more than can be numbered.
    is_full: bool,
}

impl Citations {
    /// The citations of provisions with these ids; a repeated id is ignored.
    pub(super) fn new<'a>(ids: impl IntoIterator<Item = &'a str>) -> Self {
        let mut citations = Self::default();
        for id in ids {
            citations.intern(id);
        }
        citations.provisions = citations.texts.len();
        citations
    }

    fn intern(&mut self, text: &str) -> Rule {
        if let Some(rule) = self.places.get(text) {
            return *rule;
        }
        // Beyond the last number the book is not read: `check` reports it.
        let Ok(number) = u16::try_from(self.texts.len()) else {
            self.is_full = true;
            return Rule(u16::MAX);
        };
        self.texts.push(text.into());
        self.places.insert(text.into(), Rule(number));
        Rule(number)
    }

    /// Reports more citations than can be numbered.
    pub(super) fn check(&self, faults: &mut Faults) {
        if self.is_full {
            faults.add(0..0, format!("a book cites at most {CITATIONS_MAX} provisions"));
        }
    }

    /// The text of a citation.
    pub fn text(&self, rule: Rule) -> &str {
        &self.texts[usize::from(rule.0)]
    }

    /// The citation of a provision, or of the parent of several.
    pub fn find(&self, text: &str) -> Option<Rule> {
        self.places.get(text).copied()
    }

    /// Reads a citation, which must be a provision of the book or the parent of several.
    pub(crate) fn read(&mut self, cite: &Spanned<Citation>, faults: &mut Faults) -> Rule {
        let text = cite.get_ref().as_ref();
        if !self.places.contains_key(text) && !self.is_parent(text) {
            let provisions = self.texts[..self.provisions].iter().map(|id| &**id);
            let near = if faults.are_few() { nearest(text, provisions) } else { None };
            let help = near.map_or_else(
                || "cite a provision of this book".to_owned(),
                |id| format!("did you mean `{id}`?"),
            );
            faults.add_with_help(cite.span(), format!("`{text}` is not a provision of this book"), help);
        }
        let rule = self.intern(text);
        self.cited.push((rule, cite.span()));
        rule
    }

    /// Whether provisions lie below this one: `reg. 6` has `reg. 6(9)`.
    fn is_parent(&self, text: &str) -> bool {
        ['(', ' ', '.'].into_iter().any(|joint| {
            let below = format!("{text}{joint}");
            let mut from = self.places.range::<str, _>((Bound::Included(below.as_str()), Bound::Unbounded));
            from.next().is_some_and(|(id, _)| id.starts_with(&below))
        })
    }

    /// The citations beyond the provisions, in the order of reading.
    pub(super) fn parents(&self) -> &[Box<str>] {
        &self.texts[self.provisions..]
    }

    /// Adds citations that another edition of the book has read, so that both number them alike.
    pub(super) fn add_parents(&mut self, parents: &[Box<str>]) {
        for text in parents {
            self.intern(text);
        }
    }

    /// Everything that was cited so far, with the positions.
    pub(super) fn cited(&self) -> &[(Rule, Range<usize>)] {
        &self.cited
    }

    /// Forgets what was cited, once all that needs it has been read.
    pub(super) fn forget_cited(&mut self) {
        self.cited = Vec::new();
    }

    /// Reads a citation that may be absent.
    pub(crate) fn read_some(
        &mut self,
        cite: Option<&Spanned<Citation>>,
        faults: &mut Faults,
    ) -> Option<Rule> {
        cite.map(|cite| self.read(cite, faults))
    }
}
