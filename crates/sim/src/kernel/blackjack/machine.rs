//! The machine of one box: found by following every deal of the rules, and made small.

use std::collections::HashMap;

use croupier_kit::Rank;
use croupier_rules::contract::{Game, Positions, Turn};
use croupier_rules::games::blackjack::{Blackjack, Deal, Move};

use super::BoxTable;
use crate::play::{Boxes, Decides, Stakes};
use crate::policy::Mood;
use crate::setup::Decided;
use crate::tally::Tally;

/// The most ends a round without a split can have, the first being none.
pub(super) const ENDS: usize = 64;
/// Places for the cards of a state.
const CARDS: usize = 16;

/// What a card does in some state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Step {
    /// The next state, as the place of its first card.
    pub(super) next: u16,
    /// The end of the round; nought where it goes on.
    pub(super) end: u16,
}

/// What a round comes to: wager, profit and what was staked, for every stake that was decided.
type End = Vec<(usize, i64, u64)>;

pub(super) struct Machine {
    steps: Box<[Step]>,
    ends: Vec<End>,
    start: u16,
}

impl Machine {
    /// The shoe is at its cutting card.
    pub(super) const PARKED: u32 = 0;
    /// The hand is split. Every state in which a card is taken is beyond it.
    pub(super) const SPLIT: u32 = CARDS as u32;

    /// The machine of a table; `None` where it would be too large.
    pub(super) fn new(table: &BoxTable) -> Option<Self> {
        if table.supply.chances.len() > CARDS {
            return None;
        }
        let mut builder = Builder {
            table,
            known: HashMap::new(),
            states: HashMap::new(),
            steps: vec![Step::default(); 2 * CARDS],
            ends: vec![Vec::new()],
        };
        for (state, place) in [(Self::PARKED, 0), (Self::SPLIT, CARDS)] {
            let stays = Step { next: u16::try_from(state).ok()?, end: 0 };
            builder.steps[place..place + CARDS].fill(stays);
        }
        let deal = table.game.open(Positions::first(1));
        let mut stakes = table.stakes.clone();
        stakes.open(true);
        let start = builder.state(&Situation { deal, stakes, touched: false, noted: Vec::new() })?;
        // The round that follows an end begins anew.
        for step in builder.steps.iter_mut().filter(|step| step.end != 0) {
            step.next = start;
        }
        (builder.ends.len() <= ENDS).then(|| Self { steps: builder.steps.into(), ends: builder.ends, start })
    }

    pub(super) fn start(&self) -> u32 {
        u32::from(self.start)
    }

    #[inline(always)]
    pub(super) fn step(&self, state: u32, card: u8) -> Step {
        self.steps.get(state as usize + usize::from(card) % CARDS).copied().unwrap_or_default()
    }

    /// Notes ends that came so many times; how many rounds those are.
    pub(super) fn note(&self, times: &[u64; ENDS], tallies: &mut [Tally]) -> u64 {
        for (end, times) in self.ends.iter().zip(times).skip(1) {
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
struct Situation {
    deal: Deal<1>,
    stakes: Boxes<1>,
    /// Something has been decided.
    touched: bool,
    /// What has come of stakes so far.
    noted: End,
}

/// As much of a situation as the rest of the round depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    hand: (u8, bool, u8, Option<Rank>, Option<Rank>),
    dealer: (u8, bool, u8, Option<Rank>, Option<Rank>),
    to: u8,
    stakes: (bool, bool, i64, u64),
    touched: bool,
    noted: End,
}

struct Builder<'t> {
    table: &'t BoxTable,
    known: HashMap<Key, u16>,
    /// States by what their cards do, so that those that do the same are one.
    states: HashMap<[Step; CARDS], u16>,
    steps: Vec<Step>,
    ends: Vec<End>,
}

impl Builder<'_> {
    /// The state of a situation in which a card is due.
    fn state(&mut self, now: &Situation) -> Option<u16> {
        let key = self.key(now)?;
        if let Some(state) = self.known.get(&key) {
            return Some(*state);
        }
        let mut row = [Step::default(); CARDS];
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

    fn add(&mut self, row: [Step; CARDS]) -> Option<u16> {
        let state = u16::try_from(self.steps.len()).ok()?;
        self.steps.extend(row);
        self.states.insert(row, state);
        Some(state)
    }

    /// What a card does: it falls, what is decided is noted, and the chart decides until another card is due.
    fn after(&mut self, before: &Situation, rank: Rank) -> Option<Step> {
        let Decided { game, policy, .. } = self.table;
        let mut now = before.clone();
        game.fall_unchecked(&mut now.deal, rank);
        now.stakes.settle(game, &mut now.deal, &mut now.noted);
        loop {
            match game.turn(&now.deal) {
                Turn::Chance(_) => return Some(Step { next: self.state(&now)?, end: 0 }),
                Turn::Over | Turn::Bets => break,
                Turn::Seat(seat) => {
                    let mv = Decides::<Blackjack<1>>::decide(
                        policy,
                        game,
                        &game.view(&now.deal, seat),
                        seat,
                        Mood(0),
                    );
                    if mv == Move::Split {
                        return Some(Step { next: u16::try_from(Machine::SPLIT).ok()?, end: 0 });
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
        let end = known.unwrap_or_else(|| {
            self.ends.push(now.noted);
            self.ends.len() - 1
        });
        Some(Step { next: 0, end: u16::try_from(end).ok()? })
    }

    fn key(&self, now: &Situation) -> Option<Key> {
        let Turn::Chance(fall) = self.table.game.turn(&now.deal) else { return None };
        let own = now.deal.at(0).hands()[0];
        let dealer = now.deal.dealer();
        // A pair matters until something is decided, and the first cards while there are no more than two.
        let ranks = |hand: croupier_rules::games::blackjack::Hand, matter: bool| match matter {
            true => (hand.first_rank(), hand.second_rank()),
            false => (None, None),
        };
        let (first, second) = ranks(own, own.cards() <= 2 && !now.touched);
        let (up, hole) = ranks(dealer, dealer.cards() <= 2);
        Some(Key {
            hand: (own.score(), own.is_soft(), own.cards().min(3), first, second),
            dealer: (dealer.score(), dealer.is_soft(), dealer.cards().min(3), up, hole),
            to: fall.to,
            stakes: now.stakes.summary(),
            touched: now.touched,
            noted: now.noted.clone(),
        })
    }
}
