//! Reads the tables of a rulebook file key by key.
//!
//! Serde stops at the first value it cannot read. Here every key and every row of a list is read separately, so that
//! all faults of a file are reported together; serde reads each single row, and where it fails the row is compared with
//! its schema.

use std::ops::Range;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::faults::Faults;
use super::form::{add_departures, known_words};
use super::keys::{Form, Key, Need, finish, generator, of_keys};
use crate::notation::nearest;

/// A TOML table that is read key by key.
pub(crate) trait Part: Sized {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self>;

    /// Adds the relations between its keys to its schema.
    fn bind(_: &mut Schema) {}
}

/// A key with its meaning.
type Meant<'k> = (&'k str, &'static str);

/// One TOML table of the file, from which keys are removed until none is left.
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

    /// The position of the table.
    pub(crate) fn at(&self) -> Range<usize> {
        self.at.clone()
    }

    /// Whether every key of the table has been looked up.
    pub(crate) fn is_spent(&self) -> bool {
        self.table.is_empty()
    }

    /// The keys that have been looked up.
    pub(crate) fn into_known(self) -> Vec<Key> {
        self.known
    }

    fn remove(&mut self, (key, meaning): Meant<'_>, need: Need, form: Form) -> Option<Spanned<DeValue<'i>>> {
        self.known.push(Key { name: key.to_owned(), meaning, need, form });
        self.table.remove(key)
    }

    /// The value of an optional key.
    pub(crate) fn take<T: Readable>(
        &mut self,
        key: &str,
        meaning: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<T>> {
        self.remove((key, meaning), Need::May, Form::One(form_of::<T>))
            .and_then(|value| read_value(&value, faults))
    }

    /// The value of an optional key whose schema is not that of its type.
    pub(crate) fn take_as<T: Readable>(
        &mut self,
        key: &str,
        meaning: &'static str,
        form: Schema,
        faults: &mut Faults,
    ) -> Option<Spanned<T>> {
        self.remove((key, meaning), Need::May, Form::Given(form)).and_then(|value| read_value(&value, faults))
    }

    /// The value of a required key.
    pub(crate) fn need<T: Readable>(
        &mut self,
        key: &str,
        meaning: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<T>> {
        let Some(value) = self.remove((key, meaning), Need::Must, Form::One(form_of::<T>)) else {
            faults.add(self.at.clone(), self.lacks(key));
            return None;
        };
        read_value(&value, faults)
    }

    /// What is said of a required key that is not there.
    fn lacks(&self, key: &str) -> String {
        let whole = if self.name.is_empty() { "the file".to_owned() } else { format!("[{}]", self.name) };
        format!("{whole} lacks `{key}`")
    }

    /// The rows of a list, each read separately.
    pub(crate) fn rows<T: Readable>(
        &mut self,
        key: &str,
        meaning: &'static str,
        need: Need,
        faults: &mut Faults,
    ) -> Vec<Spanned<T>> {
        let rows = self.array((key, meaning), need, Form::List(form_of::<T>), faults);
        rows.into_iter().filter_map(|row| read_value(&row, faults)).collect()
    }

    /// The text under `key` in each row of a list, before the rows are read.
    pub(crate) fn texts_of(&self, list: &str, key: &str) -> Vec<String> {
        let rows = self.table.get(list).map(Spanned::get_ref);
        let Some(DeValue::Array(rows)) = rows else { return Vec::new() };
        let text = |row: &Spanned<DeValue<'_>>| match row.get_ref() {
            DeValue::Table(row) => row.get(key)?.get_ref().as_str().map(ToOwned::to_owned),
            _ => None,
        };
        rows.iter().filter_map(text).collect()
    }

    /// The tables of a list, each read key by key, with their positions.
    pub(crate) fn parts<P: Part>(
        &mut self,
        key: &str,
        meaning: &'static str,
        need: Need,
        faults: &mut Faults,
    ) -> Vec<P> {
        let rows = self.array((key, meaning), need, Form::List(of_part::<P>), faults);
        let sections: Vec<Section<'_>> =
            rows.into_iter().filter_map(|row| as_section(key.to_owned(), row, faults)).collect();
        sections.into_iter().filter_map(|section| section.into_part(faults)).collect()
    }

    /// A nested table that is read key by key.
    pub(crate) fn part<P: Part>(
        &mut self,
        key: &str,
        meaning: &'static str,
        faults: &mut Faults,
    ) -> Option<P> {
        let value = self.remove((key, meaning), Need::May, Form::One(of_part::<P>))?;
        as_section(key.to_owned(), value, faults)?.into_part(faults)
    }

    fn into_part<P: Part>(mut self, faults: &mut Faults) -> Option<P> {
        let read = P::read(&mut self, faults);
        self.finish(faults);
        read
    }

    fn array(
        &mut self,
        (key, meaning): Meant<'_>,
        need: Need,
        form: Form,
        faults: &mut Faults,
    ) -> toml::de::DeArray<'i> {
        let Some(value) = self.remove((key, meaning), need, form) else { return toml::de::DeArray::new() };
        let at = value.span();
        let DeValue::Array(rows) = value.into_inner() else {
            let within = if self.name.is_empty() { String::new() } else { format!("{}.", self.name) };
            faults.add(at, format!("`{key}` must be a list: write [[{within}{key}]]"));
            return toml::de::DeArray::new();
        };
        rows
    }

    /// A nested table that serde reads as a whole.
    pub(crate) fn table<T: Readable>(
        &mut self,
        key: &str,
        meaning: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<T>> {
        let value = self.remove((key, meaning), Need::May, Form::One(form_of::<T>))?;
        let section = as_section(self.name_of(key), value, faults)?;
        read_value(&Spanned::new(section.at, DeValue::Table(section.table)), faults)
    }

    fn name_of(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) }
    }

    /// All tables under this key, by name, in the order of the file.
    pub(crate) fn sections(
        &mut self,
        key: &str,
        meaning: &'static str,
        form: fn() -> Schema,
        faults: &mut Faults,
    ) -> Vec<(String, Section<'i>)> {
        let Some(value) = self.remove((key, meaning), Need::Must, Form::Named(form)) else {
            return Vec::new();
        };
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

    /// Reports every key that is left over as a fault.
    pub(crate) fn finish(&self, faults: &mut Faults) {
        for key in self.table.keys() {
            let name = key.get_ref();
            let known = || self.known.iter().map(|key| key.name.as_str());
            let help = known_words(name, known());
            // A key that is written wrongly is not missing as well.
            if let Some(near) = nearest(name, known()).filter(|_| faults.are_few()) {
                faults.retract(&self.at, &self.lacks(near));
            }
            let place = if self.name.is_empty() { String::new() } else { format!(" in [{}]", self.name) };
            faults.add_with_help(key.span(), format!("unknown key `{name}`{place}"), help);
        }
    }
}

