//! The house around the rules: tables, people, ledger and journal, as a pure state machine.
//!
//! This crate reads no clock, generates no random numbers and touches no disk: time and outcomes are arguments. A
//! command is accepted or rejected. An accepted command returns journal entries, which must be stored before anybody
//! receives an answer. Replaying the entries rebuilds the state.

mod apply;
pub mod bounds;
pub mod command;
mod commit;
mod decide;
pub mod demo;
mod encoding;
mod entry_bytes;
pub mod event;
pub mod given_by;
mod group_memory;
mod house;
pub mod ids;
pub mod journal;
mod keys;
pub mod ledger;
mod library;
pub mod office;
pub mod paper;
mod postings;
mod rejection;
pub mod robot;
pub mod robot_dealer;
pub mod snapshot;
pub mod store;
mod succession;
pub mod table;
pub mod view;

pub use apply::FarEntry;
pub use commit::CommitError;
pub use decide::NewEvent;
pub use group_memory::{FREE_ROOM_MAX, give_back_entries};
pub use house::House;
pub use journal::{Accepted, EntryRange, JournalHead};
pub use keys::KEYS_CACHED;
pub use library::{Edition, Library};
pub use rejection::{RefusedDuty, Rejection, RejectionCode};
