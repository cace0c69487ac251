//! The stages of a round: committed, closed, dealt, revealed.

use crate::device::DeviceOutcome;
use crate::players::PlayerSeeds;
use crate::proof::Proof;
use crate::seed::{Digest, Seed};
use crate::terms::{RoundTerms, key, receipt};

/// A round that the house has committed to. No player's seed has been accepted yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Committed {
    terms: RoundTerms,
    seed: Seed,
    commitment: Digest,
}

impl Committed {
    /// Commits to a seed. For a node that has the seed from the journal but not the chain.
    pub fn new(terms: RoundTerms, seed: Seed) -> Self {
        let commitment = terms.commitment(&seed);
        Self { terms, seed, commitment }
    }

    /// The terms of the round.
    pub const fn terms(&self) -> &RoundTerms {
        &self.terms
    }

    /// The commitment, to be published before betting opens.
    pub const fn commitment(&self) -> Digest {
        self.commitment
    }

    /// Accepts the players' seeds, all at once and irrevocably.
    pub fn close(self, players: PlayerSeeds) -> Closed {
        let receipt = receipt(&self.commitment, &players);
        Closed { committed: self, players, receipt }
    }
}

/// A round whose outcome is determined but not yet known outside the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    committed: Committed,
    players: PlayerSeeds,
    receipt: Digest,
}

impl Closed {
    /// The receipt, to be published before the outcome is dealt.
    pub const fn receipt(&self) -> Digest {
        self.receipt
    }

    /// The outcome. The cards of a shoe remain secret until they are dealt.
    pub fn outcome(&self) -> DeviceOutcome {
        self.committed.terms.device.deal(&key(&self.committed.seed, &self.receipt))
    }

    /// The proof, to be published when the round or shoe is over.
    pub fn reveal(self) -> Proof {
        let outcome = self.outcome();
        let Self { committed: Committed { terms, seed, commitment }, players, receipt } = self;
        Proof { terms, commitment, players, receipt, seed, outcome }
    }
}
