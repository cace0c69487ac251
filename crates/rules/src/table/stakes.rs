//! The stakes of a table: made, standing, settled.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_kit::{Money, MoneySum};

use super::people::PlayerId;
use crate::commission::Charge;
use crate::contract::{Game, Settled};
use crate::law::{Cites, Refusal};
use crate::side::SideBet;

/// A stake before it is accepted.
pub struct Offer<G: Game> {
    /// The player.
    pub player: PlayerId,
    /// The amount.
    pub amount: Money,
    /// The wager.
    pub wager: G::Wager,
    /// The number of the stake it is behind or belongs to.
    pub parent: Option<u32>,
}

/// Standing stakes that are settled alike.
type Group<G> = (<G as Game>::Wager, <G as Game>::Life);

/// What a bid is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Backed<W> {
    /// A wager of the game.
    Main(W),
    /// A side wager.
    Side(SideBet),
}

/// The state of a stake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// Not settled yet.
    Standing,
    /// Settled, with its profit or loss.
    Decided(Settled, Money),
    /// Returned by agreement of both sides, or taken back.
    Cancelled(Cites),
    /// Never accepted.
    Refused(Refusal),
}

/// One stake.
#[derive(Debug)]
pub struct Stake<G: Game> {
    /// The player.
    pub player: PlayerId,
    /// The wager, in the words of the record. Shared, because a table is copied to try a command on.
    pub words: Arc<str>,
    /// The amount: the bet, and the commission charged in advance.
    pub amount: Money,
    /// The part of the amount that decisions have added since the stake was made.
    pub added: Money,
    /// What it is charged.
    pub charge: Charge,
    /// The wager; `None` if there is no such wager, or it is a side wager.
    pub wager: Option<G::Wager>,
    /// The side wager, if it is one.
    pub side: Option<SideBet>,
    /// Its state in the game, such as a point.
    pub life: G::Life,
    /// The number of the stake it is behind or belongs to.
    pub parent: Option<u32>,
    /// When it was made, as the number of times that betting had opened.
    pub period: u32,
    /// Its state.
    pub state: State,
}

/// Also for games that cannot be copied themselves.
impl<G: Game> Clone for Stake<G> {
    fn clone(&self) -> Self {
        let (words, state) = (Arc::clone(&self.words), self.state.clone());
        Self { words, state, ..*self }
    }
}

impl<G: Game> Stake<G> {
    /// The amount without the commission charged in advance.
    pub fn bet(&self) -> Money {
        self.amount.minus(self.charge.in_advance()).expect("the commission is part of the amount")
    }

    /// Records how it is settled.
    fn decide(&mut self, settled: Settled) {
        let profit = self.charge.profit(settled.payout, self.bet());
        let profit = profit.ok().flatten().expect("checked when the stake was accepted");
        self.state = State::Decided(settled, profit);
    }

    /// The groups that it is in: of its wager and life, or of its side wager; none if it does not stand.
    fn groups(&self) -> (Option<Group<G>>, Option<SideBet>) {
        let stands = self.state == State::Standing;
        (self.wager.filter(|_| stands).map(|wager| (wager, self.life)), self.side.filter(|_| stands))
    }
}

/// All stakes by number, and the standing ones grouped by wager and life.
///
/// Stakes with the same wager and life are settled in the same way, so the game is asked only once for each group:
/// ten thousand bets on a dice table are a few dozen questions per throw.
#[derive(Clone)]
pub struct Stakes<G: Game> {
    /// Shared until one of them changes, because a table is copied to try a command on.
    all: Arc<Vec<Stake<G>>>,
    /// The numbers of new and changed stakes since the last [`Stakes::take_touched`].
    touched: Vec<u32>,
    standing: BTreeMap<Group<G>, Vec<u32>>,
    /// The standing stakes on side wagers.
    sides: BTreeMap<SideBet, Vec<u32>>,
    children: BTreeMap<u32, Vec<u32>>,
    /// The most that the accepted bets can move, with what decisions can add to them.
    moved: MoneySum,
}

impl<G: Game> Default for Stakes<G> {
    fn default() -> Self {
        Self {
            all: Arc::default(),
            touched: Vec::new(),
            standing: BTreeMap::new(),
            sides: BTreeMap::new(),
            children: BTreeMap::new(),
            moved: MoneySum::ZERO,
        }
    }
}

impl<G: Game> Stakes<G> {
    /// The number that the next stake will have.
    pub fn next_number(&self) -> u32 {
        u32::try_from(self.all.len() + 1).expect("a record has few stakes")
    }

    /// The most that the accepted bets can move, with what decisions can add to them.
    pub fn moved(&self) -> MoneySum {
        self.moved
    }

    /// Adds what an accepted bet can move.
    pub fn note_moved(&mut self, moved: MoneySum) {
        self.moved += moved;
    }

    /// Records a stake under the next number, which it returns.
    pub fn put_down(&mut self, stake: Stake<G>) -> u32 {
        let number = self.next_number();
        let (group, side) = stake.groups();
        self.enter(number, group, side);
        self.touched.push(number);
        if let (State::Standing, Some(parent)) = (&stake.state, stake.parent) {
            self.children.entry(parent).or_default().push(number);
        }
        Arc::make_mut(&mut self.all).push(stake);
        number
    }

