//! The terms fixed at dice: the throw, the effects of a first throw, the odds by score.

use super::{BehindMost, ByScore, Dice, First, Line, Next};
use crate::fixed::{FixedTerms, listed};
use crate::law::Rule;

impl Dice {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        let mut terms = FixedTerms::default();
        read(self, &mut terms);
        terms
    }
}

fn read(rules: &Dice, terms: &mut FixedTerms) {
    terms.rule("dice", 2, rules.dice_rule);
    for line in &rules.lines {
        read_line(line, terms);
    }
    for race in &rules.races {
        read_scores(&race.name, &race.odds, terms);
    }
    for next in &rules.nexts {
        read_next(next, terms);
    }
}

fn read_line(line: &Line, terms: &mut FixedTerms) {
    let Some(name) = line.names.first() else { return };
    let scores = |kind: fn(First) -> bool| listed((2..=12).filter(|score| kind(line.first[*score])));
    let rule: Rule = line.paid.cite;
    terms.rule(format!("{name} wins"), scores(|first| first == First::Wins), rule);
    terms.rule(format!("{name} loses"), scores(|first| first == First::Loses), rule);
    terms.rule(format!("{name} bars"), scores(|first| matches!(first, First::Barred(_))), rule);
    let (of, times) = match line.behind_most {
        BehindMost::Stake(times) => ("stake", times),
        BehindMost::Winnings(times) => ("winnings", times),
    };
    let most = listed(line.points().map(|point| format!("{point}:{}x", times[usize::from(point)])));
    terms.rule(format!("behind-{name} by"), of, line.behind_cite);
    terms.rule(format!("behind-{name} most"), most, line.behind_cite);
    for name in &line.names {
        terms.pays(name.clone(), line.paid.odds, rule);
    }
    read_scores(&format!("behind-{name}"), &line.behind, terms);
}

fn read_scores(name: &str, odds: &ByScore, terms: &mut FixedTerms) {
    for (score, paid) in odds.iter().enumerate().filter_map(|(score, paid)| paid.map(|paid| (score, paid))) {
        terms.pays(format!("{name} {score}"), paid.odds, paid.cite);
    }
}

/// A wager with only one price has no score in its name.
fn read_next(next: &Next, terms: &mut FixedTerms) {
    let one_price = next.odds.iter().flatten().all(|paid| *paid == next.usual);
    if one_price && !next.names_score {
        terms.pays(next.name.clone(), next.usual.odds, next.usual.cite);
    } else {
        read_scores(&next.name, &next.odds, terms);
    }
}
