//! Prices in a comparison: edges side by side, what each difference costs, and what each choice of a house is worth.

use croupier_maths::clauses::swaps;
use croupier_maths::{Ask, Price, odds};
use croupier_rules::book::Chosen;
use serde_json::{Value, json};

use super::{Part, Table, part};
use crate::odds::edge_lines;
use crate::settings::{EdgeChange, changes, signed_percent, variants};
use crate::waiting::Waiting;

/// The price of one clause at one table.
pub(super) struct ClausePrice {
    /// The table.
    table: usize,
    /// What is changed: `soft 17 as at …`, `decks=8`.
    topic: String,
    /// How edges change; empty where none does.
    changes: Vec<EdgeChange>,
}

/// What was found out about the prices of all tables.
pub(super) struct Prices {
    edges: Vec<Vec<Price>>,
    /// What a clause of another table would change here.
    differences: Vec<ClausePrice>,
    /// What another value of a setting would change.
    choices: Vec<ClausePrice>,
}

/// Prices every table; and unless only edges are wanted, every clause in which two of them differ and every setting.
pub(super) fn price(tables: &[Table<'_>], quick: bool) -> Prices {
    let waiting = Waiting::on("pricing the tables");
    let edges: Vec<Vec<Price>> =
        tables.iter().map(|table| prices_of(&table.game.table(&Chosen::default()))).collect();
    let mut prices = Prices { edges, differences: Vec::new(), choices: Vec::new() };
    if !quick {
        for at in 0..tables.len() {
            prices.price_differences(tables, at, &waiting);
            prices.price_choices(tables, at, &waiting);
        }
    }
    prices
}

/// A table that cannot be priced has no prices.
fn prices_of(game: &croupier_rules::games::AnyGame) -> Vec<Price> {
    odds(game, &Ask::default()).map(|report| report.prices).unwrap_or_default()
}

impl Prices {
    fn price_differences(&mut self, tables: &[Table<'_>], at: usize, waiting: &Waiting) {
        let ours = tables[at].game.table(&Chosen::default());
        for theirs in tables.iter().filter(|theirs| theirs.name != tables[at].name) {
            for swap in swaps(&ours, &theirs.game.table(&Chosen::default())) {
                let topic = format!("{} as at {}", swap.key, theirs.name);
                waiting.say(format!("{}: {topic}", tables[at].name));
                let changes = changes(&self.edges[at], &prices_of(&swap.game));
                self.differences.push(ClausePrice { table: at, topic, changes });
            }
        }
    }

    fn price_choices(&mut self, tables: &[Table<'_>], at: usize, waiting: &Waiting) {
        for variant in variants(tables[at].game, &Chosen::default()) {
            let topic = format!("{}={}", variant.setting.key, variant.value);
            waiting.say(format!("{}: {topic}", tables[at].name));
            let changes = changes(&self.edges[at], &prices_of(&tables[at].game.table(&variant.chosen)));
            if changes.iter().any(EdgeChange::matters) {
                self.choices.push(ClausePrice { table: at, topic, changes });
            }
        }
    }

    /// The parts of the comparison that speak of prices.
    pub(super) fn parts(&self) -> Vec<Part> {
        let edge = |price: &Price| (price.wager.clone(), edge_lines(price).join(", "));
        let edges: Vec<Vec<(String, String)>> =
            self.edges.iter().map(|prices| prices.iter().map(edge).collect()).collect();
        vec![
            part("House edge", &edges),
            part(
                "What each difference costs: change of the house edge per bet made",
                &self.topics(&self.differences),
            ),
            part(
                "What each choice of the house is worth: change of the house edge per bet made",
                &self.topics(&self.choices),
            ),
        ]
    }

    fn topics(&self, clauses: &[ClausePrice]) -> Vec<Vec<(String, String)>> {
        let of = |at: usize| {
            let here = clauses.iter().filter(|clause| clause.table == at);
            here.map(|clause| (clause.topic.clone(), words(&clause.changes))).collect()
        };
        (0..self.edges.len()).map(of).collect()
    }

    /// The same for machines, with fractions.
    pub(super) fn json(&self, tables: &[Table<'_>]) -> Value {
        let edges = tables.iter().zip(&self.edges).map(|(table, prices)| {
            let wagers = prices.iter().map(|price| crate::odds::price_json(table.book, price));
            json!({ "rules": table.name, "wagers": wagers.collect::<Vec<_>>() })
        });
        let clauses = |list: &[ClausePrice]| -> Value {
            let row = |clause: &ClausePrice| {
                let changes: Vec<Value> = clause.changes.iter().map(EdgeChange::json).collect();
                json!({ "rules": tables[clause.table].name, "change": clause.topic, "wagers": changes })
            };
            list.iter().map(row).collect()
        };
        json!({ "tables": edges.collect::<Vec<_>>(), "differences": clauses(&self.differences), "choices": clauses(&self.choices) })
    }
}

/// `box +0.12 %`; only what changes is said.
fn words(changes: &[EdgeChange]) -> String {
    let shown: Vec<String> = changes
        .iter()
        .filter(|change| change.matters())
        .map(|change| format!("{} {}", change.wager, signed_percent(change.more)))
        .collect();
    if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
}
