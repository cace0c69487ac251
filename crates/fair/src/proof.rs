//! The proof of a round or shoe: everything a verifier needs.

use crate::device::DeviceOutcome;
use crate::players::PlayerSeeds;
use crate::seed::{Digest, Seed};
use crate::terms::RoundTerms;

/// The first field of every proof.
pub const FORMAT: &str = "croupier-fair/1";

/// What was published, what players gave, and the outcome. It may claim anything: [`crate::verify`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The terms of the round, fixed before betting.
    pub terms: RoundTerms,
    /// What the house published before betting.
    pub commitment: Digest,
    /// The players' seeds.
    pub players: PlayerSeeds,
    /// What the house published when it closed them.
    pub receipt: Digest,
    /// The seed of the house.
    pub seed: Seed,
    /// The outcome.
    pub outcome: DeviceOutcome,
}
