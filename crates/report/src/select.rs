//! Selecting a table: a game of a rulebook that is in force, with settings that the rulebook permits.

use croupier_rules::book::{Book, Chosen, GameBook, Shelf, UnknownGame};
use croupier_rules::law::Refusal;
use jiff::civil::Date;

use crate::error::ReportError;

/// A game, written `RULEBOOK/GAME`, under the law of a day.
///
/// # Errors
/// When there is no such game, or its rulebook was not in force on that day.
pub fn game_in_force<'s>(
    shelf: &'s Shelf,
    name: &str,
    day: Date,
) -> Result<(&'s Book, &'s GameBook), ReportError> {
    let (book, game) = shelf.game_on(name, day).map_err(|unknown| unknown_game(name, shelf, &unknown))?;
    check_day(book, day)?;
    Ok((book, game))
}

/// Adds settings to those that a house has chosen already. The later ones take precedence.
///
/// # Errors
/// When the rulebook does not permit them.
pub fn choose<'t>(
    mut chosen: Chosen,
    settings: impl IntoIterator<Item = (&'t str, &'t str)>,
    book: &Book,
    game: &GameBook,
) -> Result<Chosen, ReportError> {
    let envelope = game.envelope();
    for (key, value) in settings {
        chosen.choose(key, value, &envelope).map_err(|refusal| refused(book, &refusal))?;
    }
    chosen.check(&envelope).map_err(|refusal| refused(book, &refusal))?;
    Ok(chosen)
}

/// A refusal by the rules, with its provisions.
#[must_use]
pub fn refused(book: &Book, refusal: &Refusal) -> ReportError {
    let cites: Vec<&str> = refusal.cites.iter().map(|rule| book.citations().text(rule)).collect();
    let because = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) };
    ReportError::refused(format!("{refusal}{because}"))
}

/// The error for an unknown game. It suggests games of that name, or the games of a rulebook of that name.
fn unknown_game(name: &str, shelf: &Shelf, unknown: &UnknownGame) -> ReportError {
    let whole = |book: &Book, game: &GameBook| format!("{}/{}", book.id(), game.id());
    let games = || shelf.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)));
    let meant = |(book, game): &(&Book, &GameBook)| book.id() == name || game.id().contains(name);
    let all: Vec<String> = games().filter(meant).map(|(book, game)| whole(book, game)).collect();
    if name.contains('/') || name.is_empty() || all.is_empty() {
        return ReportError::refused(unknown.to_string());
    }
    ReportError::refused(format!("`{name}` names no single game: write {}", all.join(" or ")))
}

fn check_day(book: &Book, day: Date) -> Result<(), ReportError> {
    match book.in_force() {
        Some(in_force) if day < in_force.from => {
            let found = format!("a table of {day}");
            let allowed = format!("{} is in force from {}", book.id(), in_force.from);
            Err(refused(book, &Refusal::new(in_force.cite, found, allowed)))
        }
        _ => Ok(()),
    }
}
