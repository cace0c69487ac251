//! The scope of a command: all rulebooks, one rulebook, or one game.

use croupier_rules::book::{Book, GameBook, Provision, Shelf, UnknownGame};
use jiff::civil::Date;

use crate::failure::Failure;

/// A rulebook, or one game of it, as of a day.
pub(crate) struct Scope<'s> {
    pub(crate) book: &'s Book,
    game: Option<&'s GameBook>,
    day: Option<Date>,
}

impl<'s> Scope<'s> {
    /// The rulebook or game with this name, or all rulebooks.
    pub(crate) fn named(
        name: Option<&str>,
        shelf: &'s Shelf,
        day: Option<Date>,
    ) -> Result<Vec<Self>, Failure> {
        let unknown = |error: UnknownGame| Failure::usage(error.to_string());
        let law_of = day.unwrap_or(Date::MAX);
        let whole = |book: &'s Book| Self { book: book.on(law_of), game: None, day };
        Ok(match name {
            None => shelf.books().iter().map(whole).collect(),
            Some(name) if name.contains('/') => {
                let (book, game) = shelf.game_on(name, law_of).map_err(unknown)?;
                vec![Self { book, game: Some(game), day }]
            }
            Some(name) => vec![whole(shelf.book(name).map_err(unknown)?)],
        })
    }

    /// The provisions of the game that are in force on the day.
    pub(crate) fn provisions(&self) -> impl Iterator<Item = &Provision> {
        self.book.provisions().iter().filter(|provision| {
            let concerns = |game: &GameBook| {
                provision.games.is_empty() || provision.games.iter().any(|id| id == game.id())
            };
            self.game.is_none_or(concerns) && self.day.is_none_or(|day| provision.holds_on(day))
        })
    }

    pub(crate) fn games(&self) -> impl Iterator<Item = &GameBook> + Clone {
        self.book.games().iter().filter(|known| self.game.is_none_or(|game| game.id() == known.id()))
    }
}
