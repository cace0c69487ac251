//! Rebuilds the table of a job from the job and the rulebooks alone, so that another machine can play a part of it.

use std::fmt;

use croupier_maths::{Price, PriceQuery, price_of};
use croupier_rules::book::{Chosen, GameBook, Shelf};
use croupier_rules::games::AnyGame;

use crate::asked::stake_and_wager;
use crate::job::{Job, Shoes};
use crate::options::{SetupError, SetupOptions};
use crate::policy::Policy;
use crate::setup::set_up;
use crate::simulation::Simulation;
use crate::staking::StakingError;

/// Why the table of a job cannot be rebuilt.
#[derive(Clone, PartialEq, Debug)]
pub enum RebuildError {
    /// The game or the date is not known here.
    Unknown(String),
    /// The rulebook of that name differs here.
    Book(String),
    /// A setting of the house is not permitted here.
    House(String),
    /// The policy differs from the one the job was created with.
    Policy,
    /// The table cannot be set up.
    Setup(SetupError),
    /// The wagers differ from those of the job.
    Wagers,
    /// The player cannot stake in this way here.
    Stakes(StakingError),
}

impl fmt::Display for RebuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(message) | Self::House(message) => f.write_str(message),
            Self::Book(rules) => write!(f, "the rulebook of {rules} is another one here"),
            Self::Policy => f.write_str("the policy cannot be rebuilt from the job alone"),
            Self::Setup(error) => error.fmt(f),
            Self::Stakes(error) => error.fmt(f),
            Self::Wagers => f.write_str("the wagers of the job are others here"),
        }
    }
}

impl std::error::Error for RebuildError {}

/// Rebuilds the table of a job.
///
/// # Errors
/// When the rulebook, the settings, the policy or the wagers differ from those the job was created with.
pub fn rebuild(job: &Job, shelf: &Shelf) -> Result<Simulation, RebuildError> {
    // Every field by name, so that a field added to `Job` must be considered here.
    let Job {
        rules,
        book,
        on,
        house: _,
        policy: _,
        policy_digest: _,
        shoes,
        boxes,
        wagers,
        rounds: _,
        seed: _,
        edition: _,
        stakes,
    } = job;
    let day = on.parse().map_err(|_| RebuildError::Unknown(format!("`{on}` is no day")))?;
    let (found, game) =
        shelf.game_on(rules, day).map_err(|unknown| RebuildError::Unknown(unknown.to_string()))?;
    if found.digest() != book {
        return Err(RebuildError::Book(rules.clone()));
    }
    let of = game.table(&chosen(job, game)?);
    let options = SetupOptions { shoes: *shoes, boxes: *boxes, wagers: wagers.clone() };
    let table = set_up(&of, game.conduct(), &policy(job, &of)?, &options).map_err(RebuildError::Setup)?;
    if let Some(staking) = stakes {
        table.check_staking(staking, *shoes).map_err(RebuildError::Stakes)?;
    }
    let same = table.counted().iter().map(|counted| &counted.wager).eq(wagers);
    if same { Ok(table) } else { Err(RebuildError::Wagers) }
}

fn chosen(job: &Job, game: &GameBook) -> Result<Chosen, RebuildError> {
    let envelope = game.envelope();
    let mut chosen = Chosen::default();
    for (key, value) in &job.house {
        chosen.choose(key, value, &envelope).map_err(|refusal| RebuildError::House(refusal.to_string()))?;
    }
    chosen.check(&envelope).map_err(|refusal| RebuildError::House(refusal.to_string()))?;
    Ok(chosen)
}

/// The policy that the job names; its digest shows whether it is the same as when the job was created.
fn policy(job: &Job, game: &AnyGame) -> Result<Policy, RebuildError> {
    let policy = Policy::parse(&job.policy, game).map_err(|_| RebuildError::Policy)?;
    if policy.digest() == job.policy_digest { Ok(policy) } else { Err(RebuildError::Policy) }
}

/// The exact prices of a job's wagers under the job's policy; empty where they are not known, such as for a shoe that
/// is dealt over several rounds.
pub fn prices(job: &Job, shelf: &Shelf) -> Vec<Price> {
    let priced = || {
        let (_, game) = shelf.game_on(&job.rules, job.on.parse().ok()?).ok()?;
        let of = game.table(&chosen(job, game).ok()?);
        let policy = policy(job, &of).ok()?;
        let mut list = policy.prices(&job.policy, &of);
        // Wagers in the words of a record are priced each on its own, under those words.
        for words in &job.wagers {
            let (stake, wager) = stake_and_wager(words).ok()?;
            let query = PriceQuery { stake, ..PriceQuery::default() };
            let at_stake = stake.map(|_| policy.prices_for(&job.policy, &of, stake));
            let price = price_of(&of, game.conduct(), wager, &query, at_stake.as_ref().unwrap_or(&list));
            if let Ok(price) = price
                && list.iter().all(|known| known.wager != *words)
            {
                list.push(Price { wager: words.clone(), ..price });
            }
        }
        Some(list)
    };
    if job.shoes == Shoes::Fresh { priced().unwrap_or_default() } else { Vec::new() }
}

/// What the exact prices of a job assume, if its play is another than that of `croupier odds`: where both sides decide,
/// simulated hands know their scores only.
pub fn assumed(job: &Job, shelf: &Shelf) -> Option<String> {
    let plays = policy(job, &table(job, shelf)?).ok()?;
    let price = prices(job, shelf).into_iter().next().filter(|_| matches!(plays, Policy::Thirds(_)))?;
    Some(price.method)
}

fn table(job: &Job, shelf: &Shelf) -> Option<AnyGame> {
    let (_, game) = shelf.game_on(&job.rules, job.on.parse().ok()?).ok()?;
    Some(game.table(&chosen(job, game).ok()?))
}
