//! Exchanges in two steps: laid out, then checked and made (2.1(2)).

use croupier_kit::Money;

use crate::command::Exchange;
use crate::event::Event;
use crate::house::{Ask, Draft, House};
use crate::ids::{Actor, Now, PersonId, TableId};
use crate::ledger::{Kind, Leg, Place, Transaction, Unit};
use crate::office::{Desk, LaidOut, Limit, Role};
use crate::refusal::{Code, Refusal};

impl Exchange {
    /// How much changes hands.
    pub const fn amount(&self) -> Money {
        match self {
            Self::BuyIn { amount, .. }
            | Self::CashOut { amount }
            | Self::BuyPlaques { amount }
            | Self::CashPlaques { amount }
            | Self::ToWheel { amount, .. }
            | Self::FromWheel { amount } => *amount,
        }
    }

    /// Whether cash is given for it.
    const fn is_of_cash(&self) -> bool {
        matches!(
            self,
            Self::BuyIn { with: Unit::Cash, .. }
                | Self::BuyPlaques { .. }
                | Self::ToWheel { with: Unit::Cash, .. }
        )
    }

    /// What it moves; `None` where it is not done there.
    fn transaction(&self, person: PersonId, at: Option<TableId>) -> Option<Transaction> {
        let amount = self.amount();
        let leg = |unit, from, to| Leg { unit, from, to, amount };
        let (purse, held) = (Place::Purse(person), Place::Held(person));
        let given = |with: Unit, to: Place| match with {
            Unit::Cash => Some(leg(Unit::Cash, purse, to)),
            Unit::Plaques => Some(leg(Unit::Plaques, held, to)),
            Unit::Chips | Unit::Wheel => None,
        };
        let (kind, legs) = match (self, at) {
            (Self::BuyIn { with, .. }, None) => {
                (Kind::BuyIn, [given(*with, Place::Cage)?, leg(Unit::Chips, Place::Cage, held)])
            }
            (Self::BuyIn { with, .. }, Some(table)) => (
                Kind::BuyIn,
                [given(*with, Place::Drop(table))?, leg(Unit::Chips, Place::Float(table), held)],
            ),
            (Self::CashOut { .. }, None) => {
                (Kind::CashOut, [leg(Unit::Chips, held, Place::Cage), leg(Unit::Cash, Place::Cage, purse)])
            }
            (Self::BuyPlaques { .. }, None) => {
                (Kind::Plaques, [leg(Unit::Cash, purse, Place::Cage), leg(Unit::Plaques, Place::Cage, held)])
            }
            (Self::CashPlaques { .. }, None) => {
                (Kind::Plaques, [leg(Unit::Plaques, held, Place::Cage), leg(Unit::Cash, Place::Cage, purse)])
            }
            (Self::ToWheel { with, .. }, Some(table)) => {
                let first = match with {
                    Unit::Chips => leg(Unit::Chips, held, Place::Float(table)),
                    other => given(*other, Place::Drop(table))?,
                };
                (
                    Kind::ChipChange,
                    [first, leg(Unit::Wheel, Place::Float(table), Place::Wheel(person, table))],
                )
            }
            (Self::FromWheel { .. }, Some(table)) => {
                let first = leg(Unit::Wheel, Place::Wheel(person, table), Place::Float(table));
                (Kind::CashIn, [first, leg(Unit::Chips, Place::Float(table), held)])
            }
            _ => return None,
        };
        Some(Transaction::new(kind, legs.to_vec()))
    }
}

