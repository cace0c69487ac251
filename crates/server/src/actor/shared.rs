//! The state of a house that is shared outside its actor.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

use croupier_house::ids::PersonId;
use rustc_hash::FxHashSet;

/// The state of a house that is shared outside its actor.
#[derive(Default)]
pub struct SharedState {
    /// The robots.
    robots: RwLock<FxHashSet<PersonId>>,
    /// The names of the learning tables.
    learning: Vec<Box<str>>,
    /// Whether commands are accepted.
    open: AtomicBool,
    /// Why automatic tables do not deal, if they do not.
    held: OnceLock<String>,
    /// Why no commands are accepted at all, if they are not.
    frozen: OnceLock<String>,
}

impl SharedState {
    /// The state for a house with these learning tables. It does not accept commands yet.
    pub(super) fn new(learning: Vec<Box<str>>) -> Self {
        Self { learning, ..Self::default() }
    }

    /// Whether a person is a robot of a demo house.
    pub fn is_robot(&self, person: PersonId) -> bool {
        self.robots.read().unwrap_or_else(PoisonError::into_inner).contains(&person)
    }

    /// Whether a table is a learning table.
    pub fn is_learning(&self, table: &str) -> bool {
        self.learning.iter().any(|known| **known == *table)
    }

    /// Marks a person as a robot.
    pub(super) fn mark_robot(&self, person: PersonId) {
        self.robots.write().unwrap_or_else(PoisonError::into_inner).insert(person);
    }

    /// Why automatic tables do not deal, if they do not.
    pub fn held(&self) -> Option<&str> {
        self.held.get().map(String::as_str)
    }

    /// Stops automatic tables from dealing. The first reason counts.
    pub(super) fn hold(&self, why: String) {
        drop(self.held.set(why));
    }

    /// Why no commands are accepted until the server is started again, if they are not.
    pub fn frozen(&self) -> Option<&str> {
        self.frozen.get().map(String::as_str)
    }

    /// Refuses all commands. The first reason counts.
    pub(super) fn freeze(&self, why: String) {
        drop(self.frozen.set(why));
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.load(Ordering::Acquire) && self.frozen().is_none()
    }

    pub(super) fn set_open(&self, open: bool) {
        self.open.store(open, Ordering::Release);
    }
}
