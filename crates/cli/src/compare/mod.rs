//! `croupier compare`: one family of games under several rulebooks, side by side.

mod prices;

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::games::Family;
use croupier_rules::notation::nearest;
use croupier_rules::offer::{Listing, Note, listings, notes};
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{print, print_json};

#[derive(Args)]
pub(crate) struct Compare {
    /// The family: roulette, dice, baccarat, blackjack, poker or in-between
    family: String,
    /// The rulebooks to compare; all that have the family where none is named
    #[arg(value_name = "RULEBOOK")]
    among: Vec<String>,
    /// For machines
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// For people: text, or a page to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Only what differs
    #[arg(long)]
    differences: bool,
    /// Edges alone: not what each difference between the tables costs, nor what each setting is worth
    #[arg(long)]
    quick: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Html,
}

pub(crate) fn run(command: &Compare, shelf: &Shelf, day: Option<Date>) -> Result<ExitCode, Failure> {
    let tables = tables(command, shelf, day.unwrap_or(Date::MAX))?;
    let prices = prices::price(&tables, command.quick);
    let mut parts = vec![wagers(&tables), rules(&tables), settings(&tables)];
    parts.extend(prices.parts());
    if command.differences {
        for part in &mut parts {
            part.rows.retain(Row::differs);
        }
    }
    match (command.json, command.format) {
        (true, _) => print_json(&as_json(&command.family, &tables, &parts, &prices))?,
        (false, Format::Text) => print(as_text(&tables, &parts))?,
        (false, Format::Html) => print(as_html(&command.family, &tables, &parts))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// One table that is compared: a game of a book with its defaults.
struct Table<'s> {
    name: String,
    book: &'s Book,
    game: &'s GameBook,
    listings: Vec<Listing>,
    notes: Vec<Note>,
}

fn tables<'s>(command: &Compare, shelf: &'s Shelf, day: Date) -> Result<Vec<Table<'s>>, Failure> {
    let family = Family::named(&command.family).ok_or_else(|| {
        let names = Family::ALL.map(Family::name);
        let hint = nearest(&command.family, names).map_or_else(
            || format!("there are {}", names.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        Failure::usage(format!("there is no family `{}`; {hint}", command.family))
    })?;
    let mut books = Vec::new();
    for id in &command.among {
        books.push(shelf.book(id).map_err(|unknown| Failure::usage(unknown.to_string()))?);
    }
    if books.is_empty() {
        books = shelf.books().iter().collect();
    }
    let games = books
        .into_iter()
        .map(|book| book.on(day))
        .flat_map(|book| book.games().iter().map(move |game| (book, game)));
    let found: Vec<Table<'s>> =
        games.filter(|(_, game)| game.family() == family).map(|(book, game)| table(book, game)).collect();
    if found.is_empty() {
        return Err(Failure::usage(format!("none of these rulebooks has a game of {}", command.family)));
    }
    Ok(found)
}

fn table<'s>(book: &'s Book, game: &'s GameBook) -> Table<'s> {
    let rules = game.table(&Chosen::default());
    Table {
        name: format!("{}/{}", book.id(), game.id()),
        book,
        game,
        listings: listings(&rules),
        notes: notes(&rules),
    }
}

/// One thing that is compared, and what each table says of it; nothing where a table has no such thing.
struct Row {
    topic: String,
    says: Vec<Option<String>>,
}

impl Row {
    /// Whether the tables say different things; under which provision they say it is no difference.
    fn differs(&self) -> bool {
        let plain = |said: &Option<String>| {
            said.as_ref().map(|text| text.split(CITED).next().unwrap_or_default().to_owned())
        };
        self.says.iter().map(plain).collect::<BTreeSet<_>>().len() > 1
    }
}

/// What stands between something said and its provisions.
const CITED: &str = " — by ";

/// A part of the comparison.
struct Part {
    title: &'static str,
    rows: Vec<Row>,
}

/// Rows for every topic that any table has, in the order in which they first come.
fn part(title: &'static str, topics: &[Vec<(String, String)>]) -> Part {
    let mut order: Vec<&String> = Vec::new();
    for (topic, _) in topics.iter().flatten() {
        if !order.contains(&topic) {
            order.push(topic);
        }
    }
    let says = |topic: &String| {
        let of = |list: &Vec<(String, String)>| {
            list.iter().find(|(known, _)| known == topic).map(|(_, text)| text.clone())
        };
        Row { topic: topic.clone(), says: topics.iter().map(of).collect() }
    };
    Part { title, rows: order.into_iter().map(says).collect() }
}

fn wagers(tables: &[Table<'_>]) -> Part {
    let odds = |table: &Table<'_>| -> Vec<(String, String)> {
        let rows = table.listings.iter().flat_map(|listing| {
            let text = odds_text(listing, table.book);
            listing.forms.iter().map(move |form| (form.clone(), text.clone()))
        });
        rows.collect()
    };
    part("Wagers and odds", &tables.iter().map(odds).collect::<Vec<_>>())
}

/// The odds of a wager with what each is for, and the provisions.
fn odds_text(listing: &Listing, book: &Book) -> String {
    let mut odds: Vec<String> = Vec::new();
    for ending in listing.endings.iter().filter(|ending| ending.odds().is_some()) {
        let text = ending.odds().map(|odds| odds.to_string()).unwrap_or_default();
        let text = if ending.name == "won" { text } else { format!("{} {text}", ending.name) };
        if !odds.contains(&text) {
            odds.push(text);
        }
    }
    let cites: Vec<&str> = listing.cites().into_iter().map(|rule| book.citations().text(rule)).collect();
    let odds = if odds.is_empty() { "by its chips".to_owned() } else { odds.join(", ") };
    if cites.is_empty() { odds } else { format!("{odds}{CITED}{}", cites.join(", ")) }
}

fn rules(tables: &[Table<'_>]) -> Part {
    let of = |table: &Table<'_>| -> Vec<(String, String)> {
        table.notes.iter().map(|note| (note.topic.to_owned(), note.text.clone())).collect()
    };
    part("Rules of play", &tables.iter().map(of).collect::<Vec<_>>())
}

fn settings(tables: &[Table<'_>]) -> Part {
    let of = |table: &Table<'_>| -> Vec<(String, String)> {
        let default = |text: &Option<Box<str>>| {
            text.as_ref().map(|text| format!(", usually {text}")).unwrap_or_default()
        };
        let rows = table.game.settings().iter();
        rows.map(|setting| {
            (setting.key.to_string(), format!("{}{}", setting.bounds, default(&setting.default)))
        })
        .collect()
    };
    part("What the house may choose", &tables.iter().map(of).collect::<Vec<_>>())
}

const ABSENT: &str = "–";

fn as_text(tables: &[Table<'_>], parts: &[Part]) -> String {
    let mut out = Vec::new();
    for part in parts.iter().filter(|part| !part.rows.is_empty()) {
        let mut drawn = crate::output::table([part.title]);
        let header: Vec<String> =
            std::iter::once(part.title.to_owned()).chain(tables.iter().map(|t| t.name.clone())).collect();
        drawn.set_header(header);
        for row in &part.rows {
            let mark = if row.differs() { "≠ " } else { "  " };
            let says = row.says.iter().map(|said| said.clone().unwrap_or_else(|| ABSENT.to_owned()));
            drawn.add_row(std::iter::once(format!("{mark}{}", row.topic)).chain(says));
        }
        out.push(drawn.to_string());
    }
    out.push("≠ marks what differs; – is not permitted, or not a thing of that table.".to_owned());
    out.join("\n\n")
}

fn as_json(family: &str, tables: &[Table<'_>], parts: &[Part], prices: &prices::Prices) -> Value {
    let row = |row: &Row| json!({ "topic": row.topic, "differs": row.differs(), "says": row.says });
    let part =
        |part: &Part| json!({ "part": part.title, "rows": part.rows.iter().map(row).collect::<Vec<_>>() });
    json!({
        "family": family,
        "tables": tables.iter().map(|table| &table.name).collect::<Vec<_>>(),
        "parts": parts.iter().map(part).collect::<Vec<_>>(),
        "prices": prices.json(tables),
    })
}

/// A page that stands alone and prints well; what differs is marked by a sign as well as by weight.
fn as_html(family: &str, tables: &[Table<'_>], parts: &[Part]) -> String {
    let title = format!("Comparison: {}", escape(family));
    let shown = parts.iter().filter(|part| !part.rows.is_empty());
    let body: Vec<String> = shown.map(|part| html_part(tables, part)).collect();
    let body = body.join("\n");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>{STYLE}</style></head>\n\
         <body><h1>{title}</h1>\n{body}\n<p>≠ marks what differs; – is not permitted, or not a thing of that table.</p></body></html>"
    )
}

fn html_part(tables: &[Table<'_>], part: &Part) -> String {
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

fn html_row(row: &Row) -> String {
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
