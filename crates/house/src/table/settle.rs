//! The transactions of a table: the decisions of the rules about stakes, posted to the ledger.

use croupier_kit::{Money, MoneySum, Overflow};
use croupier_rules::table::StakeNow;
use smallvec::smallvec;

use super::live::{LiveTable, TableContext};
use super::stake::PlacedStake;
use crate::ids::PersonId;
use crate::ledger::{Leg, Legs, Location, Transaction, TransactionKind, Unit};

impl LiveTable<'_> {
    /// Every stake of the record, with its number.
    pub fn stakes(&self) -> impl Iterator<Item = (u32, &PlacedStake)> {
        (1..).zip(&self.placed)
    }

    /// The number of stakes that a person has placed in this round.
    pub(crate) fn stakes_placed_by(&self, person: PersonId) -> u32 {
        self.placed_by.get(&person).copied().unwrap_or(0)
    }

    /// Counts the stakes of this round again.
    pub(crate) fn count_placed(&mut self) {
        let first = (self.round_from as usize).saturating_sub(1);
        self.placed_by.clear();
        for placed in self.placed.iter().skip(first) {
            *self.placed_by.entry(placed.person).or_default() += 1;
        }
    }

    /// The number of stakes that were placed in this round.
    pub(crate) fn stakes_of_round(&self) -> u32 {
        self.rules.next_number().saturating_sub(self.round_from)
    }

    /// The number of the first stake of this round.
    pub fn round_from(&self) -> u32 {
        self.round_from
    }

    /// Whether this is a stake of an earlier round that was standing when this round began. It is in play in this
    /// round too.
    pub fn is_carried(&self, number: u32) -> bool {
        self.carried.contains(&number)
    }

    /// The total of pending stakes.
    pub fn pending(&self, unit: Unit) -> MoneySum {
        let open = self.placed.iter().filter(|placed| placed.unit == unit && placed.returned.is_none());
        open.map(|placed| placed.amount).sum()
    }

    /// The transaction of a stake that would be placed next. Nothing is placed.
    pub(crate) fn next_stake(
        &self,
        person: PersonId,
        amount: Money,
        unit: Unit,
        context: &TableContext<'_>,
    ) -> Transaction {
        stake(self.rules.next_number(), person, amount, unit, context)
    }

    /// The transaction that returns a pending stake to its player. Nothing is returned.
    pub(crate) fn stake_back(&self, number: u32, context: &TableContext<'_>) -> Option<Transaction> {
        let placed = self.placed.get((number as usize).checked_sub(1)?)?;
        let mut legs = Legs::new();
        pay(&mut legs, placed, Location::Layout(context.table), placed.amount, context);
        Some(Transaction { kind: TransactionKind::Return, stake: Some(number), legs })
    }

    /// Settles or returns the stakes that the rules have decided since the last call, and takes new stakes.
    ///
    /// # Errors
    /// When the bank of a player would become too large.
    pub(super) fn settle_up(
        &mut self,
        with: Unit,
        context: &TableContext<'_>,
        out: &mut Vec<Transaction>,
    ) -> Result<(), Overflow> {
        let mut touched = std::mem::take(&mut self.touched);
        self.rules.take_touched(&mut touched);
        out.reserve(touched.len());
        for &number in &touched {
            let Some(now) = self.rules.stake_now(number) else { continue };
            self.hold(number, now, with, context, out);
            let index = number as usize - 1;
            let Some(placed) = self.placed.get(index).copied().filter(|placed| placed.returned.is_none())
            else {
                continue;
            };
            if let Some(returned) = now.returned {
                let transaction = self.close(number, placed, returned, now.decided, context)?;
                out.extend(transaction);
                self.placed[index].returned = Some(returned);
            }
        }
        self.touched = touched;
        Ok(())
    }

    /// Takes the new part of a stake from its player.
    fn hold(
        &mut self,
        number: u32,
        now: StakeNow,
        with: Unit,
        context: &TableContext<'_>,
        out: &mut Vec<Transaction>,
    ) {
        let index = number as usize - 1;
        let known = self.placed.get(index).copied();
        let person = known
            .map_or_else(|| context.office.person_named(self.rules.name(now.player)), |k| Some(k.person));
        // Every name at a live table belongs to a person of the house, because commands name people.
        let Some(person) = person else { return };
        let unit = known.map_or(with, |known| known.unit);
        let before = known.map_or(Money::ZERO, |known| known.amount);
        let more = Money::from_minor(now.amount.minor() - before.minor());
        match self.placed.get_mut(index) {
            Some(placed) => placed.amount = now.amount,
            None => {
                self.placed.push(PlacedStake { person, unit, amount: now.amount, returned: None });
                *self.placed_by.entry(person).or_default() += 1;
            }
        }
        if more > Money::ZERO {
            out.push(stake(number, person, more, unit, context));
        }
    }

    /// Settles a stake that is decided, or returns one that is void.
    fn close(
        &mut self,
        number: u32,
        placed: PlacedStake,
        returned: Money,
        decided: bool,
        context: &TableContext<'_>,
    ) -> Result<Option<Transaction>, Overflow> {
        let against = match self.bank {
            Some(_) => Location::PlayersBank(context.table),
            None => Location::Float(context.table),
        };
        let back = placed.amount.min(returned);
        let lost = Money::from_minor(placed.amount.minor() - back.minor());
        let extra = Money::from_minor(returned.minor() - back.minor());
        let mut legs = Legs::new();
        pay(&mut legs, &placed, Location::Layout(context.table), back, context);
        if lost > Money::ZERO {
            let from = Location::Layout(context.table);
            legs.push(Leg { unit: placed.unit, from, to: against, amount: lost });
        }
        pay(&mut legs, &placed, against, extra, context);
        if decided {
            self.count(placed.amount, returned, extra, lost)?;
        }
        let kind = if decided { TransactionKind::Settle } else { TransactionKind::Return };
        Ok((!legs.is_empty()).then_some(Transaction { kind, stake: Some(number), legs }))
    }

    fn count(&mut self, staked: Money, returned: Money, paid: Money, taken: Money) -> Result<(), Overflow> {
        match &mut self.bank {
            Some((_, amount)) => *amount = amount.plus(taken)?.minus(paid)?,
            None => {
                self.staked += staked;
                self.returned += returned;
            }
        }
        Ok(())
    }

    /// The amount that a person has staked in these transactions, and the largest single stake or bank after them.
    pub(crate) fn staked_by(&self, person: PersonId, transactions: &[Transaction]) -> (Money, Money) {
        let mut staked = (Money::ZERO, Money::ZERO);
        let out = transactions
            .iter()
            .filter(|t| matches!(t.kind, TransactionKind::Stake | TransactionKind::BankTaken));
        for transaction in out {
            let own = transaction.legs.iter().filter(|leg| leg.from.person() == Some(person));
            let more: i64 = own.map(|leg| leg.amount.minor()).sum();
            let stake = transaction.stake.and_then(|number| self.placed.get(number as usize - 1));
            let whole = stake.filter(|_| more > 0).map_or(more, |placed| placed.amount.minor());
            staked = (Money::from_minor(staked.0.minor() + more), staked.1.max(Money::from_minor(whole)));
        }
        staked
    }

    /// Returns the bank to its holder and takes a new one.
    pub(super) fn take_bank(
        &mut self,
        name: &str,
        amount: Money,
        context: &TableContext<'_>,
        out: &mut Vec<Transaction>,
    ) {
        out.extend(self.return_bank(context));
        let Some(person) = context.office.person_named(name) else { return };
        let to = Location::PlayersBank(context.table);
        let leg = Leg { unit: Unit::Chips, from: Location::Player(person), to, amount };
        out.push(Transaction::new(TransactionKind::BankTaken, smallvec![leg]));
        self.bank = Some((person, amount));
    }

    /// Gives up the bank: its contents are returned to the holder.
    pub(crate) fn give_up_bank(&mut self, context: &TableContext<'_>) -> Option<Transaction> {
        self.rules.give_up_bank();
        self.return_bank(context)
    }

    fn return_bank(&mut self, context: &TableContext<'_>) -> Option<Transaction> {
        bank_back(self.bank.take()?, context)
    }

    /// Returns the chips reserved for declared decisions, because the rules stake them again.
    pub(crate) fn release_declared(&mut self, context: &TableContext<'_>) -> Vec<Transaction> {
        let back =
            std::mem::take(&mut self.declared).into_iter().filter(|declared| declared.extra.minor() > 0);
        back.map(|declared| declared_back(declared.person, declared.extra, context)).collect()
    }

    /// Returns every stake that is not decided yet.
    pub(super) fn return_standing(&self, context: &TableContext<'_>) -> Vec<Transaction> {
        let standing = self.stakes().filter(|(_, placed)| placed.returned.is_none());
        standing.map(|(number, placed)| standing_back(number, placed, context)).collect()
    }

    /// Reverses this round's effect on the stakes: pending stakes are returned, settled ones are reversed.
    pub(crate) fn undo_round(&mut self, context: &TableContext<'_>) -> Vec<Transaction> {
        let from = self.round_from;
        let mut out = Vec::new();
        let stakes: Vec<(u32, PlacedStake)> =
            self.stakes().map(|(number, placed)| (number, *placed)).collect();
        for (number, placed) in stakes {
            match placed.returned {
                None => out.push(standing_back(number, &placed, context)),
                Some(returned) if number >= from || self.is_carried(number) => {
                    out.extend(self.correct_return(number, &placed, returned, placed.amount, context));
                }
                Some(_) => {}
            }
        }
        out.extend(self.give_up_bank(context));
        out
    }

    /// Corrects the amount returned for a stake from `did` to `should`.
    pub(super) fn correct_return(
        &mut self,
        number: u32,
        placed: &PlacedStake,
        did: Money,
        should: Money,
        context: &TableContext<'_>,
    ) -> Option<Transaction> {
        let gain = should.minor() - did.minor();
        let corrected = correction(number, placed, gain, self.bank.is_some(), context);
        match &mut self.bank {
            Some((_, amount)) => *amount = Money::from_minor(amount.minor() - gain),
            None => self.returned += Money::from_minor(gain),
        }
        corrected
    }
}

