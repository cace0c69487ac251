//! The life of a round: committed, closed, dealt, revealed.

use crate::device::DeviceOutcome;
use crate::players::PlayerSeeds;
use crate::proof::Proof;
use crate::seed::{Digest, Seed};
use crate::terms::{RoundTerms, key, receipt};

/// A round that the house has committed to; no player's seed is taken yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Committed {
    terms: RoundTerms,
    seed: Seed,
    commitment: Digest,
}

impl Committed {
    /// Commits to a seed; for a node that has the seed from the journal and not the chain.
    pub fn new(terms: RoundTerms, seed: Seed) -> Self {
        let commitment = terms.commitment(&seed);
        Self { terms, seed, commitment }
    }

    /// The terms of the round.
    pub const fn terms(&self) -> &RoundTerms {
        &self.terms
    }

    /// What to publish before betting opens.
    pub const fn commitment(&self) -> Digest {
        self.commitment
    }

    /// Takes the players' seeds, all at once and finally.
    pub fn close(self, players: PlayerSeeds) -> Closed {
        let receipt = receipt(&self.commitment, &players);
        Closed { committed: self, players, receipt }
    }
}

/// A round whose outcome is decided, though nobody outside knows it yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    committed: Committed,
    players: PlayerSeeds,
    receipt: Digest,
}

impl Closed {
    /// What to publish before the outcome is dealt.
    pub const fn receipt(&self) -> Digest {
        self.receipt
    }

    /// The outcome. The cards of a shoe stay secret until they are dealt.
    pub fn outcome(&self) -> DeviceOutcome {
        self.committed.terms.device.deal(&key(&self.committed.seed, &self.receipt))
    }

    /// Everything, once the round or the shoe is over.
    pub fn reveal(self) -> Proof {
        let outcome = self.outcome();
        let Self { committed: Committed { terms, seed, commitment }, players, receipt } = self;
        Proof { terms, commitment, players, receipt, seed, outcome }
    }
}
