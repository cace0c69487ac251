//! The periods of figures: hours or days in UTC, or the whole interval of an export.

use croupier_house::ids::DAY_MS;

/// An hour in milliseconds.
const HOUR_MS: i64 = 60 * 60 * 1000;

/// What figures are summed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FigurePeriod {
    /// Each hour.
    Hour,
    /// Each day in UTC.
    #[default]
    Day,
    /// The whole interval.
    Whole,
}

impl FigurePeriod {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Hour, Self::Day, Self::Whole];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Whole => "whole",
        }
    }

    const fn length(self) -> Option<i64> {
        match self {
            Self::Hour => Some(HOUR_MS),
            Self::Day => Some(DAY_MS),
            Self::Whole => None,
        }
    }
}

/// The periods of a house within an interval. The first has its first entry; later ones follow without a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Periods {
    period: FigurePeriod,
    /// The interval. It begins no earlier than the day of the first entry.
    from: i64,
    to: i64,
}

impl Periods {
    /// The periods of a house whose first entry was made at a time.
    pub(super) fn new(period: FigurePeriod, (from, to): (i64, i64), first: i64) -> Self {
        let begins = first.div_euclid(DAY_MS) * DAY_MS;
        let from = match period {
            // What was asked for as a whole is the whole, whenever the house began.
            FigurePeriod::Whole if from > i64::MIN => from,
            FigurePeriod::Hour => from.max(first.div_euclid(HOUR_MS) * HOUR_MS),
            _ => from.max(begins),
        };
        Self { period, from, to }
    }

    /// The beginning of the first period.
    pub(super) const fn first(&self) -> i64 {
        self.from
    }

    /// The beginning of the period that has a time.
    pub(super) fn beginning(&self, at: i64) -> i64 {
        match self.period.length() {
            Some(length) => self.from.max(at.div_euclid(length) * length),
            None => self.from,
        }
    }

    /// The end of the period that begins at a time; `None` if that is not known before the end of the export.
    pub(super) fn end(&self, beginning: i64) -> Option<i64> {
        match self.period.length() {
            Some(length) => Some(self.cut(next(beginning, length))),
            None => (self.to < i64::MAX).then_some(self.to),
        }
    }

    /// The end of the last period, if the house is known up to a time: of the day that has it, or of the interval.
    pub(super) fn last_end(&self, known: i64) -> i64 {
        match self.period {
            FigurePeriod::Whole if self.to < i64::MAX => self.to,
            FigurePeriod::Whole => self.cut(next(known, DAY_MS)),
            FigurePeriod::Hour | FigurePeriod::Day => self.cut(known.checked_add(1)),
        }
    }

    /// A time that is not after the interval; one that no number can say is.
    fn cut(&self, time: Option<i64>) -> i64 {
        time.map_or(self.to, |time| self.to.min(time))
    }
}

/// The first whole hour, day or other length after a time, if a number can say it.
fn next(time: i64, length: i64) -> Option<i64> {
    time.div_euclid(length).checked_add(1)?.checked_mul(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: (i64, i64) = (i64::MIN, i64::MAX);
    /// A day at 09:30.
    const FIRST: i64 = 20_000 * DAY_MS + 19 * HOUR_MS / 2;

    #[test]
    fn periods_follow_each_other_from_the_first_entry() {
        let days = Periods::new(FigurePeriod::Day, ALL, FIRST);
        assert_eq!((days.first(), days.end(days.first())), (20_000 * DAY_MS, Some(20_001 * DAY_MS)));
        assert_eq!(days.beginning(FIRST + DAY_MS), 20_001 * DAY_MS);
        let hours = Periods::new(FigurePeriod::Hour, ALL, FIRST);
        assert_eq!(hours.first(), FIRST - HOUR_MS / 2);
        assert_eq!(hours.end(hours.first()), Some(FIRST + HOUR_MS / 2));
        let whole = Periods::new(FigurePeriod::Whole, ALL, FIRST);
        assert_eq!((whole.first(), whole.end(whole.first())), (20_000 * DAY_MS, None));
        assert_eq!(whole.last_end(FIRST + DAY_MS), 20_002 * DAY_MS);
    }

    #[test]
    fn a_period_at_the_end_of_all_times_ends_with_the_interval() {
        let days = Periods::new(FigurePeriod::Day, ALL, FIRST);
        assert_eq!((days.end(i64::MAX - 1), days.last_end(i64::MAX)), (Some(i64::MAX), i64::MAX));
    }

    #[test]
    fn an_interval_cuts_periods_off() {
        let noon = 20_000 * DAY_MS + 12 * HOUR_MS;
        let days = Periods::new(FigurePeriod::Day, (noon, noon + DAY_MS), FIRST);
        assert_eq!((days.first(), days.end(days.first())), (noon, Some(20_001 * DAY_MS)));
        assert_eq!(days.end(20_001 * DAY_MS), Some(noon + DAY_MS));
        let whole = Periods::new(FigurePeriod::Whole, (0, noon), FIRST);
        assert_eq!((whole.first(), whole.last_end(FIRST)), (0, noon));
    }
}
