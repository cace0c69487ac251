//! The table of a command: a game of a rulebook with the settings of a house.

use std::ops::Deref;
use std::path::Path;

use clap::{Args, ValueHint};
use croupier_report::{ReportTable, choose, game_in_force, refused};
use croupier_rules::book::Shelf;
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
        let (book, game) = game_in_force(shelf, &self.name, day)?;
        let of_house =
            house.map(|house| house.table(&self.name, self.table.as_deref(), shelf, today)).transpose()?;
        let chosen = of_house.as_ref().map(|house| house.chosen(game)).unwrap_or_default();
        let settings = settings.iter().map(|text| setting(text)).collect::<Result<Vec<_>, _>>()?;
        let chosen = choose(chosen, settings, book, game)?;
        Ok(SelectedTable { table: ReportTable::new(book, game, chosen), of_house })
    }
}

/// Whether a `--house` value is the name of a file rather than a setting.
fn is_file(value: &str) -> bool {
    Path::new(value).extension().is_some_and(|ending| ending == "toml") || Path::new(value).is_file()
}

/// A setting of the command line.
fn setting(text: &str) -> Result<(&str, &str), Failure> {
    text.split_once('=').ok_or_else(|| {
        Failure::usage(format!(
            "--house {text}: write a setting as KEY=VALUE, such as min=5, or the path of a house file"
        ))
    })
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
        refused(self.book, refusal).into()
    }
}
