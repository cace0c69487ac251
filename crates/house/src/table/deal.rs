//! Automatic dealing: outcomes are passed in, and the rules assign the cards.

use croupier_rules::contract::Turn;
use croupier_rules::games::AnyPermittedBet;
use croupier_rules::notation::{Act, Bid};
use croupier_rules::table::CardSource;
use smallvec::smallvec;

use super::decided::DecidedActs;
use super::fair_dealing::DealSource;
use super::live::{LiveTable, TableContext};
use super::phase::Phase;
use crate::event::ActReason;
use crate::ledger::{Transaction, Unit};
use crate::rejection::Rejection;

/// Room for the line of most acts.
const USUAL_LINE: usize = 48;

/// Consecutive acts with the same reason, and their transactions.
pub(crate) struct ActGroup {
    /// The acts as lines of the notation.
    pub(crate) lines: String,
    pub(crate) decided: DecidedActs,
    pub(crate) why: ActReason,
    pub(crate) transactions: Vec<Transaction>,
}

impl ActGroup {
    /// A single act.
    pub(crate) fn of(act: Act, why: ActReason, transactions: Vec<Transaction>) -> Self {
        let mut lines = String::with_capacity(USUAL_LINE);
        act.write_to(&mut lines);
        Self { lines, decided: DecidedActs { acts: smallvec![act], bet: None }, why, transactions }
    }

    /// A single bet, which the rules permit.
    pub(crate) fn of_bet(bid: Bid, bet: AnyPermittedBet, staked: Transaction) -> Self {
        let mut group = Self::of(Act::Bets(bid), ActReason::Ordinary, vec![staked]);
        group.decided.bet = Some(bet);
        group
    }
}

impl LiveTable<'_> {
    /// Performs one act for a reason.
    pub(crate) fn perform_one(
        &mut self,
        act: Act,
        why: ActReason,
        context: &TableContext<'_>,
        out: &mut Vec<ActGroup>,
    ) -> Result<(), Rejection> {
        let transactions = self.perform(std::slice::from_ref(&act), Unit::Chips, context)?;
        match out.last_mut().filter(|last| last.why == why) {
            Some(last) => {
                last.lines.push('\n');
                act.write_to(&mut last.lines);
                last.decided.acts.push(act);
                last.transactions.extend(transactions);
            }
            None => out.push(ActGroup::of(act, why, transactions)),
        }
        Ok(())
    }

    /// Deals, spins or throws until somebody has to decide or the round is over.
    pub(crate) fn deal_on(
        &mut self,
        context: &TableContext<'_>,
        outcomes: &mut DealSource<'_>,
        out: &mut Vec<ActGroup>,
    ) -> Result<(), Rejection> {
        let is_thrown = |live: &Self| live.rules.turn().is_none() && live.rules.betting().is_open();
        while let Some((act, why)) = self.next_step(outcomes)? {
            self.perform_one(act, why, context, out)?;
            // At dice a round is one throw, and betting opens again afterwards.
            if is_thrown(self) {
                break;
            }
        }
        Ok(())
    }

    /// The next act that needs no command; `None` when somebody has to decide or nothing is left to deal.
    fn next_step(&self, outcomes: &mut DealSource<'_>) -> Result<Option<(Act, ActReason)>, Rejection> {
        if self.phase() == Phase::Insurance {
            return Ok(None);
        }
        if self.rules.look_is_due() {
            return Ok(Some((Act::DealerLooks, ActReason::Ordinary)));
        }
        if let Some(due) = self.due() {
            // The house decides for a hand without a player, by its declared policy.
            let act = self.default_act().filter(|_| due.speaker.is_none());
            return Ok(act.map(|act| (act, ActReason::HousePolicy)));
        }
        let act = match self.rules.turn() {
            Some(Turn::Over | Turn::Bets | Turn::Seat(_)) => None,
            Some(Turn::Chance(_)) => self.next_card(outcomes)?,
            None => self.first_outcome(outcomes)?,
        };
        Ok(act.map(|act| (act, ActReason::Ordinary)))
    }

    fn first_outcome(&self, outcomes: &mut DealSource<'_>) -> Result<Option<Act>, Rejection> {
        if let Some(wheel) = self.rules.wheel() {
            return Ok(Some(Act::Ball(outcomes.ball(wheel)?.to_string().into())));
        }
        if self.rules.throws_dice() {
            return Ok(Some(Act::Dice(outcomes.dice()?.to_vec())));
        }
        self.next_card(outcomes)
    }

    /// The next card, or the cutting card if it comes first; `None` when the shoe is empty.
    fn next_card(&self, outcomes: &mut DealSource<'_>) -> Result<Option<Act>, Rejection> {
        let (kind, shoe) = self.rules.shoe();
        let packs = match kind {
            CardSource::None => return Ok(None),
            CardSource::Shoe(packs) => {
                if shoe.holds_cutting_card() && shoe.left().len() <= outcomes.cut_at(packs) {
                    return Ok(Some(Act::CuttingCard));
                }
                packs
            }
            CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => packs,
        };
        if shoe.left().is_empty() {
            return Ok(None);
        }
        outcomes.card(packs, shoe.left()).map(|card| Some(Act::Cards(vec![card])))
    }
}
