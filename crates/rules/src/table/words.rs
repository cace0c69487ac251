//! The words of a table's wagers, and the answer to words that are none.

use super::table_game::TableGame;
use crate::kind::{Arguments, Laid, WagerWord, allowed};
use crate::law::{Cites, Refusal};
use crate::side::{SIDE, SideWager};

/// The words of all wagers of a table, in the order of a sign.
pub fn wager_words<G: TableGame>(game: &G) -> Vec<WagerWord<'_>> {
    let side = |wager: &'_ SideWager| {
        if wager.per_box { Arguments::Box(game.side_boxes()) } else { Arguments::Nothing }
    };
    let mut words = game.main_words();
    words.extend(game.sides().0.iter().map(|wager| WagerWord::new(&SIDE, &*wager.name, side(wager))));
    words
}

/// The refusal of words that are no bet at this table: it says what may follow their first word, or the nearest word.
pub(crate) fn no_such_bet<G: TableGame>(game: &G, cites: impl Into<Cites>, words: &[&str]) -> Refusal {
    let mut known = wager_words(game);
    known.retain(|wager| wager.kind.laid == Laid::Bet);
    Refusal::new(cites, quoted(words), allowed(&known, words))
}

/// The refusal of words that are no wager at this table, however it is made.
pub(crate) fn no_such_wager<G: TableGame>(game: &G, cites: impl Into<Cites>, words: &[&str]) -> Refusal {
    Refusal::new(cites, quoted(words), allowed(&wager_words(game), words))
}

fn quoted(words: &[&str]) -> String {
    format!("`{}`", words.join(" "))
}
