//! Editions of rulebooks: storing their texts in the journal, and adopting another one.

use std::collections::BTreeSet;

use super::new_event::NewEvent;
use crate::event::Event;
use crate::house::House;
use crate::journal::Hash;
use crate::office::Office;
use crate::rejection::Rejection;

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
        let adopted = Event::EditionAdopted { rulebook: rulebook.into(), digest };
        stored.into_iter().chain([NewEvent::on(None, adopted, Vec::new())]).collect()
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
        let book = self.library.find(rulebook, digest)?;
        let file = &self.office.adopted;
        if Office::read_house_file(file, self.library.law()).is_ok() {
            let mut law = self.library.law().same_books();
            law.put(book.clone());
            Office::read_house_file(file, &law).map_err(|rejection| {
                let found = format!("the house file does not fit this edition: {}", rejection.found);
                Rejection::order(found, "adopt a house file that fits both editions first")
            })?;
        }
        let adopted = Event::EditionAdopted { rulebook: rulebook.into(), digest: *digest };
        let stored = self.store_text(rulebook, digest);
        Ok(stored.into_iter().chain([NewEvent::on(None, adopted, Vec::new())]).collect())
    }
}
