//! Identifiers, and the time of a command.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A house among those of one installation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HouseId(pub u16);

/// The most houses of one installation: the number of a house has ten bits in that of an account.
pub const HOUSES_MAX: u16 = 1 << 10;

/// A person of a house, by the order of enrolment from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u32);

/// A table of a house, by the order in which charters first named it, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub u16);

/// Identifies a command, so that it is carried out once however often it is sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IdempotencyKey(pub u128);

/// Who does something: a person, or the house itself (its timers, its machines).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// The house itself.
    House,
    /// A person.
    Person(PersonId),
}

impl Actor {
    /// The person, unless it is the house itself.
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
    /// The day where the house is.
    pub date: Date,
    /// The minute of that day, 0 to 1439.
    pub minute: u16,
}

/// Identifies a journal: that of the house, or of one of its tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct StreamId {
    /// The house.
    pub house: HouseId,
    /// The table, unless it is the house's own.
    pub table: Option<TableId>,
}

impl StreamId {
    /// A number that no other stream has.
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
