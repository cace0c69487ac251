//! Dice: a state machine over throws for every line, and a table of what each throw settles for other bets.
//!
//! A line with the bets behind it has few states: no point, or one of its points. After a throw that leads from every
//! state to the first (in practice a seven), the earlier throws do not matter. The throws can therefore be cut
//! there into pieces that are followed side by side.

use croupier_kit::Throw;
use croupier_rules::contract::{Game, Positions};
use croupier_rules::games::dice::{Dice, Life, Wager};
use croupier_rules::table::ExactBet;

use super::PlayKernel;
use crate::machine::{GameMachine, GroupEffects, RollEffect, roll_machine};
use crate::play::SupplyKind;
use crate::random::{RandomStream, Rolls, StreamPurpose};
use crate::table::PlainTable;
use crate::tally::{Tally, profit};
use crate::totals::Totals;

/// The number of throws of two dice.
const THROWS: usize = 36;
/// Space for the throws of a state, so that state and throw together make one index.
const ROOM: usize = 64;
/// The largest number of states of a line: one for each score, and no point.
const STATES: usize = 16;
/// The largest number of ends.
const ENDS: usize = 64;
/// Throws generated at a time.
const BATCH: usize = 1 << 13;
/// The number of pieces of throws that are followed side by side.
const SIDES: usize = 8;

/// The effect of a throw on a line in a given state.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The next state, as the index of its first throw.
    next: u16,
    /// The end that the throw causes; zero if it causes none.
    end: u16,
}

/// A line with the bets behind it.
struct LineMachine {
    steps: Box<[Step; STATES * ROOM]>,
    /// The profit of each wager at each end; the first end has none.
    ends: Vec<Vec<(usize, i64)>>,
    /// The throws after which every state returns to the first.
    resets: [bool; ROOM],
}

/// A stake without state: a throw settles it or leaves it unchanged.
struct Simple {
    wager: usize,
    ends: [Option<i64>; THROWS],
}

pub(crate) struct DiceKernel {
    wagers: usize,
    lines: Vec<LineMachine>,
    simple: Vec<Simple>,
}

impl DiceKernel {
    /// Asks the rules about every state and throw; `None` if a stake has states that the kernel does not support.
    pub(crate) fn new(table: &PlainTable<Dice>) -> Option<Self> {
        let throws: [Throw; THROWS] = table.supply.chances.clone().try_into().ok()?;
        let SupplyKind::Rolls(36) = table.supply.from else { return None };
        let mut kernel = Self { wagers: 0, lines: Vec::new(), simple: Vec::new() };
        for stake in &table.stakes.stakes {
            kernel.wagers += usize::from(stake.counted.is_some());
            match stake.wager {
                Wager::Line(line) => kernel.lines.push(LineMachine::new(table, &throws, line)?),
                Wager::Behind(..) => {}
                Wager::Race(..) | Wager::Next(..) | Wager::Put(..) | Wager::Combination(..) => {
                    let (wager, parts) = stake.counted?;
                    kernel.simple.push(Simple::new(&table.game, &throws, stake.wager, wager, parts)?);
                }
            }
        }
        Some(kernel)
    }

    /// Continues throwing until no stake stands. Returns the number of throws.
    fn play_out(
        &self,
        rolls: &mut Rolls,
        last: u8,
        follows: &mut [Follow<'_>],
        tallies: &mut [Tally],
    ) -> u64 {
        let stood = |simple: &&Simple| simple.ends[usize::from(last)].is_none();
        let mut standing: Vec<&Simple> = self.simple.iter().filter(stood).collect();
        let mut throws = 0;
        while !standing.is_empty() || follows.iter().any(|follow| follow.stands) {
            let throw = rolls.roll();
            throws += 1;
            follows.iter_mut().filter(|follow| follow.stands).for_each(|follow| follow.throw(throw));
            standing.retain(|simple| match simple.ends[usize::from(throw)] {
                Some(profit) => {
                    tallies[simple.wager].add(profit);
                    false
                }
                None => true,
            });
        }
        throws
    }
}

impl PlayKernel for DiceKernel {
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let mut rolls = Rolls::new(RandomStream::new(seed, block, StreamPurpose::Chance), 36)?;
        let mut follows: Vec<Follow<'_>> = self.lines.iter().map(Follow::new).collect();
        let mut times = [0_u64; THROWS];
        let mut throws = Vec::with_capacity(BATCH);
        let (mut left, mut last) = (rounds, 0);
        while left > 0 {
            throws.clear();
            while throws.len() < BATCH && left > 0 {
                let some = rolls.some(left.min((BATCH - throws.len()) as u64));
                left -= some.len() as u64;
                throws.extend_from_slice(some);
            }
            follows.iter_mut().for_each(|follow| follow.throws(&throws));
            if !self.simple.is_empty() {
                count(&throws, &mut times);
            }
            last = throws.last().copied().unwrap_or(last);
        }
        let mut found = Totals::nothing(self.wagers);
        self.simple.iter().for_each(|simple| simple.note(&times, &mut found.tallies));
        found.fallen = rounds + self.play_out(&mut rolls, last, &mut follows, &mut found.tallies);
        follows.iter().for_each(|follow| follow.note(&mut found.tallies));
        Some(found)
    }

