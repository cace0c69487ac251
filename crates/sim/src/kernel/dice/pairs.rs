//! Lines followed together, two throws at a time.
//!
//! What lines distinguish of a throw is little more than its score. Two throws are therefore one of few pairs, and all
//! lines together are in one of few states, because their points come and go with the same throws. State and pair make one
//! index: there lie the next state, and the number of times that it came. What happened to which line is found from these
//! counts at the end.
//!
//! After a throw that leads from every state to the first (in practice a seven), the earlier throws do not matter. The
//! throws can therefore be cut there into pieces that are followed side by side.

use super::line::{ENDS, LineMachine, ROOM, STATES, THROWS};
use crate::kernel::counts::Cells;

/// The number of pieces of throws that are followed side by side.
const SIDES: usize = 8;
/// Space for the kinds of throws. The last is that of no throw.
const KINDS: usize = 16;
const NO_THROW: u8 = KINDS as u8 - 1;
/// Space for the pairs of kinds.
const PAIRS: usize = KINDS * KINDS;
/// Space for two throws in the bytes of a number.
const BYTES: usize = ROOM << 8;

/// Some lines as one machine.
pub(super) struct PairMachine {
    /// The lines that it follows, by number.
    pub(super) lines: Vec<usize>,
    /// The states of the lines, in each of its own.
    states: Vec<Vec<u16>>,
    /// A throw of each kind.
    throws: Vec<u8>,
    kinds: [u8; ROOM],
    /// The pair of kinds, by two throws.
    pairs: Box<[u8; BYTES]>,
    /// The next state as the index of its first pair, by state and pair.
    next: Box<[u16; STATES * PAIRS]>,
    /// The throws after which every state is followed by the first.
    resets: [bool; ROOM],
}

impl PairMachine {
    /// The machines of all lines, as few as have room; `None` if a line distinguishes too many throws.
    pub(super) fn of(lines: &[LineMachine]) -> Option<Vec<Self>> {
        let mut machines: Vec<Self> = Vec::new();
        for line in 0..lines.len() {
            let with =
                |machine: &Self| Self::new(lines, machine.lines.iter().copied().chain([line]).collect());
            match machines.iter().enumerate().find_map(|(place, machine)| Some((place, with(machine)?))) {
                Some((place, machine)) => machines[place] = machine,
                None => machines.push(Self::new(lines, vec![line])?),
            }
        }
        Some(machines)
    }

    fn new(all: &[LineMachine], lines: Vec<usize>) -> Option<Self> {
        let (kinds, throws) = kinds(all, &lines)?;
        let mut machine = Self {
            states: vec![vec![0; lines.len()]],
            lines,
            throws,
            kinds,
            pairs: Box::new([0; BYTES]),
            next: Box::new([0; STATES * PAIRS]),
            resets: [true; ROOM],
        };
        for (place, pair) in machine.pairs.iter_mut().enumerate() {
            *pair = pair_of(kinds[place % ROOM], kinds[place / 256]) as u8;
        }
        let after_one = machine.find_states(all)?;
        machine.fill_next(&after_one);
        Some(machine)
    }

    /// Finds all states, and returns the next by state and kind; `None` if there are too many.
    fn find_states(&mut self, all: &[LineMachine]) -> Option<Vec<Vec<usize>>> {
        let mut after_one = Vec::new();
        while let Some(state) = self.states.get(after_one.len()).cloned() {
            let mut row = Vec::new();
            for throw in &self.throws {
                let step = |(line, state): (&usize, &u16)| {
                    all[*line].steps[usize::from(*state) + usize::from(*throw)].next
                };
                let next: Vec<u16> = self.lines.iter().zip(&state).map(step).collect();
                let known = self.states.iter().position(|known| *known == next);
                row.push(known.unwrap_or(self.states.len()));
                if known.is_none() {
                    self.states.push(next);
                }
            }
            after_one.push(row);
        }
        (self.states.len() <= STATES).then_some(after_one)
    }

    fn fill_next(&mut self, after_one: &[Vec<usize>]) {
        let after =
            |state: usize, kind: u8| after_one[state].get(usize::from(kind)).copied().unwrap_or(state);
        for state in 0..self.states.len() {
            for first in 0..KINDS as u8 {
                for second in 0..KINDS as u8 {
                    let next = after(after(state, first), second);
                    self.next[state * PAIRS + pair_of(first, second)] = (next * PAIRS) as u16;
                }
            }
        }
        for (resets, kind) in self.resets.iter_mut().zip(self.kinds) {
            *resets = (0..self.states.len()).all(|state| after(state, kind) == 0);
        }
    }
}

