//! Every game of every built-in book keeps the promises of the contract and of the table.

use croupier_conformance::{Choices, Coverage, check_game, play_table};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::Positions;
use croupier_rules::with_game;

/// The names of all games on a shelf.
fn games(shelf: &Shelf) -> Vec<String> {
    let of = |book: &croupier_rules::book::Book| -> Vec<String> {
        book.games().iter().map(|game| format!("{}/{}", book.id(), game.id())).collect()
    };
    shelf.books().iter().flat_map(of).collect()
}

#[test]
fn every_game_does_what_the_contract_promises() {
    let shelf = Shelf::built_in();
    for name in games(&shelf) {
        let (_, game) = shelf.game(&name).unwrap();
        for places in [2, 3, 7] {
            with_game!(game.table(&Chosen::default()), rules => {
                check_game(&rules, Positions::first(places), 300, 11).unwrap_or_else(|complaint| panic!("{name}: {complaint}"));
            });
        }
    }
}

#[test]
fn random_play_is_settled_balances_and_is_judged_the_same_from_its_record() {
    let shelf = Shelf::built_in();
    for name in games(&shelf) {
        let mut decided = 0;
        let mut coverage = Coverage::new(&shelf.game(&name).unwrap().1.table(&Chosen::default()));
        for seed in 0..200 {
            let mut choices = Choices::seeded(seed);
            let played = play_table(&shelf, &name, 400, &mut choices)
                .unwrap_or_else(|complaint| panic!("{name}: {complaint}"));
            coverage.note(&played);
            decided += played
                .verdict
                .rows
                .iter()
                .filter(|row| matches!(row.outcome.name(), "won" | "lost" | "void"))
                .count();
        }
        let missing = coverage.missing();
        assert!(missing.is_empty(), "{name}: never bet or never fell: {missing:?}");
        assert!(decided > 200, "{name}: only {decided} stakes were decided, which shows little");
    }
}
