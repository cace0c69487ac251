//! The office of a house: its file, its people, its approvals, its disputes.

mod approval;
mod dispute;
mod exchange;
#[allow(clippy::module_inception, reason = "the office itself")]
mod office;
mod person;
mod role;

pub use approval::ApprovalDraft;
pub use dispute::{Dispute, DisputeStage};
pub use exchange::{Exchange, ExchangeRequest, PendingExchanges};
pub use office::Office;
pub(crate) use office::set_post;
pub use person::{LimitKind, Person, PersonalLimit};
pub use role::{Role, TablePost};
