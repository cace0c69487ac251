//! The citations of a book: its provisions, and the parents of provisions, as far as they are cited.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;

use super::faults::Faults;
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
        let rule = Rule(u16::try_from(self.texts.len()).unwrap_or(u16::MAX));
        self.texts.push(text.into());
        self.places.insert(text.into(), rule);
        rule
    }

    /// The text of a citation.
    pub fn text(&self, rule: Rule) -> &str {
        self.texts.get(usize::from(rule.0)).map_or("", |text| text)
    }

    /// The citation of a provision, or of the parent of several.
    pub fn find(&self, text: &str) -> Option<Rule> {
        self.places.get(text).copied()
    }

    /// Reads a citation, which must be a provision of the book or the parent of several.
    pub(crate) fn read(&mut self, cite: &Spanned<Citation>, faults: &mut Faults) -> Rule {
        let text = cite.get_ref().as_ref();
        let parent_of =
            |id: &str| id.strip_prefix(text).is_some_and(|rest| rest.starts_with(['(', ' ', '.']));
        let known =
            self.places.contains_key(text) || self.texts[..self.provisions].iter().any(|id| parent_of(id));
        if !known {
            let near = nearest(text, self.texts[..self.provisions].iter().map(|id| &**id));
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

    /// Everything that was cited so far, with the positions.
    pub(super) fn cited(&self) -> &[(Rule, Range<usize>)] {
        &self.cited
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