/// The kind of each throw, and a throw of each kind: what does the same to every line in every state is of one kind.
/// `None` if there are too many.
fn kinds(all: &[LineMachine], lines: &[usize]) -> Option<([u8; ROOM], Vec<u8>)> {
    let (mut kinds, mut throws) = ([0; ROOM], Vec::new());
    for throw in 0..THROWS {
        let steps = |throw: usize| {
            let of_line =
                move |line: usize| (0..STATES).map(move |state| all[line].steps[state * ROOM + throw]);
            lines.iter().copied().flat_map(of_line)
        };
        let known = throws.iter().position(|known: &u8| steps(usize::from(*known)).eq(steps(throw)));
        kinds[throw] = known.unwrap_or(throws.len()) as u8;
        if known.is_none() {
            throws.push(throw as u8);
        }
    }
    (throws.len() < KINDS).then_some((kinds, throws))
}

const fn pair_of(first: u8, second: u8) -> usize {
    first as usize + second as usize * KINDS
}

/// The state of lines during the throws of a block.
pub(super) struct PairFollow<'k> {
    machine: &'k PairMachine,
    /// The state, as the index of its first pair.
    state: u16,
    cells: Cells<{ STATES * PAIRS }>,
}

impl<'k> PairFollow<'k> {
    pub(super) fn new(machine: &'k PairMachine) -> Self {
        Self { machine, state: 0, cells: Cells::new() }
    }

    /// The state of each line.
    pub(super) fn states(&self) -> impl Iterator<Item = (usize, u16)> {
        let states = &self.machine.states[usize::from(self.state) / PAIRS];
        self.machine.lines.iter().copied().zip(states.iter().copied())
    }

    /// Follows throws, in pieces side by side if there are enough of them.
    pub(super) fn throws(&mut self, throws: &[u8]) {
        let cells = self.cells.adding(throws.len());
        let machine = self.machine;
        match machine.pieces(throws) {
            Some(pieces) => self.state = machine.side_by_side(pieces, self.state, cells),
            None => self.state = machine.follow(throws, self.state, cells),
        }
    }

    /// Adds to the ends of every line, by number, how often they came.
    pub(super) fn note(&self, all: &[LineMachine], times: &mut [[u64; ENDS]]) {
        let machine = self.machine;
        for (place, count) in self.cells.all().enumerate().filter(|(_, count)| *count > 0) {
            let (state, pair) = (place / PAIRS, place % PAIRS);
            for (line, first) in machine.lines.iter().zip(&machine.states[state]) {
                let mut now = *first;
                for throw in [pair % KINDS, pair / KINDS].iter().filter_map(|kind| machine.throws.get(*kind))
                {
                    let step = all[*line].steps[usize::from(now) + usize::from(*throw)];
                    times[*line][usize::from(step.end)] += count;
                    now = step.next;
                }
            }
        }
    }
}

impl PairMachine {
    /// Cuts the throws into pieces; each piece except the first starts after a throw that leads to the first state.
    fn pieces<'t>(&self, throws: &'t [u8]) -> Option<[&'t [u8]; SIDES]> {
        let mut pieces = [throws; SIDES];
        let mut from = 0;
        for (side, piece) in pieces.iter_mut().enumerate() {
            let bound = throws.len() * (side + 1) / SIDES;
            let resets = |throw: &u8| self.resets[usize::from(*throw) % ROOM];
            let to = match side + 1 == SIDES {
                true => throws.len(),
                false => bound + throws.get(bound..)?.iter().position(resets)? + 1,
            };
            *piece = throws.get(from..to)?;
            from = to;
        }
        Some(pieces)
    }

    /// Follows the pieces, of which the first begins in this state, and returns the state after the last.
    fn side_by_side(&self, pieces: [&[u8]; SIDES], state: u16, cells: &mut [u32; STATES * PAIRS]) -> u16 {
        let mut states = [0; SIDES];
        states[0] = state;
        let common = pieces.iter().map(|piece| piece.len() / 2).min().expect("there are several sides");
        let fronts = pieces.map(|piece| &piece.as_chunks::<2>().0[..common]);
        for place in 0..common {
            for side in 0..SIDES {
                states[side] = self.two(fronts[side][place], states[side], cells);
            }
        }
        for side in 0..SIDES {
            states[side] = self.follow(&pieces[side][2 * common..], states[side], cells);
        }
        states[SIDES - 1]
    }

    /// Follows throws from this state on, and returns the state after them.
    fn follow(&self, throws: &[u8], state: u16, cells: &mut [u32; STATES * PAIRS]) -> u16 {
        let (pairs, rest) = throws.as_chunks::<2>();
        let after = pairs.iter().fold(state, |state, two| self.two(*two, state, cells));
        rest.iter().fold(after, |state, throw| {
            let pair = pair_of(self.kinds[usize::from(*throw) % ROOM], NO_THROW);
            self.count(pair, state, cells)
        })
    }

    #[inline(always)]
    fn two(&self, throws: [u8; 2], state: u16, cells: &mut [u32; STATES * PAIRS]) -> u16 {
        let pair = self.pairs[usize::from(u16::from_le_bytes(throws)) % BYTES];
        self.count(usize::from(pair), state, cells)
    }

    #[inline(always)]
    fn count(&self, pair: usize, state: u16, cells: &mut [u32; STATES * PAIRS]) -> u16 {
        let place = (usize::from(state) | pair) % (STATES * PAIRS);
        cells[place] += 1;
        self.next[place]
    }
}
