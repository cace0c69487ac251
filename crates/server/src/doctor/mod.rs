//! `croupier doctor`: what is wrong with a data folder or a database, what is lost, what can be made again from the journal.
//! It makes it again on request, and never touches the journal.
//!
//! `report` is what it says. `examine` looks at a folder and `database` at a database; `house` says what both say of a house,
//! `files` looks at everything beside the journals, `cluster` at what nodes agree on. `repair` and `repair_database` make again
//! what can be, `loss` and `loss_database` journal that acknowledged entries are gone.

mod beside;
mod cluster;
mod database;
mod examine;
mod files;
mod house;
mod loss;
mod loss_database;
mod repair;
mod repair_database;
mod report;

pub use database::examine_database;
pub use examine::examine;
pub use loss::{LossStatement, accept_loss};
pub use loss_database::accept_database_loss;
pub use repair::repair;
pub use repair_database::repair_database;
pub use report::{DoctorFinding, DoctorPart, DoctorReport, ExaminedHouse, Remedy};
