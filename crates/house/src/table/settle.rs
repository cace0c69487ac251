//! The money of a table: what follows for the ledger from what the rules have done to the stakes.

use croupier_kit::Money;
use croupier_rules::table::StakeNow;

use super::sitting::{Around, Sitting};
use crate::ids::PersonId;
use crate::ledger::{Kind, Leg, Place, Transaction, Unit};

/// A stake as the house holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Whose it is.
    pub person: PersonId,
    /// What it is made of.
    pub unit: Unit,
    /// How much is pending, or was.
    pub amount: Money,
    /// What went back; `None` while it is pending.
    pub returned: Option<Money>,
}

impl Sitting<'_> {
    /// Every stake of the record, with its number.
    pub fn stakes(&self) -> impl Iterator<Item = (u32, &Held)> {
        (1..).zip(&self.held)
    }

    /// The number of the first stake of this round.
    pub fn round_from(&self) -> u32 {
        self.round_from
    }

    /// Whether a stake of an earlier round stood when this one began: it is played for in this one too.
    pub fn is_carried(&self, number: u32) -> bool {
        self.carried.contains(&number)
    }

    /// What is pending in all.
    pub fn pending(&self, unit: Unit) -> Money {
        let open = self.held.iter().filter(|held| held.unit == unit && held.returned.is_none());
        open.fold(Money::ZERO, |sum, held| sum.plus(held.amount).unwrap_or(sum))
    }

    /// Posts and voids what the rules have decided since this was last asked, and holds what is new.
    pub(super) fn settle_up(&mut self, with: Unit, around: &Around<'_>, out: &mut Vec<Transaction>) {
        let mut touched = std::mem::take(&mut self.touched);
        self.rules.take_touched(&mut touched);
        for &number in &touched {
            let Some(now) = self.rules.stake_now(number) else { continue };
            self.hold(number, now, with, around, out);
            let place = number as usize - 1;
            let Some(held) = self.held.get(place).copied().filter(|held| held.returned.is_none()) else {
                continue;
            };
            if let Some(returned) = now.returned {
                let transaction = self.close(number, held, returned, now.decided, around);
                out.extend(transaction);
                self.held[place].returned = Some(returned);
            }
        }
        self.touched = touched;
    }

    /// Takes what is new in a stake from its player.
    fn hold(
        &mut self,
        number: u32,
        now: StakeNow,
        with: Unit,
        around: &Around<'_>,
        out: &mut Vec<Transaction>,
    ) {
        let place = number as usize - 1;
        let known = self.held.get(place).copied();
        let person =
            known.map_or_else(|| around.office.called(self.rules.name(now.player)), |k| Some(k.person));
        // Every name at a live table is that of a person of the house: the command that put it there named one.
        let Some(person) = person else { return };
        let unit = known.map_or(with, |known| known.unit);
        let before = known.map_or(Money::ZERO, |known| known.amount);
        let more = Money::from_minor(now.amount.minor() - before.minor());
        match self.held.get_mut(place) {
            Some(held) => held.amount = now.amount,
            None => self.held.push(Held { person, unit, amount: now.amount, returned: None }),
        }
        if more > Money::ZERO {
            let leg =
                Leg { unit, from: own(unit, person, around), to: Place::Layout(around.table), amount: more };
            out.push(Transaction { kind: Kind::Stake, stake: Some(number), legs: vec![leg] });
        }
    }

    /// Posts a stake that is decided, or voids one that is returned.
    fn close(
        &mut self,
        number: u32,
        held: Held,
        returned: Money,
        decided: bool,
        around: &Around<'_>,
    ) -> Option<Transaction> {
        let against = match self.bank {
            Some(_) => Place::PlayersBank(around.table),
            None => Place::Float(around.table),
        };
        let back = held.amount.min(returned);
        let lost = Money::from_minor(held.amount.minor() - back.minor());
        let extra = Money::from_minor(returned.minor() - back.minor());
        let mut legs = Vec::with_capacity(2);
        pay(&mut legs, &held, Place::Layout(around.table), back, around);
        if lost > Money::ZERO {
            let from = Place::Layout(around.table);
            legs.push(Leg { unit: held.unit, from, to: against, amount: lost });
        }
        pay(&mut legs, &held, against, extra, around);
        if decided {
            self.count(held.amount, returned, extra, lost);
        }
        let kind = if decided { Kind::Settle } else { Kind::Return };
        (!legs.is_empty()).then_some(Transaction { kind, stake: Some(number), legs })
    }

    fn count(&mut self, staked: Money, returned: Money, paid: Money, taken: Money) {
        let sum = |a: Money, b: i64| Money::from_minor(a.minor().saturating_add(b));
        match &mut self.bank {
            Some((_, amount)) => *amount = sum(*amount, taken.minor() - paid.minor()),
            None => {
                self.staked = sum(self.staked, staked.minor());
                self.returned = sum(self.returned, returned.minor());
            }
        }
    }

    /// What a person has laid by these transactions, and the most that one stake or a bank of his comes to by it.
    pub(super) fn laid_by(&self, person: PersonId, transactions: &[Transaction]) -> (Money, Money) {
        let mut laid = (Money::ZERO, Money::ZERO);
        let out = transactions.iter().filter(|t| matches!(t.kind, Kind::Stake | Kind::BankTaken));
        for transaction in out {
            let own = transaction.legs.iter().filter(|leg| leg.from.person() == Some(person));
            let more: i64 = own.map(|leg| leg.amount.minor()).sum();
            let stake = transaction.stake.and_then(|number| self.held.get(number as usize - 1));
            let whole = stake.filter(|_| more > 0).map_or(more, |held| held.amount.minor());
            laid = (Money::from_minor(laid.0.minor() + more), laid.1.max(Money::from_minor(whole)));
        }
        laid
    }

    /// What is in the bank goes back to whoever put it up, and another bank is put up.
    pub(super) fn take_bank(
        &mut self,
        name: &str,
        amount: Money,
        around: &Around<'_>,
        out: &mut Vec<Transaction>,
    ) {
        out.extend(self.return_bank(around));
        let Some(person) = around.office.called(name) else { return };
        let to = Place::PlayersBank(around.table);
        let leg = Leg { unit: Unit::Chips, from: Place::Held(person), to, amount };
        out.push(Transaction::new(Kind::BankTaken, vec![leg]));
        self.bank = Some((person, amount));
    }

    /// Nobody holds the bank any more: what is in it goes back to whoever put it up.
    pub(crate) fn give_up_bank(&mut self, around: &Around<'_>) -> Option<Transaction> {
        self.rules.give_up_bank();
        self.return_bank(around)
    }

    fn return_bank(&mut self, around: &Around<'_>) -> Option<Transaction> {
        let (person, amount) = self.bank.take()?;
        let from = Place::PlayersBank(around.table);
        let leg = Leg { unit: Unit::Chips, from, to: Place::Held(person), amount };
        (amount > Money::ZERO).then(|| Transaction::new(Kind::BankReturned, vec![leg]))
    }

    /// Takes back all that this round did to the stakes: what stands goes back, what was decided is undone.
    pub(crate) fn undo_round(&mut self, around: &Around<'_>) -> Vec<Transaction> {
        let from = self.round_from;
        let mut out = Vec::new();
        let stakes: Vec<(u32, Held)> = self.stakes().map(|(number, held)| (number, *held)).collect();
        for (number, held) in stakes {
            match held.returned {
                None => {
                    let mut legs = Vec::new();
                    pay(&mut legs, &held, Place::Layout(around.table), held.amount, around);
                    out.push(Transaction { kind: Kind::Return, stake: Some(number), legs });
                }
                Some(returned) if number >= from || self.is_carried(number) => {
                    out.extend(self.set_right(number, &held, returned, held.amount, around));
                }
                Some(_) => {}
            }
        }
        out.extend(self.give_up_bank(around));
        out
    }

    /// Puts right what went back for a stake: so much did, so much should have.
    pub(super) fn set_right(
        &mut self,
        number: u32,
        held: &Held,
        did: Money,
        should: Money,
        around: &Around<'_>,
    ) -> Option<Transaction> {
        let against = match self.bank {
            Some(_) => Place::PlayersBank(around.table),
            None => Place::Float(around.table),
        };
        let gain = should.minor() - did.minor();
        let mut legs = Vec::new();
        if gain > 0 {
            pay(&mut legs, held, against, Money::from_minor(gain), around);
        } else if gain < 0 {
            let (unit, from) = (held.unit, own(held.unit, held.person, around));
            legs.push(Leg { unit, from, to: against, amount: Money::from_minor(-gain) });
        }
        match &mut self.bank {
            Some((_, amount)) => *amount = Money::from_minor(amount.minor() - gain),
            None => self.returned = Money::from_minor(self.returned.minor() + gain),
        }
        (!legs.is_empty()).then_some(Transaction { kind: Kind::Correct, stake: Some(number), legs })
    }
}

/// Where a person keeps such things.
fn own(unit: Unit, person: PersonId, around: &Around<'_>) -> Place {
    match unit {
        Unit::Wheel => Place::Wheel(person, around.table),
        _ => Place::Held(person),
    }
}

/// Pays an amount out. Wheel chips come whole: what is less than one of them is paid in value chips, and the piece goes
/// to the float.
fn pay(legs: &mut Vec<Leg>, held: &Held, from: Place, amount: Money, around: &Around<'_>) {
    let value = around.wheel.get(&held.person).map_or(1, |chips| chips.value.minor().max(1));
    let rest = if held.unit == Unit::Wheel { amount.minor() % value } else { 0 };
    let whole = Money::from_minor(amount.minor() - rest);
    let rest = Money::from_minor(rest);
    if whole > Money::ZERO {
        legs.push(Leg { unit: held.unit, from, to: own(held.unit, held.person, around), amount: whole });
    }
    if rest > Money::ZERO {
        let float = Place::Float(around.table);
        if let Place::Layout(_) = from {
            legs.push(Leg { unit: Unit::Wheel, from, to: float, amount: rest });
        }
        legs.push(Leg { unit: Unit::Chips, from: float, to: Place::Held(held.person), amount: rest });
    }
}
