//! A round in its order: committed, closed, dealt, revealed.

use crate::bytes::{Packed, domain};
use crate::chain::Opening;
use crate::device::{Device, Outcome};
use crate::draws::Key;
use crate::players::PlayerSeeds;
use crate::proof::Proof;
use crate::seed::{Digest, Id, Seed};

/// What is settled before anyone bets: the chain and its link, the round or shoe, and what decides it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The chain, as published when the table opened.
    pub opening: Opening,
    /// Which link of it, 1 the first.
    pub link: u32,
    /// The round, or the shoe.
    pub round: Id,
    /// What decides it.
    pub device: Device,
}

impl Terms {
    /// The bytes that a commitment hashes.
    pub(crate) fn pack(&self, seed: &Seed) -> Packed {
        let Self { opening: Opening { table, links, anchor }, link, round, device } = self;
        let chain = Packed::default().counted(table.as_str().as_bytes()).number(*links);
        let place = chain.fixed(anchor.as_bytes()).number(*link).counted(round.as_str().as_bytes());
        device.pack(place).fixed(seed.reveal())
    }

    /// What the house publishes to bind itself to this seed for these terms.
    pub fn commitment(&self, seed: &Seed) -> Digest {
        Digest::new(self.pack(seed).hash(domain::COMMITMENT))
    }
}

/// The bytes that a receipt hashes.
pub(crate) fn pack_receipt(commitment: &Digest, players: &PlayerSeeds) -> Packed {
    players.pack(Packed::default().fixed(commitment.as_bytes()))
}

/// What the house publishes once the players' seeds are taken: every player can hash it too, before anything falls.
pub fn receipt(commitment: &Digest, players: &PlayerSeeds) -> Digest {
    Digest::new(pack_receipt(commitment, players).hash(domain::RECEIPT))
}

/// What decides the outcome. The receipt stands for everything but the seed.
pub(crate) fn key(seed: &Seed, receipt: &Digest) -> Key {
    let packed = Packed::default().fixed(seed.reveal()).fixed(receipt.as_bytes());
    Key::new(packed.hash(domain::OUTCOME))
}

/// A round the house has bound itself to; no player's seed is taken yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Committed {
    terms: Terms,
    seed: Seed,
    commitment: Digest,
}

impl Committed {
    /// Binds the house to a seed; for a node that has the seed from the journal and not the chain.
    pub fn new(terms: Terms, seed: Seed) -> Self {
        let commitment = terms.commitment(&seed);
        Self { terms, seed, commitment }
    }

    /// What was settled.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What to publish before betting opens.
    pub const fn commitment(&self) -> Digest {
        self.commitment
    }

    /// Takes the players' seeds, all at once and for good.
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
    /// What to publish before anything falls.
    pub const fn receipt(&self) -> Digest {
        self.receipt
    }

    /// What falls; a shoe's cards stay in the house until they are dealt.
    pub fn outcome(&self) -> Outcome {
        self.committed.terms.device.deal(&key(&self.committed.seed, &self.receipt))
    }

    /// Everything, once the round or the shoe is over.
    pub fn reveal(self) -> Proof {
        let outcome = self.outcome();
        let Self { committed: Committed { terms, seed, commitment }, players, receipt } = self;
        Proof { terms, commitment, players, receipt, seed, outcome }
    }
}
