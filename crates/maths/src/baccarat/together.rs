//! What the wagers of a coup win and lose together.
//!
//! The same deals are counted as for the prices. A coup ends in as many ways as its wagers are settled differently.

use std::collections::BTreeMap;

use croupier_kit::{Ratio, Shoe};
use croupier_rules::contract::{Game, Payout};
use croupier_rules::games::baccarat::{Baccarat, Clause, Wager};
use croupier_rules::side::SideWager;
use croupier_rules::table::ExactBet;

use super::punto::counts;
use super::results::{RESULTS, Results, settle};
use super::sides::FactCounts;
use super::{BaccaratError, Equilibrium, PipCounts};
use crate::covariance::{Covariances, JointEnd};
use crate::price::profit;
use crate::simple::exact_bet;

/// The wagers of a coup of punto banco from whole packs, those with a commission that is rounded for the smallest bet on
/// which nothing is.
///
/// # Errors
/// When two hands oppose the banker's or somebody has a choice, or a commission is rounded on every bet.
pub(super) fn of_coup(game: &Baccarat) -> Result<Covariances, BaccaratError> {
    let columns = columns(game)?;
    let names = columns.iter().map(|column| column.name().to_owned()).collect();
    let has_facts = columns.iter().any(Column::asks_for_facts);
    let ends = if has_facts { ends_by_facts(game, &columns)? } else { ends_by_results(game, &columns)? };
    Ok(Covariances::new(names, &ends))
}

/// The wagers of a coup in which the sides decide, under their best play.
pub(super) fn of_play(game: &Baccarat, play: &Equilibrium) -> Covariances {
    let accepted: Vec<&Clause> = game.clauses.iter().filter(|clause| game.accepts(clause)).collect();
    let end = |(place, chance): (usize, &Ratio)| JointEnd {
        chance: chance.clone(),
        profits: accepted.iter().map(|clause| profit(settle(clause, place).0)).collect(),
    };
    let ends: Vec<JointEnd> = play.results.places().map(end).collect();
    Covariances::new(accepted.iter().map(|clause| clause.name.to_string()).collect(), &ends)
}

/// A wager of a coup.
enum Column<'g> {
    Main(&'g Clause, ExactBet),
    Side(&'g SideWager),
}

fn columns(game: &Baccarat) -> Result<Vec<Column<'_>>, BaccaratError> {
    let mut wagers: Vec<(Wager, &Clause)> = Vec::new();
    game.wagers(|wager, ()| {
        wagers.extend(game.clause(wager).filter(|clause| game.accepts(clause)).map(|clause| (wager, clause)));
    });
    let main = |(wager, clause)| match exact_bet(game, wager, None) {
        Ok(bet) => Ok(Column::Main(clause, bet)),
        Err(error) => Err(BaccaratError::Bet(error)),
    };
    let main = wagers.into_iter().map(main);
    main.chain(game.sides.0.iter().map(|side| Ok(Column::Side(side)))).collect()
}

impl Column<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Main(clause, _) => &clause.name,
            Self::Side(side) => &side.name,
        }
    }

    fn asks_for_facts(&self) -> bool {
        match self {
            Self::Main(clause, _) => !clause.cases.0.is_empty(),
            Self::Side(_) => true,
        }
    }

    /// The profit per unit staked, less commission.
    fn profit(&self, payout: Payout) -> Ratio {
        match self {
            Self::Main(_, bet) => Ratio::new(bet.profit(payout).minor(), bet.staked().minor()),
            Self::Side(_) => profit(payout),
        }
    }
}

/// The ends of a coup if all wagers depend on nothing but which side wins.
fn ends_by_results(game: &Baccarat, columns: &[Column<'_>]) -> Result<Vec<JointEnd>, BaccaratError> {
    let results = Results::of_counts(&counts(game, &PipCounts::whole(game.packs))?);
    let payout = |column: &Column<'_>, place: usize| match column {
        Column::Main(clause, _) => settle(clause, place).0,
        Column::Side(_) => unreachable!("a side wager asks for facts"),
    };
    let end = |(place, chance): (usize, &Ratio)| JointEnd {
        chance: chance.clone(),
        profits: columns.iter().map(|column| column.profit(payout(column, place))).collect(),
    };
    Ok(results.places().map(end).collect())
}

/// The ends of a coup by everything that it shows.
fn ends_by_facts(game: &Baccarat, columns: &[Column<'_>]) -> Result<Vec<JointEnd>, BaccaratError> {
    let counts = FactCounts::of_cards(game, &Shoe::new(game.packs))?;
    // Many combinations of facts settle all wagers alike. Payouts are compared by their place in what each wager paid so far.
    let mut paid: Vec<Vec<Payout>> = vec![Vec::new(); columns.len()];
    let mut alike: BTreeMap<Vec<usize>, u128> = BTreeMap::new();
    for (row, ways) in counts.rows() {
        let value = |fact: u8| row[usize::from(fact)];
        let places = columns.iter().zip(&mut paid).map(|(column, paid)| {
            let settled = match column {
                Column::Main(clause, _) => clause.settle_by_facts(value),
                Column::Side(side) => side.settle(true, value),
            };
            let payout = settled.expect("the facts of a coup settle every wager").payout;
            paid.iter().position(|known| *known == payout).unwrap_or_else(|| {
                paid.push(payout);
                paid.len() - 1
            })
        });
        *alike.entry(places.collect()).or_default() += ways;
    }
    let all: u128 = alike.values().sum();
    let end = |(places, ways): (Vec<usize>, u128)| JointEnd {
        chance: Ratio::new(ways, all),
        profits: (columns.iter().zip(&paid).zip(places))
            .map(|((column, paid), place)| column.profit(paid[place]))
            .collect(),
    };
    Ok(alike.into_iter().map(end).collect())
}

impl Results {
    /// Every result that can happen, with its probability.
    fn places(&self) -> impl Iterator<Item = (usize, &Ratio)> {
        (0..RESULTS).map(|place| (place, self.at(place))).filter(|(_, chance)| !chance.is_zero())
    }
}
