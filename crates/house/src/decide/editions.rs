//! Editions of rulebooks: storing their texts in the journal, and adopting another one.

use std::collections::BTreeSet;

use croupier_rules::book::BookError;
use jiff::civil::Date;

use super::new_event::NewEvent;
use crate::bounds::EDITION_BYTES;
use crate::event::Event;
use crate::house::House;
use crate::journal::Hash;
use crate::library::digest_of_book;
use crate::rejection::{Rejection, RejectionCode};

impl House<'_> {
    /// Stores the editions that the house plays by, as far as the journal does not have them.
    pub(super) fn store_editions(&self) -> Vec<NewEvent> {
        self.store_missing(self.games())
    }

    /// Whether the journal lacks the text of a rulebook that the house plays by.
    pub fn lacks_editions(&self) -> bool {
        !self.store_missing(self.games()).is_empty()
    }

    fn games(&self) -> impl Iterator<Item = &str> {
        let file = self.office.house_file.iter().flat_map(|file| &file.tables);
        let open = self.tables().iter().filter(|table| table.is_open()).map(|table| &*table.game);
        file.map(|table| table.game.get_ref().as_str()).chain(open)
    }

    /// Stores the adopted editions of the books of these games. Where the house has not adopted one yet, it does now; a
    /// house that has played by an edition that is not at hand adopts that edition all the same: its tables wait for it, or
    /// for two people who adopt another one.
    pub(super) fn store_missing<'a>(&self, games: impl Iterator<Item = &'a str>) -> Vec<NewEvent> {
        let books: BTreeSet<&str> = games.filter_map(|game| game.split('/').next()).collect();
        let missing = |book: &str| match self.library.adopted().get(book) {
            Some(digest) => self.store_text(book, digest).into_iter().collect(),
            None => self.adopt_first(book),
        };
        books.into_iter().flat_map(missing).collect()
    }

    fn adopt_first(&self, rulebook: &str) -> Vec<NewEvent> {
        let Some(digest) = self.library.edition_of(rulebook) else { return Vec::new() };
        let stored = self.store_text(rulebook, &digest);
        stored.into_iter().chain([adopted(rulebook, &digest)]).collect()
    }

    /// Stores the text of an edition that is at hand, unless the journal has it.
    fn store_text(&self, rulebook: &str, digest: &Hash) -> Option<NewEvent> {
        let book = self.library.find(rulebook, digest).ok().filter(|_| !self.library.is_stored(digest))?;
        let (rulebook, text) = (rulebook.into(), book.text().into());
        Some(NewEvent::on(None, Event::EditionStored { rulebook, digest: *digest, text }, Vec::new()))
    }

    /// Adopts another edition of a book. The house file in force must fit it, if it fits the editions of today.
    pub(super) fn adopt_edition(&self, rulebook: &str, digest: &Hash) -> Result<Vec<NewEvent>, Rejection> {
        if self.library.adopted().get(rulebook) == Some(digest) {
            return Err(Rejection::order("the house plays by this edition", "adopt another edition"));
        }
        self.library.check_fit(self.library.find(rulebook, digest)?, &self.office.adopted)?;
        let stored = self.store_text(rulebook, digest);
        Ok(stored.into_iter().chain([adopted(rulebook, digest)]).collect())
    }

    /// Adopts an edition by its text. What the house has played by is adopted by its digest.
    pub(super) fn adopt_text(
        &self,
        rulebook: &str,
        text: &str,
        today: Date,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let malformed = |found, allowed: &str| Rejection::new(RejectionCode::Malformed, found, allowed);
        if text.len() > EDITION_BYTES {
            let found = format!("the text has {} bytes", text.len());
            return Err(malformed(found, &format!("at most {EDITION_BYTES}")));
        }
        let book = self.library.read_successor(text, today).map_err(|error| {
            let help = error.places().next().and_then(|(_, _, fault)| fault.help.clone());
            malformed(fault_at(&error), &help.unwrap_or_else(|| "mend it, and propose it again".to_owned()))
        })?;
        if book.id() != rulebook {
            let found = format!("the text is one of {}, not of {rulebook}", book.id());
            return Err(malformed(found, "name the rulebook of the edition"));
        }
        self.library.check_fit(&book, &self.office.adopted)?;
        let digest = digest_of_book(&book);
        let stored = Event::EditionStored { rulebook: rulebook.into(), digest, text: text.into() };
        let stored = (!self.library.is_stored(&digest)).then(|| NewEvent::on(None, stored, Vec::new()));
        Ok(stored.into_iter().chain([adopted(rulebook, &digest)]).collect())
    }
}

fn adopted(rulebook: &str, digest: &Hash) -> NewEvent {
    NewEvent::on(None, Event::EditionAdopted { rulebook: rulebook.into(), digest: *digest }, Vec::new())
}

/// The first fault of a text, with its place.
fn fault_at(error: &BookError) -> String {
    let mut places = error.places();
    let first = places.next().map(|(line, column, fault)| {
        let more = places.count();
        let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
        format!("line {line}, column {column}: {}{more}", fault.message)
    });
    first.unwrap_or_else(|| error.summary())
}
