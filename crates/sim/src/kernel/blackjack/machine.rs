//! The state machine of one box, built by following every deal of the rules and merging equal states.

use std::collections::HashMap;

use croupier_kit::Rank;
use croupier_maths::blackjack::Chart;
use croupier_rules::contract::{Game, Positions, Seated, Turn};
use croupier_rules::games::blackjack::{Blackjack, Deal, Move};

use super::follow::Builder as SplitBuilder;
use super::split::Splits;
use super::state::{BoxTable, CARDS, HandKey, hand_key};
use crate::machine::End;
use crate::play::{Boxes, DecisionRule, TableStakes};
use crate::policy::DecisionBits;
use crate::table::DecidedTable;
use crate::tally::Tally;

/// The largest number of ends of a round without a split; the first means that the round goes on.
pub(super) const ENDS: usize = 64;
/// The number of possible indices: state and card together fit in sixteen bits.
const PLACES: usize = 1 << 16;

/// The effect of a card in a state, as one number. The lower half is the next state as the index of its first card,
/// or the number of the situation if the hand is split. A bit marks a split, and the end of the round is in the top
/// bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Transition(pub(super) u32);

impl Transition {
    /// The bit that marks a split.
    pub(super) const SPLIT: u32 = 1 << 25;
    const END: u32 = 26;

    const fn on(next: u16) -> Self {
        Self(next as u32)
    }

    fn over(end: usize) -> Option<Self> {
        (end < ENDS).then_some(Self((end as u32) << Self::END))
    }

    const fn split(situation: u16) -> Self {
        Self(situation as u32 | Self::SPLIT)
    }

    /// The next state, or the situation of a split.
    #[inline(always)]
    pub(super) const fn next(self) -> u16 {
        self.0 as u16
    }

    /// The end of the round; zero if it goes on.
    #[inline(always)]
    pub(super) const fn end(self) -> usize {
        (self.0 >> Self::END) as usize
    }

    pub(super) const fn is_split(self) -> bool {
        self.0 & Self::SPLIT != 0
    }
}

pub(super) struct Machine {
    steps: Box<[Transition; PLACES]>,
    /// The number of states, with the first, which has no effects.
    pub(super) states: usize,
    pub(super) ends: Vec<End>,
    start: Transition,
    pub(super) splits: Splits,
}

impl Machine {
    /// The state of a lane without a shoe: it takes cards without any effect.
    pub(super) const PARKED: Transition = Transition(0);

    /// The machine of a table; `None` if it would be too large.
    pub(super) fn new(table: &BoxTable) -> Option<Self> {
        if table.supply.chances.len() > CARDS {
            return None;
        }
        let mut builder = Builder {
            table,
            known: HashMap::new(),
            states: HashMap::new(),
            steps: vec![Self::PARKED; CARDS],
            ends: vec![Vec::new()],
            splits: SplitBuilder::new(table),
        };
        let deal = table.game.open(Positions::first(1));
        let mut stakes = table.stakes.clone();
        stakes.open(true);
        let start = builder.state(&BoxState { deal, stakes, touched: false, noted: Vec::new() })?;
        // After an end, the next round starts.
        for step in builder.steps.iter_mut().filter(|step| step.end() != 0) {
            step.0 |= u32::from(start);
        }
        let mut steps = builder.steps;
        let states = steps.len() / CARDS;
        steps.resize(PLACES, Self::PARKED);
        let steps = steps.into_boxed_slice().try_into().ok()?;
        let (ends, splits) = (builder.ends, builder.splits.done());
        Some(Self { steps, states, ends, start: Transition::on(start), splits })
    }

    /// The transition to the beginning of a round.
    pub(super) const fn start(&self) -> Transition {
        self.start
    }

    /// The effects of cards in a state.
    pub(super) fn row(&self, state: usize) -> &[Transition] {
        &self.steps[state * CARDS..(state + 1) * CARDS]
    }

    /// The effect of a card after a transition.
    #[inline(always)]
    pub(super) fn step(&self, last: Transition, card: u8) -> Transition {
        self.steps[usize::from(last.next() | u16::from(card))]
    }

