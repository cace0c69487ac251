//! Any bytes after a `rules` line are judged or inadmissible; what is judged balances to the last minor unit.
#![no_main]

use std::sync::LazyLock;

use croupier_rules::book::Shelf;
use croupier_rules::judge;
use libfuzzer_sys::fuzz_target;

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

fuzz_target!(|input: (u8, &str)| {
    let (choice, body) = input;
    let games = SHELF.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)));
    let games: Vec<_> = games.collect();
    let (book, game) = games[usize::from(choice) % games.len()];
    let record = format!("rules {}/{}\n{body}", book.id(), game.id());
    let Ok(verdict) = judge(&SHELF, record.as_bytes(), jiff::civil::date(2026, 1, 1)) else { return };
    let net: i64 = verdict.net.iter().map(|(_, sum)| sum.minor()).sum();
    assert_eq!(net + verdict.bank.minor(), 0);
    for row in &verdict.rows {
        assert!(row.returned.minor() >= 0);
    }
});
