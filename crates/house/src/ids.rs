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

impl IdempotencyKey {
    /// The key as it is stored if it says when it was made: this time (48 bits, in milliseconds since 1970), then 80 bits of the
    /// key. Stored keys then lie in the order in which they were made, so that those of a thousand commands are written to a few
    /// pages of a table and not to a thousand.
    #[must_use]
    pub const fn in_order_of(self, made: i64) -> Self {
        Self((made.cast_unsigned() as u128) << 80 | (self.0 & ((1 << 80) - 1)))
    }
}

/// The number of days for which keys are stored.
pub const KEY_DAYS: i64 = 30;

/// The time at which a UUID of version 7 was made, in milliseconds since 1970 (RFC 9562, 5.7); `None` for other
/// versions, which do not contain it.
pub const fn uuid_time(uuid: u128) -> Option<i64> {
    let (version, variant) = ((uuid >> 76) & 0xf, (uuid >> 62) & 0b11);
    if version != 7 || variant != 0b10 {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "it has 48 bits")]
    let at = (uuid >> 80) as i64;
    Some(at)
}

/// Whether a UUID says itself that it is older than keys are stored. A command with it must be refused, because
/// nobody knows any more whether it was executed before.
pub const fn is_too_old(uuid: u128, now: i64) -> bool {
    match uuid_time(uuid) {
        Some(at) => now.saturating_sub(at) > KEY_DAYS * DAY_MS,
        None => false,
    }
}

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

/// A minute in milliseconds.
pub(crate) const MINUTE_MS: i64 = 60 * 1000;

/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const MINUTES_A_DAY: i64 = DAY_MS / MINUTE_MS;

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

    /// How far the local time of the house is ahead of UTC, in minutes.
    fn ahead(&self) -> i64 {
        self.day() * MINUTES_A_DAY + i64::from(self.minute) - self.at.div_euclid(MINUTE_MS)
    }

    /// The day, in days since 1970-01-01, and the minute of another time, if the clocks are not changed before it.
    fn local(&self, at: i64) -> (i64, i64) {
        let minutes = at.div_euclid(MINUTE_MS) + self.ahead();
        (minutes.div_euclid(MINUTES_A_DAY), minutes.rem_euclid(MINUTES_A_DAY))
    }

    /// The local date at another time. This crate has no time zones: where the clocks are changed before it, it may be
    /// an hour off.
    pub(crate) fn date_at(&self, at: i64) -> Date {
        let days = self.local(at).0 - self.day();
        self.date.saturating_add(jiff::SignedDuration::from_hours(24 * days))
    }

    /// Another time in words, with the difference from UTC, so that it is right when the clocks are changed before it.
    pub(crate) fn clock(&self, at: i64) -> String {
        let (minute, ahead) = (self.local(at).1, self.ahead());
        let (sign, apart) = if ahead < 0 { ('-', -ahead) } else { ('+', ahead) };
        let time = format!("{} {:02}:{:02}", self.date_at(at), minute / 60, minute % 60);
        format!("{time} (UTC{sign}{:02}:{:02})", apart / 60, apart % 60)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 9562, A.6: made at 2022-02-22 19:22:22 UTC.
    const SEVEN: u128 = 0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f;
    const MADE: i64 = 1_645_557_742_000;

    #[test]
    fn a_uuid_of_version_7_has_its_time_and_others_have_none() {
        assert_eq!(uuid_time(SEVEN), Some(MADE));
        // The examples of the same appendix for versions 1 and 4.
        for other in
            [0xc232_ab00_9414_11ec_b3c8_9f6b_dece_d846, 0x9191_08f7_52d1_4320_9bac_f847_db41_48a8, 0, 7 << 76]
        {
            assert_eq!(uuid_time(other), None, "{other:x}");
            assert!(!is_too_old(other, i64::MAX));
        }
    }

    #[test]
    fn a_stored_key_begins_with_its_time_and_keeps_the_rest() {
        let stored = IdempotencyKey(u128::MAX).in_order_of(MADE);
        assert_eq!(format!("{:032x}", stored.0), "017f22e279b0ffffffffffffffffffff");
        assert!(stored < IdempotencyKey(0).in_order_of(MADE + 1));
    }

    #[test]
    fn a_key_is_too_old_after_thirty_days_and_not_before() {
        assert!(!is_too_old(SEVEN, MADE));
        assert!(!is_too_old(SEVEN, MADE + KEY_DAYS * DAY_MS));
        assert!(is_too_old(SEVEN, MADE + KEY_DAYS * DAY_MS + 1));
        // A client whose clock is ahead sends keys from the future.
        assert!(!is_too_old(SEVEN, MADE - DAY_MS) && !is_too_old(SEVEN, i64::MIN));
    }
}
