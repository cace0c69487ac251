//! A simulated table that can play any block of a job.

use crate::error::{SessionError, ShoeSpent};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::family::TableSetup;
use crate::job::Shoes;
use crate::machine::GameMachine;
use crate::random::StreamEdition;
use crate::staking::{Bettor, Progression, Staking, StakingError};
use crate::table::BlockOf;
use crate::tally::Tally;
use crate::totals::{CountedWager, Totals};

/// How rounds are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayMethod {
    /// By a kernel, if the table has one. Kernels are proved to settle every round as the rules do.
    Kernel,
    /// Through the rules, step by step.
    Rules,
}

/// A simulated table.
pub struct Simulation {
    pub(crate) setup: TableSetup,
    pub(crate) mixed: bool,
    machine: OnceLock<Option<GameMachine>>,
}

impl Simulation {
    pub(crate) const fn new(setup: TableSetup, mixed: bool) -> Self {
        Self { setup, mixed, machine: OnceLock::new() }
    }

    /// The wagers whose results are counted.
    pub fn counted(&self) -> &[CountedWager] {
        &self.setup.counted
    }

    /// Whether the table has a kernel.
    pub fn has_kernel(&self) -> bool {
        self.setup.kernel.is_some()
    }

    /// The table as a machine of states, which plays the second edition; `None` if it has none.
    pub fn machine(&self) -> Option<&GameMachine> {
        let build = || self.setup.kernel.as_ref().and_then(|kernel| kernel.machine());
        self.machine.get_or_init(build).as_ref()
    }

    /// Plays one block by its machine; `None` if it has none, or the rules must say that the shoe ran out.
    fn by_machine(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let machine = self.machine()?;
        machine.play(seed, block, rounds).ok().map(|counts| machine.totals(&counts))
    }

    /// Plays one block of the first edition by the given method.
    ///
    /// # Errors
    /// When the shoe runs out during a round.
    pub fn play(&self, by: PlayMethod, seed: u64, block: u64, rounds: u64) -> Result<Totals, ShoeSpent> {
        self.play_edition(StreamEdition::First, by, seed, block, rounds)
    }

    /// Plays one block by the given method.
    ///
    /// # Errors
    /// When the shoe runs out during a round.
    pub fn play_edition(
        &self,
        edition: StreamEdition,
        by: PlayMethod,
        seed: u64,
        block: u64,
        rounds: u64,
    ) -> Result<Totals, ShoeSpent> {
        let by_rules = || self.play_by_rules(edition, seed, block, rounds);
        let by_kernel = || match edition {
            StreamEdition::First => self.setup.kernel.as_ref()?.play(seed, block, rounds),
            StreamEdition::Second => self.by_machine(seed, block, rounds),
        };
        match by {
            PlayMethod::Kernel => by_kernel().map_or_else(by_rules, Ok),
            PlayMethod::Rules => by_rules(),
        }
    }

    /// Plays one block through the rules, step by step.
    ///
    /// # Errors
    /// When the shoe runs out during a round.
    pub fn play_by_rules(
        &self,
        edition: StreamEdition,
        seed: u64,
        block: u64,
        rounds: u64,
    ) -> Result<Totals, ShoeSpent> {
        let mut tallies = vec![Tally::default(); self.counted().len()];
        let block = BlockOf { seed, block, rounds, mixed: self.mixed, edition };
        let fallen = self.setup.table.play(&block, &mut tallies)?;
        Ok(Totals { tallies, fallen, sessions: None })
    }

    /// Plays one block of sessions.
    ///
    /// # Errors
    /// When the shoe runs out during a round, or when a stake or a sum exceeds the largest amount.
    pub fn play_sessions(
        &self,
        staking: &Staking,
        seed: u64,
        block: u64,
        rounds: u64,
    ) -> Result<Totals, SessionError> {
        let terms = staking.terms(self.counted()).map_err(|_| SessionError::Overflow)?;
        let sessions = rounds.div_ceil(staking.rounds.max(1));
        let counts = matches!(staking.progression, Progression::Count(_));
        let mut bettor = Bettor::new(staking, terms, self.setup.counting.clone().filter(|_| counts));
        let edition = StreamEdition::First;
        let from = BlockOf { seed, block, rounds: sessions, mixed: self.mixed, edition };
        let fallen = self.setup.table.sessions(&from, &mut bettor)?;
        let Bettor { tally, sessions, .. } = bettor;
        Ok(Totals { tallies: vec![tally], fallen, sessions: Some(sessions) })
    }

    /// Checks that a player can stake in this way at this table.
    ///
    /// # Errors
    /// When the table or its wagers do not permit it.
    pub fn check_staking(&self, staking: &Staking, shoes: Shoes) -> Result<(), StakingError> {
        staking.terms(self.counted())?;
        let counts = matches!(staking.progression, Progression::Count(_));
        if counts && (shoes == Shoes::Fresh || self.setup.counting.is_none()) {
            return Err(StakingError::NothingToCount);
        }
        Ok(())
    }
}
