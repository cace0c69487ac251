//! House files: what is no house file, what breaks nothing, and one smallest file for every provision that can be broken.

mod faults;
mod hours;
mod minimal;
mod plan;
mod provisions;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use croupier_rules::book::Shelf;
use croupier_rules::house::{Breach, HouseFile, check};
use jiff::civil::{Date, date};

/// The books that are built in.
static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

/// A house file without a day is checked as of this one.
const TODAY: Date = date(2020, 1, 1);

/// Every breach of a house.
#[track_caller]
fn breaches(text: &str) -> Vec<Breach> {
    let house = HouseFile::read("house.toml", text, &SHELF).unwrap_or_else(|error| panic!("{error}\n{text}"));
    check(&house, &SHELF, TODAY)
}

/// Every game as `RULEBOOK/GAME`.
fn games() -> impl Iterator<Item = String> {
    let of_book = |book: &'static croupier_rules::book::Book| {
        book.games().iter().map(move |game| format!("{}/{}", book.id(), game.id()))
    };
    SHELF.books().iter().flat_map(of_book)
}

#[test]
fn the_smallest_house_of_every_game_breaks_nothing() {
    assert_eq!(games().count(), 12);
    for game in games() {
        assert_eq!(breaches(&minimal::lawful(&game)), [], "{game}");
    }
}

#[test]
fn the_example_house_has_all_twelve_games_and_breaks_nothing() {
    let text = include_str!("../../../../examples/house.toml");
    let house =
        HouseFile::read("examples/house.toml", text, &SHELF).unwrap_or_else(|error| panic!("{error}"));
    let played: BTreeSet<&str> = house.tables.iter().map(|table| table.game.get_ref().as_str()).collect();
    assert_eq!(played, games().collect::<Vec<_>>().iter().map(String::as_str).collect());
    for book in SHELF.books() {
        let of_book = |game: &str| game.split_once('/').is_some_and(|(id, _)| id == book.id());
        let tables = house.tables.iter().filter(|table| of_book(table.game.get_ref())).count();
        assert!(tables >= 2, "{} has {tables} tables", book.id());
    }
    assert_eq!(breaches(text), []);
}

#[test]
fn the_house_in_breach_breaks_at_least_twenty_provisions_at_once() {
    let text = include_str!("../../../../examples/house-in-breach.toml");
    let found = breaches(text);
    let broken: BTreeSet<(&str, &str)> = found
        .iter()
        .filter_map(|breach| Some((breach.rulebook.as_str(), breach.cites.first()?.as_str())))
        .collect();
    assert!(broken.len() >= 20, "{} provisions: {broken:?}", broken.len());
    let places: Vec<usize> = found.iter().map(|breach| breach.at.start).collect();
    assert!(places.is_sorted(), "breaches come in the order of the file");
}

#[test]
fn one_fault_of_a_bank_is_one_breach_however_many_tables_it_serves() {
    let table = "\n[[table]]\nname = \"U\"\ngame = \"scotland-1970/roulette\"\nbank = \"B\"\n";
    let shared = minimal::changed("scotland-1970/roulette", "shares = [\"Ann Ltd\"]", "shares = [\"Bob\"]");
    assert_eq!(breaches(&format!("{shared}{table}")).len(), 1);
    let dice = table.replace("roulette", "dice");
    let cites: Vec<String> =
        breaches(&format!("{shared}{dice}")).into_iter().flat_map(|breach| breach.cites).collect();
    assert_eq!(cites, ["reg. 3(3)", "reg. 4(3)"]);
}

#[test]
fn an_inspector_may_have_more_tables_when_they_are_not_open_at_once() {
    let table = |name: usize, hours: &str| {
        let one = minimal::lawful("mpumalanga/american-roulette");
        let (_, table) = one.split_once("[[table]]").unwrap();
        let table = table.replace("\"T\"", &format!("\"T{name}\"")).replace("12:00-04:00", hours);
        format!("[[table]]{table}\n")
    };
    let (head, _) = {
        let one = minimal::lawful("mpumalanga/american-roulette");
        let (head, tail) = one.split_once("[[table]]").unwrap();
        (head.to_owned(), tail.to_owned())
    };
    let tables = |early: usize, late: usize| {
        let early = (0..early).map(|name| table(name, "12:00-20:00"));
        let late = (10..10 + late).map(|name| table(name, "20:00-04:00"));
        format!("{head}{}", early.chain(late).collect::<String>())
    };
    assert_eq!(breaches(&tables(6, 6)), []);
    let found = breaches(&tables(6, 7));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].table.as_str(), found[0].cites[0].as_str()), ("T16", "3.5(4)"));
}

#[test]
fn the_worked_example_of_the_guide_is_in_order_and_breaks_as_it_says() {
    let guide = include_str!("../../../../docs/house.md");
    let house = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(breaches(house), []);
    let cases = [
        ("decks = 6", "decks = 7", "4.5"),
        ("decks = 6", "decks = 9", "4.5"),
        ("14:00-04:00", "11:00-04:00", "2.4"),
        ("\"stands\"", "\"draws\"", "4.2"),
        ("3 to 2", "6 to 5", "4.7"),
    ];
    for (from, to, cite) in cases {
        let cites: Vec<String> =
            breaches(&house.replace(from, to)).into_iter().flat_map(|breach| breach.cites).collect();
        assert_eq!(cites, [cite], "{to}");
    }
}
