//! The report as a self-contained page to print on A4.

use std::fmt::Write;

use croupier_maths::{Figure, Price};
use croupier_pen::escape;

use super::{PLAN, ParReport};
use crate::odds::{edge_lines, favours_text, odds_words, percent};
use crate::settings::signed_percent;
use crate::strategy::no_decisions;

const STYLE: &str = include_str!("par.css");

impl ParReport<'_, '_> {
    pub(super) fn html(&self) -> String {
        let title = format!("{}: game mathematics", self.table.game.title());
        let parts = [
            self.head(),
            section("Settings of the table", &self.settings_part()),
            section("What every wager costs", &self.prices_part()),
            section("Best play", &self.strategy_part()),
            section("Risk", &self.risk_part()),
            self.worths_part(),
            section("Rules, provision by provision", &self.provisions_part()),
            section("Method and proof", &self.method_part()),
        ];
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
            escape(&title),
            parts.concat()
        )
    }

    fn head(&self) -> String {
        let pairs: String = self
            .particulars()
            .iter()
            .map(|(key, value)| format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escape(key), escape(value)))
            .collect();
        format!(
            "<header>\n<p>Game mathematics</p>\n<h1>{}</h1>\n</header>\n<dl>\n{pairs}</dl>\n",
            escape(self.table.game.title())
        )
    }

    fn settings_part(&self) -> String {
        let rows: Vec<Vec<String>> = self
            .settings()
            .into_iter()
            .map(|(key, value, bounds, cites)| vec![key, value, bounds, cites])
            .collect();
        if rows.is_empty() {
            return "<p>This table has no settings.</p>\n".to_owned();
        }
        table(&["setting", "is", "can be", "provision"], &rows)
    }

    fn prices_part(&self) -> String {
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
        let heads = ["wager", "odds", "win", "lose", "void", "house edge", "variance", "provision"];
        let rows: Vec<Vec<String>> = self.prices.iter().map(row).collect();
        let note = "<p>The edge is the house's expected gain. Per bet made: per unit of the bet as made, over its whole life. Per bet decided: without bets that are returned. Per unit staked: of everything staked in the round.</p>\n";
        let favours =
            favours_text(&self.prices).map(|text| format!("<p><strong>{}</strong></p>\n", escape(&text)));
        format!(
            "{}{note}{}<h3>The same as fractions, or as decimals with a bound</h3>\n{}",
            table(&heads, &rows),
            favours.unwrap_or_default(),
            self.fractions()
        )
    }

    /// The exact figures. Decimals are shown with an error bound.
    fn fractions(&self) -> String {
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
        let rows: Vec<Vec<String>> = self.prices.iter().map(row).collect();
        let made = table(&["wager", "win", "lose", "void", "edge per bet made"], &rows);
        made.replacen("<table>", "<table class=\"figures\">", 1)
    }

    fn strategy_part(&self) -> String {
        match &self.strategy {
            Ok(Some(strategy)) => format!("<figure>\n{}</figure>\n", croupier_chart::strategy(strategy)),
            Ok(None) => format!("<p>{}</p>\n", escape(&no_decisions(self.table))),
            Err(why) => format!("<p>{}</p>\n", escape(why)),
        }
    }

    fn risk_part(&self) -> String {
        let rows: Vec<Vec<String>> = self
            .prices
            .iter()
            .zip(&self.risks)
            .map(|(price, of)| {
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
            })
            .collect();
        let note = format!(
            "<p>One unit is bet in each round, {} rounds per hour. N0 is the number of rounds after which the expected result is as large as the standard deviation. Ahead: after {} rounds. Ruin: less than one bet is left of a bankroll of 100 units within those rounds. Where the house has the edge, ruin is certain in the long run.</p>\n",
            PLAN.per_hour, PLAN.rounds
        );
        let heads =
            ["wager", "SD per round", "expected per hour", "SD per hour", "N0", "ahead", "ruin", "method"];
        format!("{}{note}", table(&heads, &rows))
    }

    fn worths_part(&self) -> String {
        if self.worths.is_empty() {
            return String::new();
        }
        let rows: Vec<Vec<String>> = self
            .worths
            .iter()
            .map(|worth| {
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
            })
            .collect();
        let heads = ["setting", "instead of", "change of the house edge, per bet made", "provision"];
        section("What each setting is worth", &table(&heads, &rows))
    }

    fn provisions_part(&self) -> String {
        let mut out = String::new();
        let pays: Vec<Vec<String>> = self.pays().into_iter().map(|(key, is)| vec![key, is]).collect();
        if !pays.is_empty() {
            out.push_str(&table(&["what is paid", "at"], &pays));
        }
        let rows: Vec<Vec<String>> = self
            .provisions()
            .map(|provision| {
                let reading = provision
                    .reading
                    .as_ref()
                    .map(|reading| format!(" Read as {reading}"))
                    .unwrap_or_default();
                vec![provision.id.clone(), format!("{}{reading}", provision.gist)]
            })
            .collect();
        out.push_str(&table(&["provision", "what it says, in our words"], &rows));
        out
    }

    fn method_part(&self) -> String {
        let list = |lines: &[String]| {
            lines.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect::<String>()
        };
        format!(
            "<h3>Method</h3>\n<ul>\n{}</ul>\n<h3>What it was checked against</h3>\n<ul>\n{}</ul>\n<p>The digests above name the rulebook and the program: <code>croupier version --verify</code> prints them again and judges the built-in records. The rules are those of the rulebook with this digest on the day above.</p>\n",
            list(&self.methods()),
            list(&self.proofs())
        )
    }
}

fn section(title: &str, body: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{body}</section>\n", escape(title))
}

/// The lines of a cell. If there are several, each stays on one line.
fn lines(cell: &str) -> String {
    // Short figures are not broken either.
    if !cell.contains('\n') && cell.chars().count() > 12 {
        return escape(cell);
    }
    cell.lines().map(|line| format!("<span>{}</span>", escape(line))).collect::<Vec<_>>().join("<br>")
}

/// A table whose first column names the rows.
fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    for head in heads {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(head));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let cells = row.iter().enumerate().map(|(place, cell)| match place {
            0 => format!("<th scope=\"row\">{}</th>", escape(cell)),
            _ => format!("<td>{}</td>", lines(cell)),
        });
        let _ = writeln!(out, "<tr>{}</tr>", cells.collect::<String>());
    }
    out.push_str("</tbody>\n</table></div>\n");
    out
}

/// A variance; one that is an estimate says so.
fn variance(figure: &Figure) -> String {
    match figure.is_estimated() {
        true => format!("{:.4} ± {:.4}, estimated", figure.value(), figure.within()),
        false => format!("{:.6}", figure.value()),
    }
}
