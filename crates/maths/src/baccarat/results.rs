//! From the comparison of the hands with the banker's to the prices of the wagers.

use std::cmp::Ordering;

use croupier_kit::Ratio;
use croupier_rules::contract::{Payout, Seat};
use croupier_rules::games::baccarat::{Baccarat, Clause, LEFT};
use croupier_rules::law::Rule;

use crate::Price;
use crate::price::profit;
pub(crate) use crate::single_stake::price;

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

    /// The probability of the result with this index.
    pub(crate) const fn at(&self, place: usize) -> &Ratio {
        &self.0[place]
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
