//! What lies on a table according to the ledger alone. It needs no rules: a table whose rounds cannot be played again is
//! settled by it.

use std::collections::BTreeMap;

use croupier_kit::{Money, MoneySum, Overflow};

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
    pub(crate) staked: MoneySum,
    /// The sum returned for those stakes.
    pub(crate) returned: MoneySum,
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
    ///
    /// # Errors
    /// When an amount is too large. The ledger does not take such transactions.
    pub(crate) fn note(
        &mut self,
        event: &Event,
        ledger: &[Transaction],
        records: u64,
    ) -> Result<(), Overflow> {
        ledger.iter().try_for_each(|transaction| self.note_transaction(transaction))?;
        match event {
            Event::Opened { .. } => *self = Self { round_from: 1, ..Self::default() },
            Event::RoundBegan { record, .. } => self.begin_round(*record > records),
            Event::RoundVoided { .. } | Event::RoundInterrupted { .. } => self.clear(),
            _ => {}
        }
        Ok(())
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

    fn note_transaction(&mut self, transaction: &Transaction) -> Result<(), Overflow> {
        if let (TransactionKind::Settle | TransactionKind::Return | TransactionKind::Correct, Some(number)) =
            (transaction.kind, transaction.stake)
        {
            return self.settle(number, transaction);
        }
        let mut people = transaction.legs.iter().filter_map(|leg| leg.from.person().or(leg.to.person()));
        let Some(person) = people.next() else { return Ok(()) };
        match (transaction.kind, transaction.stake) {
            (TransactionKind::BankTaken, _) => self.bank = Some((person, sum(transaction, |_| true)?)),
            (TransactionKind::BankReturned, _) => self.bank = None,
            (TransactionKind::Stake, None) => self.declared.push((person, sum(transaction, |_| true)?)),
            (TransactionKind::Return, None) => {
                let released = (person, sum(transaction, |_| true)?);
                if let Some(place) = self.declared.iter().position(|declared| *declared == released) {
                    self.declared.remove(place);
                }
            }
            (TransactionKind::Stake, Some(number)) => self.stake(number, person, transaction)?,
            _ => {}
        }
        Ok(())
    }

    fn stake(&mut self, number: u32, person: PersonId, transaction: &Transaction) -> Result<(), Overflow> {
        let Some(unit) = transaction.legs.first().map(|leg| leg.unit) else { return Ok(()) };
        let none = PlacedStake { person, unit, amount: Money::ZERO, returned: None };
        let placed = self.placed.entry(number).or_insert(none);
        placed.amount = placed.amount.plus(sum(transaction, |_| true)?)?;
        Ok(())
    }

    fn settle(&mut self, number: u32, transaction: &Transaction) -> Result<(), Overflow> {
        let Some(placed) = self.placed.get_mut(&number) else { return Ok(()) };
        let person = Some(placed.person);
        let paid = sum(transaction, |to| to.person() == person)?;
        let taken = transaction.legs.iter().filter(|leg| leg.from.person() == person);
        let gain = MoneySum::from(paid) - taken.map(|leg| leg.amount).sum::<MoneySum>();
        // A stake that was not settled before has had nothing returned.
        let before = placed.returned.unwrap_or(Money::ZERO);
        placed.returned = Some((gain + before).try_into()?);
        if self.bank.is_none() && transaction.kind != TransactionKind::Return {
            self.returned += gain;
            if transaction.kind == TransactionKind::Settle {
                self.staked += placed.amount;
            }
        }
        if let Some((_, amount)) = &mut self.bank {
            for leg in &transaction.legs {
                if matches!(leg.to, Location::PlayersBank(_)) {
                    *amount = amount.plus(leg.amount)?;
                }
                if matches!(leg.from, Location::PlayersBank(_)) {
                    *amount = amount.minus(leg.amount)?;
                }
            }
        }
        Ok(())
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
                    // What a bank pays and gets for its stakes is in the ledger, so that it fits.
                    bank = bank.map(|(person, amount)| (person, Money::from_minor(amount.minor() - gain)));
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
fn sum(transaction: &Transaction, to: impl Fn(Location) -> bool) -> Result<Money, Overflow> {
    let legs = transaction.legs.iter().filter(|leg| to(leg.to));
    legs.map(|leg| leg.amount).sum::<MoneySum>().try_into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::TableId;
    use crate::ledger::{Leg, Unit};

    const ANN: PersonId = PersonId(1);

    fn moved(kind: TransactionKind, stake: u32, from: Location, to: Location, minor: i64) -> Transaction {
        let leg = Leg { unit: Unit::Chips, from, to, amount: Money::from_minor(minor) };
        Transaction { kind, stake: Some(stake), legs: vec![leg].into() }
    }

    #[test]
    fn the_sums_of_a_table_are_larger_than_any_amount_and_a_bank_is_not() {
        let (table, player) = (TableId(1), Location::Player(ANN));
        let (layout, float) = (Location::Layout(table), Location::Float(table));
        let mut laid = LaidStakes::default();
        for stake in 1..=3 {
            let placed = moved(TransactionKind::Stake, stake, player, layout, i64::MAX);
            let settled = moved(TransactionKind::Settle, stake, float, player, i64::MAX);
            [placed, settled].iter().for_each(|transaction| laid.note_transaction(transaction).unwrap());
        }
        let three = MoneySum::from_minor(3 * i128::from(i64::MAX));
        assert_eq!((laid.staked, laid.returned), (three, three));
        laid.bank = Some((ANN, Money::from_minor(i64::MAX - 1)));
        let bank = Location::PlayersBank(table);
        laid.note_transaction(&moved(TransactionKind::Stake, 4, player, layout, 2)).unwrap();
        let won = moved(TransactionKind::Settle, 4, layout, bank, 2);
        assert_eq!(laid.note_transaction(&won), Err(Overflow), "it is not cut off");
    }
}
