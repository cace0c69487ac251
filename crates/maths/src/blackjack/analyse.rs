//! Analysing a shoe: the sums over the solver's rounds.

use croupier_kit::Ratio;
use croupier_rules::games::blackjack::Move;

use super::analysis::{Analysis, FirstDecision, RoundOutcome, UpCard};
use super::chart::Chart;
use super::hand_solver::MoveRule;
use super::insurance::InsurancePrice;
use super::pricing_rules::BlackjackError;
use super::profit_chances::ProfitChances;
use super::round::FirstWorth;
use super::shoe::RankCounts;
use super::solver::{Against, Solver};
use crate::figure::Figure;
use crate::number::Number;

/// The possible error of the variance and the chances, per unit of chance that a pair is split, times the number of
/// cards in the shoe. The fewer cards there are, the more the hands of a pair affect one another. The number is
/// measured, not proved: the errors found by enumerating shoes of one or two dozen cards stay below it.
const SHARED_SHOE: f64 = 16.0;

impl Solver {
    /// Best play from a shoe, and its result.
    ///
    /// # Errors
    /// When the shoe is impossible, or a round could run out of cards.
    pub fn analyse(&self, shoe: &RankCounts) -> Result<Analysis, BlackjackError> {
        let rounds = self.rounds(shoe, &self.trees, MoveRule::Best)?;
        Ok(self.analysis(shoe, &rounds))
    }

    /// The same in exact fractions. Use it for small shoes, since it takes thousands of times as long.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn analyse_exactly(&self, shoe: &RankCounts) -> Result<Analysis, BlackjackError> {
        let rounds = self.rounds(shoe, &self.exact_trees(), MoveRule::Best)?;
        Ok(self.analysis(shoe, &rounds))
    }

    /// The result of playing by a chart.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn price_chart(&self, chart: &Chart, shoe: &RankCounts) -> Result<Analysis, BlackjackError> {
        let rounds = self.rounds(shoe, &self.trees, MoveRule::Chart(chart))?;
        Ok(self.analysis(shoe, &rounds))
    }

    /// Whether best play takes even money for a blackjack against an Ace: whether that gains, where it is offered.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn takes_even_money(&self, shoe: &RankCounts) -> Result<bool, BlackjackError> {
        let offered = |up| self.terms.even_money(up);
        let rounds = self.rounds_against(shoe, &self.trees, MoveRule::Best, offered)?;
        Ok(rounds.iter().any(|against| against.round.decided.iter().any(|decided| decided.even_money)))
    }

    pub(super) fn analysis<N: Number>(&self, shoe: &RankCounts, rounds: &[Against<N>]) -> Analysis {
        let (within, unit) = (self.within(), N::whole(self.terms.unit));
        let sum = |part: &dyn Fn(&Against<N>) -> N| {
            rounds.iter().fold(N::zero(), |sum, against| sum.plus(&against.chance.times(&part(against))))
        };
        let value = sum(&|against| against.round.value.over(&unit));
        let staked = sum(&|against| against.round.staked.clone());
        let outcomes = self.outcomes(rounds);
        let splits: f64 =
            rounds.iter().map(|against| against.chance.value() * split_chance(&against.round.decided)).sum();
        let mean = value.value();
        let square = |outcome: &RoundOutcome| {
            let profit = Number::value(&outcome.profit);
            outcome.chance * (profit - mean) * (profit - mean)
        };
        let variance = outcomes.iter().map(square).sum();
        let kinds = shoe.kinds(&self.terms).ok();
        let shared = SHARED_SHOE * splits / f64::from(shoe.cards());
        Analysis {
            edge: N::zero().minus(&value).figure(within),
            variance: with_shared(variance, within * 16.0, shared),
            staked: staked.figure(within),
            outcomes,
            columns: rounds.iter().map(|against| self.up_card(against, within)).collect(),
            insurance: kinds.and_then(|kinds| InsurancePrice::new(&self.terms, &kinds)),
            odds: [self.ordinary, self.terms.insurance.odds],
            cites: [self.cites.clone(), self.terms.insurance.cites.iter().collect()],
            shared,
        }
    }

    fn outcomes<N: Number>(&self, rounds: &[Against<N>]) -> Vec<RoundOutcome> {
        let mut all = ProfitChances::new();
        for against in rounds {
            for (profit, chance) in &against.round.outcomes {
                *all.entry(*profit).or_insert(0.0) += chance * against.chance.value();
            }
        }
        let outcome = |(profit, chance)| RoundOutcome { profit: Ratio::new(profit, self.terms.unit), chance };
        all.into_iter().map(outcome).collect()
    }

    fn up_card<N: Number>(&self, against: &Against<N>, within: f64) -> UpCard {
        let unit = N::whole(self.terms.unit);
        UpCard {
            kind: against.up,
            chance: against.chance.figure(within),
            value: against.round.value.over(&unit).figure(within),
            decisions: against
                .round
                .decided
                .iter()
                .map(|decided| self.decision(decided, against.up, within))
                .collect(),
        }
    }

    fn decision<N: Number>(&self, decided: &FirstWorth<N>, up: Option<usize>, within: f64) -> FirstDecision {
        let unit = N::whole(self.terms.unit);
        // A hand that may be given up before the look is decided on before it.
        let decided_before = self.terms.surrenders_early() && self.terms.may_surrender(up);
        let given = |worth: &N| {
            let worth = worth.over(&unit);
            match self.terms.looks() && !decided_before {
                true => worth.plus(&decided.blackjack).over(&N::one().minus(&decided.blackjack)),
                false => worth,
            }
        };
        FirstDecision {
            cards: decided.first.kinds,
            pair: decided.first.alike.is_some(),
            chance: decided.first.chance.figure(within),
            moves: decided.moves.iter().map(|(mv, worth)| (*mv, given(worth).figure(2.0 * within))).collect(),
            made: decided.made,
            value: decided.value.over(&unit).figure(within),
            hands_most: decided.hands_most,
        }
    }
}

/// A figure that is proved if nothing is split, and else an estimate: the hands of a pair share one shoe.
fn with_shared(value: f64, within: f64, shared: f64) -> Figure {
    if shared > 0.0 { Figure::estimated(value, within + shared) } else { Figure::near(value, within) }
}

/// The chance that a pair is split.
fn split_chance<N: Number>(decided: &[FirstWorth<N>]) -> f64 {
    let split = decided.iter().filter(|decided| decided.made == Some(Move::Split));
    split.map(|decided| decided.first.chance.value()).sum()
}
