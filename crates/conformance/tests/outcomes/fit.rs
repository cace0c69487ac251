//! How well what came out of a game fits its exact chances.

use std::collections::BTreeMap;

use croupier_conformance::{CountedFalls, Falls, outcomes};
use croupier_fair::surprise::surprise;
use croupier_kit::Ratio;
use croupier_rules::book::{Book, Chosen, GameBook};

/// The least that must be expected of an end to count it alone.
const EXPECTED_MIN: i64 = 5;

/// A game, with the exact chances of its ends.
pub(super) struct Expected<'b> {
    book: &'b Book,
    game: &'b GameBook,
    /// By wager: its ends and their chances.
    chances: BTreeMap<String, Vec<(String, Ratio)>>,
}

/// How a game came out.
pub(super) struct Fit {
    /// The smallest p-value, times the number of those that were found; 0 if something came out that cannot.
    pub(super) p_value: f64,
    /// The number of p-values.
    pub(super) tests: usize,
}

impl<'b> Expected<'b> {
    /// The chances of a game, from its census file.
    pub(super) fn of(book: &'b Book, game: &'b GameBook) -> Self {
        let path = format!("{}/census/{}/{}.census", env!("CARGO_MANIFEST_DIR"), book.id(), game.id());
        let mut chances: BTreeMap<String, Vec<(String, Ratio)>> = BTreeMap::new();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let [wager, end, chance] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
            chances.entry(wager.to_owned()).or_default().push((end.to_owned(), chance.parse().unwrap()));
        }
        Self { book, game, chances }
    }

    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.book.id(), self.game.id())
    }

    /// Plays the game, and compares its ends with their chances and what fell with equal chances.
    pub(super) fn fit(&self, rounds: u64, falls: &mut dyn Falls) -> Fit {
        let mut noted = CountedFalls::new(falls);
        let counted = outcomes(&self.game.table(&Chosen::default()), rounds, &mut noted);
        let known = |(wager, end): &(String, String)| {
            self.chances.get(wager).is_some_and(|ends| ends.iter().any(|(known, _)| known == end))
        };
        if let Some(impossible) = counted.keys().find(|came| !known(came)) {
            println!("{}: {impossible:?} cannot come out", self.name());
            return Fit { p_value: 0.0, tests: 0 };
        }
        let ends = self.chances.iter().map(|(wager, ends)| {
            let times = |end: &String| counted.get(&(wager.clone(), end.clone())).copied();
            // An end that never came is not in the map.
            ends.iter().map(|(end, chance)| (times(end).unwrap_or(0), chance.clone())).collect()
        });
        let fallen = noted.into_rows().into_values().map(|counts| {
            let chance = Ratio::new(1, counts.len());
            counts.into_iter().map(|count| (count, chance.clone())).collect()
        });
        let rows: Vec<Vec<(u64, Ratio)>> = ends.chain(fallen).collect();
        let p_values: Vec<f64> = rows.iter().filter_map(|row| p_value(row)).collect();
        let count = u32::try_from(p_values.len()).unwrap();
        Fit { p_value: p_values.iter().fold(1.0, |a, b| b.min(a)) * f64::from(count), tests: p_values.len() }
    }
}

/// The p-value of a row, its rare ends taken together; `None` where only one is left.
fn p_value(row: &[(u64, Ratio)]) -> Option<f64> {
    let results: u64 = row.iter().map(|(count, _)| count).sum();
    let is_often = |chance: &Ratio| chance.clone() * Ratio::whole(results) >= Ratio::whole(EXPECTED_MIN);
    let (mut often, mut rare): (Vec<_>, Vec<_>) =
        row.iter().cloned().partition(|(_, chance)| is_often(chance));
    let together = rare.drain(..).reduce(|(a, p), (b, q)| (a + b, p + q));
    often.extend(together.filter(|(_, chance)| is_often(chance)));
    if often.len() < 2 {
        return None;
    }
    // Where what is rarest of all is left out, the others are compared among themselves.
    let sum: Ratio = often.iter().map(|(_, chance)| chance.clone()).sum();
    let (counts, chances): (Vec<u64>, Vec<Ratio>) =
        often.into_iter().map(|(count, chance)| (count, chance / sum.clone())).unzip();
    Some(surprise(&counts, &chances).unwrap().p_value)
}
