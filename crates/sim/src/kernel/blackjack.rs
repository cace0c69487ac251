//! Blackjack: a state machine that takes one card per step, built by asking the rules and the chart.
//!
//! Every deal of one box without a split is a state; deals from which the same cards lead to the same ends are one
//! state. Shoes are played side by side, one card each in turn. A round with a split leaves the machine: its hands
//! are played one after another by states of their own, or by the rules if there is an insurance bet or the states do
//! not cover it.

mod follow;
mod fresh;
mod lanes;
mod machine;
mod program;
pub(crate) mod split;
mod state;
mod whole;

use std::sync::Arc;

use super::PlayKernel;
use super::deck::Shuffler;
use crate::machine::GameMachine;
use crate::play::{Source, SupplyKind};
use crate::random::{ROOM, RandomStream, RandomWords, ShufflePlan, ShuffledShoe, StreamPurpose};
use crate::tally::Tally;
use crate::totals::Totals;
pub(crate) use follow::{Builder as SplitBuilder, HandMoves};
use lanes::{SHOES, ShoeBatch};
use machine::Machine;
pub(crate) use state::BoxOf;
use state::{BoxTable, by_rules};
use whole::FreshMachine;

/// The smallest number of cards in a round.
const CARDS_LEAST: usize = 3;

pub(crate) struct BoxKernel {
    table: Arc<BoxTable>,
    machine: Machine,
    plan: ShufflePlan,
    /// Whether every round has a whole shoe.
    fresh: bool,
    /// The machine for whole shoes; `None` if it would be too large.
    from_whole: Option<FreshMachine>,
    cut: usize,
    wagers: usize,
}

impl BoxKernel {
    pub(crate) fn new(table: &Arc<BoxTable>, fresh: bool) -> Option<Self> {
        let SupplyKind::Shoe { plan, shuffled_at } = &table.supply.from else { return None };
        if plan.cards + 32 > ROOM {
            return None;
        }
        let machine = Machine::new(table)?;
        Some(Self {
            table: Arc::clone(table),
            from_whole: fresh.then(|| FreshMachine::new(&machine)).flatten(),
            machine,
            plan: plan.clone(),
            fresh,
            cut: *shuffled_at,
            wagers: table.stakes.wagers(),
        })
    }

    /// Plays shoes to their cutting cards.
    fn shoes(&self, table: &BoxTable, mut words: RandomWords, rounds: u64) -> Option<Totals> {
        let mut found = Totals::nothing(self.wagers);
        let mut shuffler = Shuffler::new(&self.plan);
        let mut shoes = vec![[0; ROOM]; SHOES];
        let most = self.cut / CARDS_LEAST + 1;
        let mut left = rounds;
        while left > 0 {
            let before = words.clone();
            // As many shoes as cannot have more rounds than are left; or one last shoe, as far as it is needed.
            let count = (left / most as u64).clamp(1, SHOES as u64) as usize;
            shuffle_all(&mut shuffler, &mut words, &mut shoes[..count]);
            let mut group =
                ShoeBatch::new(&self.machine, self.cut, table, shoes.as_flattened(), shuffler.drawn());
            let Some(played) = group.play(count, left) else {
                found.merge(&self.one_by_one(table, before, left)?)?;
                break;
            };
            left -= played;
            found.merge(&group.found())?;
        }
        Some(found)
    }

    /// Plays the remaining rounds through the rules.
    fn one_by_one(&self, table: &BoxTable, words: RandomWords, rounds: u64) -> Option<Totals> {
        let mut tallies = vec![Tally::default(); self.wagers];
        let cards = ShuffledShoe::new(&self.plan, words);
        let mut source = Source::Shoe { cards, shuffled_at: self.cut };
        let fallen = by_rules(table, &mut source, rounds, &mut tallies)?;
        Some(Totals { tallies, fallen, sessions: None })
    }
}

impl PlayKernel for BoxKernel {
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let words = RandomWords::new(RandomStream::new(seed, block, StreamPurpose::Chance));
        if self.fresh {
            self.whole_shoes(&self.table, words, rounds)
        } else {
            self.shoes(&self.table, words, rounds)
        }
    }

    fn machine(&self) -> Option<GameMachine> {
        let cut = if self.fresh { 1 } else { self.cut };
        program::card_machine(&self.machine, &self.table, &self.plan, cut).map(GameMachine::Cards)
    }
}

#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shuffle_all(shuffler: &mut Shuffler<'_>, words: &mut RandomWords, shoes: &mut [[u8; ROOM]]) {
    for shoe in shoes {
        shuffler.shuffle(words, shoe);
    }
}
