//! Faults planted in a good journal, one in each copy, and the proof that the audit finds them.
//!
//! A fault is planted in the content of an entry or in the order of entries, and the copy is sealed again: sequence,
//! versions, hashes and what names hashes are made as the house itself would make them. The chain alone then finds
//! nothing, and only what an entry says can be wrong. Without sealing, the bytes are changed and nothing else.
//!
//! Named faults are those that people ask about. Besides them every field of every event, posting and entry is altered,
//! and every entry deleted, doubled and exchanged with the next; the fields are found from the events themselves.

mod copy;
mod fault;
mod fields;
mod flips;
mod generated;
mod good;
mod named;
mod prove;
mod reasons;
mod report;
mod seal;
mod stored;

pub use fault::{FaultGroup, FaultKind, PlantedFault};
pub use flips::{FlipOutcome, RuleFlip, flip_rules, unflipped};
pub use generated::generated;
pub use good::{GoodJournal, NotGood};
pub use named::{NAMED, NamedFault, named};
pub use prove::{FaultOutcome, ProvedFault, prove};
pub use reasons::{LAWFUL, LawfulChange};
pub use report::{FaultCount, LabReport};
pub use seal::{Sealing, planted};
