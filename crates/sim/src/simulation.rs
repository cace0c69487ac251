//! A simulated table that can play any block of a job.

use croupier_rules::contract::{Game, Positions, Seated};
use croupier_rules::games::blackjack::Blackjack;
use serde::{Deserialize, Serialize};

use crate::error::{SessionError, ShoeSpent};
use crate::job::Shoes;
use crate::kernel::Kernel;
use crate::play::{Boxes, DecisionRule, Reference, Sink, Source, SupplyKind, TableStakes};
use crate::random::{RandomStream, RandomWords, StreamPurpose};
use crate::staking::{Bettor, Counting, Progression, Staking, StakingError};
use crate::table::{DecidedTable, PlainTable, TableKind};
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
    pub(crate) family: TableKind,
    pub(crate) counted: Vec<CountedWager>,
    pub(crate) kernel: Option<Kernel>,
    pub(crate) mixed: bool,
}

impl Simulation {
    /// The wagers whose results are counted.
    pub fn counted(&self) -> &[CountedWager] {
        &self.counted
    }

    /// Whether the table has a kernel.
    pub const fn has_kernel(&self) -> bool {
        self.kernel.is_some()
    }

    /// Plays one block by the given method.
    ///
    /// # Errors
    /// When the shoe runs out during a round.
    pub fn play(&self, by: PlayMethod, seed: u64, block: u64, rounds: u64) -> Result<Totals, ShoeSpent> {
        let by_kernel = || self.kernel.as_ref()?.play(&self.family, seed, block, rounds);
        match by {
            PlayMethod::Kernel => by_kernel().map_or_else(|| self.play_by_rules(seed, block, rounds), Ok),
            PlayMethod::Rules => self.play_by_rules(seed, block, rounds),
        }
    }

    /// Plays one block through the rules, step by step.
    ///
    /// # Errors
    /// When the shoe runs out during a round.
    pub fn play_by_rules(&self, seed: u64, block: u64, rounds: u64) -> Result<Totals, ShoeSpent> {
        let mut tallies = vec![Tally::default(); self.counted.len()];
        let fallen = self.play_into(seed, block, rounds, &mut tallies)?;
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
        let terms = staking.terms(&self.counted).map_err(|_| SessionError::Overflow)?;
        let sessions = rounds.div_ceil(staking.rounds.max(1));
        let counts = matches!(staking.progression, Progression::Count(_));
        let mut bettor = Bettor::new(staking, terms, self.counting().filter(|_| counts));
        let from = BlockOf { seed, block, rounds: sessions, mixed: self.mixed };
        let fallen = match &self.family {
            TableKind::Roulette(table) => from.sessions_plain(table, &mut bettor),
            TableKind::Dice(table) => from.sessions_plain(table, &mut bettor),
            TableKind::InBetween(table) => from.sessions_plain(table, &mut bettor),
            TableKind::Baccarat(table) => from.sessions(table, &mut bettor),
            TableKind::Poker(table) => from.sessions(table, &mut bettor),
            TableKind::OneBox(table) => from.sessions(table, &mut bettor),
            TableKind::Boxes(table) => from.sessions(table, &mut bettor),
            TableKind::OneBoxByCards(table) => from.sessions(table, &mut bettor),
            TableKind::BoxesByCards(table) => from.sessions(table, &mut bettor),
        }?;
        let Bettor { tally, sessions, .. } = bettor;
        Ok(Totals { tallies: vec![tally], fallen, sessions: Some(sessions) })
    }

    /// Checks that a player can stake in this way at this table.
    ///
    /// # Errors
    /// When the table or its wagers do not permit it.
    pub fn check_staking(&self, staking: &Staking, shoes: Shoes) -> Result<(), StakingError> {
        staking.terms(&self.counted)?;
        let counts = matches!(staking.progression, Progression::Count(_));
        if counts && (shoes == Shoes::Fresh || self.counting().is_none()) {
            return Err(StakingError::NothingToCount);
        }
        Ok(())
    }

    /// The hi-lo count of the shoe; `None` if the table is not a blackjack table.
    fn counting(&self) -> Option<Counting> {
        match &self.family {
            TableKind::OneBox(table) => counting(table),
            TableKind::Boxes(table) => counting(table),
            TableKind::OneBoxByCards(table) => counting(table),
            TableKind::BoxesByCards(table) => counting(table),
            _ => None,
        }
    }

