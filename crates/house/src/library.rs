//! The rulebooks of a house: every edition that it has ever played by, and the one that its tables open under.
//!
//! The texts are in the journal of the house. A program with another edition of a book therefore opens the house, and
//! plays, judges and replays by the editions that the house has adopted.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_rules::book::{Book, BookError, Faults, GameBook, Shelf, UnknownGame};
use croupier_rules::house::HouseFile;
use jiff::civil::Date;

use crate::journal::Hash;
use crate::rejection::{Rejection, RejectionCode};
use crate::succession::{check_successor, foreign, last_change, unchanged};

/// The rulebooks of a house.
#[derive(Clone)]
pub struct Library<'b> {
    /// The books of the program.
    program: &'b Shelf,
    editions: BTreeMap<Hash, Edition<'b>>,
    /// The edition of each book that tables open under.
    adopted: BTreeMap<Box<str>, Hash>,
    /// The edition of each book that was played last, in journals that are older than adopted editions.
    played: BTreeMap<Box<str>, Hash>,
    /// The books that tables open under, if they are not those of the program.
    law: Option<Arc<Shelf>>,
}

/// An edition of a rulebook, as the house stores it.
#[derive(Clone, Debug)]
pub struct Edition<'b> {
    /// The id of the book.
    pub rulebook: Box<str>,
    /// Its text.
    pub text: Arc<str>,
    /// The book, or why this program cannot read it.
    pub book: Result<&'b Book, Box<str>>,
    /// Whether the journal so far has the text.
    is_stored: bool,
}

impl<'b> Library<'b> {
    pub(crate) fn new(program: &'b Shelf) -> Self {
        let (editions, adopted, played) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { program, editions, adopted, played, law: None }
    }

