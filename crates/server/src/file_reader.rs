//! Reading a house file that somebody has written: as the rules read it, and its time zone, which only a database of time
//! zones knows.

use croupier_rules::book::{BookError, Faults, Shelf};
use croupier_rules::house::HouseFile;
use croupier_rules::notation::nearest;
use jiff::tz::TimeZone;

/// Reads a house file.
///
/// # Errors
/// Its faults, each with its place.
pub fn read_house_file(name: &str, text: &str, shelf: &Shelf) -> Result<HouseFile, BookError> {
    let house = HouseFile::read(name, text, shelf)?;
    match zone_fault(&house) {
        Some(faults) => Err(faults.report("house file", name, text)),
        None => Ok(house),
    }
}

/// The fault of a time zone that does not exist.
fn zone_fault(house: &HouseFile) -> Option<Faults> {
    let zone = house.time_zone.as_str();
    if TimeZone::get(zone).is_ok() {
        return None;
    }
    let known: Vec<String> = jiff::tz::db().available().map(|name| name.to_string()).collect();
    let help = nearest(zone, known.iter().map(String::as_str)).map_or_else(
        || "write an area and a place, such as Europe/London".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    let mut faults = Faults::default();
    faults.add_with_help(house.time_zone_at.clone(), format!("there is no time zone `{zone}`"), help);
    Some(faults)
}
