//! The risk of ruin: the probability that a bankroll falls below one bet, ever or within a number of rounds.

use croupier_kit::Ratio;

use super::bankroll::{Bankroll, TooManySteps};
use super::distribution::ProfitDistribution;
use super::sums::whole;
use super::{Risk, normal};
use crate::Figure;

/// The largest number of operations for an enumeration: about a second.
const WORK_MAX: f64 = 1.0e9;
/// The largest exponent, in bets, for which a power is computed as an exact fraction.
const FRACTION_MAX: i64 = 60;
/// The probability mass that may be discarded in each round.
const CUT: f64 = 1.0e-18;

/// The probability of ruin and the formula used.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruin {
    /// The probability.
    pub chance: Figure,
    /// The formula.
    pub formula: Formula,
}

/// How a risk of ruin was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// A player loses any bankroll in the end if the game does not favour the player.
    Certain,
    /// Nothing can be lost.
    Never,
    /// The gambler's ruin at even money: (chance to lose / chance to win) to the power of the bets in the bankroll.
    EvenMoney,
    /// The same for bets that lose at most one step at a time: the root z of E z^X = 1 to the power of the steps.
    Root,
    /// Lundberg's exponent, between its two bounds.
    Lundberg,
    /// Brownian motion with the same mean and variance: exp(−2 · mean · bankroll / variance).
    Diffusion,
    /// All possible courses of the rounds, enumerated in decimals with an error bound.
    Walked,
    /// The probability that Brownian motion reaches the barrier within the rounds.
    DiffusionWithin,
}

impl Formula {
    /// A description of the formula.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Certain => "certain: the game does not favour the player",
            Self::Never => "nothing can be lost",
            Self::EvenMoney => {
                "gambler's ruin at even money: (lose / win) to the power of the bets in the bankroll; exact"
            }
            Self::Root => {
                "root z of E z^X = 1, to the power of the steps in the bankroll; exact but for the decimals"
            }
            Self::Lundberg => "Lundberg's exponent, between its lower and upper bound",
            Self::Diffusion => "Brownian motion, exp(-2 mean bankroll / variance); its error is not bounded",
            Self::Walked => "every way the rounds can go, counted",
            Self::DiffusionWithin => "Brownian motion reaching the barrier; its error is not bounded",
        }
    }
}

impl Risk {
    /// The probability that a bankroll ever falls below one bet. What a round adds to its bet is staked even if the
    /// bankroll does not cover it.
    ///
    /// # Errors
    /// When the bankroll has too many steps to be counted exactly.
    pub fn ruin(&self, bankroll: Bankroll) -> Result<Ruin, TooManySteps> {
        match &self.outcomes {
            Some(outcomes) => outcomes.ruin(bankroll),
            None if self.mean <= 0.0 => Ok(Ruin { chance: Ratio::one().into(), formula: Formula::Certain }),
            None => {
                let chance = (-2.0 * self.mean * bankroll.bets() / self.variance).exp();
                Ok(Ruin { chance: Figure::near(chance, 1.0), formula: Formula::Diffusion })
            }
        }
    }

    /// The probability that the bankroll falls below one bet within `rounds` rounds.
    ///
    /// # Errors
    /// When the bankroll has too many steps to be counted exactly.
    pub fn ruin_within(&self, bankroll: Bankroll, rounds: u32) -> Result<Ruin, TooManySteps> {
        let walked = self.outcomes.as_ref().map(|outcomes| outcomes.walk(bankroll, rounds)).transpose()?;
        Ok(walked.flatten().map_or_else(
            || Ruin {
                chance: Figure::near(self.first_passage(bankroll.bets(), f64::from(rounds)), 1.0),
                formula: Formula::DiffusionWithin,
            },
            |chance| Ruin { chance, formula: Formula::Walked },
        ))
    }

    /// The probability that Brownian motion falls by `fall` within `rounds` rounds.
    fn first_passage(&self, fall: f64, rounds: f64) -> f64 {
        let spread = (self.variance * rounds).sqrt();
        let drift = self.mean * rounds;
        let mirrored = (-2.0 * self.mean * fall / self.variance).exp();
        let back = normal((drift - fall) / spread);
        // With a strong drift the mirrored term is a huge number multiplied by nearly zero.
        let back = if back == 0.0 { 0.0 } else { mirrored * back };
        (normal((-fall - drift) / spread) + back).clamp(0.0, 1.0)
    }
}

impl ProfitDistribution {
    fn ruin(&self, bankroll: Bankroll) -> Result<Ruin, TooManySteps> {
        let capital = bankroll.steps(self.per_bet)?;
        if capital < self.per_bet {
            return Ok(Ruin { chance: Ratio::one().into(), formula: Formula::Certain });
        }
        if self.steps.iter().all(|(step, _)| *step >= 0) {
            return Ok(Ruin { chance: Ratio::zero().into(), formula: Formula::Never });
        }
        if self.exact_mean().map_or_else(|| self.mean() <= 0.0, |mean| mean <= Ratio::zero()) {
            return Ok(Ruin { chance: Ratio::one().into(), formula: Formula::Certain });
        }
        // Ruin means that less than one bet is left, which is after a fall of this many steps.
        let fall = capital - self.per_bet + 1;
        Ok(self.even_money(fall).unwrap_or_else(|| self.by_exponent(fall)))
    }

    fn exact_mean(&self) -> Option<Ratio> {
        let term = |(step, p): &(i64, Figure)| p.exact().map(|p| p * &Ratio::whole(*step));
        self.steps.iter().map(term).sum::<Option<Ratio>>()
    }

