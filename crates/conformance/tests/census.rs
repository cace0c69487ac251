//! Every game has a census file, and its counts are those the rules give.

use std::path::PathBuf;

use croupier_conformance::census;
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};

/// Set this to write the files anew; then let `oracle/census.py` count them too.
const WRITE: &str = "CROUPIER_WRITE_CENSUS";

fn counts_as_its_file_says(book: &Book, game: &GameBook) {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/census"));
    let path = folder.join(book.id()).join(format!("{}.census", game.id()));
    let counted = census(&game.table(&Chosen::default()));
    assert!(counted.lines().count() >= 2, "{} counts nothing", game.id());
    if std::env::var_os(WRITE).is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &counted).unwrap();
    }
    let recorded =
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(recorded, counted, "{}", path.display());
}

#[test]
fn every_game_counts_as_its_census_file_says() {
    let shelf = Shelf::built_in();
    std::thread::scope(|scope| {
        for book in shelf.books() {
            for game in book.games() {
                scope.spawn(move || counts_as_its_file_says(book, game));
            }
        }
    });
}
