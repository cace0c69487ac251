//! Side wagers at a table: how they are bet, and how the facts of the round settle them.

use std::sync::Arc;

use croupier_kit::{Card, Money, MoneySum};

use super::payable::check_side_payable;
use super::people::PlayerId;
use super::stakes::{Stake, State};
use super::table_game::{Table, TableGame};
use crate::book::Conduct;
use crate::commission::Charge;
use crate::contract::{Seat, Turn};
use crate::law::Refusal;
use crate::notation::{Bid, count};
use crate::side::{RoundCards, SideBet};

/// The side wager that these words name: `WORD`, or `WORD BOX`; `None` if the first word names none.
pub(crate) fn read_side<G: TableGame>(
    game: &G,
    words: &[&str],
    conduct: &Conduct,
) -> Option<Result<SideBet, Refusal>> {
    let (first, rest) = words.split_first()?;
    let (index, wager) = game.sides().named(first)?;
    let number = if let [number] = rest { count(number) } else { None };
    Some(match (wager.per_box, rest, number) {
        (false, [], _) => Ok(SideBet { wager: index, place: None }),
        (true, _, Some(number)) => {
            game.side_place(number, conduct).map(|seat| SideBet { wager: index, place: Some(seat) })
        }
        (per_box, ..) => {
            let allowed =
                if per_box { format!("write `{first}` and the box") } else { format!("write `{first}`") };
            Err(Refusal::new(conduct.no_such_wager, format!("`{}`", words.join(" ")), allowed))
        }
    })
}

impl<G: TableGame> Table<'_, G> {
    /// The player's main bet that the side wager belongs to, if the book requires one: the first that stands, on the same box
    /// where the side wager is made for a box.
    pub(super) fn main_bet(&self, player: PlayerId, bet: SideBet) -> Option<u32> {
        let of = &self.game.sides().get(bet).of;
        if of.is_empty() {
            return None;
        }
        let is_main = |stake: &Stake<G>| {
            stake.player == player
                && stake.wager.is_some_and(|wager| {
                    let same_box = bet.place.is_none() || self.game.wager_place(wager) == bet.place;
                    same_box && of.iter().any(|name| **name == *self.game.wager_name(wager))
                })
        };
        self.stakes.standing().find(|(_, stake)| is_main(stake)).map(|(number, _)| number)
    }

    /// Checks a bid on a side wager, in the order in which the provisions are cited.
    pub(super) fn check_side(&self, bid: &Bid, player: PlayerId, bet: SideBet) -> Result<MoneySum, Refusal> {
        self.check_placed(bid)?;
        self.check_side_limits(bid.amount, bet)?;
        self.check_taken(bid, player)?;
        self.check_main_bet(player, bet)?;
        let moved = check_side_payable(self.game.sides().get(bet), bid.amount)?;
        self.check_counted(bid.amount, moved)
    }

    /// Its own limits; an end that the book does not set is the table's.
    fn check_side_limits(&self, amount: Money, bet: SideBet) -> Result<(), Refusal> {
        let wager = self.game.sides().get(bet);
        let (min, max) = (wager.min.or(self.limits.0), wager.max.or(self.limits.1));
        let (own, allowed) = match (min, max) {
            (Some(min), _) if amount < min => (wager.min, format!("the minimum on {} is {min}", wager.name)),
            (_, Some(max)) if amount > max => (wager.max, format!("the maximum on {} is {max}", wager.name)),
            _ => return Ok(()),
        };
        let cites = own.and(wager.limits_cite).map_or(self.conduct.limits, Into::into);
        Err(Refusal::new(cites, format!("a bet of {amount}"), allowed))
    }

    fn check_main_bet(&self, player: PlayerId, bet: SideBet) -> Result<(), Refusal> {
        let wager = self.game.sides().get(bet);
        if wager.of.is_empty() || self.main_bet(player, bet).is_some() {
            return Ok(());
        }
        let place = if wager.per_box { " on the same box" } else { "" };
        let allowed = format!("bet on {}{place} first", wager.of.join(" or "));
        Err(Refusal::new(wager.of_cite, format!("a bet on {} alone", wager.name), allowed))
    }

    /// Records a stake on a side wager under the next number, as standing or refused.
    pub(super) fn lay_side(
        &mut self,
        player: PlayerId,
        words: Arc<str>,
        amount: Money,
        bet: SideBet,
        parent: Option<u32>,
        refusal: Option<Refusal>,
    ) -> u32 {
        self.stakes.put_down(Stake {
            player,
            words,
            amount,
            added: Money::ZERO,
            charge: Charge::default(),
            wager: None,
            side: Some(bet),
            life: G::Life::default(),
            parent,
            period: self.betting.period,
            state: refusal.map_or(State::Standing, State::Refused),
        })
    }

    /// Assigns each side wager to the main bet that the book requires, and refuses those whose main bet was cancelled or taken
    /// back. Called when betting has just closed.
    pub(super) fn close_sides(&mut self) {
        if !self.stakes.any_side_standing() {
            return;
        }
        let sides = self.stakes.standing().filter_map(|(number, stake)| Some((number, stake, stake.side?)));
        let of = |(number, stake, bet): (u32, &Stake<G>, SideBet)| {
            let main = self.main_bet(stake.player, bet);
            match self.check_main_bet(stake.player, bet) {
                Ok(()) if main == stake.parent => None,
                Ok(()) => Some((number, Ok(main))),
                Err(refusal) => Some((number, Err(refusal))),
            }
        };
        let changes: Vec<(u32, Result<Option<u32>, Refusal>)> = sides.filter_map(of).collect();
        for (number, of) in changes {
            match of {
                Ok(main) => self.stakes.change(number, |stake| stake.parent = main),
                Err(refusal) => self.stakes.change(number, |stake| {
                    stake.parent = None;
                    stake.state = State::Refused(refusal);
                }),
            }
        }
    }

    /// Begins the round for side wagers: no card has fallen, and each player's own hand has its seat.
    pub(super) fn begin_sides(&mut self) {
        self.fell.clear();
        if !self.stakes.any_side_standing() {
            return;
        }
        let own = self.stakes.standing().filter(|(_, stake)| stake.side.is_some());
        let seats: Vec<(u32, Seat)> =
            own.filter_map(|(number, stake)| Some((number, G::side_seat(self, stake)?))).collect();
        for (number, seat) in seats {
            self.stakes.change(number, |stake| {
                stake.side = stake.side.map(|bet| SideBet { place: Some(seat), ..bet });
            });
        }
    }

    /// Notes a card as it falls, if facts can be read from it.
    pub(super) fn note_card(&mut self, seat: Seat, card: Card) {
        if !self.game.sides().0.is_empty() {
            self.fell.push((seat, card));
        }
    }

    /// Settles the side wagers that the facts shown so far decide.
    pub(super) fn settle_sides(&mut self) {
        let (Some(deal), true) = (&self.deal, self.stakes.any_side_standing()) else { return };
        let (game, fell) = (&*self.game, &self.fell);
        let over = game.turn(deal) == Turn::Over;
        self.stakes.settle_sides(|bet| {
            let round = RoundCards { game, deal, fell, place: bet.place };
            game.sides().get(bet).settle(over, |fact| round.value(&G::FACTS[usize::from(fact)]))
        });
    }
}
