//! The report for a terminal.

use super::{PLAN, ParReport};
use crate::layout::paragraph;
use crate::price_text::prices_text;
use crate::risk::risk_text;
use crate::settings::signed_percent;
use crate::strategy::{no_decisions, plain, strategy_text};
use crate::text_table::TextTable;

impl ParReport<'_> {
    /// The report as text that is set to this width.
    pub fn text(&self, width: Option<usize>) -> String {
        let mut parts = vec!["GAME MATHEMATICS".to_owned()];
        parts.push(
            self.particulars()
                .iter()
                .map(|(key, value)| format!("{key:18} {value}"))
                .collect::<Vec<_>>()
                .join("\n"),
        );
        parts.push(self.provisions_text(width));
        parts.push(prices_text(&self.table, &croupier_maths::PriceQuery::default(), &self.prices, width));
        parts.push(match &self.strategy {
            Ok(Some(strategy)) => strategy_text(strategy, false, width, &plain),
            Ok(None) => no_decisions(&self.table),
            Err(why) => format!("Best play: {why}."),
        });
        parts.push(risk_text(&self.table.name(), &self.prices, &self.risks, &PLAN, width));
        parts.extend(self.worths_text(width));
        let lines = |head: &str, lines: Vec<String>| {
            format!(
                "{head}\n{}",
                lines
                    .iter()
                    .map(|line| paragraph(&format!("- {line}"), width))
                    .collect::<Vec<_>>()
                    .join("\n")
            )
        };
        parts.push(lines("Method", self.methods()));
        parts.push(lines("What it was checked against", self.proofs()));
        parts.join("\n\n") + "\n"
    }

    fn provisions_text(&self, width: Option<usize>) -> String {
        let mut rows = TextTable::new(["provision", "what it says"], width);
        for provision in self.provisions() {
            let reading =
                provision.reading.as_ref().map(|reading| format!("\nRead as {reading}")).unwrap_or_default();
            rows.add_row([provision.id.clone(), format!("{}{reading}", provision.gist)]);
        }
        rows.to_string()
    }

    fn worths_text(&self, width: Option<usize>) -> Option<String> {
        let heads = ["setting", "instead of", "change of the edge, per bet made", "provision"];
        let mut rows = TextTable::new(heads, width);
        for worth in &self.worths {
            let edges: Vec<String> = worth
                .edges
                .iter()
                .filter(|edge| edge.matters())
                .map(|edge| format!("{} {}", edge.wager, signed_percent(edge.more)))
                .collect();
            rows.add_row([
                format!("{}={}", worth.key, worth.value),
                worth.now.clone(),
                edges.join(", "),
                worth.cites.join(", "),
            ]);
        }
        (!rows.is_empty()).then(|| rows.to_string())
    }
}