    fn machine(&self) -> Option<GameMachine> {
        let lines = self.lines.iter().map(LineMachine::effects);
        let groups = lines.chain(self.simple.iter().map(Simple::effects)).collect();
        roll_machine(THROWS as u32, groups, self.wagers).map(GameMachine::Rolls)
    }
}

/// Counts how often each throw occurred.
fn count(throws: &[u8], times: &mut [u64; THROWS]) {
    let mut sides = [[0_u32; ROOM]; 4];
    let (fours, rest) = throws.as_chunks::<4>();
    for four in fours {
        for (side, throw) in sides.iter_mut().zip(four) {
            side[usize::from(throw % 64)] += 1;
        }
    }
    rest.iter().for_each(|throw| sides[0][usize::from(throw % 64)] += 1);
    for (place, total) in times.iter_mut().enumerate() {
        *total += sides.iter().map(|side| u64::from(side[place])).sum::<u64>();
    }
}

impl Simple {
    fn new(game: &Dice, throws: &[Throw; THROWS], on: Wager, wager: usize, parts: ExactBet) -> Option<Self> {
        let mut ends = [None; THROWS];
        for (end, throw) in ends.iter_mut().zip(throws) {
            let mut life = Life::default();
            *end = decided(game, on, &mut life, *throw, parts);
            if life != Life::default() {
                return None;
            }
        }
        Some(Self { wager, ends })
    }

    fn effects(&self) -> GroupEffects {
        let effect = |end: &Option<i64>| {
            end.map_or(RollEffect::Stands(0), |profit| RollEffect::Ends(vec![(self.wager, profit)]))
        };
        vec![self.ends.iter().map(effect).collect()]
    }

    fn note(&self, times: &[u64; THROWS], tallies: &mut [Tally]) {
        for (end, times) in self.ends.iter().zip(times) {
            if let Some(profit) = end {
                tallies[self.wager].add_times(*profit, *times);
                tallies[self.wager].stake(*times);
            }
        }
    }
}

/// The profit of a stake after one throw, according to the rules; `None` if the throw does not settle it.
fn decided(game: &Dice, wager: Wager, life: &mut Life, throw: Throw, bet: ExactBet) -> Option<i64> {
    let mut deal = game.open(Positions::NONE);
    game.fall_unchecked(&mut deal, throw);
    game.advance(wager, life, &deal).map(|settled| profit(settled.payout, 1, bet))
}

impl LineMachine {
    fn new(table: &PlainTable<Dice>, throws: &[Throw; THROWS], line: u8) -> Option<Self> {
        let mut machine = Self {
            steps: Box::new([Step::default(); STATES * ROOM]),
            ends: vec![Vec::new()],
            resets: [true; ROOM],
        };
        let mut states = vec![Life::default()];
        let mut state = 0;
        while state < states.len() {
            for (place, throw) in throws.iter().enumerate() {
                let mut life = states[state];
                let end = ends_of(table, line, &mut life, *throw)?;
                let next = match &end {
                    Some(_) => 0,
                    None => states.iter().position(|known| *known == life).unwrap_or(states.len()),
                };
                if next == states.len() {
                    states.push(life);
                }
                let end = end.map_or(0, |end| machine.end(end));
                let step = Step { next: u16::try_from(next * ROOM).ok()?, end: u16::try_from(end).ok()? };
                *machine.steps.get_mut(state * ROOM + place)? = step;
                machine.resets[place] &= step.next == 0;
            }
            state += 1;
        }
        (machine.ends.len() <= ENDS).then_some(machine)
    }

    /// What each throw does in each state; a line without a counted wager has ends without profits.
    fn effects(&self) -> GroupEffects {
        let states = 1 + self.steps.iter().map(|step| usize::from(step.next) / ROOM).max().unwrap_or(0);
        let effect = |step: &Step| match usize::from(step.end) {
            0 => RollEffect::Stands(usize::from(step.next) / ROOM),
            end => RollEffect::Ends(self.ends[end].clone()),
        };
        (0..states).map(|state| self.steps[state * ROOM..][..THROWS].iter().map(effect).collect()).collect()
    }

    /// The number of an end.
    fn end(&mut self, end: Vec<(usize, i64)>) -> usize {
        let known = self.ends.iter().skip(1).position(|known| *known == end);
        known.map_or_else(
            || {
                self.ends.push(end);
                self.ends.len() - 1
            },
            |place| place + 1,
        )
    }
}

