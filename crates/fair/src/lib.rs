//! Fair dealing: players can check afterwards that the house could not choose the outcome.
//!
//! A table opens with a [`Chain`] of seeds and publishes its anchor. Each spin, throw or shoe uses the next link. The
//! house *commits* to the link, the round and the device before betting opens. Then it collects the players' own
//! seeds and *closes* them under a receipt, which settles the outcome. At the end it *reveals* its seed in a
//! [`Proof`], and [`verify`] recomputes everything. The types enforce this order: only a [`Committed`] round accepts
//! players' seeds, and only a [`Closed`] round has an outcome. `docs/fairness.md` describes every byte.
//!
//! This crate has no clock, files or randomness: seeds and nonces are arguments.
//!
//! ```
//! use croupier_fair::{Chain, Device, DeviceOutcome, PlayerSeeds, Seed, verify};
//! let chain = Chain::open("dice-1".parse()?, 1000, Seed::new([7; 32]))?;
//! let committed = chain.commit(1, "round-1".parse()?, Device::Dice)?;
//! let published = committed.commitment();
//! let closed = committed.close(PlayerSeeds::new([(3, b"my lucky seed".to_vec())])?);
//! assert!(matches!(closed.outcome(), DeviceOutcome::Throw(_)));
//! let proof = closed.reveal();
//! assert_eq!(proof.commitment, published);
//! assert!(verify(&proof).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - A [`Device`] is a wheel, dice or a shoe; [`Device::deal`] maps the key of a round to its outcome without bias.
//! - [`verify`] stops at the first [`Discrepancy`]; [`examine`] goes through all steps, also with what a player noted
//!   before the round ([`Noted`]).
//! - Seeds at rest are [`Sealed`] under the keys of a [`Keyring`].
//! - [`surprise`] says how unlikely a board of results is, exactly.
//!
//! `examples/fair_throw.rs` is a program of forty lines.

mod bytes;
mod chain;
mod device;
mod discrepancy;
mod document;
mod draws;
mod example;
#[cfg(test)]
mod injective;
mod opening;
mod players;
mod proof;
mod round;
mod sealed;
mod seed;
pub mod surprise;
mod terms;
#[cfg(test)]
mod vectors;
mod verify;

pub use chain::{Chain, ChainError};
pub use device::{CutRange, Device, DeviceError, DeviceOutcome, ShoeSpec};
pub use discrepancy::Discrepancy;
pub use document::{ProofError, ProofFault};
pub use draws::{Draws, OutcomeKey};
pub use example::{Example, example};
pub use opening::{LINKS_MAX, Opening};
pub use players::{PLAYER_SEED_BYTES_MAX, PLAYER_SEEDS_MAX, PlayerSeed, PlayerSeeds, PlayerSeedsError};
pub use proof::{FORMAT, Proof};
pub use round::{Closed, Committed};
pub use sealed::{HouseKey, KeyCheck, KeyId, Keyring, KeyringError, SEALED_BYTES, Sealed, SealedError};
pub use seed::{Digest, HexError, LABEL_BYTES_MAX, Label, LabelError, Seed};
pub use terms::{RoundTerms, receipt};
pub use verify::{Noted, ProofReport, ProofStep, ProofStepKind, Verified, examine, verify};
