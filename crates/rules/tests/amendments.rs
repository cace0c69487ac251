//! The law of a day: a book with amendments is judged as it read on the date of the round.

use croupier_rules::book::{Book, Chosen, Mutation, Shelf, with_value};
use croupier_rules::house::{HouseFile, check};
use croupier_rules::judge;
use jiff::civil::{Date, date};

const BOOK: &str = r#"
id = "dated"
title = "A dated book"

[in_force]
from = 2000-01-01
cite = "1"

[[amendment]]
from = 2010-01-01
cite = "2"
note = "the odds of one number fall"
set = [{ at = "game/r/wager/one/odds", to = "30 to 1" }]

[[amendment]]
from = 2020-06-01
cite = "2"
set = [{ at = "game/r/wager/one/odds", to = "20 to 1" }, { at = "game/r/wager/two/odds", to = "10 to 1" }]

[[provision]]
id = "1"
gist = "it begins"
kind = "enforced"

[[provision]]
id = "2"
gist = "what is paid"
kind = "enforced"

[[provision]]
id = "3"
gist = "what was an experiment"
kind = "enforced"
from = 2010-01-01
to = 2030-12-31

[game.r]
title = "R"
family = "roulette"
wheel = [0, 1, 2, 3]

[[game.r.wager]]
name = "one"
size = 1
odds = "35 to 1"
cite = "2"

[[game.r.wager]]
name = "two"
size = 2
odds = "17 to 1"
cite = "2"
"#;

fn odds_on(day: Date) -> String {
    let mut shelf = Shelf::default();
    shelf.add("dated.toml", BOOK).unwrap();
    let record = b"rules dated/r\nann bets 1 on numbers 3\nball 3\n";
    judge(&shelf, record, day).unwrap().rows[0].odds.unwrap().to_string()
}

#[test]
fn a_round_is_judged_by_the_law_of_its_day() {
    assert_eq!(odds_on(date(2000, 1, 1)), "35 to 1");
    assert_eq!(odds_on(date(2009, 12, 31)), "35 to 1");
    assert_eq!(odds_on(date(2010, 1, 1)), "30 to 1");
    assert_eq!(odds_on(date(2020, 6, 1)), "20 to 1");
}

#[test]
fn the_date_of_the_record_comes_before_the_day_of_judgement() {
    let mut shelf = Shelf::default();
    shelf.add("dated.toml", BOOK).unwrap();
    let record = b"rules dated/r\nhouse min=1\ndate 2005-05-05\nann bets 1 on numbers 3\nball 3\n";
    let verdict = judge(&shelf, record, date(2026, 1, 1)).unwrap();
    assert_eq!(verdict.rows[0].odds.unwrap().to_string(), "35 to 1");
    let early = judge(&shelf, b"rules dated/r\ndate 1999-12-31\nball 3\n", date(2026, 1, 1)).unwrap_err();
    assert_eq!((early.line, early.cites), (2, vec!["1".to_owned()]));
}

#[test]
fn a_provision_holds_between_its_days() {
    let book = Book::read("dated.toml", BOOK).unwrap();
    let provision = &book.provisions()[2];
    assert!(!provision.holds_on(date(2009, 12, 31)));
    assert!(provision.holds_on(date(2010, 1, 1)) && provision.holds_on(date(2030, 12, 31)));
    assert!(!provision.holds_on(date(2031, 1, 1)));
}

#[test]
fn an_amendment_that_amends_nothing_or_leaves_no_book_is_a_fault_at_its_place() {
    let nothing = BOOK.replace("game/r/wager/two/odds", "game/r/wager/six/odds");
    let error = Book::read("dated.toml", &nothing).unwrap_err();
    assert!(error.to_string().contains("there is nothing at `game/r/wager/six/odds`"), "{error}");
    let broken = BOOK.replace("to = \"10 to 1\"", "to = \"ten\"");
    let error = Book::read("dated.toml", &broken).unwrap_err();
    assert!(error.to_string().contains("as amended from 2020-06-01"), "{error}");
    assert_eq!(error.places().next().map(|(line, _, _)| line), Some(15));
}

#[test]
fn a_house_is_held_against_the_law_of_its_day() {
    let read = |file: &str| {
        std::fs::read_to_string(format!("{}/../../examples/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    };
    let mut shelf = Shelf::default();
    shelf.add("ruritania.toml", &read("ruritania.toml")).unwrap();
    let house = read("ruritania-house.toml") + "pays = { three-equal = \"11 to 1\" }\n";
    let breaches = |house: &str, today: Date| -> Vec<Vec<String>> {
        let house = HouseFile::read("house.toml", house, &shelf).unwrap();
        check(&house, &shelf, today).into_iter().map(|breach| breach.cites).collect()
    };
    let none: [Vec<String>; 0] = [];
    assert_eq!(breaches(&house, date(2024, 6, 30)), none, "its own day comes first");
    let undated = house.replace("date = 2024-08-15\n", "");
    assert_eq!(breaches(&undated, date(2024, 7, 1)), none);
    assert_eq!(breaches(&undated, date(2024, 6, 30)), [["art. 4"]]);
}

/// A book without its mutations, which would change nothing where an amendment has made the same change.
fn without_mutations(text: &str) -> String {
    let mut root: toml::Table = toml::from_str(text).unwrap();
    for provision in root["provision"].as_array_mut().unwrap() {
        provision.as_table_mut().unwrap().remove("mutation");
    }
    toml::to_string(&root).unwrap()
}

/// An edition takes over what its amendment does not touch: it is the book that would be read from the changed file.
#[test]
fn an_edition_is_the_book_of_the_changed_file() {
    let mut compared = 0;
    for (name, text) in Shelf::built_in_files() {
        let book = Book::read(name, text).unwrap();
        let bare = without_mutations(text);
        let (mut amended, mut changed, mut day) = (bare.clone(), bare, date(2030, 1, 1));
        for provision in book.provisions() {
            let Some(Mutation::Set { at, to }) = &provision.mutation else { continue };
            let Some(next) = with_value(&changed, at, to).filter(|next| Book::read(name, next).is_ok())
            else {
                continue;
            };
            let set = format!("set = [{{ at = {at:?}, to = {to} }}]");
            amended = format!("{amended}\n[[amendment]]\nfrom = {day}\n{set}\n");
            (changed, day) = (next, day.tomorrow().unwrap());
            let file = Book::read(name, &changed).unwrap();
            let editions = Book::read(name, &amended).unwrap();
            let edition = editions.on(day);
            // The games come in the order of the file, and a file that is written again has another.
            let all = |book: &Book| {
                let mut games: Vec<(String, Vec<(String, String)>)> = book
                    .games()
                    .iter()
                    .map(|game| {
                        let terms = game.terms(&Chosen::default()).rules.into_iter();
                        (game.id().to_owned(), terms.map(|term| (term.key.into(), term.is.into())).collect())
                    })
                    .collect();
                games.sort();
                format!("{} {:?} {games:?} {:?}", book.title(), book.provisions(), book.requirements().len())
            };
            assert_eq!(all(edition), all(&file), "{at}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}
