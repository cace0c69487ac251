//! The program that makes a report, and the date of a report.

use croupier_print::PrintDate;
use jiff::civil::Date;

/// The digest of the running program.
#[must_use]
pub fn program_digest() -> String {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    bytes.map_or_else(|_| "unknown".to_owned(), |bytes| blake3::hash(&bytes).to_hex().to_string())
}

/// The date that a PDF is made out on: the day whose law it is about, and not that of the clock.
///
/// # Panics
/// When the year is before 0. Nobody can ask for the law of such a day.
#[must_use]
pub fn print_date(day: Date) -> PrintDate {
    let (month, day_of) = (day.month().cast_unsigned(), day.day().cast_unsigned());
    let year = u16::try_from(day.year()).expect("a day of the law has a year from 1 on");
    PrintDate { year, month, day: day_of, hour: 0, minute: 0, second: 0 }
}