/// A type that serde can read and that has a schema.
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

fn read_value<T: Readable>(value: &Spanned<DeValue<'_>>, faults: &mut Faults) -> Option<Spanned<T>> {
    let at = value.span();
    match T::deserialize(ValueDeserializer::from(value.clone())) {
        Ok(read) => Some(Spanned::new(at, read)),
        Err(error) => {
            // Making a schema takes time: a file that is wrong throughout is reported in serde's words.
            if !faults.are_few() || !add_departures(&schema_of::<T>(), value, faults) {
                faults.add(error.span().unwrap_or(at), error.message());
            }
            None
        }
    }
}

fn schema_of<T: JsonSchema>() -> serde_json::Value {
    let mut generator = generator();
    finish(generator.subschema_for::<T>(), "", generator)
}

/// The keys that a reader looks up in a table that is empty or has only a family.
pub(crate) fn keys_of(family: &str, read: impl FnOnce(&mut Section<'_>, &mut Faults)) -> Vec<Key> {
    let mut table = DeTable::new();
    if !family.is_empty() {
        table.insert(Spanned::new(0..0, "family".into()), Spanned::new(0..0, DeValue::String(family.into())));
    }
    let mut section = Section::new("", Spanned::new(0..0, table));
    // The keys that the empty table lacks are not faults here.
    read(&mut section, &mut Faults::default());
    section.into_known()
}

/// The schema of a table that is read key by key.
pub(crate) fn of_part<P: Part>(generator: &mut SchemaGenerator) -> Schema {
    let keys = keys_of("", |section, faults| drop(P::read(section, faults)));
    let mut form = of_keys(keys, generator);
    P::bind(&mut form);
    form
}
