//! The office of a house: its house file, people, approvals and disputes.

mod approval;
mod chip_request;
mod dispute;
mod exchange;
mod file_text;
mod incarnation;
mod person;
mod posts;
mod proposal;
mod recovery;
mod role;
mod roster;
mod state;

pub use approval::ApprovalDraft;
pub use chip_request::{ChipRequest, ChipRequestKind, ChipRequests, LaidOut};
pub use dispute::{Dispute, ESCALATION_LASTS, OpenDisputes};
pub use exchange::{Exchange, ExchangeRequest, PendingExchanges};
pub(crate) use file_text::FileText;
pub use incarnation::{AcceptedLoss, Incarnation, NewIncarnation, NotedKey};
pub use person::{DocumentHash, LimitKind, Person, PersonalLimit};
pub use proposal::{
    OFFICE_PROPOSAL_LASTS, OFFICE_PROPOSALS_MAX, OfficeAction, OfficeProposal, OfficeProposals,
};
pub use recovery::{RECOVERIES_MAX, Recovery};
pub use role::{Role, TablePost};
pub use roster::{Duty, Roster};
pub use state::Office;
pub(crate) use state::set_post;