    fn even_money(&self, fall: i64) -> Option<Ruin> {
        let of = |step: i64| self.steps.iter().find(|(known, _)| *known == step).and_then(|(_, p)| p.exact());
        let even = self.per_bet == 1 && self.steps.iter().all(|(step, _)| step.abs() <= 1);
        let (lose, win) = (of(-1)?, of(1)?);
        if !even || fall > FRACTION_MAX {
            return None;
        }
        let chance = (0..fall).fold(Ratio::one(), |power, _| power * (lose / win));
        Some(Ruin { chance: chance.into(), formula: Formula::EvenMoney })
    }

    /// Ruin from the exponent r at which E exp(−r X) = 1.
    fn by_exponent(&self, fall: i64) -> Ruin {
        let exponent = self.exponent();
        let upper = (-exponent * whole(fall)).exp();
        if self.steps.iter().all(|(step, _)| *step >= -1) {
            let within = upper * (whole(fall) * exponent + 1.0) * 1.0e-12 + f64::MIN_POSITIVE;
            return Ruin { chance: Figure::near(upper, within), formula: Formula::Root };
        }
        let worst = self.steps.first().map_or(1, |(step, _)| -step);
        // The step that causes ruin overshoots the barrier by at most the worst loss minus one step.
        let lower = (-exponent * whole(fall + worst - 1)).exp();
        Ruin {
            chance: Figure::near(f64::midpoint(lower, upper), (upper - lower) / 2.0 + f64::MIN_POSITIVE),
            formula: Formula::Lundberg,
        }
    }

    /// The exponent per step, by bisection. Requires a game that favours the player and in which something can be
    /// lost.
    fn exponent(&self) -> f64 {
        let surplus = |r: f64| -> f64 {
            self.steps.iter().map(|(step, p)| p.value() * (-r * whole(*step)).exp()).sum::<f64>() - 1.0
        };
        let mut high = 1.0e-6;
        while surplus(high) < 0.0 && high < 1.0e6 {
            high *= 2.0;
        }
        let mut low = 0.0;
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if surplus(middle) < 0.0 { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }

    /// The probability of ruin within `rounds` rounds, by enumeration; `None` if that would take too long.
    fn walk(&self, bankroll: Bankroll, rounds: u32) -> Result<Option<Figure>, TooManySteps> {
        let capital = bankroll.steps(self.per_bet)?;
        let spread = (self.second_moment() * f64::from(rounds)).sqrt();
        let most = self.steps.last().map_or(0, |(step, _)| *step);
        let reach = (whole(most) * f64::from(rounds)).min(20.0 * spread + whole(most));
        let ways = i64::try_from(self.steps.len()).map_or(f64::INFINITY, whole);
        if (whole(capital).min(20.0 * spread) + reach) * f64::from(rounds) * ways > WORK_MAX {
            return Ok(None);
        }
        let mut walk = Walk { low: capital, mass: vec![1.0], ruined: 0.0, lost: 0.0 };
        if capital < self.per_bet {
            return Ok(Some(Ratio::one().into()));
        }
        for _ in 0..rounds {
            walk.step(self);
        }
        let slack = f64::from(rounds) * (ways + 2.0) * f64::EPSILON;
        let doubt: f64 = self.steps.iter().map(|(_, p)| p.within()).sum::<f64>() * f64::from(rounds);
        Ok(Some(Figure::near(walk.ruined, walk.ruined * slack + walk.lost + doubt)))
    }

    fn second_moment(&self) -> f64 {
        self.steps.iter().map(|(step, p)| whole(*step) * whole(*step) * p.value()).sum()
    }
}

/// The distribution of the capital while it is not lost.
struct Walk {
    low: i64,
    mass: Vec<f64>,
    ruined: f64,
    lost: f64,
}

impl Walk {
    fn step(&mut self, outcomes: &ProfitDistribution) {
        let first = outcomes.steps.first().map_or(0, |(step, _)| *step);
        let last = outcomes.steps.last().map_or(0, |(step, _)| *step);
        let mut next = vec![0.0; self.mass.len() + usize::try_from(last - first).expect("steps ascend")];
        for (step, probability) in &outcomes.steps {
            let place = usize::try_from(step - first).expect("steps ascend");
            let probability = probability.value();
            for (sum, part) in next[place..].iter_mut().zip(&self.mass) {
                *sum += part * probability;
            }
        }
        self.low += first;
        self.mass = next;
        self.absorb(outcomes.per_bet);
    }

    /// Removes the ruined part, and negligible mass at both ends.
    fn absorb(&mut self, per_bet: i64) {
        // Nothing is ruined while the lowest capital is at least one bet.
        let ruined =
            usize::try_from((per_bet - self.low).max(0)).expect("it is not negative").min(self.mass.len());
        self.ruined += self.mass.drain(..ruined).sum::<f64>();
        self.low += i64::try_from(ruined).expect("a vector is shorter than any number");
        let mut cut = 0.0;
        while self.mass.len() > 1
            && let Some(part) = self.mass.pop_if(|part| cut + *part <= CUT)
        {
            cut += part;
        }
        let mut below = 0.0;
        let light = self
            .mass
            .iter()
            .take_while(|part| {
                below += **part;
                below <= CUT
            })
            .count();
        let light = light.min(self.mass.len().saturating_sub(1));
        self.lost += cut + self.mass.drain(..light).sum::<f64>();
        self.low += i64::try_from(light).expect("a vector is shorter than any number");
        if self.mass.is_empty() {
            self.mass.push(0.0);
        }
    }
}
