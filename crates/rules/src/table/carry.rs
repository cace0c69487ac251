//! Stakes that are carried from one record into the next.
//!
//! A record of a game that leaves something standing after every round would never end. It is ended all the same when
//! it is long, and the next begins with its standing stakes: `ann carries 10 on win point 4`.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_kit::Money;

use super::betting::Betting;
use super::payable::charge_of;
use super::stakes::{Backed, Offer, Stake, State};
use super::table_game::{Table, TableGame};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, CarriedStake, On};

/// The period of betting of stakes that were made in the record before.
const BEFORE: u32 = 0;

impl<G: TableGame> Table<'_, G> {
    /// `ann carries 10 on win point 4`: permitted before every other act of a record. The stakes are numbered from one
    /// like all others, and cannot be taken back.
    pub(super) fn carry(&mut self, carried: &CarriedStake) -> Result<(), Refusal> {
        let refusal = |allowed: &'static str| {
            Refusal::new(Cites::NONE, format!("`{}`", Act::Carries(carried.clone())), allowed)
        };
        let begins = self.betting == Betting::default() && self.last_deal().is_none();
        if !begins || self.stakes.iter().any(|(_, stake)| stake.period != BEFORE) {
            return Err(refusal("stakes of the record before come first"));
        }
        let Backed::Main(wager) = self.read_on(&carried.on)? else {
            return Err(refusal("no side wager stands after a round"));
        };
        let point =
            carried.point.map(u8::try_from).transpose().map_err(|_| refusal("there is no such point"))?;
        let life = match carried.held {
            Some(level) => u8::try_from(level).ok().and_then(|level| self.game.held_life(wager, level)),
            None => self.game.carried_life(wager, point),
        };
        let life = life.ok_or_else(|| refusal("no such stake stands after a round of this game"))?;
        let life = match carried.called {
            None => life,
            Some(call) => {
                let called = self.game.called(wager, life, call);
                called.ok_or_else(|| refusal("this wager is not called on or off"))?
            }
        };
        let (player, amount) = (self.people.id_of(&carried.player), carried.amount);
        let parent = if let On::Behind(number) = carried.on { Some(number) } else { None };
        let offer = Offer { player, amount, wager, parent };
        if parent.is_none() && carried.held.is_none() {
            self.check_limits(amount)?;
        }
        G::check_beside(self, &offer)?;
        let moved = self.check_payable(&offer)?;
        let charge = charge_of(&*self.game, wager, amount).expect("a payable stake has a charge");
        let words = carried.on.shared_words();
        G::restated(self, wager, life)?;
        let (wager, state) = (Some(wager), State::Standing);
        let (amount, period) = (charge.with_bet(amount), BEFORE);
        let side = None;
        let added = Money::ZERO;
        let stake = Stake { player, words, amount, added, charge, wager, side, life, parent, period, state };
        self.stakes.note_moved(moved);
        self.stakes.put_down(stake);
        Ok(())
    }

    /// The standing stakes as the next record states them, each with its number in this one; `None` while the record
    /// cannot end, or if one of them cannot be stated.
    pub fn carried_stakes(&self) -> Option<Vec<(u32, CarriedStake)>> {
        if !self.is_between_records() {
            return None;
        }
        let mut numbers = BTreeMap::new();
        let mut carried = Vec::new();
        for (next, (number, stake)) in (1..).zip(self.stakes.standing()) {
            let (point, held) = (self.game.point_of(stake.life), self.game.held_level(stake.life));
            match held {
                Some(level) => self.game.held_life(stake.wager?, level)?,
                None => self.game.carried_life(stake.wager?, point)?,
            };
            let on = match stake.parent {
                Some(parent) => On::Behind(*numbers.get(&parent)?),
                None => On::Wager(Arc::clone(&stake.words)),
            };
            numbers.insert(number, next);
            let (player, amount) = (self.people.name(stake.player).into(), stake.bet());
            let called = self.game.call_of(stake.life);
            let (point, held) = (point.map(u32::from), held.map(u32::from));
            carried.push((number, CarriedStake { player, amount, on, point, called, held }));
        }
        Some(carried)
    }
}
