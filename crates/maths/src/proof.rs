//! What the prices of each family were checked against, as listed in the report of `croupier par`.

use croupier_rules::games::AnyGame;
use croupier_rules::with_game;

use crate::family::FamilyMaths;

/// The checks that apply to every price of every game.
const ALL: [&str; 2] = [
    "The price is made by the same rules that judge a round of this table: nothing about the game is written down twice.",
    "For every wager the probabilities of its ends sum to one, and its edge is the mean of what they pay.",
];

/// The checks made on the prices of a game's family, as sentences.
pub fn proofs(game: &AnyGame) -> Vec<&'static str> {
    let own = with_game!(game, game => proofs_of(game));
    ALL.iter().chain(own).copied().collect()
}

const fn proofs_of<G: FamilyMaths>(_: &G) -> &'static [&'static str] {
    G::PROOFS
}
