//! The general enumerator: every fall with its weight through the rules themselves, in exact fractions.
//!
//! It knows no game. A stake that outlives a round is followed to its end by [`stake_outcomes`]; a seat that decides makes the
//! best move for each of its views by [`best`], or plays by a given strategy with [`gain_distribution`]. It is exact and slow: what it can
//! reach it prices, and what is priced faster elsewhere is proved equal to it on small shoes.

mod best;
mod gains;
mod stake;

pub use best::{Best, best};
pub use gains::{BehaviourStrategy, GainDistribution, gain_distribution};
pub use stake::{StakeEnd, StakeOutcomes, stake_outcomes};

use croupier_kit::Ratio;
use croupier_rules::contract::{Game, OwnStake, OwnStakes, Stock, Turn};

use crate::price::profit;

/// Where an enumeration begins: what lies on the table, what can still fall, and the stakes of the player it is for.
#[derive(Debug)]
pub struct Position<G: Game> {
    /// What lies on the table.
    pub deal: G::Deal,
    /// What can still fall.
    pub stock: G::Stock,
    /// The player's stakes.
    pub stakes: OwnStakes<G>,
    /// Whether anything has fallen: a table that takes bets between falls has then ended its round.
    begun: bool,
}

impl<G: Game> Clone for Position<G> {
    fn clone(&self) -> Self {
        Self { deal: self.deal, stock: self.stock.clone(), stakes: self.stakes.clone(), begun: self.begun }
    }
}

impl<G: Game> Position<G> {
    /// A round not yet begun, with one bet of one unit.
    pub fn new(deal: G::Deal, stock: G::Stock, wager: G::Wager, life: G::Life) -> Self {
        let mut stakes = OwnStakes::<G>::new();
        stakes.push(OwnStake { wager, life, units: 1 });
        Self { deal, stock, stakes, begun: false }
    }

    /// What is due; a table that takes bets again has ended its round.
    fn turn(&self, game: &G) -> Turn {
        match game.turn(&self.deal) {
            Turn::Bets if self.begun => Turn::Over,
            turn => turn,
        }
    }

    /// Every fall from here, with its chance.
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

    /// The same after a move.
    fn moved(&self, game: &G, seat: u8, mv: G::Move) -> Self {
        let mut next = self.clone();
        game.follow(&next.deal, seat, mv, &mut next.stakes);
        game.play_unchecked(&mut next.deal, seat, mv);
        next
    }

    /// What the stakes have won or lost in units, once the round is over; a stake that stands has won nothing yet.
    fn profit(&self, game: &G) -> Ratio {
        let won = self.stakes.iter().map(|stake| {
            let settled = game.advance(stake.wager, &mut stake.life.clone(), &self.deal);
            settled.map_or_else(Ratio::zero, |settled| profit(settled.payout) * Ratio::whole(stake.units))
        });
        won.sum()
    }

    /// How many units are staked.
    fn staked(&self) -> u32 {
        self.stakes.iter().map(|stake| u32::from(stake.units)).sum()
    }
}
