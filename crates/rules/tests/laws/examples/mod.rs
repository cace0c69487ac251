//! The laws of the example books: a folder for each book of `tests/example_books.rs`.

mod macau;
mod nevada;

use crate::law::Registered;

/// The laws of each book, table by table.
pub(crate) const BOOKS: &[&[&[Registered]]] = &[macau::LAWS, nevada::LAWS];
