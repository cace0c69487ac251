//! The result of best play or of a chart: the price, the outcomes, and every first decision.

use croupier_kit::{Odds, Ratio};
use croupier_rules::games::blackjack::Move;
use croupier_rules::law::Rule;

use super::insurance::InsurancePrice;
use crate::figure::Figure;
use crate::price::{PayoutChance, Price};
use croupier_rules::contract::Payout;

/// How the cards are played where no chart is given.
pub(crate) const BEST_PLAY: &str = "best play for the cards of the hand";

/// One possible result of a round.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundOutcome {
    /// The player's profit, in units of the original bet.
    pub profit: Ratio,
    /// How likely it is.
    pub chance: f64,
}

/// The first two cards against an up-card, and the value of each move.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstDecision {
    /// The kinds of the two cards: 0 for an Ace, *n* − 1 for a card that counts *n*.
    pub cards: [usize; 2],
    /// Whether they are a pair under the rules.
    pub pair: bool,
    /// The chance of these cards, given the up-card.
    pub chance: Figure,
    /// The value of each lawful move, in units of the bet. Where the dealer checks for blackjack first, it is the
    /// value given that the dealer has none, unless the hand may be given up before that. Empty for a blackjack.
    pub moves: Vec<(Move, Figure)>,
    /// The move that is made; `None` for a blackjack.
    pub made: Option<Move>,
    /// The value of the hand, with the dealer's blackjack included.
    pub value: Figure,
    /// The most hands that splitting the pair makes; 1 where it cannot be split.
    pub hands_most: usize,
}

/// The rounds against one up-card.
#[derive(Clone, PartialEq, Debug)]
pub struct UpCard {
    /// Its kind; `None` where the dealer has no card before play.
    pub kind: Option<usize>,
    /// How likely it is.
    pub chance: Figure,
    /// The value to the player of a round against it.
    pub value: Figure,
    /// Every combination of two first cards.
    pub decisions: Vec<FirstDecision>,
}

/// The result of a way of playing.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The house's gain per unit of the original bet.
    pub edge: Figure,
    /// The variance of the player's gain per unit of the original bet.
    pub variance: Figure,
    /// The mean amount staked in a round per unit of the original bet.
    pub staked: Figure,
    /// Every possible result of a round, the worst first.
    pub outcomes: Vec<RoundOutcome>,
    /// The rounds by up-card.
    pub columns: Vec<UpCard>,
    /// The price of insurance, where an Ace can be shown and insured against.
    pub insurance: Option<InsurancePrice>,
    pub(super) odds: [Odds; 2],
    pub(super) cites: [Vec<Rule>; 2],
    /// The possible error of the chances, because the hands of a split pair are dealt from one shoe.
    pub(super) shared: f64,
}

impl Analysis {
    /// The chances that a round wins, loses and breaks even.
    pub fn win_lose_void(&self) -> [Figure; 3] {
        let chance = |wanted: std::cmp::Ordering| {
            let of = self.outcomes.iter().filter(|outcome| outcome.profit.cmp(&Ratio::zero()) == wanted);
            let chance = of.map(|outcome| outcome.chance).sum();
            match self.shared > 0.0 {
                true => Figure::estimated(chance, self.edge.within() + self.shared),
                false => Figure::near(chance, self.edge.within()),
            }
        };
        [std::cmp::Ordering::Greater, std::cmp::Ordering::Less, std::cmp::Ordering::Equal].map(chance)
    }

    /// The rows of a price list: the box, and insurance where it is offered.
    pub fn price(&self) -> Vec<Price> {
        let mut rows = vec![self.price_of_box()];
        rows.extend(self.insurance.as_ref().map(|insurance| self.price_of_insurance(insurance)));
        rows
    }

    fn price_of_box(&self) -> Price {
        let [win, lose, void] = self.win_lose_void();
        let how = match &self.edge {
            Figure::Exact(_) => "exact fractions".to_owned(),
            Figure::Near { within, .. } | Figure::Estimated { error: within, .. } => {
                format!("floating point, within {within:.1e}")
            }
        };
        let method = format!(
            "{BEST_PLAY}, one box, others' cards not looked at; hands of a split pair played by one rule \
             that goes by their own cards, the pair and the up-card; every deal weighed, {how}{}",
            self.how_estimated()
        );
        Price {
            wager: "box".to_owned(),
            odds: Some(self.odds[0]),
            endings: Vec::new(),
            win,
            lose,
            void,
            halved: None,
            edge: self.edge.clone(),
            edge_decided: None,
            staked: Some(self.staked.clone()),
            variance: self.variance.clone(),
            method,
            commission: None,
            cites: self.cites[0].clone(),
        }
    }

    /// How the variance and the chances were found, if they are estimates.
    fn how_estimated(&self) -> String {
        if self.shared == 0.0 {
            return String::new();
        }
        format!(
            "; variance and chances are estimated: the hands of a split pair are taken as independent once the \
             dealer's final is given; the error measured by enumerating small shoes, scaled to this one, is at most {:.1e}",
            self.shared
        )
    }

    fn price_of_insurance(&self, insurance: &InsurancePrice) -> Price {
        let lose = Ratio::one() - insurance.ten.clone();
        let ending = |payout, probability: &Ratio| PayoutChance::plain(payout, probability.clone());
        Price {
            wager: "insurance".to_owned(),
            odds: Some(self.odds[1]),
            endings: vec![ending(Payout::Win(self.odds[1]), &insurance.ten), ending(Payout::Lose, &lose)],
            win: insurance.ten.clone().into(),
            lose: lose.into(),
            void: Ratio::zero().into(),
            halved: None,
            edge: insurance.edge.clone().into(),
            edge_decided: None,
            staked: None,
            variance: insurance.variance.clone().into(),
            method: "exact, given that the dealer shows an Ace; other cards not looked at".to_owned(),
            commission: None,
            cites: self.cites[1].clone(),
        }
    }
}
