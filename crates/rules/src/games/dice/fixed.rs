//! The terms fixed at dice: the throw, the effects of a first throw, the odds by score.

use super::{BehindMost, ByScore, Calls, Dice, First, FirstThrow, Line, MadeWhen, Next};
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
        let shared = !rules.behind_lines().any(|first| std::ptr::eq(first, line));
        read_line(line, &rules.behind_name(line), shared, terms);
    }
    for race in &rules.races {
        read_scores(&race.name, &race.odds, terms);
        read_calls(&race.name, race.calls, terms);
        if let Some(commission) = race.commission {
            terms.rule(format!("{} commission", race.name), commission, commission.cite);
        }
    }
    for next in &rules.nexts {
        read_next(next, terms);
    }
    for combination in &rules.combinations {
        for (kind, paid) in [("pair", combination.pair), ("mixed", combination.mixed)] {
            if let Some(paid) = paid {
                terms.pays(format!("{} {kind}", combination.name), paid.odds, paid.cite);
            }
        }
    }
    if let Some(rule) = rules.take_down {
        terms.rule("take-back", "while-open", rule);
    }
}

/// `shared` says whether an earlier line has the same bets behind it.
fn read_line(line: &Line, word: &str, shared: bool, terms: &mut FixedTerms) {
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
    let behind = if shared { format!("{word} of {name}") } else { word.to_owned() };
    terms.rule(format!("{behind} by"), of, line.behind_cite);
    terms.rule(format!("{behind} most"), most, line.behind_cite);
    read_calls(&behind, line.behind_calls, terms);
    if line.made.when != MadeWhen::AnyTime {
        terms.rule(format!("{name} made"), made_word(line.made.when), line.made.cite);
    }
    if let Some(rule) = line.contract {
        terms.rule(format!("{name} contract"), "once it has a point", rule);
    }
    if let Some(put) = &line.put {
        terms.rule(format!("{} made", put.name), made_word(put.when), put.cite);
        line.points().for_each(|point| terms.pays(format!("{} {point}", put.name), line.paid.odds, put.cite));
    }
    for name in &line.names {
        terms.pays(name.clone(), line.paid.odds, rule);
    }
    if !shared {
        read_scores(word, &line.behind, terms);
    }
}

const fn made_word(when: MadeWhen) -> &'static str {
    match when {
        MadeWhen::AnyTime => "any-time",
        MadeWhen::BeforePoint => "before-point",
        MadeWhen::AfterPoint => "after-point",
    }
}

fn read_calls(name: &str, calls: Option<Calls>, terms: &mut FixedTerms) {
    let Some(calls) = calls else { return };
    let word = match calls.first_throw {
        FirstThrow::On => "on",
        FirstThrow::Off => "off",
    };
    terms.rule(format!("{name} first-throw"), word, calls.cite);
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
