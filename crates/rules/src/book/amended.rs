//! The editions of a book: as it stood after each of its amendments.
//!
//! An amendment changes little, and a book can have many. What it does not touch is taken from the edition before: an
//! edition reads again the games and provisions that are changed, and everything only where a change concerns all.

use std::collections::BTreeSet;
use std::sync::Arc;

use toml::Spanned;
use toml::de::DeTable;

use super::amendment::{self, Amendment};
use super::faults::Faults;
use super::game::GameBook;
use super::keys::Need;
use super::names::Named;
use super::path::ValueTree;
use super::provision::{self, Provision};
use super::rulebook::{Book, Drafts, check_provisions};
use super::section::Section;

impl Book {
    /// Builds the book as it stood after each amendment, and checks what leads into the file. A change that makes the
    /// book invalid is a fault of its amendment, and is undone before the next.
    pub(super) fn amend(mut self, drafts: Drafts, text: &str, faults: &mut Faults) -> Self {
        let Ok(mut root) = toml::from_str::<toml::Table>(text) else { return self };
        root.remove("amendment");
        let mut tree = ValueTree::new(root);
        provision::check_mutations(&self.provisions, &self.places, text, &mut tree, faults);
        amendment::check(&self.amendments, self.in_force.as_ref().map(|law| law.from), faults);
        let (mut amended, mut drafts) = (Vec::new(), drafts);
        for amendment in self.amendments.iter().filter(|amendment| !amendment.changes.is_empty()) {
            let Some(before) = amendment.apply(&mut tree, faults) else { continue };
            let last = Edition { book: amended.last().map_or(&self, |(_, book)| book), drafts: &drafts };
            match last.after(amendment, &mut tree) {
                Ok((book, read)) => {
                    amended.push((amendment.from, book));
                    drafts = read.unwrap_or(drafts);
                }
                Err(why) => {
                    let message = format!("as amended from {} it is no book: {why}", amendment.from);
                    faults.add(amendment.at.clone(), message);
                    amendment.undo(before, &mut tree);
                }
            }
        }
        self.amended = amended;
        self
    }
}

/// A book with what it was read from.
struct Edition<'b> {
    book: &'b Book,
    drafts: &'b Drafts,
}

/// The parts of a book that an amendment changes, where it changes only its title, games and provisions.
#[derive(Default)]
struct Touched {
    title: bool,
    games: BTreeSet<String>,
    /// By their places.
    provisions: BTreeSet<usize>,
}

impl Touched {
    /// What an amendment has changed in this tree; `None` if it has changed anything else.
    fn by(amendment: &Amendment, tree: &mut ValueTree) -> Option<Self> {
        let mut touched = Self::default();
        for change in &amendment.changes {
            let mut keys = change.at.splitn(3, '/');
            match (keys.next()?, keys.next()) {
                ("title", None) => touched.title = true,
                ("game", Some(id)) => {
                    touched.games.insert(id.to_owned());
                }
                ("provision", Some(row)) => {
                    touched.provisions.insert(tree.row("provision", row)?);
                }
                _ => return None,
            }
        }
        Some(touched)
    }
}

impl Edition<'_> {
    /// The edition that follows this one, with its drafts if they were read again; or why there is none.
    fn after(&self, amendment: &Amendment, tree: &mut ValueTree) -> Result<(Book, Option<Drafts>), String> {
        let shared = match Touched::by(amendment, tree) {
            Some(touched) => self.shared(&touched, tree.root())?,
            None => None,
        };
        match shared {
            Some(book) => Ok((book, None)),
            None => self.anew(tree.root()).map(|(book, drafts)| (book, Some(drafts))),
        }
    }

    /// The edition in which only these parts differ; `None` if more must be read again.
    fn shared(&self, touched: &Touched, root: &toml::Value) -> Result<Option<Book>, String> {
        let (mut book, mut faults) = (self.book.clone(), Faults::default());
        if touched.title {
            let Some(title) = root["title"].as_str() else { return Ok(None) };
            title.clone_into(&mut book.title);
        }
        for place in &touched.provisions {
            let Some(read) = read_provision(&root["provision"][*place], &mut faults)? else {
                return Err(faults.messages().join("; "));
            };
            if read.id != book.provisions[*place].id {
                // All citations are numbered by the ids.
                return Ok(None);
            }
            Arc::make_mut(&mut book.provisions)[*place] = read;
        }
        for id in &touched.games {
            let Some(place) = book.games.iter().position(|game| game.id() == id) else { return Ok(None) };
            let value = &root["game"][id.as_str()];
            if !value.is_table() {
                return Ok(None);
            }
            let text = written(value)?;
            let (table, _) = DeTable::parse_recoverable(&text);
            let mut section = Section::new(format!("game.{id}"), table);
            let before = book.citations.cited().len();
            let read = GameBook::read(
                id.clone(),
                &mut section,
                &self.drafts.conduct,
                &mut book.citations,
                &mut faults,
            );
            let Some(game) = read else { return Err(faults.messages().join("; ")) };
            book.cited[place] = book.citations.cited()[before..].into();
            book.games[place] = game;
        }
        let games = book.games.iter().map(|game| game.id().to_owned()).collect();
        let named = Named { games, settings: Vec::new() };
        book.requirements = self.drafts.requirements(&book.games, &named, &mut book.citations, &mut faults);
        // The messages are reported at the amendment.
        let places = std::iter::repeat(0..0);
        check_provisions(&book.provisions, places, &book.games, &named, &mut faults);
        book.citations.check(&mut faults);
        book.citations.forget_cited();
        if faults.is_empty() { Ok(Some(book)) } else { Err(faults.messages().join("; ")) }
    }

    /// The edition of the changed text, all of which is read, with the digest, the text and the list of amendments of
    /// the whole file.
    fn anew(&self, root: &toml::Value) -> Result<(Book, Drafts), String> {
        let text = written(root)?;
        let (table, _) = DeTable::parse_recoverable(&text);
        let mut faults = Faults::default();
        let read = Book::read_section(&mut Section::new("", table), &text, Some(self.book), &mut faults);
        match read {
            Some((mut book, drafts)) if faults.is_empty() => {
                if book.provisions == self.book.provisions {
                    book.provisions = self.book.provisions.clone();
                }
                // Positions are those of the file, which the changed text does not have.
                book.places = self.book.places.clone();
                book.digest.clone_from(&self.book.digest);
                book.text = self.book.text.clone();
                Ok((book, drafts))
            }
            _ => Err(faults.messages().join("; ")),
        }
    }
}

/// A value of a file as text.
fn written(value: &toml::Value) -> Result<String, String> {
    toml::to_string(value).map_err(|error| error.to_string())
}

/// One provision of a file.
fn read_provision(row: &toml::Value, faults: &mut Faults) -> Result<Option<Provision>, String> {
    let mut rows = toml::Table::new();
    rows.insert("provision".to_owned(), toml::Value::Array(vec![row.clone()]));
    let text = written(&toml::Value::Table(rows))?;
    let (table, _) = DeTable::parse_recoverable(&text);
    let mut section = Section::new("", table);
    let read = section.rows::<Provision>("provision", "the changed one", Need::May, faults);
    Ok(read.into_iter().next().map(Spanned::into_inner))
}
