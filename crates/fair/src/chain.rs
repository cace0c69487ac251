//! The seed chain of a table: made backwards from its last seed, used forwards from its anchor.

use std::fmt;

use crate::bytes::{Packed, domain};
use crate::device::Device;
use crate::round::{Committed, Terms};
use crate::seed::{Digest, Id, Seed};

/// The longest chain: checking its last link takes a million hashes, a fraction of a second.
pub const LINKS_MAX: u32 = 1 << 20;

/// One seed in so many is kept, so that the next link is never more hashes away than this.
const KEPT_EVERY: u32 = 256;

/// What a table publishes when it opens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The table.
    pub table: Id,
    /// How many links the chain has.
    pub links: u32,
    /// What the first link hashes to.
    pub anchor: Digest,
}

impl Opening {
    /// What comes before a link: the seed of the link before it, or the anchor where it is the first.
    pub fn before(&self, link: u32, seed: &Seed) -> Digest {
        Digest::new(*ChainStep::new(&self.table, self.links).before(link, seed).reveal())
    }
}

/// The seeds of a table, the last of them secret the longest.
#[derive(Clone, Debug)]
pub struct Chain {
    opening: Opening,
    step: ChainStep,
    /// The last seed, and every 256th before it.
    kept: Vec<Seed>,
}

/// Why there is no such chain or link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainError {
    /// A chain cannot have so many links.
    Length(u32),
    /// The chain has no such link.
    Link {
        /// The link asked for.
        link: u32,
        /// How many there are.
        links: u32,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(found) => write!(f, "a chain has 1 to {LINKS_MAX} links, not {found}"),
            Self::Link { link, links } => write!(f, "the links of this chain are 1 to {links}, not {link}"),
        }
    }
}

impl std::error::Error for ChainError {}

/// The hash from a link to the one before it, with what all links of a table share taken in already.
#[derive(Clone, Debug)]
pub(crate) struct ChainStep(blake3::Hasher);

impl ChainStep {
    pub(crate) fn new(table: &Id, links: u32) -> Self {
        let shared = Packed::default().counted(table.as_str().as_bytes()).number(links);
        let mut hasher = blake3::Hasher::new_derive_key(domain::CHAIN);
        hasher.update(shared.as_bytes());
        Self(hasher)
    }

    /// The seed of link `link - 1`, or the anchor where the link is the first.
    fn before(&self, link: u32, seed: &Seed) -> Seed {
        let mut hasher = self.0.clone();
        hasher.update(&link.to_le_bytes()).update(seed.reveal());
        Seed::new(*hasher.finalize().as_bytes())
    }

    /// The seed of an earlier link, 0 standing for the anchor.
    pub(crate) fn back(&self, from: u32, seed: &Seed, to: u32) -> Seed {
        (to..from).rev().fold(seed.clone(), |seed, link| self.before(link + 1, &seed))
    }
}

impl Chain {
    /// The chain of a table whose last seed is `last`.
    pub fn open(table: Id, links: u32, last: Seed) -> Result<Self, ChainError> {
        if !(1..=LINKS_MAX).contains(&links) {
            return Err(ChainError::Length(links));
        }
        let step = ChainStep::new(&table, links);
        let mut kept = vec![last.clone()];
        let (mut at, mut seed) = (links, last);
        while at > KEPT_EVERY {
            seed = step.back(at, &seed, at - KEPT_EVERY);
            at -= KEPT_EVERY;
            kept.push(seed.clone());
        }
        let anchor = Digest::new(*step.back(at, &seed, 0).reveal());
        Ok(Self { opening: Opening { table, links, anchor }, step, kept })
    }

    /// What to publish before the first round.
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The seed of a link, 1 the first to be used.
    pub fn seed(&self, link: u32) -> Result<Seed, ChainError> {
        let links = self.opening.links;
        if !(1..=links).contains(&link) {
            return Err(ChainError::Link { link, links });
        }
        let skipped = (links - link) / KEPT_EVERY;
        let kept = usize::try_from(skipped).ok().and_then(|at| self.kept.get(at));
        let kept = kept.ok_or(ChainError::Link { link, links })?;
        Ok(self.step.back(links - skipped * KEPT_EVERY, kept, link))
    }

    /// Commits to a link for a round: before betting opens, and before any player's seed is taken.
    pub fn commit(&self, link: u32, round: Id, device: Device) -> Result<Committed, ChainError> {
        let seed = self.seed(link)?;
        Ok(Committed::new(Terms { opening: self.opening.clone(), link, round, device }, seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(links: u32) -> Chain {
        Chain::open("t".parse().unwrap(), links, Seed::new([9; 32])).unwrap()
    }

    #[test]
    fn every_link_hashes_to_the_one_before_it_and_the_first_to_the_anchor() {
        for links in [1, 2, 255, 256, 257, 600] {
            let chain = chain(links);
            assert_eq!(chain.seed(links).unwrap(), Seed::new([9; 32]));
            let mut before = Seed::new(*chain.opening().anchor.as_bytes());
            for link in 1..=links {
                let seed = chain.seed(link).unwrap();
                assert_eq!(chain.step.before(link, &seed), before, "link {link} of {links}");
                before = seed;
            }
        }
    }

    #[test]
    fn a_chain_has_only_its_links() {
        assert_eq!(chain(3).seed(0).unwrap_err(), ChainError::Link { link: 0, links: 3 });
        assert_eq!(chain(3).seed(4).unwrap_err(), ChainError::Link { link: 4, links: 3 });
        for links in [0, LINKS_MAX + 1] {
            let refused = Chain::open("t".parse().unwrap(), links, Seed::new([0; 32]));
            assert_eq!(refused.unwrap_err(), ChainError::Length(links));
        }
    }

    #[test]
    fn tables_and_lengths_do_not_share_chains() {
        let other = Chain::open("u".parse().unwrap(), 3, Seed::new([9; 32])).unwrap();
        assert_ne!(chain(3).opening().anchor, other.opening().anchor);
        assert_ne!(chain(3).seed(1), other.seed(1));
        assert_ne!(chain(3).seed(2), chain(4).seed(3));
    }
}
