//! Requests for chips or cash in three steps: a player asks, staff lay out, the player confirms.
use croupier_kit::Money;

use super::new_event::{NewEvent, Origin};
use crate::bounds::{CHIP_REQUEST_LETTERS, next_number};
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, TableId};
use crate::ledger::Transaction;
use crate::office::{ChipRequest, ChipRequestKind, Role};
use crate::rejection::{Rejection, RejectionCode};

impl House<'_> {
    /// A player asks for chips or cash. Nothing moves; chips to be cashed are held.
    pub(super) fn request_chips(
        &self,
        origin: Origin,
        kind: ChipRequestKind,
        amount: Money,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let asks = || Rejection::authority("only players ask for chips, each for himself");
        let person = origin.by.person().ok_or_else(asks)?;
        if self.office.person(person)?.role != Role::Player {
            return Err(asks());
        }
        if let Some((number, open)) = self.office.chip_requests.of_kind(person, kind) {
            let found = format!("your request {number}, for {}, is open", open.amount);
            return Err(Rejection::order(found, "one request of each kind: wait for it or cancel it"));
        }
        let request = ChipRequest { person, kind, amount, at: origin.now.at, laid_out: None };
        self.check_exchange(None, person, &request.exchange(), origin.now, Money::ZERO)?;
        let number = next_number(self.office.chip_requests.last_number, "chip requests")?;
        let event = Event::ChipsRequested { number, person, kind, amount };
        Ok(vec![NewEvent::on(None, event, Vec::new())])
    }

    /// Staff lay the chips or the cash of a request out: cashiers at the cage, the staff of a table out of its float. At
    /// tables chips are only sold.
    pub(super) fn lay_out_chips(
        &self,
        origin: Origin,
        number: u32,
        table: Option<TableId>,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let request = self.chip_request(number)?;
        match table {
            None => self.check_serves(origin)?,
            Some(id) => {
                self.check_staff_of_table(id, origin)?;
                self.check_sold_at(id, request)?;
            }
        }
        let staff = origin.by.person();
        if staff.is_some_and(|staff| self.office.is_one_person(staff, request.person)) {
            return Err(Rejection::authority("another person must answer this request"));
        }
        if request.laid_out.is_some() {
            return Err(Rejection::order("it is laid out", "the player confirms or cancels it"));
        }
        self.check_handed_over(request, table, origin)?;
        Ok(vec![NewEvent::on(None, Event::ChipsLaidOut { number, table }, Vec::new())])
    }

    /// The player confirms what is laid out: it is exchanged.
    pub(super) fn confirm_chips(&self, origin: Origin, number: u32) -> Result<Vec<NewEvent>, Rejection> {
        let request = self.chip_request(number)?;
        if origin.by != Actor::Person(request.person) {
            return Err(Rejection::authority("only the player may confirm this request"));
        }
        let Some(laid_out) = request.laid_out else {
            return Err(Rejection::order("nothing is laid out yet", "wait until staff lay it out"));
        };
        let table = laid_out.table();
        if let Some(id) = table {
            self.table(id)?.open()?;
        }
        let moved = self.check_handed_over(request, table, origin)?;
        Ok(vec![NewEvent::on(table, Event::ChipsConfirmed { number }, vec![moved])])
    }

    /// The player cancels a request, or staff decline it with a reason. What is laid out is taken back.
    pub(super) fn cancel_chips(
        &self,
        origin: Origin,
        number: u32,
        reason: &str,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let request = self.chip_request(number)?;
        if reason.chars().count() > CHIP_REQUEST_LETTERS {
            let allowed = format!("at most {CHIP_REQUEST_LETTERS} characters");
            return Err(Rejection::new(RejectionCode::Malformed, "the reason is too long", allowed));
        }
        if origin.by != Actor::Person(request.person) {
            self.check_may_decline(origin, request)?;
            if reason.trim().is_empty() {
                return Err(Rejection::new(
                    RejectionCode::Malformed,
                    "the reason is missing",
                    "tell the player why",
                ));
            }
        }
        let event = Event::ChipsCancelled { number, reason: reason.into() };
        Ok(vec![NewEvent::on(None, event, Vec::new())])
    }

    fn chip_request(&self, number: u32) -> Result<&ChipRequest, Rejection> {
        let found = self.office.chip_requests.open.get(&number);
        found.ok_or_else(|| Rejection::unknown("open chip request with this number"))
    }

    /// Checks that a request can be answered at a table: chips are sold to players who sit there, and cashed only at the
    /// cage.
    fn check_sold_at(&self, id: TableId, request: &ChipRequest) -> Result<(), Rejection> {
        let table = self.table(id)?;
        table.open()?;
        if request.kind != ChipRequestKind::BuyIn {
            return Err(Rejection::authority("dealers answer buy-ins only: chips are cashed at the cage"));
        }
        if table.seated.contains(&request.person) {
            return Ok(());
        }
        Err(Rejection::order("the player does not sit at this table", "a cashier lays it out at the cage"))
    }

    /// Checks that somebody may decline a request: a cashier, or the staff of a table who could answer it.
    fn check_may_decline(&self, origin: Origin, request: &ChipRequest) -> Result<(), Rejection> {
        if self.check_role(origin, &[Role::Cashier]).is_ok() {
            return Ok(());
        }
        let may_answer = |id: TableId| match request.laid_out {
            Some(laid_out) => laid_out.table() == Some(id),
            None => self.check_sold_at(id, request).is_ok(),
        };
        let mut tables = self.tables().iter().map(|table| table.id).filter(|id| may_answer(*id));
        if tables.any(|id| self.check_staff_of_table(id, origin).is_ok()) {
            return Ok(());
        }
        Err(Rejection::authority("only a cashier, or the staff of the table of a buy-in, may decline it"))
    }

    /// Checks that the exchange of a request is still possible, and returns its transaction.
    fn check_handed_over(
        &self,
        request: &ChipRequest,
        table: Option<TableId>,
        origin: Origin,
    ) -> Result<Transaction, Rejection> {
        self.check_exchange(table, request.person, &request.exchange(), origin.now, request.held())
    }
}
