//! The rulebooks of a house as they are stored: which editions it stores and has adopted. Their texts come after the state.

use std::collections::BTreeMap;

use croupier_rules::book::Shelf;
use serde::{Deserialize, Serialize};

use super::error::SnapshotError;
use crate::journal::Hash;
use crate::library::Library;

/// The rulebooks, without their texts.
#[derive(Serialize, Deserialize)]
pub(super) struct LibrarySnapshot {
    /// The book and the digest of every edition that is stored, in the order of the digests.
    stored: Vec<(Box<str>, Hash)>,
    adopted: Vec<(Box<str>, Hash)>,
    played: Vec<(Box<str>, Hash)>,
}

impl LibrarySnapshot {
    pub(super) fn of(library: &Library<'_>) -> Self {
        Self {
            stored: library.stored().map(|(digest, edition)| (edition.rulebook.clone(), *digest)).collect(),
            adopted: pairs(library.adopted()),
            played: pairs(library.played()),
        }
    }

    /// The texts of the editions that are stored, in the same order.
    pub(super) fn texts<'l>(library: &'l Library<'_>) -> Vec<&'l str> {
        library.stored().map(|(_, edition)| &*edition.text).collect()
    }

    pub(super) fn restore<'b>(
        self,
        shelf: &'b Shelf,
        texts: &[Box<str>],
    ) -> Result<Library<'b>, SnapshotError> {
        if texts.len() != self.stored.len() {
            return Err(SnapshotError::contradiction("the text of a rulebook is missing"));
        }
        let mut library = Library::new(shelf);
        for ((rulebook, digest), text) in self.stored.iter().zip(texts) {
            library.store(rulebook, digest, text).map_err(SnapshotError::contradiction)?;
        }
        self.adopted.iter().for_each(|(rulebook, digest)| library.adopt(rulebook, *digest));
        self.played.iter().for_each(|(rulebook, digest)| library.note_played(rulebook, *digest));
        Ok(library)
    }
}

fn pairs(of: &BTreeMap<Box<str>, Hash>) -> Vec<(Box<str>, Hash)> {
    of.iter().map(|(rulebook, digest)| (rulebook.clone(), *digest)).collect()
}
