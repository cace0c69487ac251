//! Clauses of a book that contradict each other are a fault that names both.

use croupier_rules::book::{Book, Shelf};

fn faults(book: &str, from: &str, to: &str) -> String {
    let (file, text) = Shelf::built_in_files().find(|(file, _)| file.contains(book)).unwrap();
    assert!(text.contains(from), "{from}");
    Book::read(file, &text.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn two_odds_for_the_same_numbers_name_both_clauses() {
    let told = faults("scotland", "name = \"numbers 3\"\nsize = 3", "name = \"numbers 3\"\nsize = 2");
    assert!(
        told.contains("`numbers 3` at 11 to 1 and `numbers 2` at 17 to 1 cover the same numbers"),
        "{told}"
    );
    let told = faults("mpumalanga", "shape = \"corner\"", "shape = \"street\"");
    assert!(told.contains("`corners` at 8 to 1 and `streets` at 11 to 1"), "{told}");
    let told = faults("mpumalanga", "sets = [\"dozen 1\",", "sets = [\"red\",");
    assert!(told.contains("`dozens` at 2 to 1 and `even chances` at 1 to 1"), "{told}");
}

#[test]
fn two_odds_for_one_score_and_two_wagers_of_one_name_are_faults() {
    let told = faults("scotland", "scores = [5, 9], odds = \"7 to 5\"", "scores = [4, 9], odds = \"7 to 5\"");
    assert!(told.contains("the score 4 has two odds here"), "{told}");
    let told = faults("scotland", "name = \"craps\"\ncite", "name = \"field\"\ncite");
    assert!(told.contains("two wagers are called `field`"), "{told}");
    let told = faults("scotland", "loses = [2, 3, 12]", "loses = [2, 3, 7, 12]");
    assert!(told.contains("a first throw of 7 has two meanings"), "{told}");
}
