//! Setting up a table: a game with its wagers, policy and shoe.

use croupier_rules::book::Conduct;
use croupier_rules::games::AnyGame;
use croupier_rules::with_game;

use crate::family::FamilySim;
use crate::job::Shoes;
use crate::options::{SetupError, SetupOptions};
use crate::policy::Policy;
use crate::simulation::Simulation;

/// Sets up a table.
///
/// # Errors
/// When the game does not offer the wagers, or the options do not suit the game or the policy.
pub fn set_up(
    game: &AnyGame,
    conduct: &Conduct,
    policy: &Policy,
    options: &SetupOptions,
) -> Result<Simulation, SetupError> {
    if let Shoes::Cut(percent) = options.shoes
        && !(1..=95).contains(&percent)
    {
        return Err(SetupError::Cut(percent));
    }
    let setup = with_game!(game, game => game.set_up(conduct, policy, options))?;
    Ok(Simulation::new(setup, policy.is_mixed()))
}
