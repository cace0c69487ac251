//! The clock of a house: it follows the wall clock, never goes back and never jumps.
//!
//! Phases end by it. A wall clock that is put back would let them last for hours, one that is put forward would end
//! them all at once and take every decision by default; so this one goes by the machine's own steady count and is drawn
//! towards the wall clock by a tenth of the time that has passed.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use croupier_house::ids::Now;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// It is drawn to the wall clock by at most one part in so many of the time that has passed.
const DRAW: i64 = 10;

/// A clock in a time zone.
pub struct Clock {
    zone: TimeZone,
    read: Instant,
    at: i64,
    /// The last whole minute that was looked up, and what it is where the house is.
    minute: Option<(i64, Now)>,
}

/// Milliseconds since 1970 by the wall clock.
pub fn wall() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl Clock {
    /// A clock in a time zone such as `Europe/London`, not earlier than `least`: what was written in the journal last.
    pub fn new(zone: &str, least: i64) -> Self {
        let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        Self { zone, read: Instant::now(), at: wall().max(least), minute: None }
    }

    /// Goes on in another time zone: a new house file may name one.
    pub fn set_zone(&mut self, zone: &str) {
        if self.zone.iana_name() != Some(zone)
            && let Ok(zone) = TimeZone::get(zone)
        {
            (self.zone, self.minute) = (zone, None);
        }
    }

    /// What time it is.
    pub fn now(&mut self) -> Now {
        self.now_by(Instant::now(), wall())
    }

    fn now_by(&mut self, read: Instant, wall: i64) -> Now {
        let passed = i64::try_from(read.duration_since(self.read).as_millis()).unwrap_or(0);
        if passed > 0 {
            // What is left of a millisecond is counted next time.
            self.read += Duration::from_millis(passed.cast_unsigned());
            let off = wall - (self.at + passed);
            let most = (passed / DRAW).max(i64::from(passed > 0 && off.abs() > 0));
            self.at += (passed + off.clamp(-most, most)).max(0);
        }
        self.told(self.at)
    }

    /// A time in the words of the house.
    fn told(&mut self, at: i64) -> Now {
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
    fn it_goes_with_the_wall_clock() {
        let mut clock = clock();
        let start = clock.read;
        let now = clock.now_by(start + Duration::from_secs(90), NOON + 90_000);
        assert_eq!((now.at, now.minute, now.date.to_string().as_str()), (NOON + 90_000, 721, "2001-05-01"));
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
    fn it_comes_to_the_wall_clock_in_the_end() {
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
