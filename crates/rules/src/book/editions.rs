//! Editions of books that are read while the program runs. They are added and never removed, so that tables can refer
//! to them for as long as the shelf exists.

use std::sync::OnceLock;

use super::rulebook::Book;

/// Editions, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Editions {
    first: Link,
}

type Link = OnceLock<Box<AddedEdition>>;

#[derive(Clone, Debug)]
struct AddedEdition {
    book: Book,
    next: Link,
}

impl Editions {
    /// The edition with this digest.
    pub(super) fn find(&self, digest: &str) -> Option<&Book> {
        let mut link = &self.first;
        while let Some(added) = link.get() {
            if added.book.digest() == digest {
                return Some(&added.book);
            }
            link = &added.next;
        }
        None
    }

    /// Adds an edition, unless it is there. Two threads may add at the same time: each link is set once.
    pub(super) fn add(&self, book: &Book) -> &Book {
        let mut link = &self.first;
        loop {
            let added = link.get_or_init(|| Box::new(AddedEdition { book: book.clone(), next: Link::new() }));
            if added.book.digest() == book.digest() {
                return &added.book;
            }
            link = &added.next;
        }
    }
}
