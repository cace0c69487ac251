//! The state of a house that is shared outside its actor.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use croupier_house::House;
use croupier_house::ids::{PersonId, TableId};
use croupier_house::table::TableState;
use rustc_hash::FxHashSet;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::snapshot_writer::StoredSnapshot;

/// What a table is called, and its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLabel {
    /// Its name in the house file.
    pub name: Box<str>,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
}

/// The labels of the tables of a house.
pub(crate) fn table_labels(house: &House<'_>) -> Arc<[TableLabel]> {
    let label = |table: &TableState<'_>| TableLabel { name: table.name.clone(), game: table.game.clone() };
    house.tables().iter().map(label).collect()
}

/// How a house was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HouseOpening {
    /// The sequence of the snapshot it was opened from; 0 without one.
    pub from: u64,
    /// The number of entries that were applied after it.
    pub applied: u64,
}

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
    /// Whether the house is written from here, and not by another node.
    owned: AtomicBool,
    /// Why nobody may write to the house, if nobody may.
    suspended: Mutex<Option<String>>,
    /// The highest sequence that somebody was answered with here.
    answered_to: AtomicU64,
    /// The sequence of the last entry that is known to be on disk.
    stored_to: AtomicU64,
    /// The tables, in order.
    tables: RwLock<Arc<[TableLabel]>>,
    /// How the house was opened last.
    opening: Mutex<HouseOpening>,
    /// Whether a robot deals attended tables that no person deals.
    robot_deals: AtomicBool,
    /// The runtime whose tasks wait for answers.
    runtime: OnceLock<Handle>,
    /// The snapshot that was made when the house was opened.
    first_snapshot: Mutex<Option<StoredSnapshot>>,
}

impl SharedState {
    /// The state for a house with these learning tables. It does not accept commands yet.
    pub(super) fn new(learning: Vec<Box<str>>) -> Self {
        Self { learning, ..Self::default() }
    }

    /// The sequence of the last entry that is known to be on disk.
    pub fn stored_to(&self) -> u64 {
        self.stored_to.load(Ordering::Acquire)
    }

    pub(super) fn set_stored_to(&self, sequence: u64) {
        self.stored_to.store(sequence, Ordering::Release);
    }

    /// The tables, in order.
    pub fn tables(&self) -> Arc<[TableLabel]> {
        Arc::clone(&self.tables.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A table, if there is one with this number.
    pub fn table(&self, id: TableId) -> Option<TableLabel> {
        self.tables().get(usize::from(id.0).wrapping_sub(1)).cloned()
    }

    pub(super) fn set_tables(&self, tables: Arc<[TableLabel]>) {
        *self.tables.write().unwrap_or_else(PoisonError::into_inner) = tables;
    }

    /// How the house was opened last: at the start, or after a failure of the store.
    pub fn opening(&self) -> HouseOpening {
        *self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_opening(&self, opening: HouseOpening) {
        *self.opening.lock().unwrap_or_else(PoisonError::into_inner) = opening;
    }

    pub(super) fn set_first_snapshot(&self, snapshot: StoredSnapshot) {
        *self.first_snapshot.lock().unwrap_or_else(PoisonError::into_inner) = Some(snapshot);
    }

    /// The runtime that serves the house, once it does.
    pub(super) fn runtime(&self) -> Option<&Handle> {
        self.runtime.get()
    }

    /// Notes the runtime of the task that calls this, if it is one and none is known. A runtime with one thread is no use:
    /// that thread may be waiting for an answer.
    pub(super) fn note_runtime(&self) {
        if self.runtime.get().is_none()
            && let Ok(runtime) = Handle::try_current()
            && runtime.runtime_flavor() == RuntimeFlavor::MultiThread
        {
            drop(self.runtime.set(runtime));
        }
    }

    /// Takes the snapshot that was made when the house was opened, to store it.
    pub(crate) fn take_first_snapshot(&self) -> Option<StoredSnapshot> {
        self.first_snapshot.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether a person is a robot of a demo house.
    pub fn is_robot(&self, person: PersonId) -> bool {
        self.robots.read().unwrap_or_else(PoisonError::into_inner).contains(&person)
    }

    /// Whether a table is a learning table.
    pub fn is_learning(&self, table: &str) -> bool {
        self.learning.iter().any(|known| **known == *table)
    }

    /// Whether a robot deals attended tables that no person deals.
    pub(super) fn robot_deals(&self) -> bool {
        self.robot_deals.load(Ordering::Acquire)
    }

    /// Notes that a robot deals attended tables from now on.
    pub(crate) fn let_robot_deal(&self) {
        self.robot_deals.store(true, Ordering::Release);
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

    /// Why nobody may write to the house, on any node, if nobody may.
    pub fn suspended(&self) -> Option<String> {
        self.suspended.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn suspend(&self, why: String) {
        *self.suspended.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
    }

    /// Whether the house is written from here, and not by another node.
    pub fn is_owned(&self) -> bool {
        self.owned.load(Ordering::Acquire)
    }

    pub(super) fn set_owned(&self, owned: bool) {
        self.owned.store(owned, Ordering::Release);
    }

    /// Notes the sequence that somebody is answered with.
    pub(super) fn note_answered(&self, sequence: u64) {
        self.answered_to.fetch_max(sequence, Ordering::AcqRel);
    }

    /// The highest sequence that somebody can have seen here.
    pub fn shown_to(&self) -> u64 {
        self.stored_to().max(self.answered_to.load(Ordering::Acquire))
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.load(Ordering::Acquire) && self.frozen().is_none() && self.suspended().is_none()
    }

    pub(super) fn set_open(&self, open: bool) {
        self.open.store(open, Ordering::Release);
    }
}
