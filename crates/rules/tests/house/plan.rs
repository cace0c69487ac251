//! Plans of houses: made from the books, written as house files, and checked beside their fields.

use croupier_rules::book::{Book, Post, Shelf};
use croupier_rules::house::{HouseFile, HousePlan, check};
use jiff::civil::{Date, date};

const TODAY: Date = date(2026, 11, 17);

/// The built-in books and those of the examples.
fn shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let text = std::fs::read_to_string(&entry).unwrap_or_default();
        if entry.extension().is_some_and(|ending| ending == "toml") && text.contains("[[provision]]") {
            shelf.add(&entry.display().to_string(), &text).unwrap();
        }
    }
    shelf
}

fn games(book: &Book) -> Vec<String> {
    book.games().iter().map(|game| format!("{}/{}", book.id(), game.id())).collect()
}

fn plan_of(shelf: &Shelf, games: &[String]) -> HousePlan {
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let mut plan = HousePlan::of_games(shelf, &games, TODAY).unwrap();
    (plan.licence_holder, plan.premises) = ("Ann \"Aces\" Ltd".to_owned(), "1 High Street".to_owned());
    (plan.currency, plan.time_zone) = ("EUR".to_owned(), "Europe/Vienna".to_owned());
    plan
}

/// Fills in what only the house knows.
fn fill_in(plan: &mut HousePlan) {
    "the Board".clone_into(&mut plan.escalated_to);
    for licence in &mut plan.licences {
        (licence.reference, licence.from) = ("L 1".to_owned(), "2001-01-01".to_owned());
    }
    for approval in &mut plan.approvals {
        (approval.reference, approval.date) = ("A 1".to_owned(), "2001-01-01".to_owned());
    }
}

#[test]
fn the_plan_of_every_book_is_lawful_once_it_is_filled_in() {
    let shelf = shelf();
    assert!(shelf.books().len() >= 8, "{}", shelf.books().len());
    for book in shelf.books() {
        let mut plan = plan_of(&shelf, &games(book));
        assert_eq!(plan.tables.len(), book.games().len());
        fill_in(&mut plan);
        let review = plan.check(&shelf, TODAY);
        assert_eq!(
            (&review.faults[..], &review.breaches[..]),
            (&[][..], &[][..]),
            "{}\n{}",
            book.id(),
            review.text
        );
        let file = HouseFile::read("plan", &review.text, &shelf).unwrap();
        assert_eq!(check(&file, &shelf, TODAY), []);
        assert_eq!(file.licence_holder, "Ann \"Aces\" Ltd");
    }
}

#[test]
fn what_the_regulation_still_wants_is_beside_the_field_that_mends_it() {
    let shelf = Shelf::built_in();
    let plan = plan_of(&shelf, &["mpumalanga/blackjack".to_owned(), "scotland-1970/roulette".to_owned()]);
    let review = plan.check(&shelf, TODAY);
    assert_eq!(review.faults, []);
    let mends = |field: &str| {
        let of_field = review.breaches.iter().filter(|breach| breach.fields.iter().any(|name| name == field));
        of_field.flat_map(|breach| breach.breach.cites.clone()).collect::<Vec<_>>()
    };
    assert_eq!(mends("escalated_to"), ["2.8"]);
    let approvals: Vec<(&str, Vec<String>)> = plan
        .approvals
        .iter()
        .enumerate()
        .map(|(place, approval)| (approval.of.name(), mends(&format!("approvals.{place}.reference"))))
        .collect();
    let own = |cite: &str| vec![cite.to_owned()];
    assert_eq!(approvals, [("hours", own("2.4")), ("layout", own("4.3")), ("packs", own("4.5"))]);
    assert_eq!(mends("licences.0.reference"), ["reg. 3(1)"]);
    assert_eq!(mends("tables.0.hours"), ["2.4"]);
}

#[test]
fn what_is_missing_or_wrong_is_said_beside_its_field() {
    let shelf = Shelf::built_in();
    let mut plan = plan_of(&shelf, &["mpumalanga/blackjack".to_owned()]);
    fill_in(&mut plan);
    plan.premises = " ".to_owned();
    plan.currency = "rand".to_owned();
    plan.tables[0].hours = "late".to_owned();
    plan.tables[0].dealer = "Nobody".to_owned();
    plan.approvals[1].date = "yesterday".to_owned();
    plan.approvals[2].date.clear();
    plan.staff[3].name.clear();
    let faults = plan.check(&shelf, TODAY).faults;
    let mut fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
    fields.sort_unstable();
    let wrong = [
        "approvals.1.date",
        "approvals.2.date",
        "currency",
        "premises",
        "staff.3.name",
        "tables.0.dealer",
        "tables.0.hours",
    ];
    assert_eq!(fields, wrong, "{faults:#?}");
}

#[test]
fn a_value_outside_the_bounds_and_a_person_without_the_post_are_breaches_beside_their_fields() {
    let shelf = Shelf::built_in();
    let mut plan = plan_of(&shelf, &["mpumalanga/blackjack".to_owned()]);
    fill_in(&mut plan);
    let decks = plan.tables[0].settings.iter_mut().find(|(key, _)| key == "decks").unwrap();
    decks.1 = "9".to_owned();
    plan.tables[0].dealer = plan.staff[0].name.clone();
    let breaches = plan.check(&shelf, TODAY).breaches;
    let at = |field: &str| breaches.iter().any(|breach| breach.fields.iter().any(|name| name == field));
    assert!(at("tables.0.settings.decks") && at("tables.0.dealer"), "{breaches:#?}");
}

#[test]
fn seven_tables_have_two_inspectors_where_one_may_have_six() {
    let shelf = Shelf::built_in();
    let mut plan = plan_of(&shelf, &vec!["mpumalanga/american-roulette".to_owned(); 7]);
    let inspectors = plan.staff.iter().filter(|person| person.post == Post::Inspector).count();
    assert_eq!(inspectors, 2);
    assert_eq!(plan.tables[6].name, "American Roulette 7");
    fill_in(&mut plan);
    assert_eq!(plan.check(&shelf, TODAY).breaches, []);
}

#[test]
fn a_licence_or_an_approval_that_is_not_there_is_a_comment_of_the_file() {
    let shelf = Shelf::built_in();
    let text = plan_of(&shelf, &["mpumalanga/blackjack".to_owned(), "scotland-1970/dice".to_owned()]).write();
    assert!(text.contains("# mpumalanga 2.4 asks for an approval."), "{text}");
    assert!(text.contains("# scotland-1970 reg. 4(1) asks for a licence."), "{text}");
    assert!(!text.contains("\n[[approval]]") && !text.contains("\n[[licence]]"), "{text}");
}
