//! Changing one thing in a book, to see whether a law test notices.

use std::fmt;

use super::{Book, BookError, Mutation};
use crate::law::Rule;

/// Why a mutation could not be made.
#[derive(Debug)]
pub enum MutationError {
    /// Nothing stands at that place.
    NoSuchPlace(String),
    /// The provision is not in the book.
    NoSuchProvision(String),
    /// The changed file is no rulebook any more.
    NoBook(Box<BookError>),
}

impl fmt::Display for MutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPlace(at) => write!(f, "nothing stands at `{at}`"),
            Self::NoSuchProvision(id) => write!(f, "there is no provision `{id}`"),
            Self::NoBook(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MutationError {}

impl Book {
    /// The book in this file with one thing changed.
    pub fn read_mutated(
        file: &str,
        text: &str,
        provision: &str,
        mutation: &Mutation,
    ) -> Result<Self, MutationError> {
        let no_book = |error| MutationError::NoBook(Box::new(error));
        match mutation {
            Mutation::Strike(_) => {
                let mut book = Self::read(file, text).map_err(no_book)?;
                let rule = book.citations.find(provision);
                book.struck = Some(rule.ok_or_else(|| MutationError::NoSuchProvision(provision.to_owned()))?);
                Ok(book)
            }
            Mutation::Set { at, to } => {
                let nowhere = || MutationError::NoSuchPlace(at.clone());
                let mut root = toml::Value::Table(toml::from_str(text).map_err(|_| nowhere())?);
                *find(&mut root, at).ok_or_else(nowhere)? = to.clone();
                // A value alone would be written as an inline table, which is no file.
                let mutated = toml::to_string(&root).map_err(|_| nowhere())?;
                Self::read(file, &mutated).map_err(no_book)
            }
        }
    }

    /// Strikes a provision out, so that nothing is refused under it.
    #[must_use]
    pub fn striking(mut self, rule: Rule) -> Self {
        self.struck = Some(rule);
        self
    }
}

/// The value that some keys lead to; a row of a list is found by its `name`, `key` or `id`, else by its number.
pub(super) fn find<'a>(value: &'a mut toml::Value, path: &str) -> Option<&'a mut toml::Value> {
    path.split('/').try_fold(value, |value, step| match value {
        toml::Value::Table(table) => table.get_mut(step),
        toml::Value::Array(rows) => {
            let place = rows.iter().position(|row| is_named(row, step)).or_else(|| step.parse().ok())?;
            rows.get_mut(place)
        }
        _ => None,
    })
}

fn is_named(row: &toml::Value, name: &str) -> bool {
    ["name", "key", "id"].iter().any(|key| row.get(key).and_then(toml::Value::as_str) == Some(name))
}
