//! Prices in a comparison: edges side by side, the cost of each difference, and what each choice of a house is worth.

use croupier_maths::{Price, Swap, swaps};
use croupier_rules::book::Chosen;
use croupier_rules::games::AnyGame;
use serde_json::{Value, json};

use super::sections::{ComparedTable, Section, TopicRow, section};
use super::wagers::{WagerRow, own_name};
use crate::error::ReportError;
use crate::price_json::price_json;
use crate::price_text::edge_lines;
use crate::progress::ReportProgress;
use crate::settings::{EdgeChange, Variant, changes, price_all, signed_percent, variants};

/// The price of one clause at one table.
pub(super) struct ClausePrice {
    /// The index of the table.
    table: usize,
    /// The change, such as `soft 17 as at …` or `decks=8`.
    topic: String,
    /// The changes of edges; empty if there are none.
    changes: Vec<EdgeChange>,
}

/// The prices of all tables.
pub(super) struct Prices {
    edges: Vec<Vec<Price>>,
    /// The effect of adopting a clause of another table.
    differences: Vec<ClausePrice>,
    /// The effect of another value of a setting.
    choices: Vec<ClausePrice>,
}

/// Prices every table. Unless `quick` is set, also prices every clause in which two tables differ, and every setting.
pub(super) fn price(
    tables: &[ComparedTable<'_>],
    quick: bool,
    progress: &dyn ReportProgress,
) -> Result<Prices, ReportError> {
    let own: Vec<(String, AnyGame)> = tables.iter().map(|table| (table.name.clone(), usual(table))).collect();
    let edges = price_all(&own, progress)?;
    let (differences, choices) = match quick {
        true => (Vec::new(), Vec::new()),
        false => (differences(tables), choices(tables)),
    };
    let differences = clause_prices(&edges, differences, progress)?;
    let mut choices = clause_prices(&edges, choices, progress)?;
    choices.retain(|choice| choice.changes.iter().any(EdgeChange::matters));
    Ok(Prices { edges, differences, choices })
}

/// The table with the defaults of its rulebook.
fn usual(table: &ComparedTable<'_>) -> AnyGame {
    table.game.table(&Chosen::default())
}

/// A table with one change, and a description of the change.
struct Changed {
    table: usize,
    topic: String,
    game: AnyGame,
}

/// Every table with every clause in which another table differs.
fn differences(tables: &[ComparedTable<'_>]) -> Vec<Changed> {
    let mut found = Vec::new();
    for (at, ours) in tables.iter().enumerate() {
        for theirs in tables.iter().filter(|theirs| theirs.name != ours.name) {
            let swapped = |swap: Swap| Changed {
                table: at,
                topic: format!("{} as at {}", swap.key, theirs.name),
                game: swap.game,
            };
            found.extend(swaps(&usual(ours), &usual(theirs)).into_iter().map(swapped));
        }
    }
    found
}

/// Every table with every other value of each of its settings.
fn choices(tables: &[ComparedTable<'_>]) -> Vec<Changed> {
    let of = |(at, table): (usize, &ComparedTable<'_>)| {
        let changed = |variant: Variant<'_>| Changed {
            table: at,
            topic: format!("{}={}", variant.setting.key, variant.value),
            game: table.game.table(&variant.chosen),
        };
        variants(table.game, &Chosen::default()).into_iter().map(changed).collect::<Vec<_>>()
    };
    tables.iter().enumerate().flat_map(of).collect()
}

fn clause_prices(
    edges: &[Vec<Price>],
    all: Vec<Changed>,
    progress: &dyn ReportProgress,
) -> Result<Vec<ClausePrice>, ReportError> {
    let places: Vec<(usize, String)> = all.iter().map(|one| (one.table, one.topic.clone())).collect();
    let games: Vec<(String, AnyGame)> = all.into_iter().map(|one| (one.topic, one.game)).collect();
    let priced = price_all(&games, progress)?;
    let clause = |((table, topic), prices): ((usize, String), Vec<Price>)| ClausePrice {
        table,
        topic,
        changes: changes(&edges[table], &prices),
    };
    Ok(places.into_iter().zip(priced).map(clause).collect())
}

impl Prices {
    /// The edges of all tables: wagers by the rows in which they stand, other prices by their names.
    fn edges(&self, tables: &[ComparedTable<'_>], rows: &[WagerRow]) -> Section {
        let words = |price: &Price| edge_lines(price).join(", ");
        let row = |row: &WagerRow| {
            let says = row.listings.iter().zip(tables).zip(&self.edges).map(|((place, table), prices)| {
                let listing = &table.listings[(*place)?];
                let form = row.forms.iter().find(|form| listing.forms.contains(form))?;
                let price = prices.iter().find(|price| price.wager == listing.priced_as(form))?;
                Some(own_name(row, listing) + &words(price))
            });
            TopicRow { topic: row.forms[0].clone(), says: says.collect() }
        };
        let listed = |table: &ComparedTable<'_>, price: &Price| {
            table
                .listings
                .iter()
                .any(|listing| listing.name == price.wager || listing.names.contains(&price.wager))
        };
        let others: Vec<Vec<(String, String)>> = tables
            .iter()
            .zip(&self.edges)
            .map(|(table, prices)| {
                let others = prices.iter().filter(|price| !listed(table, price));
                others.map(|price| (price.wager.clone(), words(price))).collect()
            })
            .collect();
        let mut edges = section("House edge", &others);
        let mut rows: Vec<TopicRow> = rows.iter().map(row).collect();
        rows.retain(|row| row.says.iter().any(Option::is_some));
        edges.rows.splice(0..0, rows);
        edges
    }

    /// The sections with prices.
    pub(super) fn parts(&self, tables: &[ComparedTable<'_>], rows: &[WagerRow]) -> Vec<Section> {
        vec![
            self.edges(tables, rows),
            section(
                "What each difference costs: change of the house edge per bet made",
                &self.topics(&self.differences),
            ),
            section(
                "What each setting is worth: change of the house edge per bet made",
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

    /// The same as JSON, with fractions.
    pub(super) fn json(&self, tables: &[ComparedTable<'_>]) -> Value {
        let edges = tables.iter().zip(&self.edges).map(|(table, prices)| {
            let wagers = prices.iter().map(|price| price_json(table.book, price));
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

/// Changes in words, such as `box +0.12 %`; edges that do not change are left out.
fn words(changes: &[EdgeChange]) -> String {
    let shown: Vec<String> = changes
        .iter()
        .filter(|change| change.matters())
        .map(|change| format!("{} {}", change.wager, signed_percent(change.more)))
        .collect();
    if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
}
