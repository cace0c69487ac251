//! What automatic tables deal: a chain of seeds, a commitment for each round, and the outcome that follows.

use croupier_fair::{Chain, Device, DeviceOutcome, PlayerSeeds, Seed, ShoeSpec};
use croupier_kit::{Card, Pocket, Wheel};

use super::{CARDS_SEEN, Falls};

/// The links of a chain. Live chains are longer; a seed takes as many hashes as there are links behind it.
const LINKS: u32 = 16;

/// Outcomes of chains of seeds, one round for each link. The players give no seeds.
pub struct Chained {
    last_seeds: blake3::OutputReader,
    chain: Chain,
    link: u32,
}

impl Chained {
    /// Chains whose last seeds follow from this one.
    pub fn new(seed: &[u8; 32]) -> Self {
        let mut last_seeds = blake3::Hasher::new_keyed(seed).finalize_xof();
        let chain = open(&mut last_seeds);
        Self { last_seeds, chain, link: 0 }
    }

    fn deal(&mut self, device: Device) -> DeviceOutcome {
        if self.link == LINKS {
            (self.chain, self.link) = (open(&mut self.last_seeds), 0);
        }
        self.link += 1;
        let round = "round".parse().expect("it is a label");
        let committed = self.chain.commit(self.link, round, device).expect("the chain has this link");
        committed.close(PlayerSeeds::default()).outcome()
    }
}

fn open(last_seeds: &mut blake3::OutputReader) -> Chain {
    let mut seed = [0; 32];
    last_seeds.fill(&mut seed);
    Chain::open("table".parse().expect("it is a label"), LINKS, Seed::new(seed)).expect("it has a few links")
}

impl Falls for Chained {
    fn spin(&mut self, wheel: &Wheel) -> Pocket {
        match self.deal(Device::Wheel(wheel.clone())) {
            DeviceOutcome::Pocket(pocket) => pocket,
            other => panic!("a wheel gave {other:?}"),
        }
    }

    fn throw(&mut self) -> [u32; 2] {
        match self.deal(Device::Dice) {
            DeviceOutcome::Throw(throw) => <[u8; 2]>::from(throw.sides()).map(u32::from),
            other => panic!("dice gave {other:?}"),
        }
    }

    fn shuffled(&mut self, packs: u8) -> Vec<Card> {
        let shoe = ShoeSpec::new(packs, None).expect("a table has a number of packs that a shoe can have");
        match self.deal(Device::Shoe(shoe)) {
            DeviceOutcome::Shoe { mut cards, .. } => {
                cards.truncate(CARDS_SEEN);
                cards
            }
            other => panic!("a shoe gave {other:?}"),
        }
    }
}
