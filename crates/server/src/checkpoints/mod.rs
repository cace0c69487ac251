//! Checkpoints: what the houses sign of their transparency logs, so that anyone can read and compare it.
//!
//! `log` is the database of those that were published, `signer` the task that makes them, `known` the comparison with those
//! that were made before. Their text and keys are those of `croupier_transparency`. Nothing here is on the way of a command.

mod house_signature;
mod known;
mod log;
mod signer;

pub(crate) use known::contradiction;
pub use known::read_known;
pub(crate) use log::PAGE_MAX;
pub use log::{CHECKPOINTS_FILE, CheckpointLog, PublishedCheckpoint};
pub use signer::{CHECKPOINT_EVERY, CheckpointSigner};
pub(crate) use signer::{DUE_MAX, WITHOUT_SALT, origin_of};
