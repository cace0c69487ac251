//! The office of a house: its house file, people, approvals and disputes.

mod approval;
mod dispute;
mod exchange;
mod person;
mod role;
mod state;

pub use approval::ApprovalDraft;
pub use dispute::{Dispute, DisputeStage};
pub use exchange::{Exchange, ExchangeRequest, PendingExchanges};
pub use person::{LimitKind, Person, PersonalLimit};
pub use role::{Role, TablePost};
pub use state::Office;
pub(crate) use state::set_post;
