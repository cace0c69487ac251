//! Tables for tests.

#![allow(dead_code, reason = "no test needs all of it")]

use croupier_maths::blackjack::Chart;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_sim::policy::{HandRaises, Policy, Raises, Thirds};
use croupier_sim::{SetupOptions, Simulation, set_up};

/// What players usually do.
pub(crate) fn policy(game: &AnyGame) -> Policy {
    match game {
        AnyGame::Blackjack(_) => Policy::Chart(Chart::usual()),
        AnyGame::Baccarat(game) if !game.drawing.leaves_no_choice() => {
            Policy::Thirds(Box::new(Thirds::customary(game)))
        }
        AnyGame::Poker(game) => Policy::Raises(Raises::best(game)),
        AnyGame::DealerPoker(game) => Policy::HandRaises(HandRaises::best(game)),
        AnyGame::Baccarat(_) | AnyGame::Roulette(_) | AnyGame::Dice(_) | AnyGame::InBetween(_) => {
            Policy::Chance
        }
    }
}

/// The built-in books, and the example book that a table is of.
pub(crate) fn shelf_for(name: &str) -> Shelf {
    let mut shelf = Shelf::built_in();
    if shelf.game(name).is_err() {
        let (book, _) = name.split_once('/').unwrap();
        let path = format!("{}/../../examples/{book}.toml", env!("CARGO_MANIFEST_DIR"));
        shelf.add(&path, &std::fs::read_to_string(&path).unwrap()).unwrap();
    }
    shelf
}

/// The rules of a game as its book has them.
pub(crate) fn rules(name: &str) -> AnyGame {
    shelf_for(name).game(name).unwrap().1.table(&Chosen::default())
}

/// A table of a built-in or example book with these settings, `key=value` parted by spaces.
pub(crate) fn table(name: &str, house: &str, options: &SetupOptions) -> Simulation {
    let shelf = shelf_for(name);
    let (_, book) = shelf.game(name).unwrap();
    let mut chosen = Chosen::default();
    for setting in house.split_whitespace() {
        let (key, value) = setting.split_once('=').unwrap();
        chosen.choose(key, value, &book.envelope()).unwrap();
    }
    let game = book.table(&chosen);
    set_up(&game, book.conduct(), &policy(&game), options).unwrap()
}

/// The games of the built-in books.
pub(crate) fn games() -> Vec<String> {
    let shelf = Shelf::built_in();
    let of = |book: &croupier_rules::book::Book| -> Vec<String> {
        book.games().iter().map(|game| format!("{}/{}", book.id(), game.id())).collect()
    };
    shelf.books().iter().flat_map(of).collect()
}
