//! The sign as a page for the screen and for printing.

use std::fmt::Write;

use crate::content::{NoteRow, PayLine, Sign, WagerRow};
use crate::family::FamilySign;
use croupier_pen::{escape, length};
use croupier_rules::with_game;

/// The style of the page, on screen and on paper.
const STYLE: &str = include_str!("sign.css");
/// The size of the smallest regular text on the drawn sheet; the page has the same proportions.
const NOTE_SIZE: f64 = 12.0;
/// A page has slightly more space between its lines than the drawn sheet, so its text is smaller in print.
const PRINTED_SMALLER: f64 = 0.87;

impl Sign {
    /// The sign as a self-contained HTML page.
    pub fn html(&self) -> String {
        let (across, _) = self.paper.size();
        // The text is as large as on the drawn sheet, in pixels of 1/96 inch.
        let wide = self.sheet_width() / NOTE_SIZE;
        let print = f64::from(across) / 25.4 * 96.0 / wide * PRINTED_SMALLER;
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}: limits and odds</title>\n<style>\n@page {{ size: {}; margin: 0; }}\n:root {{ --wide: {}rem; --print: {}px; }}\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
            escape(&self.title),
            self.paper.name(),
            length(wide),
            length(print)
        );
        page.push_str(&self.plate());
        page.push_str(&self.limits_part());
        page.push_str(&self.figure());
        page.push_str(&wagers(&self.wagers));
        page.push_str(&notes(&self.notes));
        page.push_str("<footer>\n");
        for line in &self.footer {
            let _ = writeln!(page, "<p>{}</p>", escape(line));
        }
        page.push_str("</footer>\n</main>\n</body>\n</html>\n");
        page
    }

    fn plate(&self) -> String {
        let heading = self.heading.as_ref();
        let heading = heading.map(|words| format!("<p class=\"heading\">{}</p>\n", escape(words)));
        format!(
            "<header>\n{}<h1>{}</h1>\n<p class=\"authority\">{}</p>\n</header>\n",
            heading.unwrap_or_default(),
            escape(&self.title),
            escape(&self.authority)
        )
    }

    fn limits_part(&self) -> String {
        let limits = &self.limits;
        let amounts = [("Least bet", limits.least), ("Most", limits.most)];
        let shown: String = amounts
            .iter()
            .filter_map(|(word, amount)| {
                amount.map(|amount| {
                    format!("<div><dt>{word}</dt><dd>{}</dd></div>\n", escape(&limits.counted(amount)))
                })
            })
            .collect();
        let body = if shown.is_empty() {
            "<p class=\"ask\">Limits: ask the dealer</p>\n".to_owned()
        } else {
            format!("<dl>\n{shown}</dl>\n")
        };
        format!(
            "<section class=\"limits\" aria-label=\"Limits\">\n{body}{}</section>\n",
            cited(&limits.cites, "p")
        )
    }

    fn figure(&self) -> String {
        let drawing = with_game!(&self.rules, game => game.drawing());
        format!("<figure>\n{}</figure>\n", drawing.svg("layout"))
    }
}

/// Provisions in an element of their own; empty if there are none.
fn cited(cites: &[String], element: &str) -> String {
    if cites.is_empty() {
        return String::new();
    }
    format!("<{element} class=\"cite\">{}</{element}>\n", escape(&cites.join(", ")))
}

fn wagers(rows: &[WagerRow]) -> String {
    let several = rows.iter().flat_map(|row| &row.pays).any(|pay| pay.when.is_some());
    let when = if several { "<th scope=\"col\" class=\"when\">For</th>" } else { "" };
    let mut out = format!(
        "<table>\n<caption>Wagers and odds</caption>\n<thead>\n<tr><th scope=\"col\">Wager</th>{when}<th scope=\"col\" class=\"pays\">Pays</th><th scope=\"col\" class=\"cite\">Provision</th></tr>\n</thead>\n"
    );
    for row in rows {
        out.push_str("<tbody>\n");
        for (place, pay) in row.pays.iter().enumerate() {
            out.push_str("<tr>");
            if place == 0 {
                out.push_str(&wager_head(row));
            }
            out.push_str(&pay_cells(pay, several));
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody>\n");
    }
    out.push_str("</table>\n");
    out
}

fn wager_head(row: &WagerRow) -> String {
    let covers = escape(&row.covers_words());
    let (name, lines) = (escape(&row.name), row.pays.len());
    format!("<th scope=\"rowgroup\" rowspan=\"{lines}\">{name} <span class=\"covers\">{covers}</span></th>")
}

/// The condition, if any wager of the table has several odds; the odds; the provisions.
fn pay_cells(pay: &PayLine, several: bool) -> String {
    let when = format!("<td class=\"when\">{}</td>", escape(pay.when.as_deref().unwrap_or_default()));
    format!(
        "{}<td class=\"pays\">{}</td><td class=\"cite\">{}</td>",
        if several { when.as_str() } else { "" },
        escape(&pay.odds),
        escape(&pay.cites.join(", "))
    )
}

fn notes(notes: &[NoteRow]) -> String {
    let mut out = String::from("<section class=\"notes\" aria-label=\"How the table is played\">\n");
    for note in notes {
        let _ = writeln!(
            out,
            "<div>\n<h2>{}</h2>\n{}<p>{}</p>\n</div>",
            escape(&note.topic),
            cited(&note.cites, "span"),
            escape(&note.text)
        );
    }
    out.push_str("</section>\n");
    out
}
