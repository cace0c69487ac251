//! Clauses of a book that contradict each other are a fault that names both.

use croupier_rules::book::{Book, Shelf};

fn faults(book: &str, from: &str, to: &str) -> String {
    let (file, text) = Shelf::built_in_files().find(|(file, _)| file.contains(book)).unwrap();
    assert!(text.contains(from), "{from}");
    Book::read(file, &text.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn two_odds_for_the_same_numbers_name_both_clauses() {
    let report = faults("scotland", "name = \"numbers 3\"\nsize = 3", "name = \"numbers 3\"\nsize = 2");
    assert!(
        report.contains("`numbers 3` at 11 to 1 and `numbers 2` at 17 to 1 cover the same numbers"),
        "{report}"
    );
    let report = faults("mpumalanga", "shape = \"corner\"", "shape = \"street\"");
    assert!(report.contains("`corners` at 8 to 1 and `streets` at 11 to 1"), "{report}");
    let report = faults("mpumalanga", "sets = [\"dozen 1\",", "sets = [\"red\",");
    assert!(report.contains("`dozens` at 2 to 1 and `even chances` at 1 to 1"), "{report}");
}

#[test]
fn two_odds_for_one_score_and_two_wagers_of_one_name_are_faults() {
    let report =
        faults("scotland", "scores = [5, 9], odds = \"7 to 5\"", "scores = [4, 9], odds = \"7 to 5\"");
    assert!(report.contains("the score 4 has two odds here"), "{report}");
    let report = faults("scotland", "name = \"craps\"\ncite", "name = \"field\"\ncite");
    assert!(report.contains("two wagers are called `field`"), "{report}");
    let report = faults("scotland", "loses = [2, 3, 12]", "loses = [2, 3, 7, 12]");
    assert!(report.contains("a first throw of 7 has two meanings"), "{report}");
}
