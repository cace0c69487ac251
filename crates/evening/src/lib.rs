//! An evening in a house, for tests: people who play over HTTP at one server or at several, an auditor who reads the journals
//! afterwards, and a checker of everything that people were answered.
//!
//! `processes` has servers of one database, each a process; `guest` is somebody who is logged in, `staff` those who run a house, `play` what they do, `audit` what the journals must
//! show, `history` what people asked and were answered, `checker` judges that.
#![allow(clippy::needless_pass_by_value, reason = "bodies and errors are given as they are made")]

mod audit;
mod checker;
mod guest;
mod history;
mod play;
mod processes;
mod staff;

pub use audit::{AuditedHouse, audit, audit_house};
pub use checker::check;
pub use guest::{Guest, HouseServers};
pub use history::{Answer, Asked, EveningJournal, History, JournalLine, Operation, ordered_key, own_key};
pub use play::{attended, bet, by_hand, close, play, until, verify, verify_all};
pub use processes::{NodeProcess, NodeProcesses, NodeProgram};
pub use staff::Staff;
