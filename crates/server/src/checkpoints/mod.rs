//! Checkpoints: signed heads of the houses' journals that anyone can read and compare.
//!
//! `note` is their text, `signing_key` the key that follows from the house key, `log` the database of those that were
//! published, `signer` the task that makes them, `known` the comparison with those that were made before. Nothing here
//! is on the way of a command.

mod known;
mod log;
mod note;
mod signer;
mod signing_key;

pub(crate) use known::contradiction;
pub use known::read_known;
pub(crate) use log::PAGE_MAX;
pub use log::{CHECKPOINTS_FILE, CheckpointLog, PublishedCheckpoint};
pub use note::{Checkpoint, HouseIdentity, NoteError, NoteSignature, Origin, SignedCheckpoint, read_notes};
pub use signer::{CHECKPOINT_EVERY, CheckpointSigner};
pub(crate) use signer::{DUE_MAX, origin_of};
pub use signing_key::{SigningKey, VerifyingKey};
