//! In-Between seats as many players as its packs can serve with three cards each.

use croupier_rules::book::{Book, Shelf};
use croupier_rules::judge;
use croupier_rules::table::Outcome;
use jiff::civil::date;

/// How many of thirty players are accepted.
fn accepted(shelf: &Shelf, house: &str) -> usize {
    let bets: String = (1..=30).map(|player| format!("p{player} bets 10 on hand\n")).collect();
    let record = format!("rules western-australia-1990/in-between\n{house}{bets}");
    let verdict = judge(shelf, record.as_bytes(), date(2020, 1, 1)).unwrap();
    verdict.rows.iter().filter(|row| row.outcome != Outcome::Refused).count()
}

#[test]
fn a_pack_serves_seventeen_players() {
    let shelf = Shelf::built_in();
    assert_eq!(accepted(&shelf, ""), 17);
    assert_eq!(accepted(&shelf, "house decks=2\n"), 26);
    assert_eq!(accepted(&shelf, "house decks=8\n"), 26);
}

/// Nobody runs out of cards: seventeen players with three cards each take 51 of 52.
#[test]
fn a_full_table_can_be_dealt_to_its_end() {
    let pack: Vec<String> = "23456789TJQKA"
        .chars()
        .flat_map(|rank| "SHDC".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    // The first two cards of nobody are neighbours: each has a card of the first half and one seven ranks above.
    let (first, rest): (Vec<_>, Vec<_>) = (pack[..17].to_vec(), pack[17..].to_vec());
    let second = rest[rest.len() - 17..].to_vec();
    let third = rest[..17].to_vec();
    let bets: String = (1..=17).map(|player| format!("p{player} bets 10 on hand\n")).collect();
    let cards = [first, second, third].concat().join(" ");
    let record = format!("rules western-australia-1990/in-between\n{bets}cards {cards}\nnext hand\n");
    let verdict = judge(&Shelf::built_in(), record.as_bytes(), date(2020, 1, 1)).unwrap();
    assert!(verdict.rows.iter().all(|row| matches!(row.outcome, Outcome::Won | Outcome::Lost)));
}

#[test]
fn more_seats_than_the_packs_serve_are_a_fault() {
    let (_, text) = Shelf::built_in_files().find(|(name, _)| name.contains("western")).unwrap();
    let with = |seats: u8| {
        let setting = format!(
            "[[game.in-between.setting]]\nkey = \"seats\"\nfrom = 1\nto = {seats}\ndefault = 7\ncite = \"r. 6(2)\"\n\n[[provision]]"
        );
        Book::read("book", &text.replacen("[[provision]]", &setting, 1))
    };
    let book = with(17).unwrap();
    assert_eq!(book.games()[0].settings().iter().filter(|setting| &*setting.key == "seats").count(), 1);
    let fault = with(18).unwrap_err().to_string();
    assert!(fault.contains("up to 18 `seats`, and one pack serves 17 players"), "{fault}");
    assert!(fault.contains("permit at most 17 seats"), "{fault}");
}
