//! The clock of a house. It follows the wall clock but never jumps or runs backwards.
//!
//! The phases are timed by it. If the wall clock were set back, phases would last for hours. If it were set forward,
//! all phases would end at once and every decision would be made by default. So this clock runs on the monotonic
//! clock of the machine, and corrects itself towards the wall clock by at most a tenth of the elapsed time.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use croupier_house::command::Command;
use croupier_house::ids::{DAY_MS, Now};
use croupier_house::office::OfficeAction;
use croupier_rules::house::HouseFile;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::wire::Problem;

/// The divisor of the elapsed time that gives the maximum correction.
const CORRECTION: i64 = 10;

/// How far the system clock may be ahead of the last entry of a house when the server starts, in milliseconds: 30
/// days. A clock that is a year ahead would end exclusions and limits for good, because a house never goes back in
/// time.
pub(crate) const CLOCK_AHEAD_MAX: i64 = 30 * DAY_MS;

/// Whether a system clock that is far ahead of the last entry of a house is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockTrust {
    /// It may be so many milliseconds ahead. Otherwise the server does not start, and says both times.
    UpTo(i64),
    /// An operator has checked the clock.
    Accept,
}

impl Default for ClockTrust {
    fn default() -> Self {
        Self::UpTo(CLOCK_AHEAD_MAX)
    }
}

impl ClockTrust {
    /// Checks the system clock against the time of the last entry of a house.
    pub(crate) fn check(self, last: i64) -> Result<(), String> {
        self.check_at(last, wall())
    }

    fn check_at(self, last: i64, wall: i64) -> Result<(), String> {
        let ahead = wall.saturating_sub(last);
        let Self::UpTo(most) = self else { return Ok(()) };
        if last <= 0 || ahead <= most {
            return Ok(());
        }
        let shown =
            |at: i64| Timestamp::from_millisecond(at).map_or_else(|_| at.to_string(), |at| at.to_string());
        Err(format!(
            "the last entry is of {}, and the system clock says {}, {} days later (at most {} are believed): check the \
             clock; if it is right, start once with --accept-clock",
            shown(last),
            shown(wall),
            ahead / DAY_MS,
            most / DAY_MS
        ))
    }
}

/// A clock with a time zone.
pub(crate) struct Clock {
    zone: TimeZone,
    read: Instant,
    at: i64,
    /// The last minute that was converted to local time, as a cache.
    minute: Option<(i64, Now)>,
}

/// Checks that the house file of a command, if it has one, names a time zone that exists. A file that cannot be read is
/// left to the house, which names its faults.
pub(crate) fn check_zone(command: &Command) -> Result<(), Problem> {
    let file: &str = match command {
        Command::AdoptHouseFile { file } => file,
        Command::Found(founding) => &founding.file,
        Command::ProposeOffice(OfficeAction::AdoptHouseFile { file }) => file,
        _ => return Ok(()),
    };
    let Ok(read) = HouseFile::read_adopted("the house file", file) else { return Ok(()) };
    match TimeZone::get(&read.time_zone) {
        Ok(_) => Ok(()),
        Err(_) => Err(Problem::malformed(
            format!("there is no time zone `{}`", read.time_zone),
            "write an area and a place, such as Europe/London; `croupier check` finds the nearest name",
        )),
    }
}

/// A time in words, in a time zone such as `Europe/London`; in UTC, and said so, where there is none.
pub(crate) fn local_time(at: i64, zone: Option<&str>) -> String {
    let time = Timestamp::from_millisecond(at).unwrap_or_default();
    match zone.and_then(|zone| TimeZone::get(zone).ok()) {
        Some(zone) => time.to_zoned(zone).strftime("%a %-d %b %Y %H:%M").to_string(),
        None => time.strftime("%a %-d %b %Y %H:%M UTC").to_string(),
    }
}

/// Milliseconds since 1970 by the wall clock.
pub(crate) fn wall() -> i64 {
    // A clock before 1970 shows that the machine does not know the time: the house then has that of its last entry.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since.as_millis()).expect("a clock is set within the next millions of years")
}

impl Clock {
    /// A clock in a time zone such as `Europe/London`. It does not start before `least`, the time of the last journal
    /// entry.
    pub(crate) fn new(zone: &str, least: i64) -> Self {
        let (read, at) = (Instant::now(), wall().max(least));
        let mut clock = Self { zone: TimeZone::UTC, read, at, minute: None };
        clock.set_zone(zone);
        clock
    }

    /// Changes the time zone, because a new house file may name another one. A zone that does not exist, which
    /// `croupier check` finds in a house file, changes nothing.
    pub(crate) fn set_zone(&mut self, zone: &str) {
        if self.zone.iana_name() == Some(zone) {
            return;
        }
        match TimeZone::get(zone) {
            Ok(zone) => (self.zone, self.minute) = (zone, None),
            Err(error) => tracing::warn!(zone, %error, hours = ?self.zone, "there is no such time zone"),
        }
    }

    /// The time is at least this: it is that of an entry.
    pub(crate) const fn advance_to(&mut self, at: i64) {
        if at > self.at {
            self.at = at;
        }
    }

