//! Exchanges in two steps: requested, then confirmed by a second person (2.1(2)).
use croupier_kit::Money;

use super::new_event::{NewEvent, Origin};
use crate::bounds::{EXCHANGES_PER_PERSON, check_room, next_number};
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, Now, PersonId, TableId};
use crate::ledger::{Location, Transaction, Unit};
use crate::office::{Exchange, ExchangeRequest, PendingExchanges, Role};
use crate::rejection::{Rejection, RejectionCode};

impl House<'_> {
    fn exchanges(&self, at: Option<TableId>) -> Result<&PendingExchanges, Rejection> {
        Ok(match at {
            Some(id) => &self.table(id)?.exchanges,
            None => &self.office.exchanges,
        })
    }

    /// Requests an exchange. Nothing moves yet.
    pub(crate) fn request_exchange(
        &self,
        at: Option<TableId>,
        origin: Origin,
        person: PersonId,
        exchange: Exchange,
    ) -> Result<Vec<NewEvent>, Rejection> {
        match at {
            Some(id) => self.check_acts_for(id, origin, person)?,
            None if origin.by == Actor::Person(person) => {}
            None => self.check_role(origin, &[Role::Cashier])?,
        }
        self.office.person(person)?;
        self.check_exchange(at, person, &exchange, origin.now, Money::ZERO)?;
        let pending = self.exchanges(at)?;
        let own = pending.requests.values().filter(|request| request.person == person).count();
        let remedy = "have them confirmed or withdraw them";
        check_room(own, EXCHANGES_PER_PERSON, "exchange requests of one person", remedy)?;
        let number = next_number(pending.last_number, "exchange requests")?;
        Ok(vec![NewEvent::on(at, Event::ExchangeRequested { number, person, exchange }, Vec::new())])
    }

    /// Confirms a request: the exchange is made.
    pub(crate) fn confirm_exchange(
        &self,
        at: Option<TableId>,
        origin: Origin,
        number: u32,
    ) -> Result<Vec<NewEvent>, Rejection> {
        match at {
            Some(id) => self.check_staff_of_table(id, origin)?,
            None => self.check_serves(origin)?,
        }
        let request = self.exchanges(at)?.requests.get(&number).copied();
        let Some(request) = request else {
            let rejection = Rejection::new(
                RejectionCode::Unknown,
                "there is no request with this number",
                "request the exchange first",
            );
            return Err(self.citing(at, rejection, |conduct| conduct.buy_in, origin.now));
        };
        self.check_second(at, origin, &request)?;
        let moved = self.check_exchange(at, request.person, &request.exchange, origin.now, Money::ZERO)?;
        Ok(vec![NewEvent::on(at, Event::Exchanged { number }, vec![moved])])
    }

    /// Checks that the confirming person is neither the owner nor the one who made the request.
    fn check_second(
        &self,
        at: Option<TableId>,
        origin: Origin,
        request: &ExchangeRequest,
    ) -> Result<(), Rejection> {
        let Some(second) = origin.by.person() else { return Ok(()) };
        let first = [Some(request.person), request.by.person()];
        if first.into_iter().flatten().any(|first| self.office.is_one_person(first, second)) {
            let rejection = Rejection::authority("another person must confirm this request");
            return Err(self.citing(at, rejection, |conduct| conduct.buy_in, origin.now));
        }
        Ok(())
    }

    /// Withdraws a request.
    pub(crate) fn withdraw_exchange(
        &self,
        at: Option<TableId>,
        origin: Origin,
        number: u32,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let request = self.exchanges(at)?.requests.get(&number);
        let person = request.ok_or_else(|| Rejection::unknown("such request"))?.person;
        match at {
            Some(id) => self.check_may_clear_seat(id, origin, person)?,
            None if origin.by == Actor::Person(person) => {}
            None => self.check_role(origin, &[Role::Cashier])?,
        }
        Ok(vec![NewEvent::on(at, Event::ExchangeWithdrawn { number }, Vec::new())])
    }

    /// Checks whether an exchange is permitted at this place and time, and returns its transaction. `released` of the
    /// chips that are held are held for this exchange.
    pub(super) fn check_exchange(
        &self,
        at: Option<TableId>,
        person: PersonId,
        exchange: &Exchange,
        now: Now,
        released: Money,
    ) -> Result<Transaction, Rejection> {
        let amount = exchange.amount();
        if amount <= Money::ZERO || amount > Money::AMOUNT_MAX {
            return Err(Rejection::new(
                RejectionCode::Malformed,
                format!("the amount is {amount}"),
                "name an amount above 0",
            ));
        }
        if !matches!(
            exchange,
            Exchange::CashOut { .. } | Exchange::CashPlaques { .. } | Exchange::FromWheel { .. }
        ) {
            // People who are not allowed to play can still cash out.
            let cite = |rejection| self.citing(at, rejection, |conduct| conduct.service, now);
            self.office.check_served(person, now).map_err(cite)?;
            if exchange.is_paid_in_cash() {
                self.check_buy_in_limit(person, exchange.amount(), now)?;
            }
        }
        if let Some(id) = at {
            self.check_wheel(id, person, exchange, now)?;
        }
        let moved = exchange.transaction(person, at).ok_or_else(|| {
            let rejection = Rejection::order(
                "this exchange is not made here",
                "cash out and trade plaques at the cage, and wheel chips at a wheel",
            );
            self.citing(at, rejection, |conduct| conduct.chip_change, now)
        })?;
        if matches!(exchange, Exchange::CashOut { .. } | Exchange::ToPlaques { .. }) {
            self.check_free_chips(person, amount, released)?;
        }
        let checked = self.ledger.check(std::slice::from_ref(&moved));
        checked.map_err(|error| Rejection::funds(&error, "both sides must have enough"))?;
        Ok(moved)
    }

    /// Checks that chips that leave the player are not held for another cash-out.
    fn check_free_chips(&self, person: PersonId, amount: Money, released: Money) -> Result<(), Rejection> {
        let held = self.ledger.held(person).minor() - released.minor();
        let has = self.ledger.balance(Unit::Chips, Location::Player(person)).minor();
        if held <= 0 || amount.minor() <= has - held {
            return Ok(());
        }
        let found = format!("{} is held for a cash-out", Money::from_minor(held));
        Err(Rejection::new(RejectionCode::Funds, found, "confirm that cash-out or cancel it first"))
    }

    /// Checks an exchange of wheel chips: at a wheel, in one colour and of one value per player, and not while the
    /// ball runs.
    fn check_wheel(
        &self,
        id: TableId,
        person: PersonId,
        exchange: &Exchange,
        now: Now,
    ) -> Result<(), Rejection> {
        let at = Some(id);
        let table = self.table(id)?;
        let live = table.open()?;
        let (colour, value) = match exchange {
            Exchange::ToWheel { colour, value, .. } => (Some(*colour), *value),
            Exchange::FromWheel { .. } => (None, Money::ZERO),
            _ => return Ok(()),
        };
        if live.ball_runs() {
            let rejection = Rejection::new(
                RejectionCode::Rules,
                "wheel chips are not exchanged while the ball runs",
                "exchange them before or after",
            );
            let cites = |conduct: &croupier_rules::book::Conduct| match colour {
                Some(_) => conduct.chip_change,
                None => conduct.cash_in,
            };
            return Err(self.citing(at, rejection, cites, now));
        }
        let Some(colour) = colour else { return Ok(()) };
        let refuse = |found: &str, allowed: &str| {
            Err(self.citing(
                at,
                Rejection::new(RejectionCode::Rules, found, allowed),
                |conduct| conduct.chip_change,
                now,
            ))
        };
        if live.rules.wheel().is_none() {
            return refuse("this table has no wheel", "get wheel chips at a wheel");
        }
        if value <= Money::ZERO || exchange.amount().minor() % value.minor() != 0 {
            return refuse(
                "the amount is no whole number of wheel chips",
                "wheel chips all have the same value",
            );
        }
        let other = table.wheel.iter().any(|(other, chips)| *other != person && chips.colour == colour);
        let holds = self.ledger.balance(Unit::Wheel, Location::Wheel(person, id)) > Money::ZERO
            || live.stakes().any(|(_, stake)| {
                stake.person == person && stake.unit == Unit::Wheel && stake.returned.is_none()
            });
        let differs =
            table.wheel.get(&person).is_some_and(|own| holds && (own.colour, own.value) != (colour, value));
        if other || differs {
            return refuse(
                "the colour is taken, or you have chips of another colour or value",
                "each player has one colour of one value",
            );
        }
        Ok(())
    }
}
