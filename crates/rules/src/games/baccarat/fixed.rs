//! The terms fixed at baccarat: the hands, the third card, the bank, the wagers.

use super::{
    Baccarat, Backs, Banker, Clause, Condition, Digits, HeldBy, Opposing, StandingArea, Third, Undecided,
};
use crate::fixed::{FixedTerms, listed};
use crate::law::Rule;

impl Baccarat {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        let mut terms = FixedTerms::default();
        read(self, &mut terms);
        terms
    }
}

fn read(rules: &Baccarat, terms: &mut FixedTerms) {
    let condition = |is: Condition| rules.clauses.iter().find_map(|clause| condition(clause, is));
    let hands = if rules.hands == Opposing::One { 1 } else { 2 };
    terms.rule("hands", hands, condition(Condition::OneHand).or(rules.drawing.rule));
    let held = if rules.bank.held == HeldBy::House { "house" } else { "passing" };
    terms.rule("bank", held, condition(Condition::HouseBank).or(rules.bank.hold));
    read_drawing(rules, condition(Condition::NoChoice), terms);
    if let Some(areas) = &rules.areas {
        match areas.standing {
            StandingArea::Own => terms.rule("standing-area", "own", areas.cite),
            StandingArea::None(rule) => terms.rule("standing-area", "none", rule),
        }
    }
    for clause in &rules.clauses {
        read_wager(clause, terms);
    }
    rules.sides.fix(terms);
}

fn condition(clause: &Clause, is: Condition) -> Option<Rule> {
    clause.conditions.iter().find(|(known, _)| *known == is).map(|(_, rule)| *rule)
}

fn read_drawing(rules: &Baccarat, no_choice: Option<Rule>, terms: &mut FixedTerms) {
    let drawing = &rules.drawing;
    let on = |third: Third| {
        let speaks = |score: &usize| !is_in(drawing.naturals, *score) && drawing.opposing[*score] == third;
        listed((0..10).filter(speaks))
    };
    terms.rule("naturals", digits(drawing.naturals), drawing.rule);
    terms.rule("opposing-draws", on(Third::Draws), drawing.rule);
    terms.rule("opposing-stands", on(Third::Stands), drawing.rule);
    terms.rule("opposing-chooses", on(Third::Chooses), no_choice.or(drawing.rule));
    let banker = if drawing.banker == Banker::Tableau { "tableau" } else { "free" };
    terms.rule("banker", banker, no_choice.or(drawing.rule));
    if drawing.banker == Banker::Tableau {
        for score in (0..10).filter(|score| !is_in(drawing.naturals, *score)) {
            let giving = digits(drawing.tableau.giving[score]);
            terms.rule(format!("banker-draws {score}"), giving, drawing.rule);
        }
    }
}

fn read_wager(clause: &Clause, terms: &mut FixedTerms) {
    let undecided = if clause.undecided == Undecided::Void { "returned" } else { "lost" };
    if clause.backs != Backs::Tie {
        terms.rule(format!("draw {}", clause.name), undecided, clause.undecided_cite);
    }
    if let Some(rule) = clause.beside_cite {
        terms.rule(format!("beside {}", clause.name), listed(&clause.beside), rule);
    }
    terms.pays(clause.name.clone(), clause.odds, clause.odds_cite);
    clause.cases.fix(&clause.name, terms);
    if let Some(commission) = clause.commission {
        terms.rule(format!("commission {}", clause.name), commission, commission.cite);
    }
}

fn digits(set: Digits) -> String {
    listed((0..10).filter(|digit| set.contains(*digit)))
}

fn is_in(set: Digits, score: usize) -> bool {
    u8::try_from(score).is_ok_and(|score| set.contains(score))
}
