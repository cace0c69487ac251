//! The hours of a table: from one time of day to another, past midnight if the second is earlier.

use std::fmt;
use std::str::FromStr;

use toml::Spanned;

use crate::book::Faults;

/// The number of minutes in a day.
const DAY: u16 = 24 * 60;

/// From one time of day to another; the whole day if both are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hours {
    from: u16,
    to: u16,
}

impl Hours {
    /// The duration in minutes.
    const fn length(self) -> u16 {
        match (self.to + DAY - self.from) % DAY {
            0 => DAY,
            length => length,
        }
    }

    /// The beginning, in minutes of the day.
    pub const fn from(self) -> u16 {
        self.from
    }

    /// Whether these hours include this minute of the day.
    pub const fn hold(self, minute: u16) -> bool {
        (minute + DAY - self.from) % DAY < self.length()
    }

    /// Whether all of the other hours are within these.
    pub const fn contain(self, others: Self) -> bool {
        self.length() == DAY || (others.from + DAY - self.from) % DAY + others.length() <= self.length()
    }
}

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", time(self.from), time(self.to))
    }
}

/// A minute of the day, as a time for people to read.
pub(super) fn time(minute: u16) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// The error for a text that is not a span of hours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoursError(String);

impl fmt::Display for HoursError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` are no hours: write them as 14:00-04:00", self.0)
    }
}

impl std::error::Error for HoursError {}

impl FromStr for Hours {
    type Err = HoursError;

    fn from_str(text: &str) -> Result<Self, HoursError> {
        let read = |text: &str| {
            let (hour, minute) = text.trim().split_once(':')?;
            let figures = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
            let (hour, minute) =
                Some((hour, minute)).filter(|(hour, minute)| figures(hour) && figures(minute))?;
            let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
            (hour < 24 && minute < 60 || (hour, minute) == (24, 0)).then_some((hour * 60 + minute) % DAY)
        };
        let both = text.split_once('-').and_then(|(from, to)| Some((read(from)?, read(to)?)));
        both.map(|(from, to)| Self { from, to }).ok_or_else(|| HoursError(text.to_owned()))
    }
}

/// Reads hours.
pub(super) fn read_hours(hours: &Spanned<String>, faults: &mut Faults) -> Option<Spanned<Hours>> {
    match hours.get_ref().parse() {
        Ok(read) => Some(Spanned::new(hours.span(), read)),
        Err(error) => {
            let error: HoursError = error;
            faults.add(hours.span(), error.to_string());
            None
        }
    }
}