impl House<'_> {
    fn desk(&self, at: Option<TableId>) -> Result<&Desk, Refusal> {
        Ok(match at {
            Some(id) => &self.table(id)?.desk,
            None => &self.office.desk,
        })
    }

    /// Money or chips are laid out: nothing moves yet.
    pub(crate) fn lay_out(
        &self,
        at: Option<TableId>,
        ask: Ask,
        person: PersonId,
        exchange: Exchange,
    ) -> Result<Vec<Draft>, Refusal> {
        match at {
            Some(id) => self.check_speaks_for(id, ask, person)?,
            None if ask.by == Actor::Person(person) => {}
            None => self.check_role(ask, &[Role::Cashier])?,
        }
        self.office.person(person)?;
        self.check_exchange(at, person, &exchange, ask.now)?;
        let number = self.desk(at)?.made + 1;
        Ok(vec![Draft::on(at, Event::LaidOut { number, person, exchange }, Vec::new())])
    }

    /// It has been checked by somebody of the house, and changes hands.
    pub(crate) fn confirm(&self, at: Option<TableId>, ask: Ask, number: u32) -> Result<Vec<Draft>, Refusal> {
        match at {
            Some(id) => self.check_of_table(id, ask)?,
            None => self.check_role(ask, &[Role::Cashier])?,
        }
        let laid = self.desk(at)?.laid.get(&number).copied();
        let Some(laid) = laid else {
            let refusal =
                Refusal::new(Code::Unknown, "nothing is laid out under this number", "it is laid out first");
            return Err(self.citing(at, refusal, |conduct| conduct.buy_in, ask.now));
        };
        self.check_second(at, ask, &laid)?;
        let moved = self.check_exchange(at, laid.person, &laid.exchange, ask.now)?;
        Ok(vec![Draft::on(at, Event::Exchanged { number }, vec![moved])])
    }

    /// Whoever checks an exchange is neither whose it is nor whoever laid it out.
    fn check_second(&self, at: Option<TableId>, ask: Ask, laid: &LaidOut) -> Result<(), Refusal> {
        let Some(second) = ask.by.person() else { return Ok(()) };
        let first = [Some(laid.person), laid.by.person()];
        if first.into_iter().flatten().any(|first| self.office.is_one_person(first, second)) {
            let refusal = Refusal::authority("somebody other than who laid it out checks it");
            return Err(self.citing(at, refusal, |conduct| conduct.buy_in, ask.now));
        }
        Ok(())
    }

    /// What was laid out is taken up again.
    pub(crate) fn take_up(&self, at: Option<TableId>, ask: Ask, number: u32) -> Result<Vec<Draft>, Refusal> {
        let laid = self.desk(at)?.laid.get(&number);
        let person = laid.ok_or_else(|| Refusal::unknown("such thing laid out"))?.person;
        match at {
            Some(id) => self.check_sees_off(id, ask, person)?,
            None if ask.by == Actor::Person(person) => {}
            None => self.check_role(ask, &[Role::Cashier])?,
        }
        Ok(vec![Draft::on(at, Event::TakenUp { number }, Vec::new())])
    }

    /// Whether an exchange may be made here and now, and what it moves.
    fn check_exchange(
        &self,
        at: Option<TableId>,
        person: PersonId,
        exchange: &Exchange,
        now: Now,
    ) -> Result<Transaction, Refusal> {
        let amount = exchange.amount();
        if amount <= Money::ZERO || amount > Money::AMOUNT_MAX {
            return Err(Refusal::new(
                Code::Malformed,
                format!("an amount of {amount}"),
                "it is more than nought",
            ));
        }
        if !matches!(
            exchange,
            Exchange::CashOut { .. } | Exchange::CashPlaques { .. } | Exchange::FromWheel { .. }
        ) {
            // Whoever may not play still gets his money out.
            let cite = |refusal| self.citing(at, refusal, |conduct| conduct.service, now);
            self.office.check_served(person, now).map_err(cite)?;
            if exchange.is_of_cash() {
                self.check_bought(person, exchange.amount(), now)?;
            }
        }
        if let Some(id) = at {
            self.check_wheel(id, person, exchange, now)?;
        }
        let moved = exchange.transaction(person, at).ok_or_else(|| {
            let refusal =
                Refusal::order("this is not exchanged here", "at the cage or at the table, each its own");
            self.citing(at, refusal, |conduct| conduct.chip_change, now)
        })?;
        let checked = self.ledger.check(std::slice::from_ref(&moved));
        checked.map_err(|short| {
            Refusal::new(Code::Funds, short.to_string(), "what is given is there, on both sides")
        })?;
        Ok(moved)
    }

    /// Wheel chips are had at a wheel, in one colour and of one value a player, and not while the ball runs.
    fn check_wheel(
        &self,
        id: TableId,
        person: PersonId,
        exchange: &Exchange,
        now: Now,
    ) -> Result<(), Refusal> {
        let at = Some(id);
        let table = self.table(id)?;
        let sitting = table.open()?;
        let (colour, value) = match exchange {
            Exchange::ToWheel { colour, value, .. } => (Some(*colour), *value),
            Exchange::FromWheel { .. } => (None, Money::ZERO),
            _ => return Ok(()),
        };
        if sitting.ball_runs() {
            let refusal = Refusal::new(
                Code::Rules,
                "wheel chips while the ball runs",
                "they are changed before or after",
            );
            let cites = |conduct: &croupier_rules::book::Conduct| match colour {
                Some(_) => conduct.chip_change,
                None => conduct.cash_in,
            };
            return Err(self.citing(at, refusal, cites, now));
        }
        let Some(colour) = colour else { return Ok(()) };
        let refuse = |found: &str, allowed: &str| {
            Err(self.citing(
                at,
                Refusal::new(Code::Rules, found, allowed),
                |conduct| conduct.chip_change,
                now,
            ))
        };
        if sitting.rules.wheel().is_none() {
            return refuse("wheel chips at a table without a wheel", "they are had at a wheel");
        }
        if value <= Money::ZERO || exchange.amount().minor() % value.minor() != 0 {
            return refuse("no whole number of wheel chips", "wheel chips of equal value are given");
        }
        let other = table.wheel.iter().any(|(other, chips)| *other != person && chips.colour == colour);
        let holds = self.ledger.balance(Unit::Wheel, Place::Wheel(person, id)) > Money::ZERO
            || sitting.stakes().any(|(_, held)| {
                held.person == person && held.unit == Unit::Wheel && held.returned.is_none()
            });
        let differs =
            table.wheel.get(&person).is_some_and(|own| holds && (own.colour, own.value) != (colour, value));
        if other || differs {
            return refuse(
                "a colour that is another's, or another value",
                "each player has one colour of one value",
            );
        }
        Ok(())
    }

    /// What a person has set himself to buy in a day.
    pub(crate) fn check_bought(&self, person: PersonId, amount: Money, now: Now) -> Result<(), Refusal> {
        let person = self.office.person(person)?;
        let bought = person.sums_of_day(now.at).1.minor().saturating_add(amount.minor());
        match person.limit(Limit::BuyIn).at(now.at) {
            Some(limit) if bought > limit.minor() => {
                let found = format!("{} bought in today", Money::from_minor(bought));
                Err(Refusal::new(Code::Limit, found, format!("this person's own limit is {limit}")))
            }
            _ => Ok(()),
        }
    }
}
