//! What simulations draw: rolls and shuffles of the streams of blocks.

use std::collections::BTreeMap;

use croupier_kit::{Card, Pocket, Wheel};
use croupier_sim::random::{RandomStream, RandomWords, Rolls, ShufflePlan, ShuffledShoe, StreamPurpose};

use super::{CARDS_SEEN, Falls};

/// The shuffles of a block. They are made at once, because a shoe borrows its plan.
const SHUFFLES: usize = 256;

/// Outcomes of the streams of a seed: a stream for rolls of each number of chances, and one for every block of shuffles.
pub struct Simulated {
    seed: u64,
    blocks: u64,
    rolls: BTreeMap<u32, Rolls>,
    shuffles: BTreeMap<u8, Vec<Vec<Card>>>,
}

impl Simulated {
    /// The streams of a seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed, blocks: 0, rolls: BTreeMap::new(), shuffles: BTreeMap::new() }
    }

    fn stream(&mut self) -> RandomStream {
        self.blocks += 1;
        RandomStream::new(self.seed, self.blocks, StreamPurpose::Chance)
    }

    fn roll(&mut self, chances: u32) -> u8 {
        if !self.rolls.contains_key(&chances) {
            let rolls = Rolls::new(self.stream(), chances).expect("a table has few chances");
            self.rolls.insert(chances, rolls);
        }
        self.rolls.get_mut(&chances).expect("it is there now").roll()
    }

    /// A block of shuffles.
    fn block(&mut self, packs: u8) -> Vec<Vec<Card>> {
        let sorted: Vec<u8> = (0..packs).flat_map(|_| 0..52).collect();
        let plan = ShufflePlan::new(&sorted, CARDS_SEEN.min(sorted.len())).expect("a shoe has a few packs");
        let mut shoe = ShuffledShoe::new(&plan, RandomWords::new(self.stream()));
        let card = |place: u8| Card::at(place.into()).expect("a pack has 52 cards");
        let mut shuffle = || {
            shoe.shuffle();
            std::iter::from_fn(|| shoe.card()).take(CARDS_SEEN).map(card).collect()
        };
        (0..SHUFFLES).map(|_| shuffle()).collect()
    }
}

impl Falls for Simulated {
    fn spin(&mut self, wheel: &Wheel) -> Pocket {
        let order = wheel.order();
        let roll = self.roll(u32::try_from(order.len()).expect("a wheel has few pockets"));
        order[usize::from(roll)]
    }

    fn throw(&mut self) -> [u32; 2] {
        let roll = u32::from(self.roll(36));
        [1 + roll / 6, 1 + roll % 6]
    }

    fn shuffled(&mut self, packs: u8) -> Vec<Card> {
        if self.shuffles.get(&packs).is_none_or(Vec::is_empty) {
            let block = self.block(packs);
            self.shuffles.insert(packs, block);
        }
        self.shuffles.get_mut(&packs).and_then(Vec::pop).expect("a block has shuffles")
    }
}
