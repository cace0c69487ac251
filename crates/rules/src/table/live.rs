//! A live table: whose decision is due, where the next card goes, and where a record may end.

use croupier_kit::Money;

use super::shoe::CardSource;
use super::stakes::State;
use super::status::{Due, StakeNow};
use super::table_game::{Table, TableGame};
use crate::contract::{Fall, Turn};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, Bid, BoxHand, Call, Name, On, Who};

impl<G: TableGame> Table<'_, G> {
    /// What the table waits for; `None` before the first card, ball or throw.
    pub fn turn(&self) -> Option<Turn> {
        self.deal.as_ref().map(|deal| self.game.turn(deal))
    }

    /// The decision that is due: of a player behind who must answer a split, or else of the seat in turn.
    pub fn due(&self) -> Option<Due> {
        if let Some(player) = G::must_answer(self) {
            let name: Name = self.people.name(player).into();
            return Some(Due { who: Who::Person(name.clone()), speaker: Some(name), on: None });
        }
        if G::look_is_due(self) {
            return None;
        }
        let Some(Turn::Seat(seat)) = self.turn() else { return None };
        let speaker: Option<Name> = G::speaker(self, seat).map(|player| self.people.name(player).into());
        let who = match (self.game.side(seat), &speaker) {
            (Some(side), _) => Who::Side(side),
            (None, Some(name)) => Who::Person(name.clone()),
            (None, None) => return None,
        };
        Some(Due { who, speaker, on: G::spot(self, seat) })
    }

    /// The seat that receives the next card and whether all see it, with the box hand that receives it.
    pub fn next_fall(&self) -> Option<(Fall, Option<BoxHand>)> {
        let deal = match self.deal {
            Some(deal) => deal,
            None => G::open_deal(self).ok()?,
        };
        match self.game.turn(&deal) {
            Turn::Chance(fall) => Some((fall, G::spot(self, fall.to))),
            _ => None,
        }
    }

    /// The progress of a stake: at dice, its point.
    pub fn progress_of(&self, number: u32) -> Option<String> {
        let stake = self.stakes.get(number)?;
        stake.wager.and_then(|wager| self.game.progress(wager, stake.life))
    }

    /// Whether the player of a standing stake may call it on and off.
    pub fn is_callable(&self, number: u32) -> bool {
        let stake = self.stakes.get(number).filter(|stake| stake.state == State::Standing);
        stake.is_some_and(|stake| {
            stake.wager.is_some_and(|wager| self.game.called(wager, stake.life, Call::On).is_some())
        })
    }

    /// The table's point, at dice.
    pub fn point(&self) -> Option<u8> {
        G::table_point(self)
    }

    /// Whether the act `next hand` is permitted now.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether there is anything to deal, spin or throw for.
    ///
    /// # Errors
    /// The reason why the first card may not be dealt.
    pub fn check_begin(&self) -> Result<(), Refusal> {
        if !self.stakes.any_standing() {
            return Err(Refusal::new(Cites::NONE, "there are no bets", "somebody must bet first"));
        }
        G::places(self).map(|_| ())
    }

    /// Carries out the act. Unlike with [`Table::act`], a stake that the rules do not permit is an error, and the
    /// table remains unchanged.
    ///
    /// # Errors
    /// The refusal, if the rules do not permit the act.
    pub fn try_act(&mut self, act: &Act) -> Result<(), Refusal>
    where
        Self: Clone,
    {
        match act {
            Act::Bets(bid) => self.try_bet(bid).map(|_| ()),
            Act::Insures(..) => {
                let mut tried = self.clone();
                tried.act(act)?;
                match tried.last_refused() {
                    Some(refusal) => Err(refusal),
                    None => {
                        *self = tried;
                        Ok(())
                    }
                }
            }
            other => self.act(other),
        }
    }

    fn last_refused(&self) -> Option<Refusal> {
        let last = self.stakes.get(self.stakes.next_number() - 1)?;
        if let State::Refused(refusal) = &last.state { Some(refusal.clone()) } else { None }
    }

    /// The part of a stake that the ledger needs.
    pub fn stake_now(&self, number: u32) -> Option<StakeNow> {
        let stake = self.stakes.get(number)?;
        let (returned, decided) = match &stake.state {
            State::Standing => (None, false),
            State::Decided(_, profit) => {
                let returned = stake.amount.plus(*profit);
                (Some(returned.expect("the results of a record can be counted")), true)
            }
            State::Cancelled(_) | State::Refused(_) => (Some(stake.amount), false),
        };
        Some(StakeNow { player: stake.player, amount: stake.amount, returned, decided })
    }

    /// Whether a record may end here and another begin: no stake is standing, nothing is in play, and the shoe is
    /// complete or has no influence.
    pub fn may_renew(&self) -> bool {
        self.is_between_records() && !self.stakes.any_standing()
    }

    /// Whether nothing but standing stakes would be carried into another record.
    pub(super) fn is_between_records(&self) -> bool {
        let whole = match self.game.packs() {
            CardSource::None | CardSource::EveryHand(_) | CardSource::Shuffler(_) => true,
            CardSource::Shoe(packs) => self.shoe.left().len() == u32::from(packs) * 52,
        };
        whole && self.deal.is_none() && G::may_end_record(self)
    }

    /// Begins a new record at the same table: stakes are numbered from one again, and state that outlives a hand
    /// continues. Does nothing if [`Table::may_renew`] returns false.
    pub fn renew(&mut self) {
        if self.may_renew() {
            self.stakes.forget();
            self.hand_begins = 1;
            self.finished = false;
            G::renewed(self);
        }
    }

    /// A bid by a person, with the wager in words.
    pub fn bid(player: &str, amount: Money, words: &str) -> Bid {
        let on = On::Wager(words.split_whitespace().collect::<Vec<_>>().join(" ").into());
        Bid { player: player.into(), amount, on, at: None, by_dealer: false }
    }
}
