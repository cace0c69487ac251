//! Money on the wire: a decimal text, never a number that a reader could round.

use std::borrow::Cow;

use croupier_kit::{Money, MoneySum};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// An amount, such as `12.50`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Amount(pub Money);

/// An amount that may be negative, such as `-12.50`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Signed(pub Money);

/// A sum of amounts over any time, such as `-12.50`. It has more digits than any amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TotalAmount(pub MoneySum);

impl<T: Into<MoneySum>> From<T> for TotalAmount {
    fn from(sum: T) -> Self {
        Self(sum.into())
    }
}

impl Serialize for TotalAmount {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl From<Money> for Amount {
    fn from(money: Money) -> Self {
        Self(money)
    }
}

impl From<Money> for Signed {
    fn from(money: Money) -> Self {
        Self(money)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl Serialize for Signed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(from)?;
        text.parse().map(Self).map_err(|error| D::Error::custom(format!("`{text}` {error}")))
    }
}

impl<'de> Deserialize<'de> for Signed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(from)?;
        let (sign, figures) = text.strip_prefix('-').map_or((1, &*text), |figures| (-1, figures));
        let amount: Money = figures.parse().map_err(|error| D::Error::custom(format!("`{text}` {error}")))?;
        amount.times(sign).map(Self).map_err(D::Error::custom)
    }
}

fn text(description: &str, pattern: &str, longest: usize, example: &str) -> RefOr<Schema> {
    let object = ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .description(Some(description))
        .pattern(Some(pattern))
        .max_length(Some(longest))
        .examples([example]);
    RefOr::T(Schema::Object(object.build()))
}

impl PartialSchema for Amount {
    fn schema() -> RefOr<Schema> {
        let description = "An amount in the currency of the house, as decimal text";
        text(description, r"^\d{1,13}(\.\d{1,2})?$", 18, "12.50")
    }
}

impl PartialSchema for Signed {
    fn schema() -> RefOr<Schema> {
        text(
            "An amount that may be negative, in the currency of the house, as decimal text",
            r"^-?\d{1,16}(\.\d{1,2})?$",
            18,
            "-12.50",
        )
    }
}

impl PartialSchema for TotalAmount {
    fn schema() -> RefOr<Schema> {
        let description = "A sum over any time in the currency of the house, as decimal text";
        text(description, r"^-?\d{1,37}\.\d{2}$", 41, "-12.50")
    }
}

impl ToSchema for Amount {}
impl ToSchema for TotalAmount {}
impl ToSchema for Signed {}
