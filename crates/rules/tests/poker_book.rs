//! A poker table that a book cannot have is reported.

use croupier_rules::book::{Book, Shelf};

/// The messages of the faults that one change causes in the built-in book with a poker table.
fn faults(from: &str, to: &str) -> Vec<String> {
    let (file, text) = Shelf::built_in_files().find(|(_, text)| text.contains("family = \"poker\"")).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    let error = Book::read(file, &text.replace(from, to)).unwrap_err();
    error.places().map(|(_, _, fault)| fault.message.clone()).collect()
}

#[test]
fn a_table_that_cannot_be_played_is_reported() {
    let none = faults("circles = 3", "circles = 0");
    assert_eq!(none, ["a player has 1 to 3 circles for bets, the ante's included"]);
    assert_eq!(faults("circles = 3", "circles = 4"), none);
    assert_eq!(faults("circles = 3", "").len(), 1);
    assert_eq!(faults("shuffled = \"every-hand\"", "shuffled = \"never\"").len(), 1);
}

#[test]
fn a_pay_table_that_cannot_be_read_is_reported() {
    assert_eq!(faults("name = \"two-pairs\"", "name = \"straight\""), ["this hand is paid twice"]);
    assert_eq!(faults("name = \"two-pairs\"", "name = \"two-pair\"").len(), 1);
    assert!(faults("from = \"T\"", "from = \"10\"")[0].starts_with("`from` is the lowest rank of a pair"));
    let no_pair = faults("name = \"two-pairs\"", "name = \"two-pairs\"\nfrom = \"T\"");
    assert!(no_pair[0].starts_with("`from` is the lowest rank of a pair"));
    assert_eq!(faults("odds = \"250 to 1\"", "odds = \"250\"").len(), 1);
}
