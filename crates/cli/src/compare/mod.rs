//! `croupier compare`: one family of games under several rulebooks, side by side.

mod prices;
mod sections;
mod wagers;

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::contract::Payout;
use croupier_rules::games::Family;
use croupier_rules::notation::nearest;
use croupier_rules::offer::{Listing, listings, notes};
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::layout::paragraph;
use crate::output::{print, print_json};
use crate::text_table::TextTable;
use sections::{CITED, ComparedTable, Section, TopicRow, section};
use wagers::{TableWagers, WagerRow, own_name};

#[derive(Args)]
pub(crate) struct CompareArgs {
    #[arg(value_name = "FAMILY", help = format!("The family: {}", Family::ALL.map(Family::name).join(", ")))]
    family: String,
    /// The rulebooks to compare [default: all that have a game of the family]
    #[arg(value_name = "RULEBOOK")]
    compared: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Show only what differs
    #[arg(long)]
    differences: bool,
    /// Skip what each difference costs and what each setting is worth
    #[arg(long)]
    quick: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal
    Text,
    /// A page to print
    Html,
}

pub(crate) fn run(command: &CompareArgs, shelf: &Shelf, day: Option<Date>) -> Result<ExitCode, Failure> {
    let tables = tables(command, shelf, day.unwrap_or(Date::MAX))?;
    let prices = prices::price(&tables, command.quick);
    let rows = wager_rows(&tables);
    let mut parts = vec![wagers(&tables, &rows), rules(&tables), settings(&tables)];
    parts.extend(prices.parts(&tables, &rows));
    if command.differences {
        for part in &mut parts {
            part.rows.retain(TopicRow::differs);
        }
    }
    match (command.json, command.format) {
        (true, _) => print_json(&as_json(&command.family, &tables, &parts, &prices))?,
        (false, Format::Text) => print(as_text(&tables, &parts))?,
        (false, Format::Html) => print(as_html(&command.family, &tables, &parts))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn tables<'s>(command: &CompareArgs, shelf: &'s Shelf, day: Date) -> Result<Vec<ComparedTable<'s>>, Failure> {
    let family = Family::named(&command.family).ok_or_else(|| {
        let names = Family::ALL.map(Family::name);
        let hint = nearest(&command.family, names).map_or_else(
            || format!("there are {}", names.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        Failure::usage(format!("there is no family `{}`; {hint}", command.family))
    })?;
    let mut books = Vec::new();
    for id in &command.compared {
        books.push(shelf.book(id).map_err(|unknown| Failure::usage(unknown.to_string()))?);
    }
    if books.is_empty() {
        books = shelf.books().iter().collect();
    }
    let games = books
        .into_iter()
        .map(|book| book.on(day))
        .flat_map(|book| book.games().iter().map(move |game| (book, game)));
    let found: Vec<ComparedTable<'s>> =
        games.filter(|(_, game)| game.family() == family).map(|(book, game)| table(book, game)).collect();
    if found.is_empty() {
        return Err(Failure::usage(format!(
            "none of these rulebooks has a game of the family {}",
            command.family
        )));
    }
    Ok(found)
}

fn table<'s>(book: &'s Book, game: &'s GameBook) -> ComparedTable<'s> {
    let rules = game.table(&Chosen::default());
    ComparedTable {
        name: format!("{}/{}", book.id(), game.id()),
        book,
        game,
        listings: listings(&rules),
        notes: notes(&rules),
        rules,
    }
}

/// The wagers of all tables, row by row.
fn wager_rows(tables: &[ComparedTable<'_>]) -> Vec<WagerRow> {
    let wagers: Vec<TableWagers<'_>> = tables
        .iter()
        .map(|table| TableWagers {
            listings: &table.listings,
            rules: &table.rules,
            conduct: table.game.conduct(),
        })
        .collect();
    wagers::wager_rows(&wagers)
}

fn wagers(tables: &[ComparedTable<'_>], rows: &[WagerRow]) -> Section {
    let row = |row: &WagerRow| {
        let says = row.listings.iter().zip(tables).map(|(place, table)| {
            let listing = &table.listings[(*place)?];
            let on = if row.differs { format!("{}: ", listing.covers) } else { String::new() };
            Some(own_name(row, listing) + &on + &odds_text(listing, table.book))
        });
        TopicRow { topic: row.forms[0].clone(), says: says.collect() }
    };
    Section { title: "Wagers and odds", rows: rows.iter().map(row).collect() }
}

/// The odds of a wager, each with its condition, and the provisions.
fn odds_text(listing: &Listing, book: &Book) -> String {
    let mut odds: Vec<String> = Vec::new();
    for ending in &listing.endings {
        let text = match (ending.odds(), ending.payout) {
            (Some(odds), _) => odds.to_string(),
            (None, Some(Payout::Void)) if ending.is_case => "void".to_owned(),
            _ => continue,
        };
        let named = ending.name == ending.outcome().name();
        let text = match (named, ending.is_case) {
            (false, _) => format!("{} {text}", ending.name),
            (true, true) => format!("{text} if {}", ending.when),
            (true, false) => text,
        };
        if !odds.contains(&text) {
            odds.push(text);
        }
    }
    let cites: Vec<&str> = listing.cites().into_iter().map(|rule| book.citations().text(rule)).collect();
    let odds = if odds.is_empty() { "by its chips".to_owned() } else { odds.join(", ") };
    let odds =
        listing.commission.map_or_else(|| odds.clone(), |commission| format!("{odds} less {commission}"));
    if cites.is_empty() { odds } else { format!("{odds}{CITED}{}", cites.join(", ")) }
}

fn rules(tables: &[ComparedTable<'_>]) -> Section {
    let of = |table: &ComparedTable<'_>| -> Vec<(String, String)> {
        table.notes.iter().map(|note| (note.topic.to_owned(), note.text.clone())).collect()
    };
    section("Rules of play", &tables.iter().map(of).collect::<Vec<_>>())
}

fn settings(tables: &[ComparedTable<'_>]) -> Section {
    let of = |table: &ComparedTable<'_>| -> Vec<(String, String)> {
        let default = |text: &Option<Box<str>>| {
            text.as_ref().map(|text| format!(", default {text}")).unwrap_or_default()
        };
        let rows = table.game.settings().iter();
        rows.map(|setting| {
            (setting.key.to_string(), format!("{}{}", setting.bounds, default(&setting.default)))
        })
        .collect()
    };
    section("What the house may choose", &tables.iter().map(of).collect::<Vec<_>>())
}

const ABSENT: &str = "–";

fn as_text(tables: &[ComparedTable<'_>], parts: &[Section]) -> String {
    let mut out = Vec::new();
    for part in parts.iter().filter(|part| !part.rows.is_empty()) {
        let names = tables.iter().map(|table| table.name.clone());
        let mut drawn = TextTable::new(std::iter::once(part.title.to_owned()).chain(names));
        for row in &part.rows {
            let mark = if row.differs() { "≠ " } else { "  " };
            let says = row.says.iter().map(|said| said.clone().unwrap_or_else(|| ABSENT.to_owned()));
            drawn.add_row(std::iter::once(format!("{mark}{}", row.topic)).chain(says));
        }
        out.push(drawn.to_string());
    }
    out.push(paragraph(
        "≠ marks what differs; – marks what is not permitted, or does not exist at that table.",
    ));
    out.join("\n\n")
}

fn as_json(family: &str, tables: &[ComparedTable<'_>], parts: &[Section], prices: &prices::Prices) -> Value {
    let row = |row: &TopicRow| json!({ "topic": row.topic, "differs": row.differs(), "says": row.says });
    let part =
        |part: &Section| json!({ "part": part.title, "rows": part.rows.iter().map(row).collect::<Vec<_>>() });
    json!({
        "family": family,
        "tables": tables.iter().map(|table| &table.name).collect::<Vec<_>>(),
        "parts": parts.iter().map(part).collect::<Vec<_>>(),
        "prices": prices.json(tables),
    })
}

/// A self-contained page to print. Differences are marked by a sign as well as by bold type.
fn as_html(family: &str, tables: &[ComparedTable<'_>], parts: &[Section]) -> String {
    let title = format!("Comparison: {}", escape(family));
    let shown = parts.iter().filter(|part| !part.rows.is_empty());
    let body: Vec<String> = shown.map(|part| html_part(tables, part)).collect();
    let body = body.join("\n");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>{STYLE}</style></head>\n\
         <body><h1>{title}</h1>\n{body}\n<p>≠ marks what differs; – marks what is not permitted, or does not exist at that table.</p></body></html>"
    )
}

fn html_part(tables: &[ComparedTable<'_>], part: &Section) -> String {
    let heads: Vec<String> =
        tables.iter().map(|table| format!("<th scope=\"col\">{}</th>", escape(&table.name))).collect();
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
