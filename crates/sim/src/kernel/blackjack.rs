//! Blackjack: a machine that takes one card a step, made by asking the rules and the chart.
//!
//! Every deal of one box that is not split is a state; deals from which the same cards lead to the same ends are one.
//! Shoes are played side by side, one card each in turn. A round in which a hand is split is played by the rules
//! themselves, from its first card.

mod machine;

use croupier_rules::contract::Positions;
use croupier_rules::games::blackjack::Blackjack;

use super::deck::Shuffler;
use crate::play::{Boxes, From, Reference, Source};
use crate::policy::Chart;
use crate::random::{Cards, Plan, Purpose, ROOM, Stream, Words};
use crate::setup::{Decided, Family, Found, Table};
use crate::tally::Tally;
use machine::{ENDS, Machine};

/// Shoes that are played side by side.
const SHOES: usize = 16;
/// No round takes fewer cards.
const CARDS_LEAST: usize = 3;

type BoxTable = Decided<Blackjack<1>, Boxes<1>, Chart>;

pub(crate) struct BoxKernel {
    machine: Machine,
    plan: Plan,
    cut: usize,
    wagers: usize,
}

impl BoxKernel {
    pub(crate) fn new(table: &BoxTable, fresh: bool) -> Option<Self> {
        let From::Shoe { plan, shuffled_at } = &table.supply.from else { return None };
        if fresh || plan.cards + 32 > ROOM {
            return None;
        }
        let machine = Machine::new(table)?;
        Some(Self { machine, plan: plan.clone(), cut: *shuffled_at, wagers: table.stakes.wagers() })
    }

    pub(crate) fn play(&self, table: &Table, seed: u64, block: u64, rounds: u64) -> Option<Found> {
        let Family::OneBox(table) = &table.family else { return None };
        let mut words = Words::new(Stream::new(seed, block, Purpose::Chance));
        let mut found = Found::nothing(self.wagers);
        let mut shuffler = Shuffler::new(&self.plan);
        let mut shoes = Box::new([[0; ROOM]; SHOES]);
        let most = (SHOES * (self.cut / CARDS_LEAST + 1)) as u64;
        let mut left = rounds;
        while left > most {
            let before = words.clone();
            shuffle_all(&mut shuffler, &mut words, &mut shoes);
            let Some((played, group)) = self.side_by_side(table, &shoes, shuffler.drawn()) else {
                words = before;
                break;
            };
            found.merge(&group);
            left -= played;
        }
        found.merge(&self.one_by_one(table, words, left)?);
        Some(found)
    }

    /// Plays shoes side by side to their cutting cards; how many rounds, and what they came to. `None` where a round
    /// needs more cards than are drawn.
    fn side_by_side(
        &self,
        table: &BoxTable,
        shoes: &[[u8; ROOM]; SHOES],
        drawn: usize,
    ) -> Option<(u64, Found)> {
        let mut lanes = Lanes::new(&self.machine);
        let mut found = Found::nothing(self.wagers);
        let mut rounds = 0;
        lanes.play(&self.machine, shoes, self.cut, &mut |shoe, start| {
            rounds += 1;
            let cards = shoes[shoe].get(start..drawn)?;
            by_rules(table, &mut Source::Laid(cards.iter()), 1, &mut found.tallies)
        })?;
        if lanes.at.iter().any(|at| *at as usize > drawn) {
            return None;
        }
        found.fallen = lanes.at.iter().map(|at| u64::from(*at)).sum();
        rounds += self.machine.note(&lanes.ends(), &mut found.tallies);
        Some((rounds, found))
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
fn shuffle_all(shuffler: &mut Shuffler<'_>, words: &mut Words, shoes: &mut [[u8; ROOM]; SHOES]) {
    for shoe in shoes {
        shuffler.shuffle(words, shoe);
    }
}

/// Where the machine is in every shoe.
struct Lanes {
    at: [u32; SHOES],
    state: [u32; SHOES],
    /// Where the round began.
    start: [u32; SHOES],
    times: [[u32; ENDS]; SHOES],
}

impl Lanes {
    fn new(machine: &Machine) -> Self {
        Self { at: [0; SHOES], state: [machine.start(); SHOES], start: [0; SHOES], times: [[0; ENDS]; SHOES] }
    }

    /// Goes on in a shoe after a round that took so many cards.
    fn resume(&mut self, machine: &Machine, shoe: usize, fallen: u64, cut: u32) {
        let at = self.start[shoe] + u32::try_from(fallen).unwrap_or(u32::MAX);
        (self.at[shoe], self.start[shoe]) = (at, at);
        self.state[shoe] = if at >= cut { Machine::PARKED } else { machine.start() };
    }

    /// Takes cards until every shoe is at its cutting card. `split` plays a round of a shoe from its first card and
    /// says how many cards it took; where it cannot, nothing is played on.
    fn play(
        &mut self,
        machine: &Machine,
        shoes: &[[u8; ROOM]; SHOES],
        cut: usize,
        split: &mut impl FnMut(usize, usize) -> Option<u64>,
    ) -> Option<()> {
        let cut = u32::try_from(cut).unwrap_or(u32::MAX);
        // What is parked or split stays so, so that looking up only now and then does no harm.
        while self.state.iter().any(|state| *state != Machine::PARKED) {
            for _ in 0..16 {
                for shoe in 0..SHOES {
                    self.step(machine, &shoes[shoe], shoe, cut);
                }
            }
            for shoe in 0..SHOES {
                if self.state[shoe] == Machine::SPLIT {
                    let fallen = split(shoe, self.start[shoe] as usize)?;
                    self.resume(machine, shoe, fallen, cut);
                }
            }
        }
        Some(())
    }

    #[inline(always)]
    fn step(&mut self, machine: &Machine, cards: &[u8; ROOM], shoe: usize, cut: u32) {
        let (state, at) = (self.state[shoe], self.at[shoe]);
        let step = machine.step(state, cards[at as usize % ROOM]);
        // The first two states take no card.
        let next = at + u32::from(state > Machine::SPLIT);
        let over = step.end != 0;
        self.times[shoe][usize::from(step.end) % ENDS] += 1;
        self.at[shoe] = next;
        self.start[shoe] = if over { next } else { self.start[shoe] };
        let state = u32::from(step.next);
        self.state[shoe] = if over && next >= cut { Machine::PARKED } else { state };
    }

    /// How often every end came.
    fn ends(&self) -> [u64; ENDS] {
        std::array::from_fn(|end| self.times.iter().map(|times| u64::from(times[end])).sum())
    }
}
