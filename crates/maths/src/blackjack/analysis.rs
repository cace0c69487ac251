//! What best play, or a chart, comes to: the price, the outcomes, and every first decision.

use croupier_kit::{Odds, Ratio};
use croupier_rules::games::blackjack::Move;
use croupier_rules::law::Rule;

use super::insurance::InsurancePrice;
use super::number::Number;
use super::outcomes::Outcomes;
use super::round::Decided;
use super::shoe::Composition;
use super::{Against, Solver};
use crate::Figure;
use crate::price::{Ending, Price};
use croupier_rules::contract::Payout;

/// How the cards are played where no chart is given.
pub(crate) const BEST_PLAY: &str = "best play for the cards of the hand";

/// One result of a round.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// What it wins, in units of the bet as made.
    pub profit: Ratio,
    /// How likely it is.
    pub chance: f64,
}

/// The first two cards against an up-card, and what each move is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The kinds of the two cards: 0 for an Ace, *n* − 1 for a card that counts *n*.
    pub cards: [usize; 2],
    /// Whether they are a pair in the sense of the rules.
    pub pair: bool,
    /// How likely they are once the up-card is out.
    pub chance: Figure,
    /// What each lawful move is worth in units of the bet; where the dealer looks first, given that he has no blackjack.
    /// Empty for a blackjack.
    pub moves: Vec<(Move, Figure)>,
    /// The move that is made; none for a blackjack.
    pub made: Option<Move>,
    /// What the hand is worth, with the dealer's blackjack reckoned in.
    pub value: Figure,
    /// Into how many hands at most a pair is split.
    pub hands_most: usize,
}

/// The rounds against one up-card.
#[derive(Clone, PartialEq, Debug)]
pub struct UpCard {
    /// Its kind; none where the dealer has no card before play.
    pub kind: Option<usize>,
    /// How likely it is.
    pub chance: Figure,
    /// What a round against it is worth to the player.
    pub value: Figure,
    /// Every pair of first cards.
    pub decisions: Vec<Decision>,
}

/// What play comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The house's gain per unit of the bet as made.
    pub edge: Figure,
    /// The variance of the player's gain per unit of the bet as made.
    pub variance: Figure,
    /// What is staked in a round per unit of the bet as made.
    pub staked: Figure,
    /// Every result of a round, the worst first.
    pub outcomes: Vec<Outcome>,
    /// The rounds by up-card.
    pub columns: Vec<UpCard>,
    /// The price of insurance, where an Ace can be shown and insured against.
    pub insurance: Option<InsurancePrice>,
    odds: [Odds; 2],
    cites: [Vec<Rule>; 2],
    /// What the hands of a pair in one shoe can put chances off by.
    shared: f64,
}

/// What the variance and the chances can be off by for each unit of chance that a pair is split, times the cards in the shoe: hands of
/// a pair press on one another the harder the fewer cards there are. It is not proved but measured: enumeration of shoes of a dozen cards
/// or two stays below it.
const SHARED_SHOE: f64 = 16.0;

impl Solver {
    pub(super) fn analysis<N: Number>(&self, shoe: &Composition, rounds: &[Against<N>]) -> Analysis {
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
        let square = |outcome: &Outcome| {
            let profit = Number::value(&outcome.profit);
            outcome.chance * (profit - mean) * (profit - mean)
        };
        let variance = outcomes.iter().map(square).sum();
        let kinds = shoe.kinds(&self.terms).ok();
        let shared = SHARED_SHOE * splits / f64::from(shoe.cards());
        Analysis {
            edge: N::zero().minus(&value).figure(within),
            variance: Figure::near(variance, within * 16.0 + shared),
            staked: staked.figure(within),
            outcomes,
            columns: rounds.iter().map(|against| self.up_card(against, within)).collect(),
            insurance: kinds.and_then(|kinds| InsurancePrice::new(&self.terms, &kinds)),
            odds: [self.ordinary, self.terms.insurance.odds],
            cites: [self.cites.clone(), self.terms.insurance.cites.iter().collect()],
            shared,
        }
    }

    fn outcomes<N: Number>(&self, rounds: &[Against<N>]) -> Vec<Outcome> {
        let mut all = Outcomes::new();
        for against in rounds {
            for (profit, chance) in &against.round.outcomes {
                *all.entry(*profit).or_insert(0.0) += chance * against.chance.value();
            }
        }
        let outcome = |(profit, chance)| Outcome { profit: Ratio::new(profit, self.terms.unit), chance };
        all.into_iter().map(outcome).collect()
    }

    fn up_card<N: Number>(&self, against: &Against<N>, within: f64) -> UpCard {
        let unit = N::whole(self.terms.unit);
        UpCard {
            kind: against.up,
            chance: against.chance.figure(within),
            value: against.round.value.over(&unit).figure(within),
            decisions: against.round.decided.iter().map(|decided| self.decision(decided, within)).collect(),
        }
    }

    fn decision<N: Number>(&self, decided: &Decided<N>, within: f64) -> Decision {
        let unit = N::whole(self.terms.unit);
        let given = |worth: &N| {
            let worth = worth.over(&unit);
            match self.terms.looks() {
                true => worth.plus(&decided.blackjack).over(&N::one().minus(&decided.blackjack)),
                false => worth,
            }
        };
        Decision {
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

/// How often a pair is split.
fn split_chance<N: Number>(decided: &[Decided<N>]) -> f64 {
    let split = decided.iter().filter(|decided| decided.made == Some(Move::Split));
    split.map(|decided| decided.first.chance.value()).sum()
}

impl Analysis {
    /// The chance that a round wins, loses and comes out even.
    pub fn win_lose_void(&self) -> [Figure; 3] {
        let chance = |wanted: std::cmp::Ordering| {
            let of = self.outcomes.iter().filter(|outcome| outcome.profit.cmp(&Ratio::zero()) == wanted);
            let within = self.edge.within() + self.shared;
            Figure::near(of.map(|outcome| outcome.chance).sum(), within)
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
            Figure::Near { within, .. } => format!("floating point, within {within:.1e}"),
        };
        let method = format!(
            "{BEST_PLAY}, one box, others' cards not looked at; hands of a split pair played by one rule \
             that goes by their own cards, the pair and the up-card; every deal weighed, {how}; variance and chances with the hands of a split pair \
             independent once the dealer's final is given"
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
            cites: self.cites[0].clone(),
        }
    }

    fn price_of_insurance(&self, insurance: &InsurancePrice) -> Price {
        let lose = Ratio::one() - insurance.ten.clone();
        let ending = |payout, probability: &Ratio| Ending { payout, probability: probability.clone().into() };
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
            cites: self.cites[1].clone(),
        }
    }
}
