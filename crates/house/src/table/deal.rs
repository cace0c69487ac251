//! Automatic dealing: what falls comes from outside, where it goes is the rules'.

use std::fmt::Write;

use croupier_kit::{Card, Pocket, Shoe, Wheel};
use croupier_rules::contract::Turn;
use croupier_rules::notation::Act;
use croupier_rules::table::CardSource;

use super::fair::Vault;
use super::sitting::{Around, Phase, Sitting};
use crate::event::{Event, Why};
use crate::ledger::{Transaction, Unit};
use crate::refusal::Refusal;

/// Chance, told from outside: the core has none of its own. What falls is written down, so that a replay asks for none.
pub trait Chance {
    /// Where the ball comes to rest.
    fn ball(&mut self, wheel: &Wheel) -> Pocket;
    /// What the two dice show.
    fn dice(&mut self) -> [u32; 2];
    /// The next card of a shoe of so many packs, of which this is left. It is one that is left.
    fn card(&mut self, packs: u8, left: &Shoe) -> Card;
    /// The cards have been shuffled.
    fn shuffled(&mut self) {}
    /// How many cards are left in a shoe of so many packs when the cutting card comes.
    fn cut_at(&mut self, packs: u8) -> u32 {
        cut_at(packs)
    }
    /// The secrets of fair dealing; without them a table is dealt from this chance itself.
    fn vault(&mut self) -> Option<&mut dyn Vault> {
        None
    }
}

/// How long each phase of an automatic table lasts, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Bets are made.
    pub bets: i64,
    /// The last bets are made.
    pub finals: i64,
    /// From no more bets until something falls.
    pub closed: i64,
    /// Insurance is on offer.
    pub insurance: i64,
    /// Somebody decides.
    pub decision: i64,
    /// The round is over and paid.
    pub payment: i64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            bets: 20_000,
            finals: 5_000,
            closed: 3_000,
            insurance: 10_000,
            decision: 20_000,
            payment: 5_000,
        }
    }
}

impl Pace {
    /// No waiting at all.
    pub const NONE: Self = Self { bets: 0, finals: 0, closed: 0, insurance: 0, decision: 0, payment: 0 };

    /// How long a phase lasts.
    pub const fn of(&self, phase: Phase) -> i64 {
        match phase {
            Phase::PlaceYourBets => self.bets,
            Phase::FinalBets => self.finals,
            Phase::NoMoreBets => self.closed,
            Phase::Insurance => self.insurance,
            Phase::Decision => self.decision,
            Phase::Payment => self.payment,
            Phase::Closed | Phase::Waiting | Phase::Outcome => 0,
        }
    }
}

/// Acts that were done for the same reason, one after another, and the money that followed.
pub(crate) struct Passage {
    pub(crate) lines: String,
    pub(crate) why: Why,
    pub(crate) transactions: Vec<Transaction>,
}

impl Passage {
    /// The event that tells it.
    pub(crate) fn into_event(self, with: Unit) -> (Event, Vec<Transaction>) {
        (Event::Acted { lines: self.lines.into(), with, why: self.why }, self.transactions)
    }
}

/// Cards left in the shoe when the cutting card comes: a pack, but of one or two packs all, so that they are shuffled
/// for every round and hold enough for every box.
const fn cut_at(packs: u8) -> u32 {
    if packs <= 2 { packs as u32 * 52 } else { 52 }
}

impl Sitting<'_> {
    /// Does one act for a reason.
    pub(crate) fn say(
        &mut self,
        act: &Act,
        why: Why,
        around: &Around<'_>,
        out: &mut Vec<Passage>,
    ) -> Result<(), Refusal> {
        let transactions = self.perform(std::slice::from_ref(act), Unit::Chips, around)?;
        match out.last_mut().filter(|last| last.why == why) {
            Some(last) => {
                let _ = write!(last.lines, "\n{act}");
                last.transactions.extend(transactions);
            }
            None => out.push(Passage { lines: act.to_string(), why, transactions }),
        }
        Ok(())
    }

    /// Deals, spins or throws until somebody has to decide or the round is over.
    pub(crate) fn deal_on(
        &mut self,
        around: &Around<'_>,
        chance: &mut dyn Chance,
        out: &mut Vec<Passage>,
    ) -> Result<(), Refusal> {
        let fell = |sitting: &Self| sitting.rules.turn().is_none() && sitting.rules.betting().is_open();
        while let Some((act, why)) = self.next_step(chance) {
            self.say(&act, why, around, out)?;
            // At dice one throw ends it, and bets are open again.
            if fell(self) {
                break;
            }
        }
        Ok(())
    }

    /// What comes next without anybody's word; `None` where somebody has to decide, or nothing comes.
    fn next_step(&self, chance: &mut dyn Chance) -> Option<(Act, Why)> {
        if self.phase() == Phase::Insurance {
            return None;
        }
        if let Some(due) = self.due() {
            // The house speaks for a hand for which nobody else does, by the policy it declares.
            let act = self.default_act().filter(|_| due.speaker.is_none());
            return act.map(|act| (act, Why::ByPolicy));
        }
        let act = match self.rules.turn() {
            Some(Turn::Over | Turn::Bets | Turn::Seat(_)) => return None,
            Some(Turn::Chance(_)) => self.next_card(chance)?,
            None => self.first_fall(chance)?,
        };
        Some((act, Why::Told))
    }

    fn first_fall(&self, chance: &mut dyn Chance) -> Option<Act> {
        if let Some(wheel) = self.rules.wheel() {
            return Some(Act::Ball(chance.ball(wheel).to_string().into()));
        }
        if self.rules.throws_dice() {
            return Some(Act::Dice(chance.dice().to_vec()));
        }
        self.next_card(chance)
    }

    /// The next card, or the cutting card that comes with it; `None` when the shoe is empty.
    fn next_card(&self, chance: &mut dyn Chance) -> Option<Act> {
        let (kind, shoe) = self.rules.shoe();
        let packs = match kind {
            CardSource::None => return None,
            CardSource::Shoe(packs) => {
                if shoe.holds_cutting_card() && shoe.left().len() <= chance.cut_at(packs) {
                    return Some(Act::CuttingCard);
                }
                packs
            }
            CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => packs,
        };
        (!shoe.left().is_empty()).then(|| Act::Cards(vec![chance.card(packs, shoe.left())]))
    }
}
