//! The seed chain of a table: computed backwards from its last seed, used forwards from its anchor.

use std::fmt;

use crate::device::Device;
use crate::opening::{ChainStep, LINKS_MAX, Opening};
use crate::round::Committed;
use crate::seed::{Digest, Label, Seed};
use crate::terms::RoundTerms;

/// The interval, in links, at which a seed is cached. Any link can be computed with no more hashes than this.
const CACHED_EVERY: u32 = 256;

/// The seeds of a table. The last one remains secret longest.
#[derive(Clone, Debug)]
pub struct Chain {
    opening: Opening,
    step: ChainStep,
    /// The last seed, and every 256th before it.
    cached: Vec<Seed>,
}

/// Why there is no such chain or link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainError {
    /// A chain cannot have this number of links.
    Length(u32),
    /// The chain has no link with this number.
    Link {
        /// The requested link.
        link: u32,
        /// The number of links in the chain.
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

impl Chain {
    /// The chain of a table whose last seed is `last`.
    pub fn open(table: Label, links: u32, last: Seed) -> Result<Self, ChainError> {
        if !(1..=LINKS_MAX).contains(&links) {
            return Err(ChainError::Length(links));
        }
        let step = ChainStep::new(&table, links);
        let mut cached = vec![last.clone()];
        let (mut at, mut seed) = (links, last);
        while at > CACHED_EVERY {
            seed = step.back(at, &seed, at - CACHED_EVERY);
            at -= CACHED_EVERY;
            cached.push(seed.clone());
        }
        let anchor = Digest::new(*step.back(at, &seed, 0).reveal());
        Ok(Self { opening: Opening { table, links, anchor }, step, cached })
    }

    /// The data to publish before the first round.
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The seed of a link; link 1 is used first.
    pub fn seed(&self, link: u32) -> Result<Seed, ChainError> {
        let links = self.opening.links;
        if !(1..=links).contains(&link) {
            return Err(ChainError::Link { link, links });
        }
        let skipped = (links - link) / CACHED_EVERY;
        let cached = usize::try_from(skipped).ok().and_then(|at| self.cached.get(at));
        let cached = cached.ok_or(ChainError::Link { link, links })?;
        Ok(self.step.back(links - skipped * CACHED_EVERY, cached, link))
    }

    /// Commits to a link for a round. This happens before betting opens and before any player's seed is accepted.
    pub fn commit(&self, link: u32, round: Label, device: Device) -> Result<Committed, ChainError> {
        let seed = self.seed(link)?;
        Ok(Committed::new(RoundTerms { opening: self.opening.clone(), link, round, device }, seed))
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
