//! The chart of edges.

use croupier_chart::{Bar, Bars};
use croupier_maths::{Figure, Price};

use crate::figure::percent;
use crate::report_table::ReportTable;
use crate::settings::in_force;

/// A table and its settings on one line.
pub fn settings_words(table: &ReportTable<'_>) -> String {
    let all: Vec<String> = in_force(table.game, &table.chosen)
        .into_iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    if all.is_empty() { table.name() } else { format!("{} with {}", table.name(), all.join(" ")) }
}

/// The chart of the edge of every wager.
pub fn edges_chart(table: &ReportTable<'_>, prices: &[Price]) -> Bars {
    let bar = |name: String, edge: &Figure| Bar { name, value: edge.value(), text: percent(edge) };
    // A wager with its backing costs the same per bet made, and less per unit staked: both are drawn.
    let bars = prices.iter().flat_map(|price| {
        let backed = price.element_of_risk().filter(|_| price.is_combined());
        let staked = backed.map(|edge| bar(format!("{}, per unit staked", price.wager), &edge));
        std::iter::once(bar(price.wager.clone(), &price.edge)).chain(staked)
    });
    let backed = prices.iter().any(|price| price.is_combined() && price.staked.is_some());
    let also = if backed { "; with its backing also per unit staked" } else { "" };
    Bars {
        title: format!("{}: what each wager costs", table.game.title()),
        measure: format!("House edge per bet made, in percent of the bet{also}"),
        bars: bars.collect(),
        notes: vec![settings_words(table)],
    }
}
