//! Dice: machines of states for the lines, and a table of what each throw settles for other bets.
//!
//! A line with the bets behind it has few states: no point, or one of its points. What other bets come to is known from
//! how often each throw came.

mod line;
mod pairs;

use croupier_kit::Throw;
use croupier_rules::games::dice::{Dice, Life, Wager};
use croupier_rules::table::ExactBet;

use super::PlayKernel;
use super::counts::{ROLLS, RollCounts};
use crate::machine::{GameMachine, GroupEffects, RollEffect, roll_machine};
use crate::play::SupplyKind;
use crate::random::{RandomStream, Rolls, StreamPurpose};
use crate::table::PlainTable;
use crate::tally::Tally;
use crate::totals::Totals;
use line::{ENDS, LineMachine, ROOM, STATES, THROWS, decided};
use pairs::{PairFollow, PairMachine};

/// Throws generated at a time.
const BATCH: usize = 1 << 13;

/// A stake without state: a throw settles it or leaves it unchanged.
struct Simple {
    wager: usize,
    ends: [Option<i64>; THROWS],
}

pub(crate) struct DiceKernel {
    wagers: usize,
    lines: Vec<LineMachine>,
    /// The lines, followed together.
    pairs: Vec<PairMachine>,
    simple: Vec<Simple>,
}

impl DiceKernel {
    /// Asks the rules about every state and throw; `None` if a stake has states that the kernel does not support.
    pub(crate) fn new(table: &PlainTable<Dice>) -> Option<Self> {
        let throws: [Throw; THROWS] = table.supply.chances.clone().try_into().ok()?;
        let SupplyKind::Rolls(36) = table.supply.from else { return None };
        let mut kernel = Self { wagers: 0, lines: Vec::new(), pairs: Vec::new(), simple: Vec::new() };
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
        kernel.pairs = PairMachine::of(&kernel.lines)?;
        Some(kernel)
    }

    /// Continues throwing until no stake stands. Returns the number of throws.
    fn play_out(
        &self,
        rolls: &mut Rolls,
        last: u8,
        follows: &mut [LineFollow<'_>],
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
        let mut rolls = Rolls::new(RandomStream::new(seed, block, StreamPurpose::Chance), THROWS as u32)?;
        let mut pairs: Vec<PairFollow<'_>> = self.pairs.iter().map(PairFollow::new).collect();
        let mut counts = RollCounts::new();
        let mut throws = Vec::with_capacity(BATCH);
        // The last throw apart, because it shows which stakes stand.
        let mut left = rounds.checked_sub(1)?;
        while left > 0 {
            throws.clear();
            while throws.len() < BATCH && left > 0 {
                let some = rolls.some(left.min((BATCH - throws.len()) as u64));
                left -= some.len() as u64;
                throws.extend_from_slice(some);
            }
            pairs.iter_mut().for_each(|pairs| pairs.throws(&throws));
            if !self.simple.is_empty() {
                counts.add(&throws);
            }
        }
        let last = rolls.roll();
        counts.add(&[last]);
        let mut follows: Vec<LineFollow<'_>> = self.lines.iter().map(LineFollow::new).collect();
        for (line, state) in pairs.iter().flat_map(PairFollow::states) {
            follows[line].state = state;
        }
        follows.iter_mut().for_each(|follow| follow.throw(last));

        let mut found = Totals::nothing(self.wagers);
        let times = counts.times();
        self.simple.iter().for_each(|simple| simple.note(&times, &mut found.tallies));
        found.fallen = rounds + self.play_out(&mut rolls, last, &mut follows, &mut found.tallies);
        let mut ends: Vec<[u64; ENDS]> = follows.iter().map(|follow| follow.times).collect();
        pairs.iter().for_each(|pairs| pairs.note(&self.lines, &mut ends));
        self.lines.iter().zip(&ends).for_each(|(line, times)| line.note(times, &mut found.tallies));
        Some(found)
    }

    fn machine(&self) -> Option<GameMachine> {
        let lines = self.lines.iter().map(LineMachine::effects);
        let groups = lines.chain(self.simple.iter().map(Simple::effects)).collect();
        roll_machine(THROWS as u32, groups, self.wagers).map(GameMachine::Rolls)
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

    fn note(&self, times: &[u64; ROLLS], tallies: &mut [Tally]) {
        for (end, times) in self.ends.iter().zip(times) {
            if let Some(profit) = end {
                tallies[self.wager].add_times(*profit, *times);
                tallies[self.wager].stake(*times);
            }
        }
    }
}

/// The state of a line, throw by throw.
struct LineFollow<'k> {
    machine: &'k LineMachine,
    state: u16,
    /// Whether the last throw left the line unsettled.
    stands: bool,
    times: [u64; ENDS],
}

impl<'k> LineFollow<'k> {
    const fn new(machine: &'k LineMachine) -> Self {
        Self { machine, state: 0, stands: false, times: [0; ENDS] }
    }

    fn throw(&mut self, throw: u8) {
        let step = self.machine.steps[usize::from(self.state + u16::from(throw)) % (STATES * ROOM)];
        self.state = step.next;
        self.stands = step.end == 0;
        self.times[usize::from(step.end) % ENDS] += 1;
    }
}
