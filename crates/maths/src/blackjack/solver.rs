//! The solver of a table: what is computed once for all shoes, and the rounds from one shoe.

use croupier_kit::{Odds, Rank, Ratio};
use croupier_rules::games::blackjack::Blackjack;
use croupier_rules::law::Rule;

use super::dealer::{Falls, Finals, Tree, Weighed};
use super::hand_solver::{Column, MoveRule, share};
use super::hands::KINDS;
use super::pricing_rules::{BlackjackError, PricingRules};
use super::removed::Removed;
use super::round::{RoundWorth, Scratch, first_cards, play_round};
use super::shoe::RankCounts;
use crate::number::Number;

/// More cards than can be out before the dealer's last card, in every lane.
pub(super) const GONE: i32 = 64;

/// A blackjack table, ready to be priced.
pub struct Solver {
    pub(super) terms: PricingRules,
    /// The ways in which the dealer's hand can end, by up-card.
    pub(super) trees: Vec<Tree<f64>>,
    pub(super) removed: Removed,
    pub(super) ordinary: Odds,
    /// The provisions that the price of a box depends on.
    pub(super) cites: Vec<Rule>,
}

/// The rounds against one up-card.
pub(super) struct Against<N> {
    pub(super) up: Option<usize>,
    pub(super) chance: N,
    pub(super) round: RoundWorth<N>,
}

impl Solver {
    /// The solver for a table.
    ///
    /// # Errors
    /// When a card other than an Ace counts 1, or the odds need too many parts of a stake.
    pub fn new(rules: &Blackjack) -> Result<Self, BlackjackError> {
        let terms = PricingRules::read(rules)?;
        let trees = terms.up_cards().into_iter().map(|up| Tree::new(&terms, up)).collect();
        // The partner of a split card, and one more card like it for each lane.
        let hands = (0..KINDS).map(|kind| terms.hands_most(kind)).fold(1, usize::max);
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

    /// The number of up-cards in a chart for this table: ten, or one where the dealer has no card before play.
    pub fn columns(&self) -> usize {
        self.trees.len()
    }

    pub(super) fn exact_trees(&self) -> Vec<Tree<Ratio>> {
        self.terms.up_cards().into_iter().map(|up| Tree::new(&self.terms, up)).collect()
    }

    pub(super) fn rounds<N: Number>(
        &self,
        shoe: &RankCounts,
        trees: &[Tree<N>],
        play: MoveRule<'_>,
    ) -> Result<Vec<Against<N>>, BlackjackError> {
        self.rounds_against(shoe, trees, play, |_| true)
    }

    /// The rounds against some up-cards.
    pub(super) fn rounds_against<N: Number>(
        &self,
        shoe: &RankCounts,
        trees: &[Tree<N>],
        play: MoveRule<'_>,
        wanted: impl Fn(Option<usize>) -> bool,
    ) -> Result<Vec<Against<N>>, BlackjackError> {
        let kinds = shoe.kinds(&self.terms)?;
        let ranks = Rank::ALL.map(|rank| i64::from(shoe.count(rank)));
        let cards: i32 = kinds.iter().sum();
        let falls = Falls::new(cards, GONE);
        let (mut desk, mut finals) = (Scratch::new(), Finals::new());
        let mut rounds = Vec::new();
        for (up, tree) in self.terms.up_cards().into_iter().zip(trees).filter(|(up, _)| wanted(*up)) {
            let shown = up.map_or(cards, |kind| kinds[kind]);
            if shown > 0 {
                let mut left = kinds;
                up.into_iter().for_each(|kind| left[kind] -= 1);
                Weighed { tree, removed: &self.removed, falls: &falls, shoe: left }.fill(&mut finals);
                let column = Column::new(&self.terms, &self.removed, &finals, up, left);
                let firsts = first_cards(&self.terms, &ranks, &column.shoe, up);
                let round = play_round(&column, firsts, play, &mut desk);
                rounds.push(Against { up, chance: share(shown, cards), round });
            }
        }
        Ok(rounds)
    }

    /// The largest possible error of a price in floating point.
    ///
    /// Every chance is computed by products and sums of non-negative numbers, so its relative error is at most the
    /// number of roundings times 2⁻⁵³: those of the dealer's tree, then one product and ten sums for each card a hand
    /// draws, then the first cards. A split has at most *h* hands in lanes whose weights, taken as absolute values,
    /// add up to at most 2^(*h* − 1), each with two stakes.
    pub(super) fn within(&self) -> f64 {
        let tree = self.trees.iter().map(Tree::roundings).max().expect("the dealer shows some card");
        let tree = u32::try_from(tree).expect("a dealer has few hands");
        let roundings = f64::from(tree) + 22.0 * 24.0 + 400.0;
        let hands = (0..KINDS).map(|kind| self.terms.hands_most(kind)).fold(1, usize::max);
        let hands = i32::try_from(hands).expect("a box has few hands");
        let most = 2.0 * self.most_profit() * f64::from(hands) * 2_f64.powi(hands - 1);
        roundings * most * f64::EPSILON / 2.0
    }

    /// The most that a single stake can win or lose, in stakes.
    fn most_profit(&self) -> f64 {
        let (won, staked) = (self.terms.best_profit(), self.terms.unit);
        (f64::whole(won) / f64::whole(staked)).max(1.0)
    }
}