/// The transaction that gives a player so much more, or less, for a stake that was settled.
pub(super) fn correction(
    number: u32,
    placed: &PlacedStake,
    gain: i64,
    has_bank: bool,
    context: &TableContext<'_>,
) -> Option<Transaction> {
    let against = match has_bank {
        true => Location::PlayersBank(context.table),
        false => Location::Float(context.table),
    };
    let mut legs = Legs::new();
    if gain > 0 {
        pay(&mut legs, placed, against, Money::from_minor(gain), context);
    } else if gain < 0 {
        let (unit, from) = (placed.unit, own(placed.unit, placed.person, context));
        legs.push(Leg { unit, from, to: against, amount: Money::from_minor(-gain) });
    }
    (!legs.is_empty()).then_some(Transaction { kind: TransactionKind::Correct, stake: Some(number), legs })
}

/// The transaction that returns a standing stake.
pub(super) fn standing_back(number: u32, placed: &PlacedStake, context: &TableContext<'_>) -> Transaction {
    let mut legs = Legs::new();
    pay(&mut legs, placed, Location::Layout(context.table), placed.amount, context);
    Transaction { kind: TransactionKind::Return, stake: Some(number), legs }
}

/// The transaction that returns the chips reserved for a declared decision.
pub(super) fn declared_back(person: PersonId, extra: Money, context: &TableContext<'_>) -> Transaction {
    let (from, to) = (Location::Layout(context.table), Location::Player(person));
    Transaction::new(TransactionKind::Return, smallvec![Leg { unit: Unit::Chips, from, to, amount: extra }])
}

