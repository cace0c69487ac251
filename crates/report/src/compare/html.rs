//! A comparison as a page to print.

use croupier_pen::escape;

use super::sections::{ABSENT, LEGEND, Section, TopicRow};

/// A self-contained page to print. Differences are marked by a sign as well as by bold type.
pub(super) fn page<'p>(family: &str, names: &[&str], parts: impl Iterator<Item = &'p Section>) -> String {
    let title = format!("Comparison: {}", escape(family));
    let body: Vec<String> = parts.map(|part| html_part(names, part)).collect();
    let body = body.join("\n");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>{STYLE}</style></head>\n\
         <body><h1>{title}</h1>\n{body}\n<p>{LEGEND}</p></body></html>"
    )
}

fn html_part(names: &[&str], part: &Section) -> String {
    let heads: Vec<String> =
        names.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
    let rows: Vec<String> = part.rows.iter().map(html_row).collect();
    format!(
        "<table><caption>{}</caption><thead><tr><th scope=\"col\"></th>{}</tr></thead><tbody>{}</tbody></table>",
        escape(part.title),
        heads.concat(),
        rows.concat()
    )
}

fn html_row(row: &TopicRow) -> String {
    let mark = if row.differs() { "≠ " } else { "" };
    let class = if row.differs() { " class=\"differs\"" } else { "" };
    let cell = |said: &Option<String>| format!("<td>{}</td>", escape(said.as_deref().unwrap_or(ABSENT)));
    let cells: Vec<String> = row.says.iter().map(cell).collect();
    format!("<tr{class}><th scope=\"row\">{mark}{}</th>{}</tr>\n", escape(&row.topic), cells.concat())
}

const STYLE: &str = "body{font:16px/1.45 Georgia,serif;color:#1d241f;margin:2rem}h1{font-weight:normal}\
table{border-collapse:collapse;margin:0 0 2rem;width:100%}caption{text-align:left;font-size:1.2rem;padding:.3rem 0}\
th,td{border-top:1px solid #b9a46a;padding:.3rem .6rem;text-align:left;vertical-align:top;font-weight:normal}\
thead th{border-top:0;font-weight:bold}.differs th{font-weight:bold}@page{size:A4 landscape;margin:12mm}";