/// The effect of a throw on a line and on the bets behind its point: their profits, or nothing if they are not
/// settled yet. `None` if they are not settled together.
#[allow(clippy::option_option, reason = "no end, and no machine, are two things")]
fn ends_of(
    table: &PlainTable<Dice>,
    line: u8,
    life: &mut Life,
    throw: Throw,
) -> Option<Option<Vec<(usize, i64)>>> {
    let point = life.point();
    let stakes = &table.stakes.stakes;
    let own = stakes.iter().find(|stake| stake.wager == Wager::Line(line))?;
    let bet = own.counted.map(|(_, bet)| bet).or_else(|| ExactBet::smallest(&table.game, own.wager))?;
    let settled = decided(&table.game, own.wager, life, throw, bet);
    let mut ends: Vec<(usize, i64)> = own.counted.map(|(wager, _)| wager).zip(settled).into_iter().collect();
    let behind = |wager| matches!(wager, Wager::Behind(of, on) if of == line && Some(on) == point);
    for stake in stakes.iter().filter(|stake| behind(stake.wager)) {
        let (wager, parts) = stake.counted?;
        let end = decided(&table.game, stake.wager, &mut Life::default(), throw, parts);
        if end.is_some() != settled.is_some() {
            return None;
        }
        ends.extend(end.map(|profit| (wager, profit)));
    }
    Some(settled.is_some().then_some(ends))
}

/// The state of a line during the throws of a block.
struct Follow<'k> {
    machine: &'k LineMachine,
    state: u16,
    /// Whether the last throw left the line unsettled.
    stands: bool,
    times: [u64; ENDS],
}

impl<'k> Follow<'k> {
    const fn new(machine: &'k LineMachine) -> Self {
        Self { machine, state: 0, stands: false, times: [0; ENDS] }
    }

    fn throw(&mut self, throw: u8) {
        let step = self.machine.steps[usize::from(self.state + u16::from(throw % 64)) % (STATES * ROOM)];
        self.state = step.next;
        self.stands = step.end == 0;
        self.times[usize::from(step.end) % ENDS] += 1;
    }

    /// Follows throws, in pieces side by side if there are enough of them.
    fn throws(&mut self, throws: &[u8]) {
        let Some(([last], before)) = throws.split_last().map(|(last, before)| ([last], before)) else {
            return;
        };
        match self.pieces(before) {
            Some(pieces) => self.side_by_side(pieces),
            None => before.iter().for_each(|throw| self.throw(*throw)),
        }
        // The last throw separately, because it shows whether the stake stands.
        self.throw(*last);
    }

    /// Cuts the throws into pieces; each piece except the first starts after a throw that leads to the first state.
    fn pieces<'t>(&self, throws: &'t [u8]) -> Option<[&'t [u8]; SIDES]> {
        let mut pieces = [throws; SIDES];
        let mut from = 0;
        for (side, piece) in pieces.iter_mut().enumerate() {
            let bound = throws.len() * (side + 1) / SIDES;
            let resets = |throw: &u8| self.machine.resets[usize::from(throw % 64)];
            let to = match side + 1 == SIDES {
                true => throws.len(),
                false => bound + throws.get(bound..)?.iter().position(resets)? + 1,
            };
            *piece = throws.get(from..to)?;
            from = to;
        }
        Some(pieces)
    }

    fn side_by_side(&mut self, pieces: [&[u8]; SIDES]) {
        let steps = &*self.machine.steps;
        let mut states = [0; SIDES];
        states[0] = self.state;
        let mut times = [[0_u32; ENDS]; SIDES];
        let common = pieces.iter().map(|piece| piece.len()).min().expect("there are several sides");
        let fronts = pieces.map(|piece| &piece[..common]);
        for place in 0..common {
            for side in 0..SIDES {
                let throw = u16::from(fronts[side][place]);
                let step = steps[usize::from(states[side] + throw) % (STATES * ROOM)];
                states[side] = step.next;
                times[side][usize::from(step.end) % ENDS] += 1;
            }
        }
        for side in 0..SIDES {
            for throw in &pieces[side][common..] {
                let step = steps[usize::from(states[side] + u16::from(*throw)) % (STATES * ROOM)];
                states[side] = step.next;
                times[side][usize::from(step.end) % ENDS] += 1;
            }
        }
        self.state = states[SIDES - 1];
        for (place, total) in self.times.iter_mut().enumerate() {
            *total += times.iter().map(|side| u64::from(side[place])).sum::<u64>();
        }
    }

    fn note(&self, tallies: &mut [Tally]) {
        for (ends, times) in self.machine.ends.iter().zip(&self.times) {
            for (wager, profit) in ends {
                tallies[*wager].add_times(*profit, *times);
                tallies[*wager].stake(*times);
            }
        }
    }
}
