//! The report as a self-contained page to print on A4.

use std::fmt::Write;

use croupier_pen::escape;

use super::ParReport;
use super::tables::{BASIS, EDGE_NOTE, FRACTIONS, ParTable, risk_note};
use crate::figure::favours_text;
use crate::strategy::no_decisions;

/// The style of reports that are printed from a browser.
pub const REPORT_STYLE: &str = include_str!("par.css");

impl ParReport<'_> {
    /// The report as a self-contained page to print.
    pub fn html(&self) -> String {
        let title = format!("{}: game mathematics", self.table.game.title());
        let parts = [
            self.head(),
            section("Settings of the table", &self.settings_part()),
            section("What every wager costs", &self.prices_part()),
            section("Best play", &self.strategy_part()),
            section("Risk", &format!("{}<p>{}</p>\n", table(&self.risk_table()), risk_note())),
            self.worths_part(),
            section("Rules, provision by provision", &self.provisions_part()),
            section("Method and proof", &self.method_part()),
        ];
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{REPORT_STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
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
        let settings = self.settings_table();
        if settings.rows.is_empty() {
            return "<p>This table has no settings.</p>\n".to_owned();
        }
        table(&settings)
    }

    fn prices_part(&self) -> String {
        let favours =
            favours_text(&self.prices).map(|text| format!("<p><strong>{}</strong></p>\n", escape(&text)));
        let fractions = table(&self.fractions_table()).replacen("<table>", "<table class=\"figures\">", 1);
        format!(
            "{}<p>{EDGE_NOTE}</p>\n{}<h3>{FRACTIONS}</h3>\n{fractions}",
            table(&self.prices_table()),
            favours.unwrap_or_default(),
        )
    }

    fn strategy_part(&self) -> String {
        match &self.strategy {
            Ok(Some(strategy)) => format!("<figure>\n{}</figure>\n", croupier_chart::strategy(strategy)),
            Ok(None) => format!("<p>{}</p>\n", escape(&no_decisions(&self.table))),
            Err(why) => format!("<p>{}</p>\n", escape(why)),
        }
    }

    fn worths_part(&self) -> String {
        match self.worths.is_empty() {
            true => String::new(),
            false => section("What each setting is worth", &table(&self.worths_table())),
        }
    }

    fn provisions_part(&self) -> String {
        let pays = self.pays_table();
        let pays = if pays.rows.is_empty() { String::new() } else { table(&pays) };
        format!("{pays}{}", table(&self.provisions_table()))
    }

    fn method_part(&self) -> String {
        let list = |lines: &[String]| {
            lines.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect::<String>()
        };
        let [before, command, after] = BASIS;
        format!(
            "<h3>Method</h3>\n<ul>\n{}</ul>\n<h3>What it was checked against</h3>\n<ul>\n{}</ul>\n<p>{before}<code>{command}</code>{after}</p>\n",
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
fn table(table: &ParTable) -> String {
    let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    for head in &table.heads {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(head));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        let cells = row.iter().enumerate().map(|(place, cell)| match place {
            0 => format!("<th scope=\"row\">{}</th>", escape(cell)),
            _ => format!("<td>{}</td>", lines(cell)),
        });
        let _ = writeln!(out, "<tr>{}</tr>", cells.collect::<String>());
    }
    out.push_str("</tbody>\n</table></div>\n");
    out
}
