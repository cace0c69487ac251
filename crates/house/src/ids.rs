//! Identifiers, and the time of a command.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A house among those of one installation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HouseId(pub u16);

/// The maximum number of houses in one installation. The account number has ten bits for the house.
pub const HOUSES_MAX: u16 = 1 << 10;

/// A person of a house, numbered from 1 in the order of enrolment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u32);

/// A table of a house, numbered from 1 in the order in which house files first named it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub u16);

/// Identifies a command, so that it is executed only once even if it is sent several times.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IdempotencyKey(pub u128);

/// The originator of an action: a person, or the house itself (its timers and machines).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// The house itself.
    House,
    /// A person.
    Person(PersonId),
}

impl Actor {
    /// The person; `None` for the house itself.
    pub const fn person(self) -> Option<PersonId> {
        match self {
            Self::House => None,
            Self::Person(person) => Some(person),
        }
    }
}

/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The time of a command. It is passed in: this crate has no clock and no time zones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// Milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// The local date of the house.
    pub date: Date,
    /// The minute of that day, 0 to 1439.
    pub minute: u16,
}

impl Now {
    /// The local day of the house, in days since 1970-01-01.
    pub fn day(&self) -> i64 {
        let span = self.date.duration_since(Date::constant(1970, 1, 1));
        span.as_secs().div_euclid(DAY_MS / 1000)
    }
}

/// Identifies a journal: that of the house or that of one of its tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct StreamId {
    /// The house.
    pub house: HouseId,
    /// The table; `None` for the journal of the house.
    pub table: Option<TableId>,
}

impl StreamId {
    /// A number that is unique among all streams.
    pub const fn number(self) -> i64 {
        let table = match self.table {
            Some(TableId(table)) => table as i64,
            None => 0,
        };
        (self.house.0 as i64) << 16 | table
    }

    /// The stream with this number.
    pub const fn numbered(number: i64) -> Option<Self> {
        if number < 0 || number >> 16 >= HOUSES_MAX as i64 {
            return None;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are in range")]
        let (house, table) = ((number >> 16) as u16, (number & 0xffff) as u16);
        let table = if table == 0 { None } else { Some(TableId(table)) };
        Some(Self { house: HouseId(house), table })
    }
}
