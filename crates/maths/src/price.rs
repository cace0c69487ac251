//! The price of a wager: every possible result of a stake, its probability, and the house's expected gain.

use croupier_kit::{Odds, Ratio};
use croupier_rules::commission::Commission;
use croupier_rules::contract::Payout;
use croupier_rules::law::Rule;

use crate::Figure;

/// One possible result of a bet.
#[derive(Clone, PartialEq, Debug)]
pub struct PayoutChance {
    /// How the stake is settled.
    pub payout: Payout,
    /// The profit of the round per unit of the original bet, with raises and less commission; negative if it loses.
    pub profit: Ratio,
    /// The probability of this result.
    pub probability: Figure,
}

impl PayoutChance {
    /// A result of a stake without commission.
    pub fn plain(payout: Payout, probability: impl Into<Figure>) -> Self {
        Self { payout, profit: profit(payout), probability: probability.into() }
    }
}

/// The profit of a stake of one under this payout; negative if it loses.
pub fn profit(payout: Payout) -> Ratio {
    match payout {
        Payout::Win(odds) => odds.ratio(),
        Payout::Net { won, staked, .. } => Ratio::new(won, staked),
        Payout::Lose => Ratio::whole(-1),
        Payout::LoseHalf | Payout::Surrender | Payout::LoseOriginal => Ratio::new(-1, 2),
        Payout::Void => Ratio::zero(),
        Payout::Bonus { main, bonus } => profit(main.into()) + bonus.ratio(),
    }
}

/// The text between the names of wagers that are made together.
pub const TOGETHER: &str = " with ";

/// The price of one wager. The comment on each edge states what it is a share of.
#[derive(Clone, PartialEq, Debug)]
pub struct Price {
    /// The name of the wager as the commands list it: `numbers 18`, `place-win 4`, `box`.
    pub wager: String,
    /// The odds of an ordinary win, if there is one.
    pub odds: Option<Odds>,
    /// The possible ends of a round, with the profit of everything staked in it; empty if only mean and variance are
    /// known (a box, a bet with another behind it).
    pub endings: Vec<PayoutChance>,
    /// The chance to win. Like the two chances below it refers to the original bet; for an ante or a box, to the
    /// whole round.
    pub win: Figure,
    /// The chance to lose.
    pub lose: Figure,
    /// The chance that the stake is returned.
    pub void: Figure,
    /// The chance that the stake is shared with the bank, if the wager can be settled that way.
    pub halved: Option<Figure>,
    /// The house's expected gain per unit of the original bet, over the bet's whole life.
    pub edge: Figure,
    /// The same gain per unit of decided bets, if some bets are not decided.
    pub edge_decided: Option<Figure>,
    /// The amount staked in a round per unit of the original bet, if raises, doubles or splits can add to it.
    pub staked: Option<Figure>,
    /// The variance of the player's gain per unit of the original bet.
    pub variance: Figure,
    /// How the price was computed, and how large its error can be.
    pub method: String,
    /// The commission on it. The chances and gains are those of a stake that includes it.
    pub commission: Option<Commission>,
    /// The provisions it rests on.
    pub cites: Vec<Rule>,
}

impl Price {
    /// Whether this is the price of several wagers made together.
    pub fn is_combined(&self) -> bool {
        self.wager.contains(TOGETHER)
    }

    /// A price from the probability of every gain, in units of the original bet.
    pub fn exact(wager: impl Into<String>, gains: &[(Ratio, Ratio)], method: impl Into<String>) -> Self {
        let zero = Ratio::zero();
        let sum = |holds: &dyn Fn(&Ratio) -> bool| -> Ratio {
            gains.iter().filter(|(gain, _)| holds(gain)).map(|(_, chance)| chance.clone()).sum()
        };
        let mean: Ratio = gains.iter().map(|(gain, chance)| gain * chance).sum();
        let square: Ratio = gains.iter().map(|(gain, chance)| &(gain * gain) * chance).sum();
        let void = sum(&|gain| *gain == zero);
        let decided = Ratio::one() - void.clone();
        let edge = -mean.clone();
        let edge_decided = (!void.is_zero() && !decided.is_zero()).then(|| (&edge / &decided).into());
        Self {
            wager: wager.into(),
            odds: None,
            endings: Vec::new(),
            win: sum(&|gain| *gain > zero).into(),
            lose: sum(&|gain| *gain < zero).into(),
            void: void.into(),
            halved: None,
            edge: edge.into(),
            edge_decided,
            staked: None,
            variance: (square - &mean * &mean).into(),
            method: method.into(),
            commission: None,
            cites: Vec::new(),
        }
    }

    /// Whether the player has the edge, beyond the error of the price.
    pub fn favours_player(&self) -> bool {
        match self.edge.exact() {
            Some(edge) => *edge < Ratio::zero(),
            None => self.edge.value() < -self.edge.within(),
        }
    }

    /// The house's expected gain per unit of the total staked in the round (the element of risk).
    pub fn element_of_risk(&self) -> Option<Figure> {
        let staked = self.staked.as_ref()?;
        Some(match (self.edge.exact(), staked.exact()) {
            (Some(edge), Some(staked)) => (edge / staked).into(),
            _ => Figure::near(self.edge.value() / staked.value(), self.edge.within() + staked.within()),
        })
    }
}

/// The prices of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct PriceList {
    /// Every wager, in the order of the rules.
    pub prices: Vec<Price>,
    /// Combinations of wagers, such as a line bet with the largest permitted bet behind it.
    pub combined: Vec<Price>,
}

impl From<Vec<Price>> for PriceList {
    fn from(prices: Vec<Price>) -> Self {
        Self { prices, combined: Vec::new() }
    }
}
