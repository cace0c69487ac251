//! A simulation that is prepared: the job, with its table.

use std::collections::BTreeMap;

use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::games::AnyGame;

use crate::job::Job;
use crate::options::{SetupError, SetupOptions};
use crate::policy::Policy;
use crate::random::StreamEdition;
use crate::setup::set_up;
use crate::simulation::Simulation;

/// The table of a simulation: a game of a rulebook on a day, with the settings of a house.
pub struct TableOfJob<'t> {
    /// The rulebook.
    pub book: &'t Book,
    /// The game.
    pub game: &'t GameBook,
    /// The settings.
    pub chosen: &'t Chosen,
    /// The rules that follow from them.
    pub rules: &'t AnyGame,
    /// The day whose law applies.
    pub on: String,
}

/// Sets up a table, and makes the job of simulating it, by the first edition of the random streams. `policy_text` is the name of the policy, or a name followed by a
/// complete chart.
///
/// # Errors
/// When the game does not offer the wagers, or the options do not suit the game or the policy.
pub fn prepare(
    of: &TableOfJob<'_>,
    (policy_text, policy): (String, &Policy),
    options: &SetupOptions,
    rounds: u64,
    seed: u64,
) -> Result<(Simulation, Job), SetupError> {
    let table = set_up(of.rules, of.game.conduct(), policy, options)?;
    let house: BTreeMap<String, String> =
        of.chosen.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    let job = Job {
        rules: format!("{}/{}", of.book.id(), of.game.id()),
        book: of.book.digest().to_owned(),
        on: of.on.clone(),
        house,
        policy: policy_text,
        policy_digest: policy.digest(),
        shoes: options.shoes,
        boxes: options.boxes,
        wagers: table.counted().iter().map(|counted| counted.wager.clone()).collect(),
        rounds,
        seed,
        edition: StreamEdition::First,
        stakes: None,
    };
    Ok((table, job))
}
