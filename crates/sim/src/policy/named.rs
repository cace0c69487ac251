//! Policies by name, and the exact value of any policy.

use croupier_kit::Money;
use croupier_maths::Price;
use croupier_rules::games::AnyGame;
use croupier_rules::with_game;

use super::{Policy, PolicyError};
use crate::family::FamilySim;

impl Policy {
    /// The policy that a job names: [`BEST`](super::BEST), [`COMPOSITION`](super::COMPOSITION),
    /// [`USUAL`](super::USUAL), [`DEALER`](super::DEALER), or a name followed by a chart on the next lines.
    ///
    /// # Errors
    /// When this table has no such policy.
    pub fn parse(text: &str, game: &AnyGame) -> Result<Self, PolicyError> {
        let (name, chart) = text.split_once('\n').map_or((text, None), |(name, chart)| (name, Some(chart)));
        with_game!(game, game => game.policy(name, chart))
    }

    /// Whether even the usual policy of a table is found by solving the game, which can take seconds.
    pub fn solves_usual(game: &AnyGame) -> bool {
        with_game!(game, game => game.solves_usual())
    }

    /// The exact price of every wager from a whole shoe under this policy; empty where it is not known.
    pub fn prices(&self, name: &str, game: &AnyGame) -> Vec<Price> {
        self.prices_for(name, game, None)
    }

    /// The same for bets of this stake, on which a commission that is rounded depends.
    pub fn prices_for(&self, name: &str, game: &AnyGame, stake: Option<Money>) -> Vec<Price> {
        with_game!(game, game => game.prices_of(self, name, stake)).unwrap_or_default()
    }
}
