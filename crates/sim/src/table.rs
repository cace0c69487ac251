//! A simulated table, ready to play any block, and what its blocks come to.

use croupier_rules::contract::{Game, Positions, Seated};
use croupier_rules::games::baccarat::{self, Baccarat};
use croupier_rules::games::blackjack::{self, Blackjack};
use croupier_rules::games::dice::Dice;
use croupier_rules::games::in_between::InBetween;
use croupier_rules::games::poker::HoldEm;
use croupier_rules::games::roulette::Roulette;
use serde::{Deserialize, Serialize};

use crate::kernel::Kernel;
use crate::play::{Boxes, Decides, From, Plain, Raised, Reference, ShoeSpent, Sink, Source, Stakes, Supply};
use crate::policy::{ByCards, Chart, Mood, Raises, Thirds};
use crate::random::{Purpose, Stream, Words};
use crate::staking::{Bettor, Counting, Progression, SessionError, Sessions, Staking};
use crate::tally::Tally;

/// A wager whose stakes are counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// Its name, as prices list it.
    pub wager: String,
    /// In how many parts of a round's bets its profits are counted.
    pub parts: i64,
    /// How many bets a round has, where they are counted together.
    pub bets: u8,
}

impl Counted {
    /// The parts of one bet's profit that make one unit of the round's bets.
    pub fn whole(&self) -> i64 {
        self.parts * i64::from(self.bets)
    }
}

/// What some blocks came to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// What each wager came to.
    pub tallies: Vec<Tally>,
    /// How many cards, balls or throws fell.
    pub fallen: u64,
    /// What sessions came to, where a player stakes otherwise than by the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sessions: Option<Sessions>,
}

impl Found {
    /// Nothing yet, for so many wagers.
    pub fn nothing(wagers: usize) -> Self {
        Self { tallies: vec![Tally::default(); wagers], fallen: 0, sessions: None }
    }

    /// Adds what other blocks came to.
    pub fn merge(&mut self, other: &Self) {
        self.tallies.iter_mut().zip(&other.tallies).for_each(|(tally, other)| tally.merge(other));
        self.fallen += other.fallen;
        match (&mut self.sessions, &other.sessions) {
            (Some(sessions), Some(other)) => sessions.merge(other),
            (none @ None, Some(_)) => none.clone_from(&other.sessions),
            (_, None) => {}
        }
    }
}

/// A game with stakes that stand until decided.
pub(crate) struct PlainTable<G: Game> {
    pub(crate) game: G,
    pub(crate) supply: Supply<G::Chance>,
    pub(crate) stakes: Plain<G>,
}

/// A game of one seat that decides, with its policy.
pub(crate) struct Decided<G: Game, S, D> {
    pub(crate) game: G,
    pub(crate) supply: Supply<G::Chance>,
    pub(crate) stakes: S,
    pub(crate) policy: D,
    pub(crate) places: Positions,
}

/// The most boxes that are simulated beyond one.
const MANY: usize = blackjack::BOXES_MAX;

/// A table of baccarat; without a policy nobody has a choice.
pub(crate) type CoupTable = Decided<Baccarat, Plain<Baccarat>, Option<Box<Thirds>>>;

pub(crate) enum Family {
    Roulette(PlainTable<Roulette>),
    Dice(PlainTable<Dice>),
    InBetween(PlainTable<Seated<InBetween, 1>>),
    Baccarat(CoupTable),
    Poker(Decided<Seated<HoldEm, 1>, Raised, Raises>),
    OneBox(Box<Decided<Seated<Blackjack, 1>, Boxes<1>, Chart>>),
    Boxes(Box<Decided<Seated<Blackjack, MANY>, Boxes<MANY>, Chart>>),
    OneBoxByCards(Box<Decided<Seated<Blackjack, 1>, Boxes<1>, ByCards>>),
    BoxesByCards(Box<Decided<Seated<Blackjack, MANY>, Boxes<MANY>, ByCards>>),
}

/// A simulated table.
pub struct Table {
    pub(crate) family: Family,
    pub(crate) counted: Vec<Counted>,
    pub(crate) kernel: Option<Kernel>,
    pub(crate) mixed: bool,
}

impl<G: Game> Decides<G> for () {
    type Memory = ();

    fn decide(&self, _: &G, _: &G::View, _: u8, _: Mood, (): &()) -> G::Move {
        unreachable!("the moves of these games have no value")
    }
}

impl Decides<Baccarat> for Option<Box<Thirds>> {
    type Memory = ();

    fn decide(
        &self,
        game: &Baccarat,
        view: &baccarat::View,
        seat: u8,
        mood: Mood,
        (): &(),
    ) -> baccarat::Move {
        self.as_ref().map_or(baccarat::Move::Stand, |thirds| thirds.decide(game, view, seat, mood))
    }
}

impl Table {
    /// The wagers that are counted.
    pub fn counted(&self) -> &[Counted] {
        &self.counted
    }

    /// Whether a kernel plays it.
    pub const fn has_kernel(&self) -> bool {
        self.kernel.is_some()
    }

    /// Plays one block through the rules step by step.
    ///
    /// # Errors
    /// When the shoe runs out in a round.
    pub fn play_by_rules(&self, seed: u64, block: u64, rounds: u64) -> Result<Found, ShoeSpent> {
        let mut tallies = vec![Tally::default(); self.counted.len()];
        let fallen = self.play_into(seed, block, rounds, &mut tallies)?;
        Ok(Found { tallies, fallen, sessions: None })
    }

