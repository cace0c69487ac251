//! Fair dealing: who plays can check afterwards that the house could not choose what fell.
//!
//! A table opens with a [`Chain`] of seeds and publishes its end, the anchor. Each spin, throw or shoe uses the next
//! link. The house *commits* to the link, the round and the device before betting opens; then the players' own seeds
//! are taken and *closed* under a receipt; then the outcome falls; then the seed is *revealed* in a [`Proof`] that
//! [`verify`] recomputes. The types keep that order: only a [`Committed`] round takes players' seeds, only a
//! [`Closed`] one has an outcome. Every byte is described in `docs/fairness.md`.
//!
//! Nothing here has a clock, files or randomness of its own: seeds and nonces are arguments.
//!
//! ```
//! use croupier_fair::{Chain, Device, Outcome, PlayerSeeds, Seed, verify};
//! let chain = Chain::open("dice-1".parse()?, 1000, Seed::new([7; 32]))?;
//! let committed = chain.commit(1, "round-1".parse()?, Device::Dice)?;
//! let published = committed.commitment();
//! let closed = committed.close(PlayerSeeds::new([(3, b"my lucky seed".to_vec())])?);
//! assert!(matches!(closed.outcome(), Outcome::Throw(_)));
//! let proof = closed.reveal();
//! assert_eq!(proof.commitment, published);
//! assert!(verify(&proof).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
mod chain;
mod device;
mod discrepancy;
mod document;
mod draws;
mod example;
#[cfg(test)]
mod injective;
mod players;
mod proof;
mod round;
mod sealed;
mod seed;
pub mod surprise;
#[cfg(test)]
mod vectors;
mod verify;

pub use chain::{Chain, ChainError, LINKS_MAX, Opening};
pub use device::{CutRange, Device, DeviceError, Outcome, Packs};
pub use discrepancy::Discrepancy;
pub use document::{Fault, ProofError};
pub use draws::{Draws, Key};
pub use example::{Example, example};
pub use players::{PLAYER_SEED_BYTES_MAX, PLAYER_SEEDS_MAX, PlayerSeed, PlayerSeeds, PlayerSeedsError};
pub use proof::{FORMAT, Proof};
pub use round::{Closed, Committed, Terms, receipt};
pub use sealed::{HouseKey, KeyId, Keyring, KeyringError, SEALED_BYTES, Sealed, SealedError};
pub use seed::{Digest, HexError, ID_BYTES_MAX, Id, IdError, Seed};
pub use verify::{Noted, Report, Step, StepKind, Verified, examine, verify};
