//! What the papers of a house have in common: its name, its currency, its time, and how amounts and counts are written.

use std::fmt::Display;

use croupier_house::paper::Count;
use croupier_print::{Align, Grid, PrintDate, Printout, Sheet, Signature};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The house that a paper is of.
pub(crate) struct Letterhead {
    /// Its name.
    pub(crate) house: String,
    /// Its currency, as three letters.
    pub(crate) currency: String,
    /// Its time zone. The zone is written with every time.
    pub(crate) zone: TimeZone,
}

/// Who took a step, and when, in milliseconds since 1970.
#[derive(Clone, Debug)]
pub(crate) struct SignedStep {
    pub(crate) who: String,
    pub(crate) at: i64,
}

impl Letterhead {
    /// A paper of this house about something that happened at this time.
    pub(crate) fn paper(&self, title: &str, number: String, at: i64, sheet: Sheet) -> Printout {
        Printout {
            house: self.house.clone(),
            title: title.to_owned(),
            number,
            date: print_date(at),
            sheet,
            stamp: None,
            passages: Vec::new(),
        }
    }

    /// A time in the zone of the house.
    pub(crate) fn time(&self, at: i64) -> String {
        match Timestamp::from_millisecond(at) {
            Ok(time) => time.to_zoned(self.zone.clone()).strftime("%-d %b %Y %H:%M:%S %Z").to_string(),
            // No calendar has it; it is written as the journal has it.
            Err(_) => format!("{at} ms since 1970"),
        }
    }

    /// An amount with the currency.
    pub(crate) fn amount(&self, amount: impl Display) -> String {
        format!("{} {}", self.currency, figures(amount))
    }

    /// A count by denomination, with its total. A count that is too large has no total: its rows are there.
    pub(crate) fn count(&self, count: &Count) -> Grid {
        let (value, amount) = (format!("Value ({})", self.currency), format!("Amount ({})", self.currency));
        let heads = [(&*value, Align::Right), ("Pieces", Align::Right), (&*amount, Align::Right)];
        let mut grid = Grid::new(heads);
        for (value, pieces) in &count.0 {
            let sum = value.times(i64::from(*pieces)).map_or_else(|_| "too large".to_owned(), figures);
            grid.row([figures(value), figures(pieces), sum]);
        }
        let total = count.total().map_or_else(|_| "too large".to_owned(), figures);
        grid.total(["Total".to_owned(), String::new(), total]);
        grid
    }

    /// A line to sign on, with who the journal has.
    pub(crate) fn signature(&self, what: &str, step: Option<&SignedStep>) -> Signature {
        Signature {
            what: what.to_owned(),
            who: step.map(|step| step.who.clone()).unwrap_or_default(),
            at: step.map(|step| self.time(step.at)).unwrap_or_default(),
        }
    }
}

/// The date in the particulars of a PDF.
pub(crate) fn print_date(at: i64) -> PrintDate {
    let time = Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(TimeZone::UTC);
    PrintDate {
        year: time.year().try_into().unwrap_or_default(),
        month: time.month().cast_unsigned(),
        day: time.day().cast_unsigned(),
        hour: time.hour().cast_unsigned(),
        minute: time.minute().cast_unsigned(),
        second: time.second().cast_unsigned(),
    }
}

/// A figure with its thousands apart: `12,500.00`.
pub(crate) fn figures(figure: impl Display) -> String {
    let text = figure.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", &*text), |digits| ("-", digits));
    let (whole, rest) = digits.find('.').map_or((digits, ""), |point| digits.split_at(point));
    let grouped = whole.char_indices().flat_map(|(place, digit)| {
        let apart = place > 0 && (whole.len() - place).is_multiple_of(3);
        apart.then_some(',').into_iter().chain([digit])
    });
    format!("{sign}{}{rest}", grouped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::figures;

    #[test]
    fn thousands_are_apart() {
        let all = ["0", "7.50", "999.00", "1000.00", "-1234567.89", "100000"].map(figures);
        assert_eq!(all, ["0", "7.50", "999.00", "1,000.00", "-1,234,567.89", "100,000"]);
    }
}
