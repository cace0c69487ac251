//! The side wagers of a table, and how a stake on one is settled.

use croupier_kit::{Money, Odds};

use super::case::Cases;
use super::fact::FactValue;
use crate::contract::{Payout, Seat, Settled};
use crate::fixed::{FixedTerms, listed};
use crate::kind::{DeclaredWager, Laid};
use crate::law::{Cites, Rule};

/// The kind of wagers on facts of the round, which every family with facts has.
pub static SIDE: DeclaredWager = DeclaredWager {
    name: "side",
    key: "side",
    laid: Laid::Bet,
    examples: &["player-pair", "perfect-pairs 1", "pair-plus"],
    takes: "the number of a box, if it is made for a box",
    meaning: "a side wager: a fact of the round that the book pays for",
};

/// A wager on facts of the round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideWager {
    /// Its word in records.
    pub name: Box<str>,
    /// Whether it is made for a box, whose number follows the word.
    pub per_box: bool,
    /// The main wagers of which the player must have one; none are required if there are none.
    pub of: Vec<Box<str>>,
    /// The provision that requires it.
    pub of_cite: Rule,
    /// The smallest stake, if the book sets it; otherwise the table's.
    pub min: Option<Money>,
    /// The largest stake, if the book sets it; otherwise the table's.
    pub max: Option<Money>,
    /// The provision on its limits.
    pub limits_cite: Option<Rule>,
    /// The cases in which it is paid or returned. In all others it is lost.
    pub cases: Cases,
    /// The provision that defines it.
    pub cite: Rule,
}

impl SideWager {
    /// How a stake is settled; `None` while the facts do not show it.
    pub fn settle(&self, over: bool, value: impl Fn(u8) -> Option<FactValue>) -> Option<Settled> {
        Some(match self.cases.applying(over, value)? {
            Some(case) => Settled::new(case.paid.payout(), Cites::from(self.cite).and(case.cite)),
            None => Settled::new(Payout::Lose, self.cite),
        })
    }

    /// The odds that a row shows whose stake has not won: those of every case, if they are the same.
    pub fn usual_odds(&self) -> Option<Odds> {
        self.cases.only_odds()
    }

    /// Calls `each` for every payout that a stake can have.
    pub fn results(&self, mut each: impl FnMut(Payout, Option<Rule>)) {
        for case in &self.cases.0 {
            each(case.paid.payout(), Some(case.cite));
        }
    }
}

/// A bet on a side wager: which one, and the box or hand that it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SideBet {
    /// The index of the wager.
    pub wager: u8,
    /// The seat of the box or hand. For a wager on the player's own hand it is known when the first card falls.
    pub place: Option<Seat>,
}

/// The side wagers of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideWagers(pub Vec<SideWager>);

impl SideWagers {
    /// A table without side wagers.
    pub const NONE: &'static Self = &Self(Vec::new());

    /// The wager of a bet.
    ///
    /// # Panics
    /// If the bet was made at another table.
    pub fn get(&self, bet: SideBet) -> &SideWager {
        self.0.get(usize::from(bet.wager)).expect("a bet is on a wager of its table")
    }

    /// The wager with this name, and its index.
    pub fn named(&self, name: &str) -> Option<(u8, &SideWager)> {
        (0..).zip(&self.0).find(|(_, wager)| *wager.name == *name)
    }

    /// Adds their terms to those that a book fixes.
    pub(crate) fn fix(&self, terms: &mut FixedTerms) {
        for wager in &self.0 {
            if !wager.of.is_empty() {
                terms.rule(format!("of {}", wager.name), listed(&wager.of), wager.of_cite);
            }
            let limits = [("min", wager.min), ("max", wager.max)];
            for (end, amount) in limits.into_iter().filter_map(|(end, amount)| Some((end, amount?))) {
                terms.rule(format!("{end} {}", wager.name), amount, wager.limits_cite.unwrap_or(wager.cite));
            }
            wager.cases.fix(&wager.name, terms);
        }
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|wager| &*wager.name)
    }
}
