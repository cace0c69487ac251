//! What is no house file: every fault at once, each at its place.

use croupier_rules::book::{Book, Shelf};
use croupier_rules::house::HouseFile;

use super::SHELF;
use super::minimal::{changed, lawful};

/// The messages of a file's faults with their lines, and what would be right.
fn faults(text: &str) -> Vec<(usize, String)> {
    let error = HouseFile::read("house.toml", text, &SHELF).map(|_| ()).unwrap_err();
    assert!(error.to_string().starts_with("house.toml is not a house file"), "{error}");
    let line_of = |(line, _, fault): (usize, usize, &croupier_rules::book::Fault)| {
        (line, format!("{}; {}", fault.message, fault.help.clone().unwrap_or_default()))
    };
    error.places().map(line_of).collect()
}

/// The one fault of the lawful roulette table after a change.
#[track_caller]
fn fault(from: &str, to: &str) -> String {
    let found = faults(&changed("mpumalanga/american-roulette", from, to));
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].1.clone()
}

#[test]
fn what_is_missing_unknown_or_misspelt_is_reported() {
    let cases = [
        ("currency = \"GBP\"\n", "", "lacks `currency`"),
        ("currency = \"GBP\"", "currency = \"pounds\"", "three letters"),
        ("time_zone = \"Europe/London\"", "time_zone = \"here\"", "Europe/London"),
        ("min = 5\n", "min = 5\nlimit = 3\n", "unknown key `limit`"),
        ("min = 5\n", "min = 5.5\n", "in quotes"),
        ("hours = \"12:00-04:00\"\ndealer", "hours = \"noon-4\"\ndealer", "14:00-04:00"),
        ("dealer = \"Dee\"", "dealer = \"Dea\"", "did you mean `Dee`"),
        ("heard_by = \"Mia\"", "heard_by = \"Max\"", "no person of the staff `Max`"),
        ("game = \"mpumalanga/american-roulette\"", "game = \"mpumalanga/roulete\"", "no game of mpumalanga"),
        ("post = \"manager\"", "post = \"boss\"", "is not a word that is known here"),
        ("of = \"layout\"", "of = \"packs\"", "says something else or nothing"),
        ("name = \"Ida\"", "name = \"Dee\"", "occurs twice"),
        ("date = 2001-05-01", "date = 12:00:00", "write a date"),
        ("shows = [\"limits\", \"odds\"]", "shows = [\"stakes\"]", "is not a word that is known here"),
        (
            "tells = [\"rules\", \"version\"]",
            "tells = [\"rules\"]\nsettings = { decks = 6 }",
            "no setting `decks`",
        ),
        ("tells = [\"rules\", \"version\"]", "tells = [\"rules\"]\npays = { split = \"many\" }", "many"),
        ("tells = [\"rules\", \"version\"]", "tells = [\"rules\"]\nbank = \"B\"", "no bank `B`"),
    ];
    for (from, to, words) in cases {
        // A person who is named twice is also missing under the name that is gone.
        let found = faults(&changed("mpumalanga/american-roulette", from, to));
        assert!(found.iter().any(|(_, fault)| fault.contains(words)), "{to}: {found:?}");
    }
}

#[test]
fn every_fault_is_reported_at_once_with_its_line() {
    let text =
        "licence_holder = 3\n\n[[table]]\nname = \"T\"\ngame = \"nowhere/dice\"\nshuffle = \"never\"\n";
    let found = faults(text);
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 1, 1, 1, 5, 6], "{found:?}");
    assert!(faults("= [").len() > 1);
}

#[test]
fn a_house_without_tables_is_none() {
    let house = lawful("scotland-1970/roulette");
    let (head, _) = house.split_once("[[table]]").unwrap();
    assert!(faults(head)[0].1.contains("at least one table"));
}

#[test]
fn a_licence_for_what_no_book_has_is_a_fault() {
    let none = changed("scotland-1970/dice", "rulebook = \"scotland-1970\"", "rulebook = \"scotland\"");
    assert!(faults(&none)[0].1.contains("no rulebook `scotland`"));
    let game = changed("scotland-1970/dice", "to = 2001-12-31", "games = [\"craps\"]");
    assert!(faults(&game)[0].1.contains("`craps` is no game"));
    assert!(
        fault("games = [\"mpumalanga/american-roulette\"]", "games = [\"mpumalanga/dice\"]").contains("dice")
    );
}

#[test]
fn a_requirement_that_asks_for_nothing_is_a_fault_of_its_book() {
    let (file, text) = Shelf::built_in_files().find(|(file, _)| file.contains("mpumalanga")).unwrap();
    let faults = |from: &str, to: &str| -> Vec<String> {
        assert!(text.contains(from), "{from}");
        let error = Book::read(file, &text.replacen(from, to, 1)).unwrap_err();
        error.places().map(|(_, _, fault)| fault.message.clone()).collect()
    };
    let cases = [
        ("ask = \"approval\"\nof = \"hours\"", "ask = \"approval\"", "does not say what it asks for"),
        ("ask = \"disputes\"", "ask = \"disputes\"\nof = \"hours\"", "does not say what it asks for"),
        ("unless = [\"decks=8\"]", "unless = [\"packs=8\"]", "has a setting `packs`"),
        ("unless = [\"decks=8\"]", "unless = [\"decks\"]", "write it as key=value"),
        ("cite = \"3.5(4)\"\n", "cite = \"3.5(5)\"\n", "is not a provision"),
        ("circles = \"6.3\"", "circels = \"6.3\"", "`circels` is not fixed"),
    ];
    for (from, to, words) in cases {
        let found = faults(from, to);
        assert!(found.len() == 1 && found[0].contains(words), "{to}: {found:?}");
    }
}
