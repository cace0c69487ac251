//! Tables that can be simulated: rules, source of outcomes, stakes and policy.

use croupier_rules::contract::{Game, Positions};

use crate::error::{SessionError, ShoeSpent};
use crate::play::{DecisionRule, Plain, Reference, Source, Supply, TableStakes};
use crate::random::counter::{TABLES, TableStream, rounds_at};
use crate::random::{LotSource, RandomStream, RandomWords, StreamEdition, StreamPurpose};
use crate::staking::Bettor;
use crate::tally::Tally;

/// A game without decisions, with stakes that stand until they are settled.
pub(crate) struct PlainTable<G: Game> {
    pub(crate) game: G,
    pub(crate) supply: Supply<G::Chance>,
    pub(crate) stakes: Plain<G>,
}

/// A game in which seats decide, with its policy.
pub(crate) struct DecidedTable<G: Game, S, D> {
    pub(crate) game: G,
    pub(crate) supply: Supply<G::Chance>,
    pub(crate) stakes: S,
    pub(crate) policy: D,
    pub(crate) places: Positions,
}

/// A table that can play any block of a job.
pub(crate) trait SimulatedTable: Send + Sync {
    /// Plays a block through the rules and returns the number of outcomes.
    fn play(&self, block: &BlockOf, tallies: &mut Vec<Tally>) -> Result<u64, ShoeSpent>;

    /// Plays a block of sessions.
    fn sessions(&self, block: &BlockOf, bettor: &mut Bettor) -> Result<u64, SessionError>;
}

impl<G> SimulatedTable for PlainTable<G>
where
    G: Game<Chance: Send + Sync, Wager: Send + Sync, Life: Send + Sync> + Clone + Send + Sync,
{
    fn play(&self, block: &BlockOf, tallies: &mut Vec<Tally>) -> Result<u64, ShoeSpent> {
        let Self { game, supply, stakes } = self;
        let reference = Reference { game, places: Positions::first(1), decides: &(), supply };
        block.play(&reference, stakes, tallies)
    }

    fn sessions(&self, block: &BlockOf, bettor: &mut Bettor) -> Result<u64, SessionError> {
        let Self { game, supply, stakes } = self;
        let reference = Reference { game, places: Positions::first(1), decides: &(), supply };
        let (mut source, mut lots) = block.first_edition(&reference);
        reference.sessions(block.rounds, &mut source, &mut lots, stakes, bettor)
    }
}

impl<G, S, D> SimulatedTable for DecidedTable<G, S, D>
where
    G: Game<Chance: Send + Sync> + Send + Sync,
    S: TableStakes<G> + Send + Sync,
    D: DecisionRule<G> + Send + Sync,
{
    fn play(&self, block: &BlockOf, tallies: &mut Vec<Tally>) -> Result<u64, ShoeSpent> {
        let Self { game, supply, stakes, policy, places } = self;
        let reference = Reference { game, places: *places, decides: policy, supply };
        block.play(&reference, stakes, tallies)
    }

    fn sessions(&self, block: &BlockOf, bettor: &mut Bettor) -> Result<u64, SessionError> {
        let Self { game, supply, stakes, policy, places } = self;
        let reference = Reference { game, places: *places, decides: policy, supply };
        let (mut source, mut lots) = block.first_edition(&reference);
        reference.sessions(block.rounds, &mut source, &mut lots, stakes, bettor)
    }
}

/// One block: its seed, its number, its rounds, and whether decisions are random.
pub(crate) struct BlockOf {
    pub(crate) seed: u64,
    pub(crate) block: u64,
    pub(crate) rounds: u64,
    pub(crate) mixed: bool,
    pub(crate) edition: StreamEdition,
}

impl BlockOf {
    /// Plays the rounds of the block.
    fn play<G: Game, D: DecisionRule<G>>(
        &self,
        reference: &Reference<'_, G, D>,
        stakes: &impl TableStakes<G>,
        tallies: &mut Vec<Tally>,
    ) -> Result<u64, ShoeSpent> {
        match self.edition {
            StreamEdition::First => {
                let (mut source, mut lots) = self.first_edition(reference);
                reference.play(self.rounds, &mut source, &mut lots, stakes.clone(), tallies)
            }
            StreamEdition::Second => (0..TABLES).try_fold(0, |fallen, table| {
                let stream = |purpose| TableStream::new(self.seed, self.block, table, purpose);
                let mut source = reference.supply.counted(stream(StreamPurpose::Chance));
                let mut lots = match self.mixed {
                    true => LotSource::Counted { stream: stream(StreamPurpose::Decisions), round: 0 },
                    false => LotSource::None,
                };
                let rounds = rounds_at(table, self.rounds);
                Ok(fallen + reference.play(rounds, &mut source, &mut lots, stakes.clone(), tallies)?)
            }),
        }
    }

    /// The source of the block's outcomes, and the random words for decisions if any decision is random.
    fn first_edition<'t, G: Game, D>(&self, reference: &Reference<'t, G, D>) -> (Source<'t>, LotSource) {
        let stream = |purpose| RandomStream::new(self.seed, self.block, purpose);
        let lots = match self.mixed {
            true => LotSource::Words(RandomWords::new(stream(StreamPurpose::Decisions)).into()),
            false => LotSource::None,
        };
        (reference.supply.source(stream(StreamPurpose::Chance)), lots)
    }
}