/// The transaction that returns a bank to its holder; `None` if it is empty.
pub(super) fn bank_back(
    (person, amount): (PersonId, Money),
    context: &TableContext<'_>,
) -> Option<Transaction> {
    let (from, to) = (Location::PlayersBank(context.table), Location::Player(person));
    let leg = Leg { unit: Unit::Chips, from, to, amount };
    (amount > Money::ZERO).then(|| Transaction::new(TransactionKind::BankReturned, smallvec![leg]))
}

/// The transaction that places a stake or adds to it.
fn stake(
    number: u32,
    person: PersonId,
    amount: Money,
    unit: Unit,
    context: &TableContext<'_>,
) -> Transaction {
    let (from, to) = (own(unit, person, context), Location::Layout(context.table));
    let legs = smallvec![Leg { unit, from, to, amount }];
    Transaction { kind: TransactionKind::Stake, stake: Some(number), legs }
}

/// The player's location for a unit.
fn own(unit: Unit, person: PersonId, context: &TableContext<'_>) -> Location {
    match unit {
        Unit::Wheel => Location::Wheel(person, context.table),
        _ => Location::Player(person),
    }
}

/// Pays an amount. Wheel chips are paid only whole: a remainder is paid in value chips, and its wheel part goes to
/// the float.
fn pay(legs: &mut Legs, placed: &PlacedStake, from: Location, amount: Money, context: &TableContext<'_>) {
    let value = context.wheel.get(&placed.person).map_or(1, |chips| chips.value.minor().max(1));
    let rest = if placed.unit == Unit::Wheel { amount.minor() % value } else { 0 };
    let whole = Money::from_minor(amount.minor() - rest);
    let rest = Money::from_minor(rest);
    if whole > Money::ZERO {
        legs.push(Leg {
            unit: placed.unit,
            from,
            to: own(placed.unit, placed.person, context),
            amount: whole,
        });
    }
    if rest > Money::ZERO {
        let float = Location::Float(context.table);
        if let Location::Layout(_) = from {
            legs.push(Leg { unit: Unit::Wheel, from, to: float, amount: rest });
        }
        legs.push(Leg { unit: Unit::Chips, from: float, to: Location::Player(placed.person), amount: rest });
    }
}
