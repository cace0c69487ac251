//! The terms of a round and the hashes derived from them: commitment, receipt and outcome key.

use crate::bytes::{Packed, domain};
use crate::device::Device;
use crate::draws::OutcomeKey;
use crate::opening::Opening;
use crate::players::PlayerSeeds;
use crate::seed::{Digest, Label, Seed};

/// The terms that are fixed before betting: the chain and its link, the round or shoe, and the device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundTerms {
    /// The chain, as published when the table opened.
    pub opening: Opening,
    /// The number of the link in the chain, from 1.
    pub link: u32,
    /// The round, or the shoe.
    pub round: Label,
    /// The device that determines it.
    pub device: Device,
}

impl RoundTerms {
    /// The bytes that a commitment hashes.
    pub(crate) fn pack(&self, seed: &Seed) -> Packed {
        let Self { opening: Opening { table, links, anchor }, link, round, device } = self;
        let chain = Packed::default().counted(table.as_str().as_bytes()).number(*links);
        let place = chain.fixed(anchor.as_bytes()).number(*link).counted(round.as_str().as_bytes());
        device.pack(place).fixed(seed.reveal())
    }

    /// The commitment to this seed for these terms, which the house publishes.
    pub fn commitment(&self, seed: &Seed) -> Digest {
        Digest::new(self.pack(seed).hash(domain::COMMITMENT))
    }
}

/// The bytes that a receipt hashes.
pub(crate) fn pack_receipt(commitment: &Digest, players: &PlayerSeeds) -> Packed {
    players.pack(Packed::default().fixed(commitment.as_bytes()))
}

/// The receipt, which the house publishes when the players' seeds are closed. Players can recompute it before the
/// outcome.
pub fn receipt(commitment: &Digest, players: &PlayerSeeds) -> Digest {
    Digest::new(pack_receipt(commitment, players).hash(domain::RECEIPT))
}

/// The key that determines the outcome. The receipt covers everything except the seed.
pub(crate) fn key(seed: &Seed, receipt: &Digest) -> OutcomeKey {
    let packed = Packed::default().fixed(seed.reveal()).fixed(receipt.as_bytes());
    OutcomeKey::new(packed.hash(domain::OUTCOME))
}
