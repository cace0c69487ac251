//! A line with the bets behind it: a few states, and what each throw does in each of them, asked of the rules.

use croupier_kit::Throw;
use croupier_rules::contract::{Game, Positions};
use croupier_rules::games::dice::{Dice, Life, Wager};
use croupier_rules::table::ExactBet;

use crate::kernel::counts::ROLLS;
use crate::machine::{GroupEffects, RollEffect};
use crate::table::PlainTable;
use crate::tally::{Tally, profit};

/// The number of throws of two dice.
pub(super) const THROWS: usize = 36;
/// Space for the throws of a state, so that state and throw together make one index.
pub(super) const ROOM: usize = ROLLS;
/// The largest number of states of a line: one for each score, and no point.
pub(super) const STATES: usize = 16;
/// The largest number of ends.
pub(super) const ENDS: usize = 64;

/// The effect of a throw on a line in a given state.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Step {
    /// The next state, as the index of its first throw.
    pub(super) next: u16,
    /// The end that the throw causes; zero if it causes none.
    pub(super) end: u16,
}

/// A line with the bets behind it.
pub(super) struct LineMachine {
    pub(super) steps: Box<[Step; STATES * ROOM]>,
    /// The profit of each wager at each end; the first end has none.
    pub(super) ends: Vec<Vec<(usize, i64)>>,
}

impl LineMachine {
    pub(super) fn new(table: &PlainTable<Dice>, throws: &[Throw; THROWS], line: u8) -> Option<Self> {
        let mut machine = Self { steps: Box::new([Step::default(); STATES * ROOM]), ends: vec![Vec::new()] };
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
            }
            state += 1;
        }
        (machine.ends.len() <= ENDS).then_some(machine)
    }

    /// What each throw does in each state; a line without a counted wager has ends without profits.
    pub(super) fn effects(&self) -> GroupEffects {
        let effect = |step: &Step| match usize::from(step.end) {
            0 => RollEffect::Stands(usize::from(step.next) / ROOM),
            end => RollEffect::Ends(self.ends[end].clone()),
        };
        (0..self.states())
            .map(|state| self.steps[state * ROOM..][..THROWS].iter().map(effect).collect())
            .collect()
    }

    /// The number of states.
    pub(super) fn states(&self) -> usize {
        1 + self.steps.iter().map(|step| usize::from(step.next) / ROOM).max().unwrap_or(0)
    }

    /// Adds the ends that occurred this often to the tallies.
    pub(super) fn note(&self, times: &[u64; ENDS], tallies: &mut [Tally]) {
        for (ends, times) in self.ends.iter().zip(times) {
            for (wager, profit) in ends {
                tallies[*wager].add_times(*profit, *times);
                tallies[*wager].stake(*times);
            }
        }
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

/// The profit of a stake after one throw, according to the rules; `None` if the throw does not settle it.
pub(super) fn decided(
    game: &Dice,
    wager: Wager,
    life: &mut Life,
    throw: Throw,
    bet: ExactBet,
) -> Option<i64> {
    let mut deal = game.open(Positions::NONE);
    game.fall_unchecked(&mut deal, throw);
    game.advance(wager, life, &deal).map(|settled| profit(settled.payout, 1, bet))
}
