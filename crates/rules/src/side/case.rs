//! The cases of a wager: what the facts of the round must be, and what is paid then.

use std::ops::Range;

use croupier_kit::Odds;

use super::fact::{DeclaredFact, FactRows, FactValue, ValueSet};
use crate::book::Faults;
use crate::contract::{Game, Payout};
use crate::fixed::FixedTerms;
use crate::law::Rule;

/// One case of a wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Its name, if the book gives it one.
    pub name: Option<Box<str>>,
    /// The facts by their index in the family's list, each with the values it must have.
    pub when: Vec<(u8, ValueSet)>,
    /// What is paid.
    pub paid: Paid,
    /// The provision that says so.
    pub cite: Rule,
}

/// What is paid in a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paid {
    /// A win at these odds.
    Odds(Odds),
    /// The stake is returned.
    Void,
}

impl Paid {
    /// The payout of a stake.
    pub const fn payout(self) -> Payout {
        match self {
            Self::Odds(odds) => Payout::Win(odds),
            Self::Void => Payout::Void,
        }
    }
}

impl Case {
    /// Whether the facts are as it says; `None` as long as they do not show it.
    pub fn holds(&self, value: &impl Fn(u8) -> Option<FactValue>) -> Option<bool> {
        let mut shown = true;
        for (fact, values) in &self.when {
            match value(*fact) {
                Some(value) if !values.contains(value) => return Some(false),
                Some(_) => {}
                None => shown = false,
            }
        }
        shown.then_some(true)
    }
}

impl Case {
    /// Its facts in words: `winner: banker, banker score 6`, `no player pair`.
    pub fn words<G: Game>(&self, facts: &[DeclaredFact<G>]) -> String {
        let said = |(fact, values): &(u8, ValueSet)| facts[usize::from(*fact)].said(*values);
        self.when.iter().map(said).collect::<Vec<_>>().join(", ")
    }

    /// Its name, or its number among the cases.
    pub fn label(&self, number: usize) -> String {
        self.name.as_ref().map_or_else(|| format!("case {number}"), ToString::to_string)
    }
}

/// The cases of a wager, in the order in which they are tried: the first that holds applies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cases(pub Vec<Case>);

impl Cases {
    /// The case that applies: `Some(None)` if none does, `None` as long as the facts do not show it. When the round is
    /// over, a fact that it has not shown is as no case says.
    pub fn applying(&self, over: bool, value: impl Fn(u8) -> Option<FactValue>) -> Option<Option<&Case>> {
        for case in &self.0 {
            match case.holds(&value) {
                Some(true) => return Some(Some(case)),
                None if !over => return None,
                None | Some(false) => {}
            }
        }
        Some(None)
    }

    /// The odds of the winning cases.
    pub fn odds(&self) -> impl Iterator<Item = Odds> {
        self.0.iter().filter_map(|case| match case.paid {
            Paid::Odds(odds) => Some(odds),
            Paid::Void => None,
        })
    }

    /// Adds what they pay to the terms that a book fixes; `wager` is the name of the wager.
    pub(crate) fn fix(&self, wager: &str, terms: &mut FixedTerms) {
        for (number, case) in (1..).zip(&self.0) {
            let name = format!("{wager} {}", case.label(number));
            match case.paid {
                Paid::Odds(odds) => terms.pays(name, odds, case.cite),
                Paid::Void => terms.rule(name, "void", case.cite),
            }
        }
    }

    /// The odds, if all winning cases have the same.
    pub fn only_odds(&self) -> Option<Odds> {
        let mut odds = self.odds();
        let first = odds.next()?;
        odds.all(|other| other == first).then_some(first)
    }
}

/// Where the cases of a wager are in the file.
#[derive(Clone, Debug, Default)]
pub struct CasesAt {
    /// The name of the wager, with its position.
    pub(crate) name: (String, Range<usize>),
    /// The positions of its cases.
    pub(crate) cases: Vec<Range<usize>>,
}

impl CasesAt {
    /// Reports cases that never happen or are covered by earlier ones. Returns how the kinds of rounds that `counts`
    /// selects are divided among the cases: the payouts, with whether some are in no case.
    pub(crate) fn check(
        &self,
        cases: &Cases,
        rows: &FactRows,
        counts: impl Fn(&[Option<FactValue>]) -> bool,
        faults: &mut Faults,
    ) -> CaseCover {
        let mut happens = vec![false; cases.0.len()];
        let mut applies = vec![false; cases.0.len()];
        let mut cover = CaseCover::default();
        for row in rows.iter().filter(|row| counts(row)) {
            let value = |fact: u8| row[usize::from(fact)];
            let holds: Vec<bool> = cases.0.iter().map(|case| case.holds(&value) == Some(true)).collect();
            happens.iter_mut().zip(&holds).for_each(|(happens, holds)| *happens |= holds);
            match holds.iter().position(|holds| *holds) {
                Some(first) => applies[first] = true,
                None => cover.none = true,
            }
        }
        for (place, at) in self.cases.iter().enumerate() {
            match (happens[place], applies[place]) {
                (false, _) => faults.add_with_help(
                    at.clone(),
                    format!("this case of `{}` can never happen", self.name.0),
                    "correct its facts, or remove it",
                ),
                (true, false) => faults.add_with_help(
                    at.clone(),
                    format!("this case of `{}` never applies: earlier cases cover it", self.name.0),
                    "put it before them, or remove it",
                ),
                (true, true) => cover.wins |= matches!(cases.0[place].paid, Paid::Odds(_)),
            }
        }
        cover
    }
}

impl CasesAt {
    /// Reports what [`CasesAt::check`] does, and a side wager that never wins or never loses.
    pub(crate) fn check_side(&self, cases: &Cases, rows: &FactRows, faults: &mut Faults) {
        let cover = self.check(cases, rows, |_| true, faults);
        if self.cases.is_empty() {
            return;
        }
        if !cover.wins {
            faults.add(self.name.1.clone(), format!("nothing ever wins `{}`", self.name.0));
        } else if !cover.none {
            let message = format!("nothing ever loses `{}`: its cases cover every round", self.name.0);
            faults.add(self.name.1.clone(), message);
        }
    }
}

impl CasesAt {
    /// Reports a side wager that nothing wins at a table with one pack, whose rounds `rows` has. That a single case needs
    /// several packs is no fault: it is paid where it can happen.
    pub(crate) fn check_with_one_pack(&self, cases: &Cases, rows: &FactRows, faults: &mut Faults) {
        let cover = self.check(cases, rows, |_| true, &mut Faults::default());
        if !self.cases.is_empty() && !cover.wins {
            let message =
                format!("with one pack nothing ever wins `{}`, and the book permits one", self.name.0);
            let help = "let the setting `decks` begin with 2, or pay something that one pack has";
            faults.add_with_help(self.name.1.clone(), message, help);
        }
    }
}

/// What becomes of the kinds of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CaseCover {
    /// Some round wins.
    pub(crate) wins: bool,
    /// Some round is in none of the cases.
    pub(crate) none: bool,
}
