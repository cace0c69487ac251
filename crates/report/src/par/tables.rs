//! The tables and the notes of the report, for every form in which it is written.

use croupier_maths::{Figure, Price};

use super::{PLAN, ParReport};
use crate::figure::percent;
use crate::price_text::{edge_lines, odds_words};
use crate::settings::signed_percent;

/// A table of the report; its first column names the rows.
pub(super) struct ParTable {
    pub(super) heads: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
}

pub(super) const EDGE_NOTE: &str = "The edge is the house's expected gain. Per bet made: per unit of the bet as made, over its whole life. Per bet decided: without bets that are returned. Per unit staked: of everything staked in the round.";

pub(super) const FRACTIONS: &str = "The same as fractions, or as decimals with a bound";

/// What the report rests on; the command stands between the parts.
pub(super) const BASIS: [&str; 3] = [
    "The digests above name the rulebook and the program: ",
    "croupier version --verify",
    " prints them again and judges the built-in records. The rules are those of the rulebook with this digest on the day above.",
];

pub(super) fn risk_note() -> String {
    format!(
        "One unit is bet in each round, {} rounds per hour. N0 is the number of rounds after which the expected result is as large as the standard deviation. Ahead: after {} rounds. Ruin: less than one bet is left of a bankroll of 100 units within those rounds. Where the house has the edge, ruin is certain in the long run.",
        PLAN.per_hour, PLAN.rounds
    )
}

impl ParReport<'_> {
    pub(super) fn settings_table(&self) -> ParTable {
        let row = |(key, value, bounds, cites)| vec![key, value, bounds, cites];
        let rows = self.settings().into_iter().map(row).collect();
        ParTable { heads: vec!["setting", "is", "can be", "provision"], rows }
    }

    pub(super) fn prices_table(&self) -> ParTable {
        let row = |price: &Price| {
            let halved = price
                .halved
                .as_ref()
                .map(|halved| format!("\n{} halved", percent(halved)))
                .unwrap_or_default();
            let cites: Vec<&str> =
                price.cites.iter().map(|rule| self.table.book.citations().text(*rule)).collect();
            vec![
                price.wager.clone(),
                odds_words(price),
                percent(&price.win),
                percent(&price.lose),
                format!("{}{halved}", percent(&price.void)),
                edge_lines(price).join("\n"),
                variance(&price.variance),
                cites.join(", "),
            ]
        };
        let heads = vec!["wager", "odds", "win", "lose", "void", "house edge", "variance", "provision"];
        ParTable { heads, rows: self.prices.iter().map(row).collect() }
    }

    /// The exact figures. Decimals are shown with an error bound.
    pub(super) fn fractions_table(&self) -> ParTable {
        let figure = |figure: &Figure| match figure.exact() {
            Some(ratio) => ratio.to_string(),
            None if figure.is_estimated() => {
                format!("{:.6} ± {:.1e}, estimated", figure.value(), figure.within())
            }
            None => format!("{:.12}, bound {:.1e}", figure.value(), figure.within()),
        };
        let row = |price: &Price| {
            let figures = [&price.win, &price.lose, &price.void, &price.edge];
            std::iter::once(price.wager.clone()).chain(figures.map(figure)).collect()
        };
        let heads = vec!["wager", "win", "lose", "void", "edge per bet made"];
        ParTable { heads, rows: self.prices.iter().map(row).collect() }
    }

    pub(super) fn risk_table(&self) -> ParTable {
        let rows = self.prices.iter().zip(&self.risks).map(|(price, of)| {
            let ruin = of.ruin.as_ref().map(|(_, within)| percent(&within.chance)).unwrap_or_default();
            vec![
                price.wager.clone(),
                format!("{:.4}", of.deviation_round()),
                format!("{:+.3}", of.mean_hour()),
                format!("{:.3}", of.deviation_hour()),
                of.risk.n_zero().map_or_else(|| "never".to_owned(), |rounds| format!("{rounds:.0}")),
                percent(&of.after.ahead),
                ruin,
                of.after.how.words().to_owned(),
            ]
        });
        let heads = vec![
            "wager",
            "SD per round",
            "expected per hour",
            "SD per hour",
            "N0",
            "ahead",
            "ruin",
            "method",
        ];
        ParTable { heads, rows: rows.collect() }
    }

    pub(super) fn worths_table(&self) -> ParTable {
        let rows = self.worths.iter().map(|worth| {
            let edges: Vec<String> = worth
                .edges
                .iter()
                .filter(|edge| edge.matters())
                .map(|edge| format!("{} {}", edge.wager, signed_percent(edge.more)))
                .collect();
            vec![
                format!("{} {}", worth.key, worth.value),
                worth.now.clone(),
                edges.join(", "),
                worth.cites.join(", "),
            ]
        });
        let heads = vec!["setting", "instead of", "change of the house edge, per bet made", "provision"];
        ParTable { heads, rows: rows.collect() }
    }

    pub(super) fn pays_table(&self) -> ParTable {
        let rows = self.pays().into_iter().map(|(key, is)| vec![key, is]).collect();
        ParTable { heads: vec!["what is paid", "at"], rows }
    }

    pub(super) fn provisions_table(&self) -> ParTable {
        let rows = self.provisions().map(|provision| {
            let reading =
                provision.reading.as_ref().map(|reading| format!(" Read as {reading}")).unwrap_or_default();
            vec![provision.id.clone(), format!("{}{reading}", provision.gist)]
        });
        ParTable { heads: vec!["provision", "what it says, in our words"], rows: rows.collect() }
    }
}

/// A variance; one that is an estimate says so.
fn variance(figure: &Figure) -> String {
    match figure.is_estimated() {
        true => format!("{:.4} ± {:.4}, estimated", figure.value(), figure.within()),
        false => format!("{:.6}", figure.value()),
    }
}
