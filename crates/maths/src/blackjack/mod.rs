//! Exact blackjack: best play for the cards of the hand, its price from any shoe, and the price of a chart.
//!
//! One box is played and the cards of others are not looked at. Everything is read off the rules that are played
//! ([`croupier_rules::games::blackjack::Blackjack`]): a hole card or none, what a dealer's blackjack takes, what may be doubled, split and
//! given up. Play after a split is defined in [`split`]; docs/prices.md says what exact means here.
//!
//! ```
//! use croupier_maths::blackjack::{Composition, Solver};
//! use croupier_rules::book::{Chosen, Shelf};
//! use croupier_rules::games::AnyGame;
//! let shelf = Shelf::built_in();
//! let (_, game) = shelf.game("scotland-1970/blackjack").unwrap();
//! let AnyGame::Blackjack(rules) = game.table(&Chosen::default()) else { unreachable!() };
//! let solver = Solver::new(&rules).unwrap();
//! let analysis = solver.analyse(&Composition::whole(&rules)).unwrap();
//! assert!((0.004..0.02).contains(&analysis.edge.value()));
//! ```

mod analysis;
mod best_chart;
mod chart;
mod dealer;
mod effects;
mod flow;
mod hands;
mod insurance;
mod ledger;
mod number;
mod outcomes;
mod play;
mod policy;
mod removed;
mod round;
mod shoe;
pub mod split;
mod strategy;
mod terms;

pub(crate) use analysis::BEST_PLAY;
pub use analysis::{Analysis, Decision, Outcome, UpCard};
pub use chart::{Cell, Chart, ChartError, Row};
pub use effects::{Effect, effects_of_rules};
pub use hands::{ACE, Cards, KINDS, TEN};
pub use insurance::InsurancePrice;
pub use number::Number;
pub use policy::{Policy, Situation};
pub use shoe::Composition;
pub use terms::Unpriced;

use croupier_kit::{Odds, Rank, Ratio};
use croupier_rules::games::blackjack::Blackjack;
use croupier_rules::law::Rule;

use dealer::{Falls, Finals, Tree, Weighed};
use play::{Column, Play};
use removed::Removed;
use round::{Desk, RoundWorth, first_cards, play_round};
use terms::Terms;

/// More cards than are out before the dealer takes his last, in every lane.
const GONE: i32 = 64;

/// A blackjack table, ready to be priced.
pub struct Solver {
    terms: Terms,
    /// What the dealer can do, by up-card.
    trees: Vec<Tree<f64>>,
    removed: Removed,
    ordinary: Odds,
    /// The provisions that the price of a box rests on.
    cites: Vec<Rule>,
}

/// The rounds against one up-card.
struct Against<N> {
    up: Option<usize>,
    chance: N,
    round: RoundWorth<N>,
}

impl Solver {
    /// The solver for a table.
    ///
    /// # Errors
    /// When a card that is no Ace counts one, or the odds cannot be counted.
    pub fn new(rules: &Blackjack) -> Result<Self, Unpriced> {
        let terms = Terms::read(rules)?;
        let trees = terms.up_cards().into_iter().map(|up| Tree::new(&terms, up)).collect();
        // The partner of a split card, and one more like it for each lane.
        let hands = (0..KINDS).map(|kind| terms.hands_most(kind)).max().unwrap_or(1);
        let removed = Removed::new(if hands > 1 { 2 * hands - 3 } else { 0 });
        let mut cites = vec![rules.natural.cite, rules.ordinary.cite, rules.cites.void, rules.cites.lost];
        cites.extend(rules.natural.clause);
        let more = [&rules.cites.dealer, &rules.cites.double, &rules.cites.split, &rules.cites.surrender];
        for rule in more {
            if !cites.contains(rule) {
                cites.push(*rule);
            }
        }
        cites.dedup();
        Ok(Self { terms, trees, removed, ordinary: rules.ordinary.odds, cites })
    }

