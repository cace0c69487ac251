//! The values of a row.

use std::borrow::Cow;

use crate::column::ColumnType;

/// A value in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell<'a> {
    /// Nothing.
    Empty,
    /// A whole number.
    Integer(i64),
    /// An amount in minor units: hundredths.
    Money(i64),
    /// A number in millionths.
    Decimal(i64),
    /// A time in milliseconds since 1970.
    Time(i64),
    /// A text.
    Text(Cow<'a, str>),
    /// Yes or no.
    Flag(bool),
}

impl<'a> Cell<'a> {
    /// A text.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// The value of something that may not be there.
    pub fn maybe<T>(value: Option<T>, of: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Empty, of)
    }

    /// Its type; `None` where there is nothing.
    pub const fn type_of(&self) -> Option<ColumnType> {
        match self {
            Self::Empty => None,
            Self::Integer(_) => Some(ColumnType::Integer),
            Self::Money(_) => Some(ColumnType::Money),
            Self::Decimal(_) => Some(ColumnType::Decimal),
            Self::Time(_) => Some(ColumnType::Time),
            Self::Text(_) => Some(ColumnType::Text),
            Self::Flag(_) => Some(ColumnType::Flag),
        }
    }
}
