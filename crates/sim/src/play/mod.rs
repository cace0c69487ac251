//! The reference implementation: rounds played through the `Game` contract itself, step by step.

mod boxes;
mod compared;
mod plain;
mod raised;
mod sided;
mod sink;
mod supply;

pub(crate) use boxes::{Boxes, chart_hand};
pub(crate) use compared::Compared;
pub(crate) use plain::{Plain, PlainStake};
pub(crate) use raised::Raised;
pub(crate) use sided::{BesideSides, SidedBoxes, SidedStakes};
pub(crate) use sink::Sink;
pub(crate) use supply::{Source, Supply, SupplyKind};

use croupier_rules::contract::{Game, Positions, Seat, Turn};

use crate::error::{SessionError, ShoeSpent};
use crate::policy::DecisionBits;
use crate::random::LotSource;
use crate::staking::Bettor;

/// The stakes at a simulated table.
pub(crate) trait TableStakes<G: Game>: Clone {
    /// A round opens. Stakes that do not stand are placed again, unless `laying` is false because the table is
    /// closing.
    fn open(&mut self, laying: bool);
    /// Called before a seat makes a move.
    fn moves(&mut self, game: &G, deal: &G::Deal, seat: Seat, mv: G::Move);
    /// Called after an outcome or a move: some stakes are settled, others may be placed.
    fn settle(&mut self, game: &G, deal: &mut G::Deal, sink: &mut impl Sink);
    /// Called when the round is over.
    fn close(&mut self, game: &G, deal: &G::Deal, sink: &mut impl Sink);
    /// Whether any stake carries over to another round.
    fn stands(&self) -> bool;
}

/// How seats decide: from what they see, and from random bits.
pub(crate) trait DecisionRule<G: Game> {
    /// What a player remembers during a round beyond what the view shows.
    type Memory: Default;

    /// Called after an outcome or a move, to update the memory.
    #[inline]
    fn keep(&self, _: &G, _: &G::Deal, _: Option<G::Chance>, _: &mut Self::Memory) {}

    /// The decision of the seat.
    fn decide(
        &self,
        game: &G,
        view: &G::View,
        seat: Seat,
        bits: DecisionBits,
        memory: &Self::Memory,
    ) -> G::Move;
}

/// A table that plays rounds one after another.
pub(crate) struct Reference<'t, G: Game, D> {
    pub(crate) game: &'t G,
    pub(crate) places: Positions,
    pub(crate) decides: &'t D,
    pub(crate) supply: &'t Supply<G::Chance>,
}

impl<G: Game, D: DecisionRule<G>> Reference<'_, G, D> {
    /// Plays `rounds` rounds, and more until no stake stands. Returns the number of outcomes.
    pub(crate) fn play(
        &self,
        rounds: u64,
        source: &mut Source<'_>,
        lots: &mut LotSource,
        mut stakes: impl TableStakes<G>,
        sink: &mut impl Sink,
    ) -> Result<u64, ShoeSpent> {
        let mut fallen = 0;
        for _ in 0..rounds {
            stakes.open(true);
            fallen += self.round(source, lots, &mut stakes, sink)?;
        }
        while stakes.stands() {
            stakes.open(false);
            fallen += self.round(source, lots, &mut stakes, sink)?;
        }
        Ok(fallen)
    }

    /// Plays `sessions` sessions of a player, each starting with a freshly shuffled shoe. Returns the number of
    /// outcomes.
    pub(crate) fn sessions(
        &self,
        sessions: u64,
        source: &mut Source<'_>,
        lots: &mut LotSource,
        stakes: &impl TableStakes<G>,
        bettor: &mut Bettor,
    ) -> Result<u64, SessionError> {
        let mut fallen = 0;
        for _ in 0..sessions {
            let mut stakes = stakes.clone();
            source.renew();
            bettor.shuffled();
            while bettor.plays() {
                stakes.open(true);
                fallen += self.round(source, lots, &mut stakes, bettor)?;
            }
            bettor.end().map_err(|_| SessionError::Overflow)?;
        }
        Ok(fallen)
    }

    fn round(
        &self,
        source: &mut Source<'_>,
        lots: &mut LotSource,
        stakes: &mut impl TableStakes<G>,
        sink: &mut impl Sink,
    ) -> Result<u64, ShoeSpent> {
        if source.next_round() {
            sink.shuffled();
        }
        sink.lays();
        let bits = DecisionBits(lots.next());
        let mut deal = self.game.open(self.places);
        let (mut fallen, mut memory) = (0, D::Memory::default());
        loop {
            match self.game.turn(&deal) {
                Turn::Over => break,
                Turn::Bets if fallen > 0 => break,
                Turn::Bets | Turn::Chance(_) => {
                    let number = source.fall().ok_or(ShoeSpent)?;
                    let chance = self.supply.chances[usize::from(number)];
                    debug_assert!(self.game.check_fall(&deal, chance).is_ok());
                    self.game.fall_unchecked(&mut deal, chance);
                    self.decides.keep(self.game, &deal, Some(chance), &mut memory);
                    sink.fell(number);
                    fallen += 1;
                }
                Turn::Seat(seat) => {
                    let view = self.game.view(&deal, seat);
                    let mv = self.decides.decide(self.game, &view, seat, bits, &memory);
                    debug_assert!(self.game.check(&deal, seat, mv).is_ok());
                    stakes.moves(self.game, &deal, seat, mv);
                    self.game.play_unchecked(&mut deal, seat, mv);
                    self.decides.keep(self.game, &deal, None, &mut memory);
                }
            }
            stakes.settle(self.game, &mut deal, sink);
        }
        stakes.close(self.game, &deal, sink);
        Ok(fallen)
    }
}
