//! Sums of bets, with the exact mean and variance of the same bets.

use std::collections::{BTreeMap, BTreeSet};

use croupier_house::table::FigureSums;
use croupier_kit::Ratio;
use croupier_maths::Figure;
use croupier_rules::table::BetsOfRound;
use croupier_store::index::{FigureSeries, FigureSubject};

use super::prices::{TermPrices, WagerPrice};
use crate::wire::{InexactReason, VarianceMethod};

/// Sums of bets, with their mean and variance as far as they have a price.
#[derive(Clone, Default)]
pub(crate) struct Reckoning {
    pub(super) rounds: i64,
    pub(super) bets: i64,
    pub(super) staked: i128,
    pub(super) returned: i128,
    pub(super) drop: Option<i128>,
    pub(super) unpriced: i64,
    /// What was staked and returned of the bets that have a price.
    pub(super) priced: (i128, i128),
    /// The mean of the win of the house.
    pub(super) mean: Mean,
    /// The variance of it.
    pub(super) variance: Mean,
    /// Whether some bets are counted together.
    is_joint: bool,
    /// Why the variance of others is not exact.
    pub(super) inexact: BTreeSet<InexactReason>,
}

/// A sum of exact fractions and of decimals.
#[derive(Clone, Default)]
pub(super) struct Mean {
    exact: Ratio,
    near: Option<f64>,
}

impl Mean {
    fn add_exact(&mut self, more: &Ratio) {
        self.exact = &self.exact + more;
    }

    fn add_figure(&mut self, figure: &Figure, times: i128) {
        match figure.exact() {
            Some(exact) => self.add_exact(&(exact * &Ratio::whole(times))),
            None => self.near = Some(self.near.unwrap_or(0.0) + figure.value() * as_f64(times)),
        }
    }

    pub(super) fn value(&self) -> f64 {
        Figure::from(self.exact.clone()).value() + self.near.unwrap_or(0.0)
    }

    /// The sum, if all of it is exact.
    pub(super) fn exact(&self) -> Option<&Ratio> {
        self.near.is_none().then_some(&self.exact)
    }

    /// Rounded to whole minor units.
    pub(super) fn rounded(&self) -> i128 {
        let whole = match self.near {
            None => self.exact.to_decimal(0),
            Some(_) => format!("{:.0}", self.value()),
        };
        whole.parse().expect("a rounded figure is a whole number")
    }
}

#[allow(clippy::cast_precision_loss, reason = "what is shown as a decimal has fewer digits")]
pub(super) const fn as_f64(sum: i128) -> f64 {
    sum as f64
}

/// Minor units in one of the currency.
pub(super) const MINOR: f64 = 100.0;

impl Reckoning {
    /// No bets, at tables that have a drop box.
    pub(super) fn with_drop_box() -> Self {
        Self { drop: Some(0), ..Self::default() }
    }

    /// Adds the bets on a wager. If the draws of the whole table are added too, those of the wager alone are left out.
    pub(super) fn add_wager(
        &mut self,
        sums: &FigureSums,
        weight: u32,
        price: Option<WagerPrice<'_>>,
        has_own_draws: bool,
    ) {
        self.bets += sums.bets;
        self.staked += sums.staked;
        self.returned += sums.returned;
        match price {
            _ if weight > 0 => {
                self.mean_of_draws(sums, weight);
                self.is_joint |= sums.bets > 0;
                if has_own_draws {
                    self.add_draws(sums, weight);
                }
            }
            Some(WagerPrice { price, bets }) => {
                self.mean.add_figure(&price.edge, sums.first);
                self.variance.add_figure(&price.variance, sums.squares);
                let alone = match bets {
                    BetsOfRound::Together => None,
                    BetsOfRound::Throws => Some(InexactReason::Standing),
                    BetsOfRound::OwnCards => Some(InexactReason::OwnCards),
                };
                let estimated = price.variance.is_estimated().then_some(InexactReason::Estimated);
                if sums.bets > 0 {
                    self.is_joint |= alone.is_none();
                    self.inexact.extend(alone.into_iter().chain(estimated));
                }
            }
            None => {
                self.unpriced += sums.bets;
                return;
            }
        }
        self.priced = (self.priced.0 + sums.staked, self.priced.1 + sums.returned);
    }

    /// Adds the mean of draws.
    pub(super) fn mean_of_draws(&mut self, sums: &FigureSums, weight: u32) {
        if weight > 0 {
            self.mean.add_exact(&Ratio::new(sums.drawn, weight));
        }
    }

    /// Adds the variance of draws.
    pub(super) fn add_draws(&mut self, sums: &FigureSums, weight: u32) {
        if weight > 0 {
            let whole = i128::from(weight) * i128::from(weight);
            self.variance.add_exact(&Ratio::new(sums.spread, whole));
        }
    }

    /// Adds what the bets on two wagers win and lose together: twice their covariance, for every product of stakes. The
    /// covariance is `None` if one of them has no price, and then neither is compared with theory.
    pub(super) fn add_pair(&mut self, sums: &FigureSums, covariance: Option<&Ratio>) {
        if let Some(covariance) = covariance {
            self.variance.add_exact(&(&(covariance * &Ratio::whole(2)) * &Ratio::whole(sums.squares)));
        }
    }

    pub(super) fn method(&self) -> Option<VarianceMethod> {
        match (self.is_joint, self.inexact.is_empty()) {
            (_, false) => Some(VarianceMethod::EachAlone),
            (true, true) => Some(VarianceMethod::Joint),
            (false, true) => None,
        }
    }

    /// Adds a series: the rounds and draws of a whole table, or those of a wager alone.
    pub(super) fn add_series(
        &mut self,
        series: &FigureSeries,
        prices: &BTreeMap<i64, TermPrices>,
        is_wager: bool,
    ) {
        let sums = &series.sums;
        match series.subject {
            FigureSubject::Drop => self.drop = Some(self.drop.unwrap_or(0) + sums.staked),
            FigureSubject::Table => {
                self.rounds += sums.rounds;
                self.add_draws(sums, series.weight);
                self.drop = self.drop.or(Some(0));
            }
            FigureSubject::Wager => {
                let price = prices.get(&series.terms).and_then(|terms| terms.of(&series.wager));
                self.add_wager(sums, series.weight, price, is_wager);
                self.rounds += if is_wager { sums.rounds } else { 0 };
            }
            FigureSubject::Pair => {
                let covariance = series
                    .pair()
                    .and_then(|pair| prices.get(&series.terms).and_then(|terms| terms.covariance(pair)));
                self.add_pair(sums, covariance);
            }
        }
    }
}
