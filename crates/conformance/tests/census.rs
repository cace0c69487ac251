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

/// Set this to count every game. Otherwise the first game of each family is counted: it takes seconds instead of a minute.
const EVERY: &str = "CROUPIER_EVERY_CENSUS";

/// The games of the built-in books: all, or the first of each family.
fn games(shelf: &Shelf) -> Vec<(&Book, &GameBook)> {
    let all = shelf.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)));
    let every = [EVERY, WRITE].iter().any(|name| std::env::var_os(name).is_some());
    let mut families = Vec::new();
    let is_counted = |(_, game): &(&Book, &GameBook)| {
        let is_first = !families.contains(&game.family());
        families.push(game.family());
        every || is_first
    };
    all.filter(is_counted).collect()
}

#[test]
fn every_game_counts_as_its_census_file_says() {
    let shelf = Shelf::built_in();
    std::thread::scope(|scope| {
        for (book, game) in games(&shelf) {
            scope.spawn(move || counts_as_its_file_says(book, game));
        }
    });
}
