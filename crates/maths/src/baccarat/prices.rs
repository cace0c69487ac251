//! The prices of every kind of baccarat table.

use std::cmp::Ordering;

use croupier_kit::Ratio;
use croupier_rules::contract::Payout;
use croupier_rules::games::baccarat::{Baccarat, Backs, Clause, HeldBy, Opposing, PLAYER};

use super::results::{COMPARISONS, accepted_prices, price, settle};
use super::{
    BaccaratError, BanqueModel, CheminModel, Equilibrium, HandStakes, PipCounts, banque, chemin, punto,
};
use crate::Price;
use crate::price::profit;

/// The price of every wager of a baccarat table from this shoe.
///
/// # Errors
/// When the shoe cannot be dealt from, or this kind of table is not supported.
pub fn prices(game: &Baccarat, shoe: &PipCounts) -> Result<Vec<Price>, BaccaratError> {
    match best_play(game, shoe)? {
        Some(play) => Ok(play.prices(game)),
        None => punto(game, shoe),
    }
}

/// Best play of both sides; `None` if nobody has a choice.
///
/// # Errors
/// As [`prices`].
pub fn best_play(game: &Baccarat, shoe: &PipCounts) -> Result<Option<Equilibrium>, BaccaratError> {
    match game.hands {
        Opposing::One if game.drawing.leaves_no_choice() => Ok(None),
        Opposing::One => chemin(game, shoe, CheminModel::TABLE).map(Some),
        Opposing::Two => banque(game, shoe, HandStakes::EVEN, BanqueModel::TABLE).map(Some),
    }
}

impl Equilibrium {
    /// The price of every wager under these strategies. If the bank passes between players, the bank's side is
    /// included.
    pub fn prices(&self, game: &Baccarat) -> Vec<Price> {
        let mut prices = accepted_prices(game, &self.results, &self.method);
        if game.bank.held == HeldBy::Passing {
            let backed = game.clauses.iter().find(|clause| clause.backs == Backs::Hand(PLAYER));
            prices.extend(backed.map(|clause| self.bank_price(game, clause, &self.method)));
        }
        prices
    }

    /// The price of holding the bank against this wager, per unit covered.
    fn bank_price(&self, game: &Baccarat, clause: &Clause, method: &str) -> Price {
        let ends = COMPARISONS.into_iter().enumerate().map(|(place, compared)| {
            let covered = settle(clause, 3 * place + 1).0;
            (turned(covered), self.results.chance(compared, Ordering::Equal).clone())
        });
        let ends: Vec<(Payout, Ratio)> = ends.collect();
        let cites = [Some(clause.odds_cite), Some(clause.undecided_cite), game.bank.cover, game.bank.hold];
        price("banker", ends, cites.into_iter().flatten().collect(), method, profit)
    }
}

/// The payout of the opposite side of a stake, per unit of the stake.
fn turned(payout: Payout) -> Payout {
    match payout {
        Payout::Win(odds) => {
            let (won, staked) = odds.terms();
            Payout::Net { won: -i32::try_from(won).expect("the terms of odds are small"), staked, any: false }
        }
        Payout::Lose => Payout::Net { won: 1, staked: 1, any: true },
        _ => Payout::Void,
    }
}