    /// Best play from a shoe and what it comes to.
    ///
    /// # Errors
    /// When the shoe cannot be, or a round could run out of cards.
    pub fn analyse(&self, shoe: &Composition) -> Result<Analysis, Unpriced> {
        let rounds = self.rounds(shoe, &self.trees, Play::Best)?;
        Ok(self.analysis(shoe, &rounds))
    }

    /// The same in exact fractions: for small shoes, since it takes thousands of times as long.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn analyse_exactly(&self, shoe: &Composition) -> Result<Analysis, Unpriced> {
        let rounds = self.rounds(shoe, &self.exact_trees(), Play::Best)?;
        Ok(self.analysis(shoe, &rounds))
    }

    /// What playing by a chart comes to.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn price_chart(&self, chart: &Chart, shoe: &Composition) -> Result<Analysis, Unpriced> {
        let rounds = self.rounds(shoe, &self.trees, Play::Chart(chart))?;
        Ok(self.analysis(shoe, &rounds))
    }

    /// How many up-cards a chart for this table has: ten, or one where the dealer has no card before play.
    pub fn columns(&self) -> usize {
        self.trees.len()
    }

    fn exact_trees(&self) -> Vec<Tree<Ratio>> {
        self.terms.up_cards().into_iter().map(|up| Tree::new(&self.terms, up)).collect()
    }

    fn rounds<N: Number>(
        &self,
        shoe: &Composition,
        trees: &[Tree<N>],
        play: Play<'_>,
    ) -> Result<Vec<Against<N>>, Unpriced> {
        let kinds = shoe.kinds(&self.terms)?;
        let ranks = Rank::ALL.map(|rank| i64::from(shoe.count(rank)));
        let cards: i32 = kinds.iter().sum();
        let falls = Falls::new(cards, GONE);
        let (mut desk, mut finals) = (Desk::new(), Finals::new());
        let mut rounds = Vec::new();
        for (up, tree) in self.terms.up_cards().into_iter().zip(trees) {
            let shown = up.map_or(cards, |kind| kinds[kind]);
            if shown > 0 {
                let mut left = kinds;
                up.into_iter().for_each(|kind| left[kind] -= 1);
                Weighed { tree, removed: &self.removed, falls: &falls, shoe: left }.fill(&mut finals);
                let column = Column::new(&self.terms, &self.removed, &finals, up, left);
                let firsts = first_cards(&self.terms, &ranks, &column.shoe, up);
                let round = play_round(&column, firsts, play, &mut desk);
                rounds.push(Against { up, chance: play::share(shown, cards), round });
            }
        }
        Ok(rounds)
    }

    /// How far a price in floating point can be off.
    ///
    /// Every chance is a product and sum of numbers that are not negative, so its relative error is at most its roundings
    /// times 2⁻⁵³: those of the dealer's tree, then one product and ten sums for each card a hand takes, then the first cards. A
    /// split weighs at most *h* hands in lanes whose weights add up to at most 2^(*h* − 1) without their signs, each with two stakes.
    fn within(&self) -> f64 {
        let tree = self.trees.iter().map(Tree::roundings).max().unwrap_or(0);
        let roundings = f64::from(u32::try_from(tree).unwrap_or(u32::MAX)) + 22.0 * 24.0 + 400.0;
        let hands = (0..KINDS).map(|kind| self.terms.hands_most(kind)).max().unwrap_or(1);
        let hands = i32::try_from(hands).unwrap_or(8);
        let most = 2.0 * self.most_profit() * f64::from(hands) * 2_f64.powi(hands - 1);
        roundings * most * f64::EPSILON / 2.0
    }

    /// The most that a single stake can win or lose, in stakes.
    fn most_profit(&self) -> f64 {
        let (won, staked) = (self.terms.best_profit(), self.terms.unit);
        (f64::whole(won) / f64::whole(staked)).max(1.0)
    }
}
