//! Whether an edition may follow another one: it is a book of the house, not older than the adopted edition, and in force.

use std::ops::Range;

use croupier_rules::book::{Book, Faults};
use jiff::civil::Date;
use toml::de::DeTable;

/// The place of a key in the text of a book, in bytes; of the last row if it is a list. A book that was read has it.
fn place_of(text: &str, key: &str) -> Range<usize> {
    let (table, _) = DeTable::parse_recoverable(text);
    let found = table.get_ref().iter().find(|(known, _)| &**known.get_ref() == key).map(|(known, value)| {
        let rows = value.get_ref().as_array();
        rows.and_then(|rows| rows.iter().last()).map_or_else(|| known.span(), toml::Spanned::span)
    });
    found.unwrap_or(0..0)
}

/// The last day on which a book says that something of it came into force, and the key that says so.
pub(crate) fn last_change(book: &Book) -> Option<(Date, &'static str)> {
    let first = book.in_force().map(|law| (law.from, "in_force"));
    let amended = book.amendments().iter().map(|amendment| (amendment.from, "amendment"));
    first.into_iter().chain(amended).max_by_key(|(from, _)| *from)
}

/// What speaks against an edition whose book the house does not play by.
pub(crate) fn foreign(edition: &Book, known: &[&str]) -> Faults {
    let found = format!("no table of this house plays by `{}`", edition.id());
    let help = format!("choose an edition of a book of this house: {}", known.join(", "));
    fault(edition, "id", found, help)
}

/// What speaks against the edition that the house plays by already.
pub(crate) fn unchanged(edition: &Book) -> Faults {
    fault(edition, "id", "the house plays by this edition".to_owned(), "choose another edition".to_owned())
}

/// What speaks against an edition that a house would play by from today on, instead of the one before.
pub(crate) fn check_successor(before: &Book, after: &Book, today: Date) -> Faults {
    if let Some(law) = after.in_force().filter(|law| law.from > today) {
        let found = format!("this edition is in force from {} on, and today is {today}", law.from);
        let help = "adopt it on that day; a change of a later day is an [[amendment]] of a book in force";
        return fault(after, "in_force", found, help.to_owned());
    }
    match (last_change(before), last_change(after)) {
        (Some((old, _)), Some((new, key))) if new < old => {
            let found = format!(
                "this edition is older: its last change is of {new}, that of the adopted edition of {old}"
            );
            fault(after, key, found, "adopt an edition that is not older".to_owned())
        }
        _ => Faults::default(),
    }
}

fn fault(book: &Book, key: &str, found: String, help: String) -> Faults {
    let mut faults = Faults::default();
    faults.add_with_help(place_of(book.text(), key), found, help);
    faults
}

#[cfg(test)]
mod tests {
    use croupier_rules::book::Shelf;
    use jiff::civil::date;

    use super::*;

    fn edition(from: &str) -> Book {
        let (_, text) = Shelf::built_in_files().next().expect("a built-in book");
        let text = text.replace("from = 1970-07-01", &format!("from = {from}"));
        Book::read("edition", &text).expect("an edition")
    }

    fn found(before: &Book, after: &Book, today: Date) -> Vec<(usize, String)> {
        let error = check_successor(before, after, today).report("rulebook", "edition", after.text());
        error.places().map(|(line, _, fault)| (line, fault.message.clone())).collect()
    }

    #[test]
    fn an_older_edition_and_one_of_a_later_day_are_found_where_they_say_so() {
        let (old, new) = (edition("1970-07-01"), edition("1980-01-01"));
        let line = |of: &Book, wanted: &str| 1 + of.text().lines().position(|line| line == wanted).unwrap();
        let today = date(2024, 3, 1);
        assert_eq!(found(&old, &new, today), []);
        assert_eq!(found(&old, &old, today), []);
        let older = "this edition is older: its last change is of 1970-07-01, that of the adopted edition of 1980-01-01";
        assert_eq!(found(&new, &old, today), [(line(&old, "[in_force]"), older.to_owned())]);
        let early = "this edition is in force from 1980-01-01 on, and today is 1979-12-31";
        assert_eq!(found(&old, &new, date(1979, 12, 31)), [(line(&new, "[in_force]"), early.to_owned())]);
        let id = foreign(&old, &["ruritania"]).report("rulebook", "edition", old.text());
        let (place, _, fault) = id.places().next().unwrap();
        assert_eq!(place, 1 + old.text().lines().position(|line| line.starts_with("id = ")).unwrap());
        assert_eq!(fault.message, "no table of this house plays by `scotland-1970`");
    }
}
