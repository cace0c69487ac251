//! The house around the rules: tables, people, ledger and journal, as a pure state machine.
//!
//! Nothing here reads a clock, throws dice or touches a disk: time and chance are arguments, and what a command does
//! comes back as entries to be stored before anyone is told. State is what the entries fold to.

mod cage;
mod clerk;
pub mod command;
pub mod demo;
pub mod event;
mod fold;
pub mod hands;
mod house;
pub mod ids;
pub mod journal;
pub mod ledger;
pub mod office;
pub mod paper;
pub mod proof;
mod refusal;
pub mod robot;
pub mod store;
pub mod table;
pub mod view;

pub use house::{Answer, Done, Head, House, KEYS_KEPT};
pub use refusal::{Code, Refusal};