    /// Enters a standing stake into its groups.
    fn enter(&mut self, number: u32, group: Option<Group<G>>, side: Option<SideBet>) {
        if let Some(group) = group {
            self.standing.entry(group).or_default().push(number);
        }
        if let Some(bet) = side {
            self.sides.entry(bet).or_default().push(number);
        }
    }

    /// The stake with this number.
    pub fn get(&self, number: u32) -> Option<&Stake<G>> {
        (number as usize).checked_sub(1).and_then(|place| self.all.get(place))
    }

    /// Moves the numbers of new and changed stakes since the last call into a reusable list, ascending.
    #[allow(clippy::stable_sort_primitive, reason = "they are a few ascending runs, which this sort merges")]
    pub fn take_touched(&mut self, into: &mut Vec<u32>) {
        into.clear();
        std::mem::swap(&mut self.touched, into);
        into.sort();
        into.dedup();
    }

    /// Removes every stake, so that numbers begin at one again. Does nothing if any stake is standing.
    pub(super) fn forget(&mut self) {
        if !self.any_standing() {
            match Arc::get_mut(&mut self.all) {
                Some(all) => all.clear(),
                None => self.all = Arc::default(),
            }
            self.touched.clear();
            self.children.clear();
        }
    }

    /// Every stake, with its number.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Stake<G>)> {
        (1..).zip(&*self.all)
    }

    /// Every standing stake, with its number.
    pub fn standing(&self) -> impl Iterator<Item = (u32, &Stake<G>)> {
        let groups = self.standing.values().chain(self.sides.values());
        let mut numbers: Vec<u32> = groups.flatten().copied().collect();
        numbers.sort_unstable();
        numbers.into_iter().filter_map(|number| self.get(number).map(|stake| (number, stake)))
    }

    /// The standing stakes that are behind this one or belong to it.
    pub fn children(&self, parent: u32) -> impl Iterator<Item = (u32, &Stake<G>)> {
        let numbers = self.children.get(&parent).map_or(&[][..], Vec::as_slice);
        let stakes = numbers.iter().filter_map(|&number| self.get(number).map(|stake| (number, stake)));
        stakes.filter(|(_, stake)| stake.state == State::Standing)
    }

    /// Whether any stake is standing.
    pub fn any_standing(&self) -> bool {
        !self.standing.is_empty() || !self.sides.is_empty()
    }

    /// Whether any stake on a side wager is standing.
    pub fn any_side_standing(&self) -> bool {
        !self.sides.is_empty()
    }

    /// Calls `ask` for every group of standing stakes, and records what is settled.
    pub fn settle(&mut self, mut ask: impl FnMut(G::Wager, &mut G::Life) -> Option<Settled>) {
        let mut changes = Vec::new();
        for &(wager, before) in self.standing.keys() {
            let mut life = before;
            let settled = ask(wager, &mut life);
            if settled.is_some() || life != before {
                changes.push(((wager, before), life, settled));
            }
        }
        // All groups are removed before any is added, so that a group that changes into another's life is not
        // mistaken for it.
        let moved: Vec<_> = changes
            .into_iter()
            .map(|(key, life, settled)| {
                let numbers = self.standing.remove(&key).expect("its key was just read");
                (key.0, life, settled, numbers)
            })
            .collect();
        if moved.is_empty() {
            return;
        }
        let all = Arc::make_mut(&mut self.all);
        for (wager, life, settled, numbers) in moved {
            for &number in &numbers {
                let stake = &mut all[number as usize - 1];
                stake.life = life;
                if let Some(settled) = settled {
                    stake.decide(settled);
                }
            }
            match settled {
                Some(_) => self.touched.extend(numbers),
                None => self.standing.entry((wager, life)).or_default().extend(numbers),
            }
        }
    }

    /// Calls `ask` for every group of standing stakes on side wagers, and records what is settled.
    pub fn settle_sides(&mut self, ask: impl Fn(SideBet) -> Option<Settled>) {
        let settled: Vec<_> = self.sides.keys().filter_map(|bet| Some((*bet, ask(*bet)?))).collect();
        for (bet, settled) in settled {
            for number in self.sides.remove(&bet).into_iter().flatten() {
                Arc::make_mut(&mut self.all)[number as usize - 1].decide(settled);
                self.touched.push(number);
            }
        }
    }

    /// Withdraws a standing stake: it is cancelled, taken back or refused after all.
    pub fn withdraw(&mut self, number: u32, state: State) {
        self.change(number, |stake| stake.state = state);
    }

    /// Changes a standing stake: its amount, its life or its state.
    pub fn change(&mut self, number: u32, change: impl FnOnce(&mut Stake<G>)) {
        let Some(place) = (number as usize).checked_sub(1).filter(|place| *place < self.all.len()) else {
            return;
        };
        let stake = &mut Arc::make_mut(&mut self.all)[place];
        if let Some(wager) = stake.wager {
            leave(&mut self.standing, &(wager, stake.life), number);
        }
        if let Some(bet) = stake.side {
            leave(&mut self.sides, &bet, number);
        }
        change(stake);
        let (group, side) = stake.groups();
        self.touched.push(number);
        self.enter(number, group, side);
    }
}

/// Removes a stake from its group.
fn leave<K: Ord>(groups: &mut BTreeMap<K, Vec<u32>>, key: &K, number: u32) {
    if let Some(numbers) = groups.get_mut(key) {
        numbers.retain(|n| *n != number);
        if numbers.is_empty() {
            groups.remove(key);
        }
    }
}
