//! The report for a terminal.

use super::{PLAN, ParReport};
use crate::layout::paragraph;
use crate::odds::{prices_text, risk_text};
use crate::output::table;
use crate::settings::signed_percent;
use crate::strategy;

impl ParReport<'_, '_> {
    pub(super) fn text(&self) -> String {
        let mut parts = vec!["GAME MATHEMATICS".to_owned()];
        parts.push(
            self.particulars()
                .iter()
                .map(|(key, value)| format!("{key:18} {value}"))
                .collect::<Vec<_>>()
                .join("\n"),
        );
        parts.push(self.provisions_text());
        parts.push(prices_text(self.table, &croupier_maths::PriceQuery::default(), &self.prices));
        parts.push(match &self.strategy {
            Ok(Some(strategy)) => anstream::adapter::strip_str(&strategy::text(strategy, false)).to_string(),
            Ok(None) => strategy::no_decisions(self.table),
            Err(why) => format!("Best play: {why}."),
        });
        parts.push(risk_text(&self.table.name(), &self.prices, &self.risks, &PLAN));
        parts.extend(self.worths_text());
        let lines = |head: &str, lines: Vec<String>| {
            format!(
                "{head}\n{}",
                lines.iter().map(|line| paragraph(&format!("- {line}"))).collect::<Vec<_>>().join("\n")
            )
        };
        parts.push(lines("Method", self.methods()));
        parts.push(lines("What it was checked against", self.proofs()));
        parts.join("\n\n") + "\n"
    }

    fn provisions_text(&self) -> String {
        let mut rows = table(["provision", "what it says"]);
        for provision in self.provisions() {
            let reading =
                provision.reading.as_ref().map(|reading| format!("\nRead as {reading}")).unwrap_or_default();
            rows.add_row([provision.id.clone(), format!("{}{reading}", provision.gist)]);
        }
        rows.to_string()
    }

    fn worths_text(&self) -> Option<String> {
        let mut rows = table(["setting", "instead of", "change of the edge, per bet made", "provision"]);
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
