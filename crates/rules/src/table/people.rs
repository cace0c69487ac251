//! The people named at a table.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::RandomState;

use crate::notation::Name;

/// A person, by the order in which people were first named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(u32);

impl PlayerId {
    /// The index among the people who have been named, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Everyone who has been named, and the people who are refused service.
#[derive(Clone, Debug, Default)]
pub struct People {
    names: Vec<Name>,
    /// Every bet looks its player up. The seeds of the hash are random, because anybody may choose a name.
    ids: HashMap<Name, PlayerId, RandomState>,
    refused: BTreeSet<PlayerId>,
}

impl People {
    /// The person with this name, added if the name is new.
    pub fn id_of(&mut self, name: &str) -> PlayerId {
        if let Some(id) = self.known(name) {
            return id;
        }
        let id = self.next_id();
        self.names.push(name.into());
        self.ids.insert(name.into(), id);
        id
    }

    /// The person with this name, if the name is known.
    pub fn known(&self, name: &str) -> Option<PlayerId> {
        self.ids.get(name).copied()
    }

    /// The id that [`People::id_of`] returns, without adding a new name.
    pub(super) fn id_to_be(&self, name: &str) -> PlayerId {
        self.known(name).unwrap_or_else(|| self.next_id())
    }

    /// Whether a name has the id that [`People::id_to_be`] returned for it. It is added if it was new and still is.
    pub(super) fn enter(&mut self, id: PlayerId, name: &str) -> bool {
        match self.names.get(id.index()) {
            Some(known) => **known == *name,
            None => self.id_of(name) == id,
        }
    }

    fn next_id(&self) -> PlayerId {
        PlayerId(u32::try_from(self.names.len()).expect("a record has few people"))
    }

    /// The name of a person.
    pub fn name(&self, id: PlayerId) -> &str {
        &self.names[id.0 as usize]
    }

    /// Refuses this person service from now on.
    pub fn refuse(&mut self, name: &str) {
        let id = self.id_of(name);
        self.refused.insert(id);
    }

    /// The names of the people who are refused service.
    pub(super) fn refused(&self) -> impl Iterator<Item = &str> {
        self.refused.iter().map(|id| self.name(*id))
    }

    /// Whether this person is refused service.
    pub fn is_refused(&self, id: PlayerId) -> bool {
        self.refused.contains(&id)
    }
}
