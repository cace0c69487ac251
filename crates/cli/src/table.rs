//! The table that a command speaks of: a game of a book with the house's settings.

use clap::Args;
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::law::{Cites, Refusal};
use jiff::civil::Date;

use crate::failure::Failure;

#[derive(Args)]
pub(crate) struct TableArgs {
    /// The game, as `croupier rules` lists them
    #[arg(value_name = "RULEBOOK/GAME")]
    name: String,
    /// A setting of the house, such as min=5 or decks=6; may be given again and again
    #[arg(long = "house", value_name = "KEY=VALUE")]
    house: Vec<String>,
}

/// A game of a book with the settings of one table.
pub(crate) struct TableOf<'s> {
    pub(crate) book: &'s Book,
    pub(crate) game: &'s GameBook,
    pub(crate) chosen: Chosen,
    pub(crate) rules: AnyGame,
}

impl TableArgs {
    /// The table, if the book was in force that day and permits these settings.
    pub(crate) fn on<'s>(&self, shelf: &'s Shelf, day: Date) -> Result<TableOf<'s>, Failure> {
        let (book, game) = shelf.game(&self.name).map_err(|unknown| Failure::usage(unknown.to_string()))?;
        check_day(book, day)?;
        let chosen = self.chosen(book, game)?;
        let rules = game.table(&chosen);
        Ok(TableOf { book, game, chosen, rules })
    }

    fn chosen(&self, book: &Book, game: &GameBook) -> Result<Chosen, Failure> {
        let envelope = game.envelope();
        let mut chosen = Chosen::default();
        for setting in &self.house {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                Failure::usage(format!("--house {setting}: write a setting as KEY=VALUE, such as min=5"))
            })?;
            chosen.choose(key, value, &envelope).map_err(|refusal| refused(book, &refusal))?;
        }
        chosen.check(&envelope).map_err(|refusal| refused(book, &refusal))?;
        Ok(chosen)
    }
}

impl TableOf<'_> {
    /// The game as `RULEBOOK/GAME`.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.book.id(), self.game.id())
    }

    /// The words of citations.
    pub(crate) fn cite(&self, cites: Cites) -> Vec<String> {
        cite(self.book, cites)
    }

    /// What the rules do not permit, told to the person who asked.
    pub(crate) fn refused(&self, refusal: &Refusal) -> Failure {
        refused(self.book, refusal)
    }
}

fn cite(book: &Book, cites: Cites) -> Vec<String> {
    cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect()
}

fn refused(book: &Book, refusal: &Refusal) -> Failure {
    let cites = cite(book, refusal.cites);
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
