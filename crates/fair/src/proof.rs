//! The proof of a round or shoe: everything that a verifier needs.

use crate::device::DeviceOutcome;
use crate::players::PlayerSeeds;
use crate::seed::{Digest, Seed};
use crate::terms::RoundTerms;

/// The first field of every proof.
pub const FORMAT: &str = "croupier-fair/1";

/// The published values, the players' seeds and the outcome. These are only claims: [`crate::verify`] checks them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The terms of the round, fixed before betting.
    pub terms: RoundTerms,
    /// The commitment, published before betting.
    pub commitment: Digest,
    /// The players' seeds.
    pub players: PlayerSeeds,
    /// The receipt, published when the players' seeds were closed.
    pub receipt: Digest,
    /// The seed of the house.
    pub seed: Seed,
    /// The outcome.
    pub outcome: DeviceOutcome,
}
