//! `croupier doctor`: what is wrong with a data folder, what is lost, what can be made again from the journal. It makes
//! it again on request, and never touches the journal.
//!
//! `report` is what it says, `examine` looks at the journals and `files` at everything beside them, `repair` makes
//! again what can be, `loss` journals that acknowledged entries are gone.

mod examine;
mod files;
mod loss;
mod repair;
mod report;

pub use examine::examine;
pub use loss::{LossStatement, accept_loss};
pub use repair::repair;
pub use report::{DoctorFinding, DoctorPart, DoctorReport, ExaminedHouse, Remedy};
