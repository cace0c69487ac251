//! What lies on a table according to the ledger alone. It needs no rules: a table whose rounds cannot be played again is
//! settled by it.

use std::collections::BTreeMap;

use croupier_kit::Money;

use super::live::{LiveTable, TableContext};
use super::settle::{bank_back, correction, declared_back, standing_back};
use super::stake::PlacedStake;
use crate::event::Event;
use crate::ids::PersonId;
use crate::ledger::{Location, Transaction, TransactionKind};

/// What lies on a table according to the ledger.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LaidStakes {
    /// The stakes of the record, by number.
    pub(crate) placed: BTreeMap<u32, PlacedStake>,
    /// The number of the first stake of this round.
    pub(crate) round_from: u32,
    /// The stakes of earlier rounds that were still standing when this one began.
    pub(crate) carried: Vec<u32>,
    /// Chips reserved for declared decisions.
    pub(crate) declared: Vec<(PersonId, Money)>,
    /// The holder of the player's bank, and its contents.
    pub(crate) bank: Option<(PersonId, Money)>,
    /// Whether a round has begun since the table was opened, or since a round was voided.
    pub(crate) began: bool,
    /// The sum of the stakes decided against the house's bank since the opening.
    pub(crate) staked: Money,
    /// The sum returned for those stakes.
    pub(crate) returned: Money,
}

impl LaidStakes {
    /// What lies on an open table.
    pub fn of(live: &LiveTable<'_>) -> Self {
        let declared = live.declared.iter().filter(|declared| declared.extra > Money::ZERO);
        Self {
            placed: live.stakes().map(|(number, placed)| (number, *placed)).collect(),
            round_from: live.round_from,
            carried: live.carried.clone(),
            declared: declared.map(|declared| (declared.person, declared.extra)).collect(),
            bank: live.bank,
            began: live.began,
            staked: live.staked,
            returned: live.returned,
        }
    }

    /// Whether anything of a player lies on the layout.
    pub fn any_standing(&self) -> bool {
        !self.declared.is_empty() || self.placed.values().any(|placed| placed.returned.is_none())
    }

    /// Notes an entry of the table. `records` is the number of records before it.
    pub(crate) fn note(&mut self, event: &Event, ledger: &[Transaction], records: u64) {
        ledger.iter().for_each(|transaction| self.note_transaction(transaction));
        match event {
            Event::Opened { .. } => *self = Self { round_from: 1, ..Self::default() },
            Event::RoundBegan { record, .. } => self.begin_round(*record > records),
            Event::RoundVoided { .. } | Event::RoundInterrupted { .. } => self.clear(),
            _ => {}
        }
    }

    /// A round begins. In a new record the standing stakes are numbered from 1 again.
    fn begin_round(&mut self, new_record: bool) {
        if new_record {
            let all = std::mem::take(&mut self.placed).into_values();
            self.placed = (1..).zip(all.filter(|placed| placed.returned.is_none())).collect();
        }
        self.round_from = self.placed.keys().next_back().map_or(1, |last| last + 1);
        let standing = self.placed.iter().filter(|(_, placed)| placed.returned.is_none());
        self.carried = standing.map(|(number, _)| *number).collect();
        self.declared.clear();
        self.began = true;
    }

    fn clear(&mut self) {
        *self = Self { round_from: 1, staked: self.staked, returned: self.returned, ..Self::default() };
    }

    fn note_transaction(&mut self, transaction: &Transaction) {
        if let (TransactionKind::Settle | TransactionKind::Return | TransactionKind::Correct, Some(number)) =
            (transaction.kind, transaction.stake)
        {
            return self.settle(number, transaction);
        }
        let mut people = transaction.legs.iter().filter_map(|leg| leg.from.person().or(leg.to.person()));
        let Some(person) = people.next() else { return };
        match (transaction.kind, transaction.stake) {
            (TransactionKind::BankTaken, _) => self.bank = Some((person, sum(transaction, |_| true))),
            (TransactionKind::BankReturned, _) => self.bank = None,
            (TransactionKind::Stake, None) => self.declared.push((person, sum(transaction, |_| true))),
            (TransactionKind::Return, None) => {
                let released = (person, sum(transaction, |_| true));
                if let Some(place) = self.declared.iter().position(|declared| *declared == released) {
                    self.declared.remove(place);
                }
            }
            (TransactionKind::Stake, Some(number)) => self.stake(number, person, transaction),
            _ => {}
        }
    }

    fn stake(&mut self, number: u32, person: PersonId, transaction: &Transaction) {
        let Some(unit) = transaction.legs.first().map(|leg| leg.unit) else { return };
        let none = PlacedStake { person, unit, amount: Money::ZERO, returned: None };
        let placed = self.placed.entry(number).or_insert(none);
        placed.amount = plus(placed.amount, sum(transaction, |_| true).minor());
    }

    fn settle(&mut self, number: u32, transaction: &Transaction) {
        let Some(person) = self.placed.get(&number).map(|placed| placed.person) else { return };
        let paid = sum(transaction, |to| to.person() == Some(person)).minor();
        let taken: i64 = transaction
            .legs
            .iter()
            .filter(|leg| leg.from.person() == Some(person))
            .map(|leg| leg.amount.minor())
            .sum();
        if let Some(placed) = self.placed.get_mut(&number) {
            let before = placed.returned.unwrap_or_default();
            placed.returned = Some(plus(before, paid - taken));
            if self.bank.is_none() && transaction.kind != TransactionKind::Return {
                self.returned = plus(self.returned, paid - taken);
                let decided = transaction.kind == TransactionKind::Settle;
                self.staked = plus(self.staked, if decided { placed.amount.minor() } else { 0 });
            }
        }
        if let Some((_, amount)) = &mut self.bank {
            for leg in &transaction.legs {
                let into = i64::from(matches!(leg.to, Location::PlayersBank(_)));
                let out = i64::from(matches!(leg.from, Location::PlayersBank(_)));
                *amount = plus(*amount, (into - out) * leg.amount.minor());
            }
        }
    }

    /// The transactions that return everything to its owners, as when a round is void. If it is `undone`, what the round
    /// has already decided is reversed too.
    pub(crate) fn give_back(&self, undone: bool, context: &TableContext<'_>) -> Vec<Transaction> {
        let mut bank = self.bank;
        let declared = self.declared.iter();
        let mut back: Vec<Transaction> =
            declared.map(|(person, extra)| declared_back(*person, *extra, context)).collect();
        for (number, placed) in &self.placed {
            let of_round = *number >= self.round_from || self.carried.contains(number);
            match placed.returned {
                None => back.push(standing_back(*number, placed, context)),
                Some(did) if undone && of_round => {
                    let gain = placed.amount.minor() - did.minor();
                    back.extend(correction(*number, placed, gain, bank.is_some(), context));
                    bank = bank.map(|(person, amount)| (person, plus(amount, -gain)));
                }
                Some(_) => {}
            }
        }
        back.extend(bank.and_then(|bank| bank_back(bank, context)));
        back
    }

    /// The transaction that returns the bank to its holder.
    pub(crate) fn return_bank(&self, context: &TableContext<'_>) -> Option<Transaction> {
        bank_back(self.bank?, context)
    }
}

/// The sum of the legs that go to certain locations.
fn sum(transaction: &Transaction, to: impl Fn(Location) -> bool) -> Money {
    let legs = transaction.legs.iter().filter(|leg| to(leg.to));
    Money::from_minor(legs.map(|leg| leg.amount.minor()).sum())
}

fn plus(amount: Money, more: i64) -> Money {
    Money::from_minor(amount.minor().saturating_add(more))
}
