//! Randomness for a private house: `ChaCha20`, seeded by the system or by the player.

use croupier_fair::{Draws, OutcomeKey};
use croupier_house::table::OutcomeSource;
use croupier_kit::{Card, Pocket, Shoe, Wheel};

use crate::failure::Failure;

/// The source of outcomes, and that of the salt of entries: outcomes must not depend on the number of entries.
pub(super) struct SeededChance {
    outcomes: Draws,
    salts: Draws,
}

impl SeededChance {
    /// A source with a seed, which makes the game repeatable; without one, the system provides the seed.
    pub(super) fn new(seed: Option<&str>) -> Result<Self, Failure> {
        let key = match seed {
            Some(seed) => *blake3::Hasher::new_derive_key("croupier play --seed")
                .update(seed.as_bytes())
                .finalize()
                .as_bytes(),
            None => {
                let mut key = [0; 32];
                getrandom::fill(&mut key)
                    .map_err(|error| Failure::usage(format!("the system has no randomness: {error}")))?;
                key
            }
        };
        let salts = blake3::derive_key("croupier play salt of entries", &key);
        let [outcomes, salts] = [key, salts].map(|key| Draws::new(&OutcomeKey::new(key)));
        Ok(Self { outcomes, salts })
    }
}

impl OutcomeSource for SeededChance {
    fn salt(&mut self) -> [u8; 16] {
        let mut byte = || u8::try_from(self.salts.place(256)).expect("it is below 256");
        std::array::from_fn(|_| byte())
    }

    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        wheel.order()[self.outcomes.place(wheel.order().len())]
    }

    fn dice(&mut self) -> [u32; 2] {
        let mut die = || u32::try_from(self.outcomes.place(6)).expect("it is below 6") + 1;
        [die(), die()]
    }

    fn card(&mut self, _packs: u8, left: &Shoe) -> Card {
        let mut place = self.outcomes.place(left.len() as usize);
        let here = |card: &Card| {
            let count = usize::from(left.count(*card));
            let found = place < count;
            if !found {
                place -= count;
            }
            found
        };
        Card::pack().find(here).expect("the house does not draw from an empty shoe")
    }
}
