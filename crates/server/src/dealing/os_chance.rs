//! Random outcomes from the operating system, for tables without a seed chain.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use croupier_house::table::OutcomeSource;
use croupier_kit::{Card, Pocket, Shoe, Wheel};

/// `ChaCha20` with a key from the operating system; ranges are drawn by rejection sampling.
pub struct OsChance(ChaCha20Rng);

impl OsChance {
    /// A new source.
    ///
    /// # Errors
    /// When the operating system provides no randomness.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)?;
        Ok(Self(ChaCha20Rng::from_seed(seed)))
    }

    /// Random bytes.
    pub(super) fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    /// A uniform number below a bound.
    fn below(&mut self, bound: u32) -> u32 {
        let zone = u32::MAX - u32::MAX % bound.max(1);
        loop {
            let word = self.0.next_u32();
            if word < zone {
                return word % bound.max(1);
            }
        }
    }
}

impl OutcomeSource for OsChance {
    fn salt(&mut self) -> [u8; 16] {
        let mut salt = [0; 16];
        self.0.fill_bytes(&mut salt);
        salt
    }

    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        let order = wheel.order();
        let count = u32::try_from(order.len()).expect("a wheel has few pockets");
        order[self.below(count) as usize]
    }

    fn dice(&mut self) -> [u32; 2] {
        [0, 0].map(|_: u32| 1 + self.below(6))
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        let mut place = self.below(left.len());
        let found = Card::pack().find(|card| {
            let count = u32::from(left.count(*card));
            let here = place < count;
            if !here {
                place -= count;
            }
            here
        });
        found.expect("the rules request a card only while one is left")
    }
}