    /// Plays one block of sessions.
    ///
    /// # Errors
    /// When the shoe runs out in a round, or the stakes run beyond what an amount can be.
    pub fn play_sessions(
        &self,
        staking: &Staking,
        seed: u64,
        block: u64,
        rounds: u64,
    ) -> Result<Found, SessionError> {
        let terms = staking.terms(&self.counted).map_err(|_| SessionError::Overflow)?;
        let sessions = rounds.div_ceil(staking.rounds.max(1));
        let counts = matches!(staking.progression, Progression::Count(_));
        let mut bettor = Bettor::new(staking, terms, self.counting().filter(|_| counts));
        let from = BlockOf { seed, block, rounds: sessions, mixed: self.mixed };
        let fallen = match &self.family {
            Family::Roulette(table) => from.sessions_plain(table, &mut bettor),
            Family::Dice(table) => from.sessions_plain(table, &mut bettor),
            Family::InBetween(table) => from.sessions_plain(table, &mut bettor),
            Family::Baccarat(table) => from.sessions(table, &mut bettor),
            Family::Poker(table) => from.sessions(table, &mut bettor),
            Family::OneBox(table) => from.sessions(table, &mut bettor),
            Family::Boxes(table) => from.sessions(table, &mut bettor),
            Family::OneBoxByCards(table) => from.sessions(table, &mut bettor),
            Family::BoxesByCards(table) => from.sessions(table, &mut bettor),
        }?;
        let Bettor { tally, sessions, .. } = bettor;
        Ok(Found { tallies: vec![tally], fallen, sessions: Some(sessions) })
    }

    /// A count of the shoe, where it is one of blackjack.
    pub(crate) fn counting(&self) -> Option<Counting> {
        match &self.family {
            Family::OneBox(table) => counting(table),
            Family::Boxes(table) => counting(table),
            Family::OneBoxByCards(table) => counting(table),
            Family::BoxesByCards(table) => counting(table),
            _ => None,
        }
    }

    pub(crate) fn play_into(
        &self,
        seed: u64,
        block: u64,
        rounds: u64,
        sink: &mut impl Sink,
    ) -> Result<u64, ShoeSpent> {
        let from = BlockOf { seed, block, rounds, mixed: self.mixed };
        match &self.family {
            Family::Roulette(table) => from.plain(table, sink),
            Family::Dice(table) => from.plain(table, sink),
            Family::InBetween(table) => from.plain(table, sink),
            Family::Baccarat(table) => from.decided(table, sink),
            Family::Poker(table) => from.decided(table, sink),
            Family::OneBox(table) => from.decided(table, sink),
            Family::Boxes(table) => from.decided(table, sink),
            Family::OneBoxByCards(table) => from.decided(table, sink),
            Family::BoxesByCards(table) => from.decided(table, sink),
        }
    }
}

/// Which block is played.
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

    fn decided<G: Game, S: Stakes<G>, D: Decides<G>>(
        &self,
        table: &Decided<G, S, D>,
        sink: &mut impl Sink,
    ) -> Result<u64, ShoeSpent> {
        let Decided { game, supply, stakes, policy, places } = table;
        self.play(&Reference { game, places: *places, decides: policy, supply }, stakes, sink)
    }

    fn play<G: Game, D: Decides<G>>(
        &self,
        reference: &Reference<'_, G, D>,
        stakes: &impl Stakes<G>,
        sink: &mut impl Sink,
    ) -> Result<u64, ShoeSpent> {
        let (mut source, mut minds) = self.streams(reference);
        reference.play(self.rounds, &mut source, &mut minds, stakes.clone(), sink)
    }

    /// What falls and what decides in the block.
    fn streams<'t, G: Game, D>(&self, reference: &Reference<'t, G, D>) -> (Source<'t>, Option<Words>) {
        let stream = |purpose| Stream::new(self.seed, self.block, purpose);
        let minds = self.mixed.then(|| Words::new(stream(Purpose::Minds)));
        (reference.supply.source(stream(Purpose::Chance)), minds)
    }

    fn sessions_plain<G: Game + Clone>(
        &self,
        table: &PlainTable<G>,
        bettor: &mut Bettor,
    ) -> Result<u64, SessionError> {
        let PlainTable { game, supply, stakes } = table;
        let reference = Reference { game, places: Positions::first(1), decides: &(), supply };
        let (mut source, mut minds) = self.streams(&reference);
        reference.sessions(self.rounds, &mut source, &mut minds, stakes, bettor)
    }

    fn sessions<G: Game, S: Stakes<G>, D: Decides<G>>(
        &self,
        table: &Decided<G, S, D>,
        bettor: &mut Bettor,
    ) -> Result<u64, SessionError> {
        let Decided { game, supply, stakes, policy, places } = table;
        let reference = Reference { game, places: *places, decides: policy, supply };
        let (mut source, mut minds) = self.streams(&reference);
        reference.sessions(self.rounds, &mut source, &mut minds, stakes, bettor)
    }
}

fn counting<const BOXES: usize, D>(
    table: &Decided<Seated<Blackjack, BOXES>, Boxes<BOXES>, D>,
) -> Option<Counting> {
    let From::Shoe { plan, .. } = &table.supply.from else { return None };
    Some(Counting::new(&table.supply.chances, plan.cards, |rank| table.game.values.of(rank)))
}
