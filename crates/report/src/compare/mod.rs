//! One family of games under several rulebooks, side by side, with the price of each clause.

mod html;
mod prices;
mod sections;
mod wagers;

use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::contract::Payout;
use croupier_rules::games::Family;
use croupier_rules::notation::nearest;
use croupier_rules::offer::{Listing, listings, notes};
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::error::ReportError;
use crate::layout::paragraph;
use crate::progress::ReportProgress;
use crate::text_table::TextTable;
use prices::Prices;
use sections::{ABSENT, CITED, ComparedTable, LEGEND, Section, TopicRow, section};
use wagers::{TableWagers, WagerRow, own_name};

/// A family of games under several rulebooks.
pub struct Comparison<'s> {
    family: Family,
    tables: Vec<ComparedTable<'s>>,
    parts: Vec<Section>,
    prices: Prices,
}

impl<'s> Comparison<'s> {
    /// Compares the games of a family in these rulebooks, or in all that have one, as of a day. If `quick` is set,
    /// neither the price of a difference nor the worth of a setting is computed.
    ///
    /// # Errors
    /// When there is no such family, rulebook or game, or whoever waits for it has stopped it.
    pub fn new(
        shelf: &'s Shelf,
        family: &str,
        compared: &[String],
        day: Date,
        quick: bool,
        progress: &dyn ReportProgress,
    ) -> Result<Self, ReportError> {
        let family = named(family)?;
        let tables = tables(shelf, family, compared, day)?;
        let prices = prices::price(&tables, quick, progress)?;
        let rows = wager_rows(&tables);
        let mut parts = vec![wagers(&tables, &rows), rules(&tables), settings(&tables)];
        parts.extend(prices.parts(&tables, &rows));
        Ok(Self { family, tables, parts, prices })
    }

    /// Leaves out what is the same at all tables.
    pub fn only_differences(&mut self) {
        for part in &mut self.parts {
            part.rows.retain(TopicRow::differs);
        }
    }

    /// The comparison as JSON.
    pub fn json(&self) -> Value {
        let row = |row: &TopicRow| json!({ "topic": row.topic, "differs": row.differs(), "says": row.says });
        let part = |part: &Section| json!({ "part": part.title, "rows": part.rows.iter().map(row).collect::<Vec<_>>() });
        json!({
            "family": self.family.name(),
            "tables": self.tables.iter().map(|table| &table.name).collect::<Vec<_>>(),
            "parts": self.parts.iter().map(part).collect::<Vec<_>>(),
            "prices": self.prices.json(&self.tables),
        })
    }

    /// The comparison as text that is set to this width.
    pub fn text(&self, width: Option<usize>) -> String {
        let mut out = Vec::new();
        for part in self.shown() {
            let names = self.tables.iter().map(|table| table.name.clone());
            let mut drawn = TextTable::new(std::iter::once(part.title.to_owned()).chain(names), width);
            for row in &part.rows {
                let mark = if row.differs() { "≠ " } else { "  " };
                let says = row.says.iter().map(|said| said.clone().unwrap_or_else(|| ABSENT.to_owned()));
                drawn.add_row(std::iter::once(format!("{mark}{}", row.topic)).chain(says));
            }
            out.push(drawn.to_string());
        }
        out.push(paragraph(LEGEND, width));
        out.join("\n\n")
    }

    /// A self-contained page to print.
    pub fn html(&self) -> String {
        let names: Vec<&str> = self.tables.iter().map(|table| &*table.name).collect();
        html::page(self.family.name(), &names, self.shown())
    }

    /// The parts that have rows.
    fn shown(&self) -> impl Iterator<Item = &Section> {
        self.parts.iter().filter(|part| !part.rows.is_empty())
    }
}

fn named(name: &str) -> Result<Family, ReportError> {
    Family::named(name).ok_or_else(|| {
        let names = Family::ALL.map(Family::name);
        let hint = nearest(name, names).map_or_else(
            || format!("there are {}", names.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        ReportError::refused(format!("there is no family `{name}`; {hint}"))
    })
}

fn tables<'s>(
    shelf: &'s Shelf,
    family: Family,
    compared: &[String],
    day: Date,
) -> Result<Vec<ComparedTable<'s>>, ReportError> {
    let mut books = Vec::new();
    for id in compared {
        books.push(shelf.book(id).map_err(|unknown| ReportError::refused(unknown.to_string()))?);
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
        return Err(ReportError::refused(format!(
            "none of these rulebooks has a game of the family {}",
            family.name()
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
