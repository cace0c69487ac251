//! From the comparison of the hands with the banker's to the prices of the wagers.

use std::cmp::Ordering;

use croupier_kit::Ratio;
use croupier_rules::contract::{Payout, Seat};
use croupier_rules::games::baccarat::{Baccarat, Clause, LEFT};
use croupier_rules::law::Rule;

use crate::price::profit;
use crate::{Figure, PayoutChance, Price};

/// The possible comparisons of a hand with the banker's, in the order in which results are stored.
pub(crate) const COMPARISONS: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];

/// The number of results of two hands. The index of a result is three times that of the right hand plus that of the
/// left.
pub(crate) const RESULTS: usize = 9;

/// The index of a result.
pub(crate) const fn place(right: Ordering, left: Ordering) -> usize {
    3 * comparison_index(right) + comparison_index(left)
}

/// The index among [`COMPARISONS`].
pub(crate) const fn comparison_index(compared: Ordering) -> usize {
    match compared {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

/// How a clause settles the result with this index.
pub(crate) fn settle(clause: &Clause, place: usize) -> (Payout, Vec<Rule>) {
    let compared = |seat: Seat| Some(COMPARISONS[if seat == LEFT { place % 3 } else { place / 3 }]);
    match clause.settle(compared, |_| None) {
        Some(settled) => (settled.payout, settled.cites.iter().collect()),
        // Every stake is settled once the results of the hands are known.
        None => (Payout::Void, Vec::new()),
    }
}

/// The probability of each result of the opposing hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results([Ratio; RESULTS]);

impl Results {
    /// The results of two hands, indexed by [`place`].
    pub(crate) const fn of_two(chances: [Ratio; RESULTS]) -> Self {
        Self(chances)
    }

    /// The results of one hand, from its probabilities to lose, to tie and to win.
    pub(crate) fn of_one(chances: [Ratio; 3]) -> Self {
        let mut places = [const { None }; RESULTS];
        for (compared, chance) in COMPARISONS.into_iter().zip(chances) {
            places[place(compared, Ordering::Equal)] = Some(chance);
        }
        Self(places.map(Option::unwrap_or_default))
    }

    /// The probability of this comparison. If only one hand opposes the banker's, the left one always counts as
    /// equal.
    pub fn chance(&self, right: Ordering, left: Ordering) -> &Ratio {
        &self.0[place(right, left)]
    }
}

/// The prices of the wagers that the table accepts.
pub(crate) fn accepted_prices(game: &Baccarat, results: &Results, method: &str) -> Vec<Price> {
    let accepted = game.clauses.iter().filter(|clause| game.accepts(clause));
    accepted.map(|clause| clause_price(game, clause, results, method)).collect()
}

fn clause_price(game: &Baccarat, clause: &Clause, results: &Results, method: &str) -> Price {
    let (endings, cites) = results.endings(clause);
    Price {
        odds: Some(clause.odds),
        ..price(&clause.name, endings, with_drawing(game, cites), method, profit)
    }
}

/// The provisions of a price, with that on third cards.
pub(crate) fn with_drawing(game: &Baccarat, mut cites: Vec<Rule>) -> Vec<Rule> {
    cites.extend(game.drawing.rule);
    cites
}

impl Results {
    /// How a wager without cases ends.
    pub(crate) fn endings(&self, clause: &Clause) -> (Vec<(Payout, Ratio)>, Vec<Rule>) {
        let mut endings: Vec<(Payout, Ratio)> = Vec::new();
        let mut cites = Vec::new();
        for (place, chance) in self.0.iter().enumerate().filter(|(_, chance)| !chance.is_zero()) {
            let (payout, rules) = settle(clause, place);
            cites.extend(rules);
            match endings.iter_mut().find(|(known, _)| *known == payout) {
                Some((_, known)) => *known = &*known + chance,
                None => endings.push((payout, chance.clone())),
            }
        }
        (endings, cites)
    }
}

/// The price of a single stake with these possible ends; `profit` is the profit of each per unit staked.
pub(crate) fn price(
    wager: &str,
    ends: Vec<(Payout, Ratio)>,
    cites: Vec<Rule>,
    method: &str,
    profit: impl Fn(Payout) -> Ratio,
) -> Price {
    let ending = |(payout, chance): (Payout, Ratio)| PayoutChance {
        payout,
        profit: profit(payout),
        probability: chance.into(),
    };
    let endings: Vec<PayoutChance> = ends.into_iter().map(ending).collect();
    let mean = expect(&endings, |profit| profit);
    let square = expect(&endings, |profit| &profit * &profit);
    let chance_of = |sign: Ordering| -> Ratio {
        let of_sign = endings.iter().filter(|ending| ending.profit.cmp(&Ratio::zero()) == sign);
        of_sign.map(|ending| exact(&ending.probability)).sum()
    };
    let void = chance_of(Ordering::Equal);
    let edge = -mean.clone();
    let decided = Ratio::one() - void.clone();
    let edge_decided = (!void.is_zero() && !decided.is_zero()).then(|| Figure::from(&edge / &decided));
    let mut unlike: Vec<Rule> = Vec::new();
    for rule in cites {
        if !unlike.contains(&rule) {
            unlike.push(rule);
        }
    }
    Price {
        wager: wager.to_owned(),
        odds: None,
        win: chance_of(Ordering::Greater).into(),
        lose: chance_of(Ordering::Less).into(),
        void: void.into(),
        halved: None,
        variance: (square - &mean * &mean).into(),
        edge: edge.into(),
        edge_decided,
        staked: None,
        method: method.to_owned(),
        commission: None,
        cites: unlike,
        endings,
    }
}

fn expect(endings: &[PayoutChance], of: impl Fn(Ratio) -> Ratio) -> Ratio {
    endings.iter().map(|ending| exact(&ending.probability) * of(ending.profit.clone())).sum()
}

/// The exact value of a figure. Every probability here is exact.
fn exact(figure: &Figure) -> Ratio {
    figure.exact().cloned().unwrap_or_default()
}