    /// The time now.
    pub(crate) fn now(&mut self) -> Now {
        self.now_by(Instant::now(), wall())
    }

    fn now_by(&mut self, read: Instant, wall: i64) -> Now {
        let passed = i64::try_from(read.duration_since(self.read).as_millis())
            .expect("a server runs for less than an age");
        if passed > 0 {
            // The fraction of a millisecond is counted next time.
            self.read += Duration::from_millis(passed.cast_unsigned());
            let behind = wall - (self.at + passed);
            let most = (passed / CORRECTION).max(i64::from(passed > 0 && behind.abs() > 0));
            self.at += (passed + behind.clamp(-most, most)).max(0);
        }
        self.local(self.at)
    }

    /// The time, with its local date and minute.
    fn local(&mut self, at: i64) -> Now {
        let minute = at.div_euclid(60_000);
        match self.minute {
            Some((known, now)) if known == minute => Now { at, ..now },
            _ => {
                let zoned = Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(self.zone.clone());
                let of_day =
                    u16::from(zoned.hour().cast_unsigned()) * 60 + u16::from(zoned.minute().cast_unsigned());
                let now = Now { at, date: zoned.date(), minute: of_day };
                self.minute = Some((minute, now));
                now
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 988_718_400_000;

    fn clock() -> Clock {
        Clock { zone: TimeZone::UTC, read: Instant::now(), at: NOON, minute: None }
    }

    #[test]
    fn a_clock_far_ahead_of_the_last_entry_is_asked_about_at_the_start() {
        let year = NOON + 365 * DAY_MS;
        let refused = ClockTrust::default().check_at(NOON, year).unwrap_err();
        for word in ["2001-05-01T12:00:00Z", "2002-05-01T12:00:00Z", "365 days", "--accept-clock"] {
            assert!(refused.contains(word), "{word} in {refused}");
        }
        assert_eq!(ClockTrust::Accept.check_at(NOON, year), Ok(()));
        assert_eq!(ClockTrust::default().check_at(NOON, NOON + CLOCK_AHEAD_MAX), Ok(()));
        assert_eq!(
            ClockTrust::default().check_at(NOON, NOON - 365 * DAY_MS),
            Ok(()),
            "a clock that is behind waits"
        );
        assert_eq!(ClockTrust::default().check_at(0, year), Ok(()), "a new house has no last entry");
    }

    #[test]
    fn it_follows_the_wall_clock() {
        let mut clock = clock();
        let start = clock.read;
        let now = clock.now_by(start + Duration::from_secs(90), NOON + 90_000);
        assert_eq!((now.at, now.minute, now.date.to_string().as_str()), (NOON + 90_000, 721, "2001-05-01"));
    }

    #[test]
    fn its_hours_are_those_of_the_house_with_summer_time() {
        let zones = [
            ("Australia/Perth", 20 * 60, "2001-05-01"),
            ("Pacific/Auckland", 0, "2001-05-02"),
            ("Europe/London", 13 * 60, "2001-05-01"),
            ("America/Los_Angeles", 5 * 60, "2001-05-01"),
        ];
        for (zone, minute, date) in zones {
            let mut clock = clock();
            clock.set_zone(zone);
            let now = clock.now_by(clock.read, NOON);
            assert_eq!((now.minute, now.date.to_string().as_str()), (minute, date), "{zone}");
        }
    }

    #[test]
    fn a_house_file_with_a_time_zone_that_does_not_exist_is_refused() {
        let text = include_str!("../../../examples/house.toml");
        let adopts = |file: String| {
            let proposed = OfficeAction::AdoptHouseFile { file: file.as_str().into() };
            [Command::AdoptHouseFile { file }, Command::ProposeOffice(proposed)]
                .map(|command| check_zone(&command))
        };
        assert_eq!(adopts(text.to_owned()).map(|checked| checked.is_ok()), [true, true]);
        for refused in adopts(text.replace("Europe/London", "Europe/Lundon")) {
            assert_eq!(refused.unwrap_err().found, "there is no time zone `Europe/Lundon`");
        }
    }

    #[test]
    fn it_neither_jumps_forward_nor_goes_back_when_the_wall_clock_does() {
        for wall in [NOON + 3_600_000, NOON - 3_600_000] {
            let mut clock = clock();
            let start = clock.read;
            let at = clock.now_by(start + Duration::from_secs(10), wall).at;
            assert!((NOON + 9_000..=NOON + 11_000).contains(&at), "{at}");
            let later = clock.now_by(start + Duration::from_secs(11), wall).at;
            assert!(later >= at);
        }
    }

    #[test]
    fn it_reaches_the_wall_clock_in_the_end() {
        let mut clock = clock();
        let start = clock.read;
        let mut at = 0;
        for second in 1..=60 {
            at = clock
                .now_by(start + Duration::from_secs(second), NOON + second.cast_signed() * 1_000 + 2_000)
                .at;
        }
        assert_eq!(at, NOON + 62_000);
    }
}
