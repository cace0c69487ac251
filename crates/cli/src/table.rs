//! The table of a command: a game of a rulebook with the settings of a house.

use std::ops::Deref;
use std::path::Path;

use clap::{Args, ValueHint};
use croupier_report::ReportTable;
use croupier_rules::book::{Book, Chosen, GameBook, Shelf, UnknownGame};
use croupier_rules::law::Refusal;
use jiff::civil::Date;

use crate::failure::Failure;
use crate::house_file::{LicensedTable, ReadHouseFile};

#[derive(Args)]
pub(crate) struct TableArgs {
    /// The game: a rulebook and one of its games, as `croupier rules` lists them
    #[arg(value_name = "RULEBOOK/GAME")]
    name: String,
    /// A setting of the house, such as min=5 or decks=6, or a house file; can be repeated
    #[arg(long = "house", value_name = "KEY=VALUE|HOUSE.toml", value_hint = ValueHint::FilePath)]
    house: Vec<String>,
    /// The table of the house file, if it has several of this game
    #[arg(long = "table", value_name = "NAME", requires = "house")]
    table: Option<String>,
}

/// A game of a rulebook with the settings of one table.
pub(crate) struct SelectedTable<'s> {
    pub(crate) table: ReportTable<'s>,
    /// The table of a house file, if one was given.
    pub(crate) of_house: Option<LicensedTable>,
}

impl TableArgs {
    /// The table, if the rulebook was in force on that day and permits these settings. The day of a house file takes
    /// precedence.
    pub(crate) fn on<'s>(&self, shelf: &'s Shelf, today: Date) -> Result<SelectedTable<'s>, Failure> {
        let (files, settings): (Vec<&String>, Vec<&String>) =
            self.house.iter().partition(|value| is_file(value));
        let house = ReadHouseFile::only(&files, self.table.as_deref(), shelf)?;
        let day = house.as_ref().map_or(today, |house| house.day(today));
        let unknown = |unknown: UnknownGame| unknown_game(&self.name, shelf, &unknown);
        let (book, game) = shelf.game_on(&self.name, day).map_err(unknown)?;
        check_day(book, day)?;
        let of_house =
            house.map(|house| house.table(&self.name, self.table.as_deref(), shelf, today)).transpose()?;
        let chosen = of_house.as_ref().map(|house| house.chosen(game)).unwrap_or_default();
        let chosen = choose(chosen, &settings, book, game)?;
        Ok(SelectedTable { table: ReportTable::new(book, game, chosen), of_house })
    }
}

/// The failure for an unknown game. It suggests games of that name, or the games of a rulebook of that name.
fn unknown_game(name: &str, shelf: &Shelf, unknown: &UnknownGame) -> Failure {
    let whole = |book: &Book, game: &GameBook| format!("{}/{}", book.id(), game.id());
    let games = || shelf.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)));
    let meant = |(book, game): &(&Book, &GameBook)| book.id() == name || game.id().contains(name);
    let all: Vec<String> = games().filter(meant).map(|(book, game)| whole(book, game)).collect();
    if name.contains('/') || name.is_empty() || all.is_empty() {
        return Failure::usage(unknown.to_string());
    }
    Failure::usage(format!("`{name}` names no single game: write {}", all.join(" or ")))
}

/// Whether a `--house` value is the name of a file rather than a setting.
fn is_file(value: &str) -> bool {
    Path::new(value).extension().is_some_and(|ending| ending == "toml") || Path::new(value).is_file()
}

/// The settings of the house file, overridden by those on the command line.
fn choose(mut chosen: Chosen, settings: &[&String], book: &Book, game: &GameBook) -> Result<Chosen, Failure> {
    let envelope = game.envelope();
    for setting in settings {
        let (key, value) = setting.split_once('=').ok_or_else(|| {
            Failure::usage(format!(
                "--house {setting}: write a setting as KEY=VALUE, such as min=5, or the path of a house file"
            ))
        })?;
        chosen.choose(key, value, &envelope).map_err(|refusal| refused(book, &refusal))?;
    }
    chosen.check(&envelope).map_err(|refusal| refused(book, &refusal))?;
    Ok(chosen)
}

impl<'s> Deref for SelectedTable<'s> {
    type Target = ReportTable<'s>;

    fn deref(&self) -> &ReportTable<'s> {
        &self.table
    }
}

impl SelectedTable<'_> {
    /// The currency of its amounts, if a house file names one.
    pub(crate) fn currency(&self) -> Option<&str> {
        self.of_house.as_ref().map(|house| house.currency.as_str())
    }

    /// The failure for a refusal by the rules.
    pub(crate) fn refused(&self, refusal: &Refusal) -> Failure {
        refused(self.book, refusal)
    }
}

fn refused(book: &Book, refusal: &Refusal) -> Failure {
    let cites: Vec<&str> = refusal.cites.iter().map(|rule| book.citations().text(rule)).collect();
    let because = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) };
    Failure::usage(format!("{refusal}{because}"))
}

fn check_day(book: &Book, day: Date) -> Result<(), Failure> {
    match book.in_force() {
        Some(in_force) if day < in_force.from => {
            let found = format!("a table of {day}");
            let allowed = format!("{} is in force from {}", book.id(), in_force.from);
            Err(refused(book, &Refusal::new(in_force.cite, found, allowed)))
        }
        _ => Ok(()),
    }
}
