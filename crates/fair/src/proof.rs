//! The proof of a round or shoe: all that a verifier needs.

use crate::device::Outcome;
use crate::document::{self, ProofError};
use crate::players::PlayerSeeds;
use crate::round::Terms;
use crate::seed::{Digest, Seed};

/// The first field of every proof.
pub const FORMAT: &str = "croupier-fair/1";

/// What was promised, what was given and what fell. It may claim anything: [`crate::verify`] finds out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// What was settled before betting.
    pub terms: Terms,
    /// What the house published before betting.
    pub commitment: Digest,
    /// The players' seeds.
    pub players: PlayerSeeds,
    /// What the house published when it had taken them.
    pub receipt: Digest,
    /// The seed of the house.
    pub seed: Seed,
    /// What fell.
    pub outcome: Outcome,
}

impl Proof {
    /// Reads a proof from JSON; where it is none, all its faults.
    pub fn read(json: &[u8]) -> Result<Self, ProofError> {
        document::read(json)
    }

    /// The proof as JSON, always the same bytes: fields in order, two spaces a level, a line feed at the end.
    pub fn to_json(&self) -> String {
        document::write(self)
    }
}
