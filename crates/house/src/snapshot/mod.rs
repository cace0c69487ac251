//! Snapshots: the whole state of a house at one place in its sequence, so that opening it need not replay its journal
//! from the beginning.
//!
//! The types in this folder are the stored form, and mirror those of the state: the state can change without changing
//! what is stored. Every part is taken apart field by field, so that the compiler asks about each new field. Maps are
//! written in order, so that equal states have equal bytes. A record that is open is stored as its acts and is played
//! again, without posting anything.

mod chain;
mod error;
mod fingerprint;
mod ledger;
mod library;
mod live;
mod office;
mod papers;
mod sealed;
mod start;
mod state;
mod suspension;
mod table;

pub use error::SnapshotError;
pub use sealed::SealedSnapshot;
pub use state::STATE_FORMAT;
