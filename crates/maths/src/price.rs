//! The price of a wager: everything a stake can come to, how likely each is, and what the house gains by it.

use croupier_kit::{Odds, Ratio};
use croupier_rules::contract::Payout;
use croupier_rules::law::Rule;

use crate::Figure;

/// One thing that a stake can come to.
#[derive(Clone, PartialEq, Debug)]
pub struct PayoutChance {
    /// How the stake is settled.
    pub payout: Payout,
    /// How likely it is.
    pub probability: Figure,
}

impl PayoutChance {
    /// What a stake of one wins by it; negative where it loses.
    pub fn profit(&self) -> Ratio {
        profit(self.payout)
    }
}

/// What a stake of one wins by this; negative where it loses.
pub fn profit(payout: Payout) -> Ratio {
    match payout {
        Payout::Win(odds) => odds.ratio(),
        Payout::Net { won, staked, .. } => Ratio::new(won, staked),
        Payout::Lose => Ratio::whole(-1),
        Payout::LoseHalf | Payout::Surrender | Payout::LoseOriginal => Ratio::new(-1, 2),
        Payout::Void => Ratio::zero(),
    }
}

/// What stands between the names of wagers that are made together.
pub const TOGETHER: &str = " with ";

/// The price of one wager. Every edge says what it is a share of.
#[derive(Clone, PartialEq, Debug)]
pub struct Price {
    /// The name of the wager, as the commands list it: `numbers 18`, `place-win 4`, `box`.
    pub wager: String,
    /// The odds of an ordinary win, where there is one.
    pub odds: Option<Odds>,
    /// The ends of a single stake; empty where what is staked depends on decisions (a box, an ante with raises).
    pub endings: Vec<PayoutChance>,
    /// The chance to win, to lose and to have the stake back, each of the bet as made; for an ante or a box, of the round
    /// as a whole.
    pub win: Figure,
    /// The chance to lose.
    pub lose: Figure,
    /// The chance that the stake comes back.
    pub void: Figure,
    /// The chance that the stake is shared with the bank, where the wager knows it.
    pub halved: Option<Figure>,
    /// The house's expected gain per unit of the bet as made, over the bet's whole life.
    pub edge: Figure,
    /// The same per unit of bets that are decided, where some are not.
    pub edge_decided: Option<Figure>,
    /// What is staked in a round per unit of the bet as made, where raises, doubles or splits add to it.
    pub staked: Option<Figure>,
    /// The variance of the player's gain per unit of the bet as made.
    pub variance: Figure,
    /// How it was got, and how far it can be off.
    pub method: String,
    /// The provisions it rests on.
    pub cites: Vec<Rule>,
}

impl Price {
    /// Whether it is of several wagers that are made together.
    pub fn is_combined(&self) -> bool {
        self.wager.contains(TOGETHER)
    }

    /// A price from the chance of every gain, in units of the bet as made.
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
            cites: Vec::new(),
        }
    }

    /// The house's expected gain per unit of everything staked in the round (the element of risk).
    pub fn element_of_risk(&self) -> Option<Figure> {
        let staked = self.staked.as_ref()?;
        Some(match (self.edge.exact(), staked.exact()) {
            (Some(edge), Some(staked)) => (edge / staked).into(),
            _ => Figure::near(self.edge.value() / staked.value(), self.edge.within() + staked.within()),
        })
    }
}
