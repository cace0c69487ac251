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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_in_force_or_cannot_be_read_is_named_with_what_to_do() {
        let file = std::env::temp_dir().join(format!("croupier-notes-{}.toml", std::process::id()));
        std::fs::write(&file, "currency = \"GBP\"\n").unwrap();
        let note = |adopted: &str| other_file(HouseId(2), &file, adopted);
        assert_eq!(note("currency = \"GBP\"\n"), None);
        let other = note("currency = \"ZAR\"\n").unwrap();
        assert!(other.starts_with("House 2: ") && other.contains("croupier check"), "{other}");
        std::fs::remove_file(&file).unwrap();
        assert!(note("").unwrap().contains("cannot be read"));
    }

    #[test]
    fn a_breach_is_named_with_its_provision_and_how_many_more_there_are() {
        assert_eq!(unlawful(HouseId(1), &[]), None);
        let breach = || Breach {
            at: 0..0,
            table: "Wheel 1".to_owned(),
            rulebook: "mpumalanga".to_owned(),
            found: "no approval of the hours".to_owned(),
            allowed: "the Board approves them".to_owned(),
            cites: vec!["2.4".to_owned()],
        };
        let one = unlawful(HouseId(1), &[breach()]).unwrap();
        assert!(one.contains("Wheel 1: no approval of the hours") && one.contains("mpumalanga 2.4"), "{one}");
        assert!(!one.contains("more"), "{one}");
        assert!(unlawful(HouseId(1), &[breach(), breach()]).unwrap().contains("1 more"));
    }
}
