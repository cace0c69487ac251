//! The local time of a house at an entry.

use croupier_house::House;
use croupier_house::ids::Now;
use jiff::Timestamp;
use jiff::tz::TimeZone;

const MINUTE_MS: i64 = 60_000;

/// Converts the times of entries to the local time of the house.
pub(crate) struct LocalTime {
    version: u32,
    zone: TimeZone,
    /// The last minute that was converted, as a cache.
    minute: Option<(i64, Now)>,
}

impl LocalTime {
    pub(crate) fn new() -> Self {
        Self { version: 0, zone: TimeZone::UTC, minute: None }
    }

    /// The time of an entry in the zone of the house file in force; in UTC before there is one.
    pub(crate) fn now(&mut self, house: &House<'_>, at: i64) -> Now {
        if self.version != house.office.version {
            self.version = house.office.version;
            self.minute = None;
            let zone = house.office.time_zone().and_then(|zone| TimeZone::get(&zone).ok());
            self.zone = zone.unwrap_or(TimeZone::UTC);
        }
        let minute = at.div_euclid(MINUTE_MS);
        if let Some((_, now)) = self.minute.filter(|(known, _)| *known == minute) {
            return Now { at, ..now };
        }
        // A time that no calendar has is refused with its entry.
        let local = Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(self.zone.clone());
        let of_day = i16::from(local.hour()) * 60 + i16::from(local.minute());
        let now = Now { at, date: local.date(), minute: of_day.unsigned_abs() };
        self.minute = Some((minute, now));
        now
    }
}
