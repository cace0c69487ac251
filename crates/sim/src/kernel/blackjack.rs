//! Blackjack: a machine that takes one card a step, made by asking the rules and the chart.
//!
//! Every deal of one box that is not split is a state; deals from which the same cards lead to the same ends are one.
//! Shoes are played side by side, one card each in turn. A round in which a hand is split leaves the machine: its hands
//! are played one after another by states of their own, or by the rules themselves where something else is at stake.

mod follow;
mod fresh;
mod lanes;
mod machine;
mod split;

use croupier_rules::contract::{Positions, Seated};
use croupier_rules::games::blackjack::Blackjack;

use super::deck::Shuffler;
use crate::play::{Boxes, From, Reference, Source};
use crate::policy::Chart;
use crate::random::{Cards, Plan, Purpose, ROOM, Stream, Words};
use crate::table::{Decided, Family, Found, Table};
use crate::tally::Tally;
use lanes::{Group, SHOES};
use machine::Machine;

/// No round takes fewer cards.
const CARDS_LEAST: usize = 3;

type BoxTable = Decided<Seated<Blackjack, 1>, Boxes<1>, Chart>;

pub(crate) struct BoxKernel {
    machine: Machine,
    plan: Plan,
    /// A whole shoe for every round.
    fresh: bool,
    cut: usize,
    wagers: usize,
}

impl BoxKernel {
    pub(crate) fn new(table: &BoxTable, fresh: bool) -> Option<Self> {
        let From::Shoe { plan, shuffled_at } = &table.supply.from else { return None };
        if plan.cards + 32 > ROOM {
            return None;
        }
        let machine = Machine::new(table)?;
        Some(Self { machine, plan: plan.clone(), fresh, cut: *shuffled_at, wagers: table.stakes.wagers() })
    }

    pub(crate) fn play(&self, table: &Table, seed: u64, block: u64, rounds: u64) -> Option<Found> {
        let Family::OneBox(table) = &table.family else { return None };
        let words = Words::new(Stream::new(seed, block, Purpose::Chance));
        if self.fresh { self.whole_shoes(table, words, rounds) } else { self.shoes(table, words, rounds) }
    }

    /// Plays shoes to their cutting cards.
    fn shoes(&self, table: &BoxTable, mut words: Words, rounds: u64) -> Option<Found> {
        let mut found = Found::nothing(self.wagers);
        let mut shuffler = Shuffler::new(&self.plan);
        let mut shoes = vec![[0; ROOM]; SHOES];
        let most = self.cut / CARDS_LEAST + 1;
        let mut left = rounds;
        while left > 0 {
            let before = words.clone();
            // As many shoes as cannot have more rounds than are left, or the last one as far as it is wanted.
            let count = (left / most as u64).clamp(1, SHOES as u64) as usize;
            shuffle_all(&mut shuffler, &mut words, &mut shoes[..count]);
            let mut group = Group::new(self, table, shoes.as_flattened(), shuffler.drawn());
            let Some(played) = group.play(count, left) else {
                found.merge(&self.one_by_one(table, before, left)?);
                break;
            };
            left -= played;
            found.merge(&group.found());
        }
        Some(found)
    }

    /// Plays the last rounds by the rules.
    fn one_by_one(&self, table: &BoxTable, words: Words, rounds: u64) -> Option<Found> {
        let mut tallies = vec![Tally::default(); self.wagers];
        let cards = Cards::new(&self.plan, words);
        let mut source = Source::Shoe { cards, shuffled_at: self.cut };
        let fallen = by_rules(table, &mut source, rounds, &mut tallies)?;
        Some(Found { tallies, fallen, sessions: None })
    }
}

fn by_rules(table: &BoxTable, source: &mut Source<'_>, rounds: u64, tallies: &mut Vec<Tally>) -> Option<u64> {
    let Decided { game, supply, stakes, policy, .. } = table;
    let reference = Reference { game, places: Positions::first(1), decides: policy, supply };
    reference.play(rounds, source, &mut None, stakes.clone(), tallies).ok()
}

#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shuffle_all(shuffler: &mut Shuffler<'_>, words: &mut Words, shoes: &mut [[u8; ROOM]]) {
    for shoe in shoes {
        shuffler.shuffle(words, shoe);
    }
}
