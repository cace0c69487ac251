//! The house around the rules: tables, people, ledger and journal, as a pure state machine.
//!
//! Nothing here reads a clock, throws dice or touches a disk: time and outcomes are arguments. A command is accepted or
//! rejected. An accepted command comes back as journal entries, which are stored before anybody is answered. Replaying
//! the entries rebuilds the state.

mod apply;
pub mod command;
mod commit;
mod decide;
pub mod demo;
pub mod event;
mod house;
pub mod ids;
pub mod journal;
mod keys;
pub mod ledger;
pub mod office;
pub mod paper;
mod rejection;
pub mod robot;
pub mod store;
pub mod table;
pub mod view;

pub use house::House;
pub use journal::{Accepted, EntryRange, JournalHead};
pub use keys::KEYS_CACHED;
pub use rejection::{Rejection, RejectionCode};
