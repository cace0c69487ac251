//! Reading the tables of a rulebook file key by key.
//!
//! Serde stops at the first thing it cannot read. Here every key and every row of a list is read on its own, so that
//! all faults of a file come out together; within one row serde does the work.

use std::collections::BTreeMap;
use std::ops::Range;

use croupier_kit::Odds;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::faults::Faults;
use super::placed::{Citation, OddsText};
use super::schema;
use crate::law::Rule;
use crate::notation::nearest;

/// The citations of a book: its provisions by id, then the parents of ids that are cited.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Citations {
    texts: Vec<Box<str>>,
    places: BTreeMap<Box<str>, Rule>,
    provisions: usize,
}

impl Citations {
    /// The citations of provisions with these ids; the second of two equal ids is ignored.
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

    /// The words of a citation.
    pub fn text(&self, rule: Rule) -> &str {
        self.texts.get(usize::from(rule.0)).map_or("", |text| text)
    }

    /// The citation of a provision, or of the parent of some.
    pub fn find(&self, text: &str) -> Option<Rule> {
        self.places.get(text).copied()
    }

    /// Reads a citation, which must be a provision of the book or the parent of some.
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
        self.intern(text)
    }

    /// Reads a citation where there may be none.
    pub(crate) fn read_some(
        &mut self,
        cite: Option<&Spanned<Citation>>,
        faults: &mut Faults,
    ) -> Option<Rule> {
        cite.map(|cite| self.read(cite, faults))
    }
}

/// Reads odds.
pub(crate) fn read_odds(text: &Spanned<OddsText>, faults: &mut Faults) -> Odds {
    text.get_ref().as_ref().parse().unwrap_or_else(|error: croupier_kit::OddsError| {
        faults.add(text.span(), error.to_string());
        EVENS
    })
}

/// 1 to 1.
pub(crate) const EVENS: Odds = match Odds::new(1, 1) {
    Some(odds) => odds,
    None => unreachable!(),
};

/// A key that the reader of a table looks at, so that what is read and what the schema says are one list.
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) need: Need,
    /// The form of its value.
    pub(crate) form: Form,
}

/// Whether a table must have a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    Must,
    May,
    /// This or another of those that may stand for it.
    Either,
}

/// The form of a value, for the schema of a file.
pub(crate) enum Form {
    /// One value.
    One(fn(&mut SchemaGenerator) -> Schema),
    /// A list; an empty one where a key must be there is as good as none.
    List(fn(&mut SchemaGenerator) -> Schema),
    /// Tables by name, read elsewhere.
    Named,
}

/// A table that is read key by key.
pub(crate) trait Part: Sized {
    /// What it is called where its keys are told of.
    const NAME: &str;

    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self>;

    /// Says in its schema what its keys have to do with each other.
    fn bind(_: &mut Schema) {}
}

/// One table of the file, from which keys are taken until none is left.
pub(crate) struct Section<'i> {
    name: String,
    at: Range<usize>,
    table: DeTable<'i>,
    known: Vec<Key>,
}

impl<'i> Section<'i> {
    pub(crate) fn new(name: impl Into<String>, table: Spanned<DeTable<'i>>) -> Self {
        Self { name: name.into(), at: table.span(), table: table.into_inner(), known: Vec::new() }
    }

    /// Where the table stands.
    pub(crate) fn at(&self) -> Range<usize> {
        self.at.clone()
    }

    /// The keys that have been looked at.
    pub(crate) fn into_known(self) -> Vec<Key> {
        self.known
    }

