//! The data that a table publishes when it opens, and the hash that links the seeds of its chain.

use crate::bytes::{Packed, domain};
use crate::seed::{Digest, Label, Seed};

/// The maximum length of a chain. Checking its last link takes a million hashes, a fraction of a second.
pub const LINKS_MAX: u32 = 1 << 20;

/// The data that a table publishes when it opens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The table.
    pub table: Label,
    /// The number of links of the chain.
    pub links: u32,
    /// The hash of the first link.
    pub anchor: Digest,
}

impl Opening {
    /// The hash of a link: the seed of the link before it, or the anchor for the first link.
    pub fn before(&self, link: u32, seed: &Seed) -> Digest {
        Digest::new(*ChainStep::new(&self.table, self.links).before(link, seed).reveal())
    }
}

/// The hash function from a link to the one before it. The prefix that all links share is already hashed.
#[derive(Clone, Debug)]
pub(crate) struct ChainStep(blake3::Hasher);

impl ChainStep {
    pub(crate) fn new(table: &Label, links: u32) -> Self {
        let shared = Packed::default().counted(table.as_str().as_bytes()).number(links);
        let mut hasher = blake3::Hasher::new_derive_key(domain::CHAIN);
        hasher.update(shared.as_bytes());
        Self(hasher)
    }

    /// The seed of link `link - 1`, or the anchor for the first link.
    pub(crate) fn before(&self, link: u32, seed: &Seed) -> Seed {
        let mut hasher = self.0.clone();
        hasher.update(&link.to_le_bytes()).update(seed.reveal());
        Seed::new(*hasher.finalize().as_bytes())
    }

    /// The seed of an earlier link; link 0 is the anchor.
    pub(crate) fn back(&self, from: u32, seed: &Seed, to: u32) -> Seed {
        (to..from).rev().fold(seed.clone(), |seed, link| self.before(link + 1, &seed))
    }
}
