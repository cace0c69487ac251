//! Values of a file with their positions in it, so that a fault found later can point there.

use std::borrow::Cow;
use std::ops::Deref;

use croupier_kit::Odds;
use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use toml::Spanned;

use super::faults::Faults;

/// A value with its position in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Located<T>(Spanned<T>);

impl<T> Located<T> {
    /// The same value as the parser's type.
    pub(crate) fn into_spanned(self) -> Spanned<T> {
        self.0
    }
}

impl<T> From<Spanned<T>> for Located<T> {
    fn from(value: Spanned<T>) -> Self {
        Self(value)
    }
}

impl<T> Deref for Located<T> {
    type Target = Spanned<T>;
    fn deref(&self) -> &Spanned<T> {
        &self.0
    }
}

impl<T: Ord> Ord for Located<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.get_ref().cmp(other.get_ref())
    }
}

impl<T: Ord> PartialOrd for Located<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T: Ord> Eq for Located<T> {}

/// The position has no effect on the schema of a value.
impl<T: JsonSchema> JsonSchema for Located<T> {
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

/// A list that has something in it, where it is there at all.
pub(super) fn at_least_one<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    let list = Vec::deserialize(deserializer)?;
    match list.is_empty() {
        true => Err(serde::de::Error::custom("this list is empty: name at least one, or leave the key out")),
        false => Ok(list),
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

/// Odds in the words of the regulation: `35 to 1`, `9½ to 5`.
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
            "description": "odds as the regulation words them, with figures up to 65535: `35 to 1`, `9½ to 5`",
            "type": "string",
            "pattern": r"^ *(0*[1-9]\d*(½|\.5)?|0*(½|\.5)) +to +(0*[1-9]\d*(½|\.5)?|0*(½|\.5)) *$",
        })
    }
}

/// A calendar day, as written in a file.
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

/// A value as written in a `house` line: text, a whole number, true or false, or a list of these.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct SettingValue(pub(crate) toml::Value);

impl JsonSchema for SettingValue {
    fn schema_name() -> Cow<'static, str> {
        "SettingValue".into()
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
    /// The pattern of such a name.
    pub(crate) const PATTERN: &str = "^[a-z0-9-]+$";

    /// Whether it matches the pattern.
    pub(crate) fn is_plain(&self) -> bool {
        !self.0.is_empty()
            && self.0.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    }
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

/// Reads odds.
pub(crate) fn read_odds(text: &Spanned<OddsText>, faults: &mut Faults) -> Odds {
    let odds = text.get_ref().as_ref().parse().unwrap_or_else(|error: croupier_kit::OddsError| {
        faults.add(text.span(), error.to_string());
        Odds::EVENS
    });
    if odds.terms().0 == 0 {
        faults.add(text.span(), format!("odds of {odds} pay nothing: a stake that is returned is void"));
    }
    odds
}