    fn remove(&mut self, key: &str, need: Need, form: Form) -> Option<Spanned<DeValue<'i>>> {
        self.known.push(Key { name: key.to_owned(), need, form });
        self.table.remove(key)
    }

    /// The value of a key that may be absent.
    pub(crate) fn take<T: Readable>(&mut self, key: &str, faults: &mut Faults) -> Option<Spanned<T>> {
        self.remove(key, Need::May, Form::One(form_of::<T>)).and_then(|value| read_value(value, faults))
    }

    /// The value of a key that must be there.
    pub(crate) fn need<T: Readable>(&mut self, key: &str, faults: &mut Faults) -> Option<Spanned<T>> {
        let Some(value) = self.remove(key, Need::Must, Form::One(form_of::<T>)) else {
            let whole = if self.name.is_empty() { "the file".to_owned() } else { format!("[{}]", self.name) };
            faults.add(self.at.clone(), format!("{whole} lacks `{key}`"));
            return None;
        };
        read_value(value, faults)
    }

    /// The rows of a list, each read on its own.
    pub(crate) fn rows<T: Readable>(
        &mut self,
        key: &str,
        need: Need,
        faults: &mut Faults,
    ) -> Vec<Spanned<T>> {
        let rows = self.array(key, need, Form::List(form_of::<T>), faults);
        rows.into_iter().filter_map(|row| read_value(row, faults)).collect()
    }

    /// The tables of a list, each read key by key, with their places.
    pub(crate) fn parts<P: Part>(&mut self, key: &str, need: Need, faults: &mut Faults) -> Vec<P> {
        let rows = self.array(key, need, Form::List(schema::of_part::<P>), faults);
        let sections: Vec<Section<'_>> =
            rows.into_iter().filter_map(|row| as_section(key.to_owned(), row, faults)).collect();
        sections.into_iter().filter_map(|section| section.into_part(faults)).collect()
    }

    /// A table within this one that is read key by key.
    pub(crate) fn part<P: Part>(&mut self, key: &str, faults: &mut Faults) -> Option<P> {
        let value = self.remove(key, Need::May, Form::One(schema::of_part::<P>))?;
        as_section(key.to_owned(), value, faults)?.into_part(faults)
    }

    fn into_part<P: Part>(mut self, faults: &mut Faults) -> Option<P> {
        let read = P::read(&mut self, faults);
        self.finish(faults);
        read
    }

    fn array(&mut self, key: &str, need: Need, form: Form, faults: &mut Faults) -> toml::de::DeArray<'i> {
        let Some(value) = self.remove(key, need, form) else { return toml::de::DeArray::new() };
        let at = value.span();
        let DeValue::Array(rows) = value.into_inner() else {
            let within = if self.name.is_empty() { String::new() } else { format!("{}.", self.name) };
            faults.add(at, format!("`{key}` must be a list: write [[{within}{key}]]"));
            return toml::de::DeArray::new();
        };
        rows
    }

    /// A table within this one, read by serde at one go.
    pub(crate) fn table<T: Readable>(&mut self, key: &str, faults: &mut Faults) -> Option<Spanned<T>> {
        let value = self.remove(key, Need::May, Form::One(form_of::<T>))?;
        let section = as_section(self.name_of(key), value, faults)?;
        read_value(Spanned::new(section.at, DeValue::Table(section.table)), faults)
    }

    fn name_of(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) }
    }

    /// All tables within the one of this key, by name, in the order of the file.
    pub(crate) fn sections(&mut self, key: &str, faults: &mut Faults) -> Vec<(String, Section<'i>)> {
        let Some(value) = self.remove(key, Need::Must, Form::Named) else { return Vec::new() };
        let Some(section) = as_section(self.name_of(key), value, faults) else { return Vec::new() };
        let mut found: Vec<(String, Section<'i>)> = Vec::new();
        for (name, value) in section.table {
            let name = name.into_inner().into_owned();
            if let Some(inner) = as_section(format!("{key}.{name}"), value, faults) {
                found.push((name, inner));
            }
        }
        found.sort_by_key(|(_, inner)| inner.at.start);
        found
    }

    /// No key may be left over.
    pub(crate) fn finish(&self, faults: &mut Faults) {
        for key in self.table.keys() {
            let name = key.get_ref();
            let known = || self.known.iter().map(|key| key.name.as_str());
            let help = nearest(name, known()).map_or_else(
                || format!("known here: {}", known().collect::<Vec<_>>().join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            let place = if self.name.is_empty() { String::new() } else { format!(" in [{}]", self.name) };
            faults.add_with_help(key.span(), format!("unknown key `{name}`{place}"), help);
        }
    }
}

/// What serde can read and a schema can tell of.
pub(crate) trait Readable: DeserializeOwned + JsonSchema {}

impl<T: DeserializeOwned + JsonSchema> Readable for T {}

fn form_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

fn as_section<'i>(name: String, value: Spanned<DeValue<'i>>, faults: &mut Faults) -> Option<Section<'i>> {
    let at = value.span();
    let DeValue::Table(table) = value.into_inner() else {
        faults.add(at, format!("`{name}` must be a table"));
        return None;
    };
    Some(Section::new(name, Spanned::new(at, table)))
}

fn read_value<T: Readable>(value: Spanned<DeValue<'_>>, faults: &mut Faults) -> Option<Spanned<T>> {
    let at = value.span();
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(read) => Some(Spanned::new(at, read)),
        Err(error) => {
            faults.add(error.span().unwrap_or(at), error.message());
            None
        }
    }
}
