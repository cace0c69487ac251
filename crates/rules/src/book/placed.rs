//! What a file writes, with the place where it is written: the words that are read further behind the door.

use std::borrow::Cow;
use std::ops::Deref;

use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use toml::Spanned;

/// A value with its place in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Placed<T>(Spanned<T>);

impl<T> Placed<T> {
    /// The same, as the parser has it.
    pub(crate) fn into_spanned(self) -> Spanned<T> {
        self.0
    }
}

impl<T> Deref for Placed<T> {
    type Target = Spanned<T>;
    fn deref(&self) -> &Spanned<T> {
        &self.0
    }
}

impl<T: Ord> Ord for Placed<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.get_ref().cmp(other.get_ref())
    }
}

impl<T: Ord> PartialOrd for Placed<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> PartialEq for Placed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T: Ord> Eq for Placed<T> {}

/// A place changes nothing about the form of a value.
impl<T: JsonSchema> JsonSchema for Placed<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A citation: the id of a provision of this book, or of the parent of some.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Citation(String);

impl AsRef<str> for Citation {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Odds as the regulation words them: `35 to 1`, `9½ to 5`.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct OddsText(String);

impl AsRef<str> for OddsText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl JsonSchema for OddsText {
    fn schema_name() -> Cow<'static, str> {
        "Odds".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "odds as the regulation words them: `35 to 1`, `9½ to 5`",
            "type": "string",
            "pattern": r"^ *(\d+(½|\.5)?|½|\.5) +to +(0*[1-9]\d*(½|\.5)?|0*(½|\.5)) *$",
        })
    }
}

/// A day of the calendar, as a file writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "toml::value::Datetime")]
pub struct Day(pub Date);

impl TryFrom<toml::value::Datetime> for Day {
    type Error = &'static str;
    fn try_from(written: toml::value::Datetime) -> Result<Self, Self::Error> {
        let day = written.date.filter(|_| written.time.is_none()).and_then(|day| {
            let (year, month) = (i16::try_from(day.year).ok()?, i8::try_from(day.month).ok()?);
            Date::new(year, month, i8::try_from(day.day).ok()?).ok()
        });
        day.map(Self).ok_or("write a date such as 1970-07-01")
    }
}

impl JsonSchema for Day {
    fn schema_name() -> Cow<'static, str> {
        "Day".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "a day, written without quotes: 1970-07-01",
            "type": "string",
            "format": "date",
        })
    }
}

/// Any value that a file can hold.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Anything(pub(crate) toml::Value);

impl JsonSchema for Anything {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Anything".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer", "boolean", "array", "object"] })
    }
}

/// A value as a `house` line has it: text, a whole number, true or false, or a list of these.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Word(pub(crate) toml::Value);

impl JsonSchema for Word {
    fn schema_name() -> Cow<'static, str> {
        "Word".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "text, a whole number, true or false, or a list of these",
            "type": ["string", "integer", "boolean", "array"],
            "items": { "type": ["string", "integer", "boolean"] },
        })
    }
}

/// Text, a whole number, or true or false.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Scalar(pub(crate) toml::Value);

impl JsonSchema for Scalar {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Scalar".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer", "boolean"] })
    }
}

/// A name that is part of `RULEBOOK/GAME`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Id(pub(crate) String);

impl Id {
    /// What such a name looks like.
    pub(crate) const PATTERN: &str = "^[a-z0-9-]+$";
}

impl JsonSchema for Id {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": Self::PATTERN })
    }
}
