//! What the wagers of a round win and lose together: their joint distribution, and the covariance of every two.

use croupier_kit::Ratio;

/// One end of a round: its probability, and the profit of one unit on each wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JointEnd {
    /// The probability.
    pub chance: Ratio,
    /// The profit of each wager, in their order; negative if it loses.
    pub profits: Vec<Ratio>,
}

/// The exact covariances of the wagers of a table on which the same cards decide all bets of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Covariances {
    wagers: Vec<String>,
    /// By the places of both wagers, row by row.
    values: Vec<Ratio>,
}

impl Covariances {
    /// The covariances of these wagers from all ends of a round.
    pub(crate) fn new(wagers: Vec<String>, ends: &[JointEnd]) -> Self {
        let mean = |value: &dyn Fn(&JointEnd) -> Ratio| -> Ratio {
            ends.iter().map(|end| &value(end) * &end.chance).sum()
        };
        let count = wagers.len();
        let means: Vec<Ratio> = (0..count).map(|wager| mean(&|end| end.profits[wager].clone())).collect();
        let mut values = vec![Ratio::zero(); count * count];
        for one in 0..count {
            for other in one..count {
                let product = mean(&|end| &end.profits[one] * &end.profits[other]);
                let value = product - &means[one] * &means[other];
                values[one * count + other] = value.clone();
                values[other * count + one] = value;
            }
        }
        Self { wagers, values }
    }

    /// The wagers, as prices name them.
    pub fn wagers(&self) -> &[String] {
        &self.wagers
    }

    /// The covariance of the player's gains per unit of each of two wagers; of a wager with itself, its variance. `None` if
    /// the table has no such wager.
    pub fn of(&self, one: &str, other: &str) -> Option<&Ratio> {
        let place = |name: &str| self.wagers.iter().position(|wager| wager == name);
        self.values.get(place(one)? * self.wagers.len() + place(other)?)
    }
}
