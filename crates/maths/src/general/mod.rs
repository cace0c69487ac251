//! The general enumerator: it runs every possible outcome through the rules themselves, weighted by exact fractions.
//!
//! It contains no knowledge of any game. [`stake_outcomes`] follows a stake that outlives a round to its end.
//! [`best`] finds the best move of a seat for each of its views, and [`gain_distribution`] plays by a given strategy.
//! The enumerator is exact but slow. It prices what it can reach; faster solvers are proved equal to it on small
//! shoes.

mod best;
mod gains;
mod stake;

pub use best::{Best, best};
pub use gains::{BehaviourStrategy, GainDistribution, gain_distribution};
pub use stake::{StakeEnd, StakeOutcomes, stake_outcomes, stake_outcomes_from};

use croupier_kit::Ratio;
use croupier_rules::contract::{Game, OwnStake, OwnStakes, Stock, Turn};

use crate::price::profit;

/// The start of an enumeration: what lies on the table, the outcomes still possible, and the player's stakes.
#[derive(Debug)]
pub struct Position<G: Game> {
    /// What lies on the table.
    pub deal: G::Deal,
    /// The outcomes still possible.
    pub stock: G::Stock,
    /// The player's stakes.
    pub stakes: OwnStakes<G>,
    /// Whether there has been an outcome. If so, a table that accepts bets has ended its round.
    begun: bool,
}

impl<G: Game> Clone for Position<G> {
    fn clone(&self) -> Self {
        Self { deal: self.deal, stock: self.stock.clone(), stakes: self.stakes.clone(), begun: self.begun }
    }
}

impl<G: Game> Position<G> {
    /// A round that has not begun, with one bet of one unit.
    pub fn new(deal: G::Deal, stock: G::Stock, wager: G::Wager, life: G::Life) -> Self {
        let mut stakes = OwnStakes::<G>::new();
        stakes.push(OwnStake { wager, life, units: 1 });
        Self { deal, stock, stakes, begun: false }
    }

    /// Whose turn it is. A table that accepts bets again has ended its round.
    fn turn(&self, game: &G) -> Turn {
        match game.turn(&self.deal) {
            Turn::Bets if self.begun => Turn::Over,
            turn => turn,
        }
    }

    /// Every possible next outcome, with its probability.
    fn falls(&self, game: &G, mut each: impl FnMut(Self, Ratio)) {
        let mut whole = 0_u64;
        self.stock.each(|_, weight| whole += u64::from(weight));
        self.stock.each(|chance, weight| {
            let mut next = Self { begun: true, ..self.clone() };
            next.stock.take(chance);
            game.fall_unchecked(&mut next.deal, chance);
            each(next, Ratio::new(weight, whole));
        });
    }

    /// The position after a move.
    fn moved(&self, game: &G, seat: u8, mv: G::Move) -> Self {
        let mut next = self.clone();
        game.follow(&next.deal, seat, mv, &mut next.stakes);
        game.play_unchecked(&mut next.deal, seat, mv);
        next
    }

    /// The profit or loss of the stakes in units once the round is over. A stake that still stands counts as zero.
    fn profit(&self, game: &G) -> Ratio {
        let won = self.stakes.iter().map(|stake| {
            let settled = game.advance(stake.wager, &mut stake.life.clone(), &self.deal);
            settled.map_or_else(Ratio::zero, |settled| profit(settled.payout) * Ratio::whole(stake.units))
        });
        won.sum()
    }

    /// The number of units staked.
    fn staked(&self) -> u32 {
        self.stakes.iter().map(|stake| u32::from(stake.units)).sum()
    }
}
