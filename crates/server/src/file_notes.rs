//! What the operator should know about house files when the server starts: where the configured file is not the one in force, and
//! what stops tables from opening.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_rules::house::{Breach, check};

use crate::actor::HouseReader;
use crate::config::Config;
use crate::error::ServeError;
use crate::houses::Houses;

/// The messages about the house files.
///
/// # Errors
/// When a house does not answer.
pub(crate) fn file_notes(houses: &Houses, config: &Config) -> Result<Vec<String>, ServeError> {
    let mut notes = Vec::new();
    for (place, (id, house)) in houses.iter().enumerate() {
        let in_force = house.actor.read_blocking(in_force);
        let (adopted, breaches) = in_force.map_err(|problem| ServeError(problem.message))?;
        if let Some(configured) = config.houses.get(place) {
            notes.extend(other_file(*id, &configured.file, &adopted));
        }
        notes.extend(unlawful(*id, &breaches));
    }
    Ok(notes)
}

/// The text of the house file in force, and its breaches today.
fn in_force(state: &HouseReader<'_>) -> (Box<str>, Vec<Breach>) {
    let office = &state.house.office;
    let law = state.house.library.law();
    let breaches = office.house_file.as_ref().map(|file| check(file, law, state.now.date));
    (office.adopted.clone(), breaches.unwrap_or_default())
}

/// The message for a configured house file that is not the one in force.
fn other_file(house: HouseId, file: &Path, adopted: &str) -> Option<String> {
    let why = match std::fs::read_to_string(file) {
        Ok(text) if text == adopted => return None,
        Ok(_) => "is not the house file in force".to_owned(),
        Err(error) => format!("cannot be read ({error})"),
    };
    Some(format!(
        "House {0}: {1} {why}. The house goes on by the file it has adopted. To change it, check the new one with \
         `croupier check {1}`; a manager then proposes it to the office, and a second person authorises it.",
        house.0,
        file.display()
    ))
}

/// The message for a house whose tables may not open under its books.
fn unlawful(house: HouseId, breaches: &[Breach]) -> Option<String> {
    let [first, others @ ..] = breaches else { return None };
    let Breach { table, found, allowed, rulebook, cites, .. } = first;
    let more = match others.len() {
        0 => String::new(),
        more => format!(" There are {more} more: `croupier check` lists them."),
    };
    let cites = cites.join(", ");
    Some(format!(
        "House {} is in breach of its rulebooks, and tables in breach do not open. {table}: {found}; {allowed} \
         ({rulebook} {cites}).{more}",
        house.0
    ))
}
