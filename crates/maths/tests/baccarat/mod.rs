//! Checks every kind of baccarat against published figures, and against brute force over the rules themselves.

mod banque;
mod brute;
mod chemin;
mod prices;
mod punto;
mod sides;
mod together;

use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::Baccarat;

/// A baccarat table of a book with these settings.
fn table(name: &str, settings: &[(&str, &str)]) -> Baccarat {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game(name).unwrap();
    let mut chosen = Chosen::default();
    for (key, value) in settings {
        chosen.choose(key, value, &game.envelope()).unwrap();
    }
    match game.table(&chosen) {
        AnyGame::Baccarat(rules) => rules,
        other => panic!("{other:?} is not baccarat"),
    }
}
