//! Random lawful play at every table: what is staked is settled or stands, and the written record is judged the same.
#![no_main]

use std::sync::LazyLock;

use croupier_conformance::{Choices, play_table};
use croupier_rules::book::Shelf;
use libfuzzer_sys::fuzz_target;

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);
static GAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = |book: &croupier_rules::book::Book| -> Vec<String> {
        book.games().iter().map(|game| format!("{}/{}", book.id(), game.id())).collect()
    };
    SHELF.books().iter().flat_map(names).collect()
});

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let name = &GAMES[usize::from(*first) % GAMES.len()];
    if let Err(complaint) = play_table(&SHELF, name, 300, &mut Choices::from_bytes(rest)) {
        panic!("{complaint}");
    }
});
