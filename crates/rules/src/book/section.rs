//! Reading the tables of a rulebook file key by key.
//!
//! Serde stops at the first thing it cannot read. Here every key and every row of a list is read on its own, so that
//! all faults of a file come out together; within one row serde does the work.

use std::collections::BTreeMap;
use std::ops::Range;

use croupier_kit::Odds;
use jiff::civil::Date;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::faults::Faults;
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
    pub(crate) fn read(&mut self, cite: &Spanned<String>, faults: &mut Faults) -> Rule {
        let text = cite.get_ref().as_str();
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
    pub(crate) fn read_some(&mut self, cite: Option<&Spanned<String>>, faults: &mut Faults) -> Option<Rule> {
        cite.map(|cite| self.read(cite, faults))
    }
}

/// Reads odds.
pub(crate) fn read_odds(text: &Spanned<String>, faults: &mut Faults) -> Odds {
    text.get_ref().parse().unwrap_or_else(|error: croupier_kit::OddsError| {
        faults.add(text.span(), error.to_string());
        EVENS
    })
}

/// Reads a day.
pub(crate) fn read_date(date: &Spanned<toml::value::Datetime>, faults: &mut Faults) -> Option<Date> {
    let day = date.get_ref().date.as_ref().and_then(|d| {
        Date::new(i16::try_from(d.year).ok()?, i8::try_from(d.month).ok()?, i8::try_from(d.day).ok()?).ok()
    });
    if day.is_none() {
        faults.add(date.span(), "write a date such as 1970-07-01");
    }
    day
}

/// 1 to 1.
pub(crate) const EVENS: Odds = match Odds::new(1, 1) {
    Some(odds) => odds,
    None => unreachable!(),
};

/// One table of the file, from which keys are taken until none is left.
pub(crate) struct Section<'i> {
    name: String,
    at: Range<usize>,
    table: DeTable<'i>,
    known: Vec<String>,
}

impl<'i> Section<'i> {
    pub(crate) fn new(name: impl Into<String>, table: Spanned<DeTable<'i>>) -> Self {
        Self { name: name.into(), at: table.span(), table: table.into_inner(), known: Vec::new() }
    }

    /// Where the table stands.
    pub(crate) fn at(&self) -> Range<usize> {
        self.at.clone()
    }

    fn remove(&mut self, key: &str) -> Option<Spanned<DeValue<'i>>> {
        self.known.push(key.to_owned());
        self.table.remove(key)
    }

    /// The value of a key that may be absent.
    pub(crate) fn take<T: DeserializeOwned>(&mut self, key: &str, faults: &mut Faults) -> Option<Spanned<T>> {
        self.remove(key).and_then(|value| read_value(value, faults))
    }

    /// The value of a key that must be there.
    pub(crate) fn need<T: DeserializeOwned>(&mut self, key: &str, faults: &mut Faults) -> Option<Spanned<T>> {
        let Some(value) = self.remove(key) else {
            faults.add(self.at.clone(), format!("[{}] lacks `{key}`", self.name));
            return None;
        };
        read_value(value, faults)
    }

    /// The rows of a list, each read on its own.
    pub(crate) fn rows<T: DeserializeOwned>(&mut self, key: &str, faults: &mut Faults) -> Vec<Spanned<T>> {
        let Some(value) = self.remove(key) else { return Vec::new() };
        let at = value.span();
        let DeValue::Array(rows) = value.into_inner() else {
            faults.add(at, format!("`{key}` in [{}] must be a list", self.name));
            return Vec::new();
        };
        rows.into_iter().filter_map(|row| read_value(row, faults)).collect()
    }

    /// The tables of a list, each to be read key by key.
    pub(crate) fn list(&mut self, key: &str, faults: &mut Faults) -> Vec<Section<'i>> {
        let Some(value) = self.remove(key) else { return Vec::new() };
        let at = value.span();
        let DeValue::Array(rows) = value.into_inner() else {
            faults.add(at, format!("`{key}` must be a list: write [[{key}]]"));
            return Vec::new();
        };
        rows.into_iter().filter_map(|row| as_section(key.to_owned(), row, faults)).collect()
    }

    /// A table within this one.
    pub(crate) fn section(&mut self, key: &str, faults: &mut Faults) -> Option<Section<'i>> {
        let value = self.remove(key)?;
        let name = if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) };
        as_section(name, value, faults)
    }

    /// All tables within this one, by name, in the order of the file.
    pub(crate) fn sections(&mut self, key: &str, faults: &mut Faults) -> Vec<(String, Section<'i>)> {
        let Some(section) = self.section(key, faults) else { return Vec::new() };
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

    /// The table itself, read by serde at one go.
    pub(crate) fn into_row<T: DeserializeOwned>(self, faults: &mut Faults) -> Option<Spanned<T>> {
        read_value(Spanned::new(self.at, DeValue::Table(self.table)), faults)
    }

    /// No key may be left over.
    pub(crate) fn finish(self, faults: &mut Faults) {
        for key in self.table.keys() {
            let name = key.get_ref();
            let near = nearest(name, self.known.iter().map(String::as_str));
            let help = near.map_or_else(
                || format!("known here: {}", self.known.join(", ")),
                |n| format!("did you mean `{n}`?"),
            );
            faults.add_with_help(key.span(), format!("unknown key `{name}` in [{}]", self.name), help);
        }
    }
}

fn as_section<'i>(name: String, value: Spanned<DeValue<'i>>, faults: &mut Faults) -> Option<Section<'i>> {
    let at = value.span();
    let DeValue::Table(table) = value.into_inner() else {
        faults.add(at, format!("`{name}` must be a table"));
        return None;
    };
    Some(Section::new(name, Spanned::new(at, table)))
}

fn read_value<T: DeserializeOwned>(value: Spanned<DeValue<'_>>, faults: &mut Faults) -> Option<Spanned<T>> {
    let at = value.span();
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(read) => Some(Spanned::new(at, read)),
        Err(error) => {
            faults.add(error.span().unwrap_or(at), error.message());
            None
        }
    }
}