    /// Adds to the tallies the ends that occurred `times` times, and returns the number of rounds.
    pub(super) fn note(&self, times: &[u64; ENDS], tallies: &mut [Tally]) -> u64 {
        for (end, times) in self.ends.iter().zip(times).skip(1).filter(|(_, times)| **times > 0) {
            for (wager, profit, staked) in end {
                tallies[*wager].add_times(*profit, *times);
                tallies[*wager].stake(*staked * times);
            }
        }
        times[1..].iter().sum()
    }
}

/// A deal with its stakes, waiting for a card.
#[derive(Clone)]
struct BoxState {
    deal: Deal<1>,
    stakes: Boxes<1>,
    /// Whether the player has made a decision.
    touched: bool,
    /// The stakes settled so far.
    noted: End,
}

/// Everything that the rest of the round depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    hand: HandKey,
    dealer: HandKey,
    to: u8,
    stakes: (bool, bool, i64, u64),
    touched: bool,
    noted: End,
}

struct Builder<'t> {
    table: &'t BoxTable,
    known: HashMap<Key, u16>,
    /// States by the effects of their cards, so that equal states are merged.
    states: HashMap<[Transition; CARDS], u16>,
    steps: Vec<Transition>,
    ends: Vec<End>,
    splits: SplitBuilder<'t, Chart>,
}

impl Builder<'_> {
    /// The state of a situation that waits for a card.
    fn state(&mut self, now: &BoxState) -> Option<u16> {
        let key = self.key(now)?;
        if let Some(state) = self.known.get(&key) {
            return Some(*state);
        }
        let mut row = [Transition::default(); CARDS];
        for place in 0..self.table.supply.chances.len() {
            row[place] = self.after(now, self.table.supply.chances[place])?;
        }
        let state = match self.states.get(&row) {
            Some(state) => *state,
            None => self.add(row)?,
        };
        self.known.insert(key, state);
        Some(state)
    }

    fn add(&mut self, row: [Transition; CARDS]) -> Option<u16> {
        let state = u16::try_from(self.steps.len()).ok()?;
        self.steps.extend(row);
        self.states.insert(row, state);
        Some(state)
    }

    /// The effect of a card: it is dealt, stakes are settled, and the chart decides until another card is due.
    fn after(&mut self, before: &BoxState, rank: Rank) -> Option<Transition> {
        let DecidedTable { game, policy, .. } = self.table;
        let mut now = before.clone();
        game.fall_unchecked(&mut now.deal, rank);
        now.stakes.settle(game, &mut now.deal, &mut now.noted);
        loop {
            match game.turn(&now.deal) {
                Turn::Chance(_) => return Some(Transition::on(self.state(&now)?)),
                Turn::Over | Turn::Bets => break,
                Turn::Seat(seat) => {
                    let view = game.view(&now.deal, seat);
                    let mv = DecisionRule::<Seated<Blackjack, 1>>::decide(
                        policy,
                        game,
                        &view,
                        seat,
                        DecisionBits(0),
                        &(),
                    );
                    if mv == Move::Split {
                        let insured = now.stakes.is_insured();
                        return self.splits.situation(&now.deal, &now.noted, insured).map(Transition::split);
                    }
                    now.stakes.moves(game, &now.deal, seat, mv);
                    game.play_unchecked(&mut now.deal, seat, mv);
                    now.touched = true;
                    now.stakes.settle(game, &mut now.deal, &mut now.noted);
                }
            }
        }
        now.stakes.close(game, &now.deal, &mut now.noted);
        let known = self.ends.iter().skip(1).position(|end| *end == now.noted).map(|place| place + 1);
        Transition::over(known.unwrap_or_else(|| {
            self.ends.push(now.noted);
            self.ends.len() - 1
        }))
    }

    fn key(&self, now: &BoxState) -> Option<Key> {
        let Turn::Chance(fall) = self.table.game.turn(&now.deal) else { return None };
        let (own, dealer) = (now.deal.at(0).hands()[0], now.deal.dealer());
        Some(Key {
            // A pair matters until a decision is made; the first cards matter while there are at most two.
            hand: hand_key(own, own.cards() <= 2 && !now.touched),
            dealer: hand_key(dealer, dealer.cards() <= 2),
            to: fall.to,
            stakes: now.stakes.summary(),
            touched: now.touched,
            noted: now.noted.clone(),
        })
    }
}