    fn play_into(&self, seed: u64, block: u64, rounds: u64, sink: &mut impl Sink) -> Result<u64, ShoeSpent> {
        let from = BlockOf { seed, block, rounds, mixed: self.mixed };
        match &self.family {
            TableKind::Roulette(table) => from.plain(table, sink),
            TableKind::Dice(table) => from.plain(table, sink),
            TableKind::InBetween(table) => from.plain(table, sink),
            TableKind::Baccarat(table) => from.decided(table, sink),
            TableKind::Poker(table) => from.decided(table, sink),
            TableKind::OneBox(table) => from.decided(table, sink),
            TableKind::Boxes(table) => from.decided(table, sink),
            TableKind::OneBoxByCards(table) => from.decided(table, sink),
            TableKind::BoxesByCards(table) => from.decided(table, sink),
        }
    }
}

/// One block: its seed, its number, its rounds, and whether decisions are random.
struct BlockOf {
    seed: u64,
    block: u64,
    rounds: u64,
    mixed: bool,
}

impl BlockOf {
    fn plain<G: Game + Clone>(&self, table: &PlainTable<G>, sink: &mut impl Sink) -> Result<u64, ShoeSpent> {
        let PlainTable { game, supply, stakes } = table;
        self.play(&Reference { game, places: Positions::first(1), decides: &(), supply }, stakes, sink)
    }

    fn decided<G: Game, S: TableStakes<G>, D: DecisionRule<G>>(
        &self,
        table: &DecidedTable<G, S, D>,
        sink: &mut impl Sink,
    ) -> Result<u64, ShoeSpent> {
        let DecidedTable { game, supply, stakes, policy, places } = table;
        self.play(&Reference { game, places: *places, decides: policy, supply }, stakes, sink)
    }

    fn play<G: Game, D: DecisionRule<G>>(
        &self,
        reference: &Reference<'_, G, D>,
        stakes: &impl TableStakes<G>,
        sink: &mut impl Sink,
    ) -> Result<u64, ShoeSpent> {
        let (mut source, mut decision_words) = self.streams(reference);
        reference.play(self.rounds, &mut source, &mut decision_words, stakes.clone(), sink)
    }

    /// The source of the block's outcomes, and the random words for decisions if any decision is random.
    fn streams<'t, G: Game, D>(&self, reference: &Reference<'t, G, D>) -> (Source<'t>, Option<RandomWords>) {
        let stream = |purpose| RandomStream::new(self.seed, self.block, purpose);
        let decision_words = self.mixed.then(|| RandomWords::new(stream(StreamPurpose::Decisions)));
        (reference.supply.source(stream(StreamPurpose::Chance)), decision_words)
    }

    fn sessions_plain<G: Game + Clone>(
        &self,
        table: &PlainTable<G>,
        bettor: &mut Bettor,
    ) -> Result<u64, SessionError> {
        let PlainTable { game, supply, stakes } = table;
        let reference = Reference { game, places: Positions::first(1), decides: &(), supply };
        let (mut source, mut decision_words) = self.streams(&reference);
        reference.sessions(self.rounds, &mut source, &mut decision_words, stakes, bettor)
    }

    fn sessions<G: Game, S: TableStakes<G>, D: DecisionRule<G>>(
        &self,
        table: &DecidedTable<G, S, D>,
        bettor: &mut Bettor,
    ) -> Result<u64, SessionError> {
        let DecidedTable { game, supply, stakes, policy, places } = table;
        let reference = Reference { game, places: *places, decides: policy, supply };
        let (mut source, mut decision_words) = self.streams(&reference);
        reference.sessions(self.rounds, &mut source, &mut decision_words, stakes, bettor)
    }
}

fn counting<const BOXES: usize, D>(
    table: &DecidedTable<Seated<Blackjack, BOXES>, Boxes<BOXES>, D>,
) -> Option<Counting> {
    let SupplyKind::Shoe { plan, .. } = &table.supply.from else { return None };
    Some(Counting::new(&table.supply.chances, plan.cards, |rank| table.game.values.of(rank)))
}
