//! The audit of a house from its journal alone.
//!
//! A journal says what happened. The audit finds the command that every event came from, decides it again against the
//! state before it, and compares events and transactions: whoever may not do something, has not enough, bets late or is
//! paid another amount is found by the same rules that a house applies when it is asked. Chain, order, keys, seeds and
//! balances are checked beside it. What cannot be applied is a finding, and the audit goes on.
//!
//! Tables are independent of each other, so that each thread plays some of them and follows only the money of the others.

mod candidates;
mod chain;
mod compare;
mod day;
mod export;
mod fair_check;
mod finding;
mod html;
mod players;
mod prelude;
mod report;
mod run;
mod script;
mod shard;
mod source;
mod text;

pub use export::{ExportedJournal, JournalExportError, write_export};
pub use finding::{AuditFinding, FindingKind};
pub use report::{AuditReport, HouseAudit, Unjudged};
pub use run::{AuditOptions, AuditProgress, audit, audit_house};
pub use source::{JournalSource, ReadSoFar, StoredSums};