    /// The books of the program.
    pub fn program(&self) -> &'b Shelf {
        self.program
    }

    /// The books that tables open under. One that cannot be read is absent.
    pub fn law(&self) -> &Shelf {
        self.law.as_deref().unwrap_or(self.program)
    }

    /// The editions whose texts are in the journal, by digest.
    pub fn stored(&self) -> impl Iterator<Item = (&Hash, &Edition<'b>)> {
        self.editions.iter().filter(|(_, edition)| edition.is_stored)
    }

    /// Whether the journal has the text of an edition.
    pub fn is_stored(&self, digest: &Hash) -> bool {
        self.editions.get(digest).is_some_and(|edition| edition.is_stored)
    }

    /// The edition of each book that the house has adopted.
    pub fn adopted(&self) -> &BTreeMap<Box<str>, Hash> {
        &self.adopted
    }

    /// The edition of each book that was played last, where none is adopted.
    pub(crate) fn played(&self) -> &BTreeMap<Box<str>, Hash> {
        &self.played
    }

    /// The edition of a book that tables open under.
    pub fn edition_of(&self, rulebook: &str) -> Option<Hash> {
        let known = self.adopted.get(rulebook).or_else(|| self.played.get(rulebook)).copied();
        known.or_else(|| self.program.book(rulebook).ok().map(digest_of_book))
    }

    /// The edition of a book with this digest.
    ///
    /// # Errors
    /// When its text is neither in the journal nor a book of the program, this program cannot read it, or it is one of
    /// another book.
    pub fn find(&self, rulebook: &str, digest: &Hash) -> Result<&'b Book, Rejection> {
        let found = match self.editions.get(digest) {
            Some(edition) => edition.book.clone().map_err(|why| unavailable(rulebook, digest, &why))?,
            None => {
                let mut books = self.program.books().iter();
                let found = books.find(|book| digest_of_book(book) == *digest);
                found.ok_or_else(|| unavailable(rulebook, digest, "its text is not stored"))?
            }
        };
        if found.id() == rulebook {
            return Ok(found);
        }
        let what = format!("edition {} is one of {}, not of {rulebook}", &hex(digest)[..16], found.id());
        Err(Rejection::new(RejectionCode::Malformed, what, "name the rulebook of the edition"))
    }

    /// Reads an edition that the house would play by from today on. It must be one of a book of the house, not the
    /// adopted one, not older, and in force.
    ///
    /// # Errors
    /// All faults of the text, each with its place.
    pub fn read_successor(&self, text: &str, today: Date) -> Result<Book, BookError> {
        let book = Book::read("the edition", text)?;
        let faults = match self.adopted.get(book.id()) {
            None => foreign(&book, &self.adopted.keys().map(|known| &**known).collect::<Vec<_>>()),
            Some(digest) if digest_of_book(&book) == *digest => unchanged(&book),
            // An adopted edition that this program cannot read has no day to compare with.
            Some(digest) => match self.find(book.id(), digest) {
                Ok(before) => check_successor(before, &book, today),
                Err(_) => Faults::default(),
            },
        };
        match faults.is_empty() {
            true => Ok(book),
            false => Err(faults.report("successor", "the edition", text)),
        }
    }

    /// Checks that the text of a house file fits an edition, if it fits the editions of today.
    ///
    /// # Errors
    /// When it does not.
    pub fn check_fit(&self, edition: &Book, file: &str) -> Result<(), Rejection> {
        let read = |law: &Shelf| HouseFile::read("the house file", file, law);
        if read(self.law()).is_err() {
            return Ok(());
        }
        read(&self.law_with(edition)).map(drop).map_err(|error| {
            let found = format!("the house file does not fit this edition: {error}");
            Rejection::order(found, "adopt a house file that fits both editions first")
        })
    }

    /// The books that tables would open under with this edition.
    pub fn law_with(&self, edition: &Book) -> Shelf {
        let mut law = self.law().same_books();
        law.put(edition.clone());
        law
    }

    /// The game named `RULEBOOK/GAME` under the edition that tables open under.
    ///
    /// # Errors
    /// When there is no such game, or the edition is not available.
    pub fn game_on(&self, name: &str, day: Date) -> Result<(&'b Book, &'b GameBook), Rejection> {
        let rulebook = name.split('/').next().unwrap_or_default();
        match self.adopted.get(rulebook).or_else(|| self.played.get(rulebook)) {
            Some(digest) => game_in(self.find(rulebook, digest)?, name, day),
            None => self.program.game_on(name, day).map_err(|unknown| not_installed(&unknown)),
        }
    }

    /// The game that a table opened under, when the entry of its opening is applied. A house that has not adopted an
    /// edition yet opens under the book of the program; the first round names the edition.
    pub(crate) fn game_of_opening(
        &self,
        name: &str,
        day: Date,
    ) -> Result<(&'b Book, &'b GameBook), Rejection> {
        match self.adopted.get(name.split('/').next().unwrap_or_default()) {
            Some(_) => self.game_on(name, day),
            None => self.program.game_on(name, day).map_err(|unknown| not_installed(&unknown)),
        }
    }

    /// The last day on which the law of an edition changed, as far as this program can read it.
    pub fn last_change(edition: &Edition<'_>) -> Option<Date> {
        edition.book.as_ref().ok().and_then(|book| last_change(book)).map(|(day, _)| day)
    }

    /// Stores the text of an edition.
    ///
    /// # Errors
    /// When the text has another digest.
    pub(crate) fn store(&mut self, rulebook: &str, digest: &Hash, text: &str) -> Result<(), Rejection> {
        if blake3::hash(text.as_bytes()) != *digest {
            return Err(Rejection::order("the text has another digest", "the text of the edition"));
        }
        self.put(rulebook, *digest, text, true);
        Ok(())
    }

    /// Notes an edition whose text comes later in the journal.
    pub(crate) fn foresee(&mut self, rulebook: &str, text: &str) {
        let digest = *blake3::hash(text.as_bytes()).as_bytes();
        if !self.editions.contains_key(&digest) {
            self.put(rulebook, digest, text, false);
        }
    }

    fn put(&mut self, rulebook: &str, digest: Hash, text: &str, is_stored: bool) {
        let read = self.program.read_edition(text).map_err(|error| first_fault(&error));
        let book = read.and_then(|book| match book.id() == rulebook {
            true => Ok(book),
            false => Err(format!("it is a text of {}", book.id()).into()),
        });
        self.editions
            .insert(digest, Edition { rulebook: rulebook.into(), text: text.into(), book, is_stored });
        self.renew_law();
    }

    /// Adopts an edition of a book: tables open under it from now on.
    pub(crate) fn adopt(&mut self, rulebook: &str, digest: Hash) {
        self.adopted.insert(rulebook.into(), digest);
        self.played.remove(rulebook);
        self.renew_law();
    }

    /// Notes the edition that a round is played by. It counts only until an edition is adopted.
    pub(crate) fn note_played(&mut self, rulebook: &str, digest: Hash) {
        if !self.adopted.contains_key(rulebook) && self.played.get(rulebook) != Some(&digest) {
            self.played.insert(rulebook.into(), digest);
            self.renew_law();
        }
    }

    fn renew_law(&mut self) {
        let in_force = || self.adopted.iter().chain(&self.played);
        let is_of_program = |rulebook: &str, digest: &Hash| {
            self.program.book(rulebook).is_ok_and(|book| digest_of_book(book) == *digest)
        };
        if in_force().all(|(rulebook, digest)| is_of_program(rulebook, digest)) {
            self.law = None;
            return;
        }
        let mut law = self.program.same_books();
        for (rulebook, digest) in in_force() {
            match self.find(rulebook, digest) {
                Ok(book) => law.put(book.clone()),
                Err(_) => law.remove(rulebook),
            }
        }
        self.law = Some(Arc::new(law));
    }
}

/// The digest of a book.
pub(crate) fn digest_of_book(book: &Book) -> Hash {
    *blake3::Hash::from_hex(book.digest()).expect("the digest of a book is a hash").as_bytes()
}

/// A digest in hexadecimal.
pub(crate) fn hex(digest: &Hash) -> String {
    blake3::Hash::from_bytes(*digest).to_hex().to_string()
}

fn game_in<'b>(book: &'b Book, name: &str, day: Date) -> Result<(&'b Book, &'b GameBook), Rejection> {
    let game = name.split_once('/').map_or("", |(_, game)| game);
    Shelf::game_in(book, game, day).map_err(|unknown| not_installed(&unknown))
}

fn not_installed(unknown: &UnknownGame) -> Rejection {
    Rejection::new(RejectionCode::Unknown, unknown.to_string(), "the rulebook must be installed")
}

fn unavailable(rulebook: &str, digest: &Hash, why: &str) -> Rejection {
    let found = format!("edition {} of {rulebook} is not available: {why}", &hex(digest)[..16]);
    Rejection::order(found, "two people adopt another edition, or a program that reads this one is installed")
}

fn first_fault(error: &BookError) -> Box<str> {
    let place = error.places().next().map(|(line, column, fault)| {
        format!("this program cannot read it: line {line}, column {column}: {}", fault.message)
    });
    place.unwrap_or_else(|| error.summary()).into()
}
