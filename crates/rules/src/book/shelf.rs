//! The available books: the built-in ones, and those that a person adds.

use std::fmt;

use jiff::civil::Date;

use super::editions::Editions;
use super::faults::BookError;
use super::game::GameBook;
use super::rulebook::Book;
use crate::notation::nearest;

/// The built-in rulebooks, with their file names. The crate has links to them, so that its package has them too.
const BUILT_IN: [(&str, &str); 3] = [
    ("rulebooks/scotland-1970.toml", include_str!("../../rulebooks/scotland-1970.toml")),
    ("rulebooks/western-australia-1990.toml", include_str!("../../rulebooks/western-australia-1990.toml")),
    ("rulebooks/mpumalanga.toml", include_str!("../../rulebooks/mpumalanga.toml")),
];

/// Books by id, with other editions of them by digest.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    books: Vec<Book>,
    editions: Editions,
}

/// The error for a game or book that is not on the shelf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame {
    message: String,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UnknownGame {}

impl UnknownGame {
    /// Names what does not exist, with the nearest existing name.
    fn new<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        let hint = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
        };
        Self { message: format!("there is no {what} `{name}`; {hint}") }
    }
}

impl Shelf {
    /// The built-in books.
    ///
    /// # Panics
    /// If one of them is not a valid book. No build that passes its tests has such a book.
    pub fn built_in() -> Self {
        let read =
            |(file, text): (&str, &str)| Book::read(file, text).unwrap_or_else(|error| panic!("{error}"));
        Self { books: BUILT_IN.into_iter().map(read).collect(), editions: Editions::default() }
    }

    /// The files of the built-in books: name and text.
    pub fn built_in_files() -> impl Iterator<Item = (&'static str, &'static str)> {
        BUILT_IN.into_iter()
    }

    /// Whether a book is one of the built-in books, word for word.
    pub fn is_built_in(book: &Book) -> bool {
        Self::built_in_files().any(|(_, text)| text == book.text())
    }

    /// Adds a book from a file, or replaces the book with the same id.
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), BookError> {
        self.put(Book::read(file, text)?);
        Ok(())
    }

    /// Adds a book, or replaces the book with the same id.
    pub fn put(&mut self, book: Book) {
        match self.books.iter_mut().find(|known| known.id() == book.id()) {
            Some(known) => *known = book,
            None => self.books.push(book),
        }
    }

    /// Removes a book.
    pub fn remove(&mut self, id: &str) {
        self.books.retain(|book| book.id() != id);
    }

    /// A shelf with the same books, and no other editions.
    #[must_use]
    pub fn same_books(&self) -> Self {
        Self { books: self.books.clone(), editions: Editions::default() }
    }

    /// The edition of a book with this digest: one of the books, or one that was read for its text.
    pub fn edition(&self, digest: &str) -> Option<&Book> {
        let own = self.books.iter().find(|book| book.digest() == digest);
        own.or_else(|| self.editions.find(digest))
    }

    /// Reads an edition of a book, which stays available by its digest. The book of the same id on the shelf remains.
    ///
    /// # Errors
    /// All faults of the text.
    pub fn read_edition(&self, text: &str) -> Result<&Book, BookError> {
        let digest = blake3::hash(text.as_bytes()).to_hex();
        match self.edition(&digest) {
            Some(known) => Ok(known),
            None => Book::read("the edition", text).map(|book| self.editions.add(&book)),
        }
    }

    /// All books, in order.
    pub fn books(&self) -> &[Book] {
        &self.books
    }

    /// The book with this id.
    pub fn book(&self, id: &str) -> Result<&Book, UnknownGame> {
        let found = self.books.iter().find(|book| book.id() == id);
        found.ok_or_else(|| UnknownGame::new("rulebook", id, self.books.iter().map(Book::id)))
    }

    /// The game named `RULEBOOK/GAME`, with all amendments of its book.
    pub fn game(&self, name: &str) -> Result<(&Book, &GameBook), UnknownGame> {
        self.game_on(name, Date::MAX)
    }

    /// The game named `RULEBOOK/GAME` under the law of a day.
    pub fn game_on(&self, name: &str, day: Date) -> Result<(&Book, &GameBook), UnknownGame> {
        let (book, game) = parts(name)?;
        Self::game_in(self.book(book)?, game, day)
    }

    /// The game named `RULEBOOK/GAME`, which must be one of this book, under the law of a day.
    pub fn game_of<'a>(
        book: &'a Book,
        name: &str,
        day: Date,
    ) -> Result<(&'a Book, &'a GameBook), UnknownGame> {
        let (id, game) = parts(name)?;
        if id != book.id() {
            return Err(UnknownGame::new("rulebook", id, std::iter::once(book.id())));
        }
        Self::game_in(book, game, day)
    }

    /// A game of a book under the law of a day.
    pub fn game_in<'a>(
        book: &'a Book,
        game: &str,
        day: Date,
    ) -> Result<(&'a Book, &'a GameBook), UnknownGame> {
        let book = book.on(day);
        let found = book.games().iter().find(|known| known.id() == game);
        found.map(|game| (book, game)).ok_or_else(|| {
            UnknownGame::new(&format!("game of {}", book.id()), game, book.games().iter().map(GameBook::id))
        })
    }
}

/// The parts of the name of a game: `RULEBOOK/GAME`.
fn parts(name: &str) -> Result<(&str, &str), UnknownGame> {
    name.split_once('/').ok_or_else(|| {
        let message = format!("`{name}` is not a game: write RULEBOOK/GAME, as `croupier rules` lists them");
        UnknownGame { message }
    })
}
