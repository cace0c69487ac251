//! Players who have won more than the exact mean and variance of their own bets make likely.

use std::collections::BTreeMap;

use croupier_house::ids::PersonId;
use croupier_maths::{Figure, Price};
use croupier_rules::table::BetsOfRound;
use croupier_store::index::{FigureSeries, FigureSubject, PlayedHour};

use super::prices::{TermPrices, WagerPrice};
use super::reckoning::{MINOR, Reckoning, as_f64};
use super::tails::bennett;

/// What a bet without a list of its ends can win, in units of the bet: eight hands of a box, each doubled.
const MOST_UNITS: f64 = 16.0;

/// The results of a player.
pub(super) struct PlayerResult {
    pub(super) person: PersonId,
    /// The table, if all bets were made at one.
    pub(super) table: Option<u16>,
    /// What was won and what is won on average, in the currency.
    pub(super) won: f64,
    pub(super) expected: f64,
    pub(super) deviation: f64,
    /// A bound of the chance to win so much or more. It is proved where the variance is exact.
    pub(super) chance: f64,
    /// Whether the variance of some bets is not exact.
    pub(super) is_inexact: bool,
}

/// What a player has staked so far.
#[derive(Default)]
struct Player {
    sums: Reckoning,
    /// What was staked and returned in draws and other bets together, and in bets that are not drawn.
    total: (i128, i128),
    undrawn: (i128, i128),
    most: f64,
    /// The most that each wager can win above its mean in one round in which the same cards decide all bets, by table, rules
    /// and series.
    together: BTreeMap<(u16, i64, i64), f64>,
    tables: Vec<u16>,
}

/// The results of every player in an interval.
pub(super) fn results(
    played: &[PlayedHour],
    series: &BTreeMap<i64, &FigureSeries>,
    prices: &BTreeMap<i64, TermPrices>,
) -> Vec<PlayerResult> {
    let mut players: BTreeMap<PersonId, Player> = BTreeMap::new();
    for hour in played {
        let Some(of) = series.get(&hour.series) else { continue };
        let terms = prices.get(&of.terms);
        players.entry(hour.person).or_default().add(hour, of, terms);
    }
    players.into_iter().filter_map(|(person, player)| player.result(person)).collect()
}

impl Player {
    fn add(&mut self, hour: &PlayedHour, of: &FigureSeries, terms: Option<&TermPrices>) {
        let sums = &hour.sums;
        match of.subject {
            FigureSubject::Table => {
                // The mean and the spread of everything that is drawn; what was staked on it is known with the rest.
                self.sums.mean_of_draws(sums, of.weight);
                self.sums.add_draws(sums, of.weight);
                self.total = (self.total.0 + sums.staked, self.total.1 + sums.returned);
                if of.weight > 0 {
                    self.most = self.most.max(as_f64(sums.most.into()));
                }
                if !self.tables.contains(&of.table.0) {
                    self.tables.push(of.table.0);
                }
            }
            FigureSubject::Wager => {
                let price = terms.and_then(|terms| terms.of(&of.wager));
                self.sums.add_wager(sums, 0, price, false);
                self.undrawn = (self.undrawn.0 + sums.staked, self.undrawn.1 + sums.returned);
                if let Some(WagerPrice { price, bets }) = price {
                    let most = as_f64(sums.most.into()) * most_of(price);
                    let of_round = match bets {
                        BetsOfRound::Together => {
                            self.together.entry((of.table.0, of.terms, of.number)).or_default()
                        }
                        BetsOfRound::Throws | BetsOfRound::OwnCards => &mut self.most,
                    };
                    *of_round = of_round.max(most);
                }
            }
            FigureSubject::Pair => {
                let covariance = of.pair().and_then(|pair| terms.and_then(|terms| terms.covariance(pair)));
                self.sums.add_pair(sums, covariance);
            }
            FigureSubject::Drop => {}
        }
    }

    fn result(&self, person: PersonId) -> Option<PlayerResult> {
        let (staked, returned) = self.sums.priced;
        let drawn = (self.total.0 - self.undrawn.0, self.total.1 - self.undrawn.1);
        let won = as_f64(returned + drawn.1 - staked - drawn.0);
        let (expected, variance) = (-self.sums.mean.value(), self.sums.variance.value());
        if variance <= 0.0 {
            return None;
        }
        let chance = bennett(won - expected, variance, self.most_of_round());
        let is_inexact = !self.sums.inexact.is_empty();
        let table = if let [table] = self.tables[..] { Some(table) } else { None };
        let (won, expected, deviation) = (won / MINOR, expected / MINOR, variance.sqrt() / MINOR);
        Some(PlayerResult { person, table, won, expected, deviation, chance, is_inexact })
    }
}

impl Player {
    /// The most that a ball, a throw, a coup or a bet that is counted alone can win above its mean. What the largest stakes
    /// on each wager of a coup can win is summed: they may have been made in one.
    fn most_of_round(&self) -> f64 {
        let mut coups: BTreeMap<(u16, i64), f64> = BTreeMap::new();
        for ((table, terms, _), most) in &self.together {
            *coups.entry((*table, *terms)).or_default() += most;
        }
        coups.into_values().fold(self.most, f64::max)
    }
}

/// The most that a bet of one can win above its mean.
fn most_of(price: &Price) -> f64 {
    let profits = price.endings.iter().map(|ending| Figure::from(ending.profit.clone()).value());
    let most = if price.endings.is_empty() { MOST_UNITS } else { profits.fold(0.0, f64::max) };
    most + price.edge.value().max(0.0)
}
