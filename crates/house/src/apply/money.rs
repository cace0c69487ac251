//! The transactions that events of the office must have.

use croupier_kit::Money;

use super::misplaced;
use crate::event::Event;
use crate::house::House;
use crate::ids::{PersonId, StreamId, TableId};
use crate::ledger::{Transaction, TransactionKind};
use crate::office::PendingExchanges;
use crate::postings::ruling_paid;
use crate::rejection::Rejection;

impl House<'_> {
    /// The transactions of an event in the journal of the house. An event without an amount of its own is checked
    /// against the transactions found: they must be of its kind.
    pub(super) fn office_money(
        &self,
        event: &Event,
        found: &[Transaction],
    ) -> Result<Vec<Transaction>, Rejection> {
        match event {
            Event::CapitalMoved => one_of(TransactionKind::Capital, found),
            Event::Issued => one_of(TransactionKind::Issue, found),
            Event::Exchanged { number } => exchanged(&self.office.exchanges, *number, None),
            Event::ChipsConfirmed { number } => self.handed_over(*number, None),
            Event::DisputePaid { dispute, person, amount } => {
                self.check_ruled(*dispute, *person)?;
                Ok(vec![ruling_paid(*person, *amount)])
            }
            Event::HouseFileAdopted { .. }
            | Event::Enrolled { .. }
            | Event::Approved(_)
            | Event::Assigned { .. }
            | Event::ServiceRefused { .. }
            | Event::ServiceResumed { .. }
            | Event::Excluded { .. }
            | Event::LimitSet { .. }
            | Event::ExchangeRequested { .. }
            | Event::ExchangeWithdrawn { .. }
            | Event::ChipsRequested { .. }
            | Event::ChipsLaidOut { .. }
            | Event::ChipsCancelled { .. }
            | Event::DisputeOpened { .. }
            | Event::DisputeAnswered { .. }
            | Event::DisputeEscalated { .. }
            | Event::FormatRaised { .. }
            | Event::OfficeProposed { .. }
            | Event::OfficeAuthorised { .. }
            | Event::OfficeWithdrawn { .. }
            | Event::FoundingEnded { .. }
            | Event::DocumentNoted { .. }
            | Event::PasswordReset { .. }
            | Event::ManagerRecovered { .. }
            | Event::DayBegan { .. }
            | Event::KeyNoted(_)
            | Event::Restored { .. }
            | Event::LossAccepted { .. }
            | Event::EditionStored { .. }
            | Event::EditionAdopted { .. }
            | Event::RosterAdopted { .. }
            | Event::CommandRefused(_)
            | Event::OwnerNoted { .. } => Ok(Vec::new()),
            _ => Err(misplaced(event, StreamId { house: self.id, table: None })),
        }
    }

    /// Checks that a payment goes to the person whose dispute has just been answered.
    fn check_ruled(&self, dispute: u32, person: PersonId) -> Result<(), Rejection> {
        let known = self.office.disputes.open.get(&dispute);
        let ruled = known.filter(|known| known.person == person && known.answered.is_some());
        ruled.map(drop).ok_or_else(|| Rejection::unknown("such dispute of this person with a ruling"))
    }

    /// The transaction of a chip request that its player has confirmed. It must be laid out at this place.
    pub(super) fn handed_over(
        &self,
        number: u32,
        at: Option<TableId>,
    ) -> Result<Vec<Transaction>, Rejection> {
        let request = self.office.chip_requests.open.get(&number);
        let request = request.filter(|request| request.laid_out.is_some_and(|laid| laid.table() == at));
        let request = request.ok_or_else(|| Rejection::unknown("such request that is laid out here"))?;
        let moved = request.exchange().transaction(request.person, at);
        moved.map(|moved| vec![moved]).ok_or_else(|| Rejection::unknown("such exchange here"))
    }
}

/// The transaction of a confirmed exchange.
pub(super) fn exchanged(
    pending: &PendingExchanges,
    number: u32,
    at: Option<TableId>,
) -> Result<Vec<Transaction>, Rejection> {
    let request = pending.requests.get(&number).ok_or_else(|| Rejection::unknown("such request"))?;
    let moved = request.exchange.transaction(request.person, at);
    moved.map(|moved| vec![moved]).ok_or_else(|| Rejection::unknown("such exchange here"))
}

/// The one transaction of this kind, with one leg.
fn one_of(kind: TransactionKind, found: &[Transaction]) -> Result<Vec<Transaction>, Rejection> {
    match found {
        [Transaction { kind: of, stake: None, legs }]
            if *of == kind && matches!(legs.as_slice(), [leg] if leg.amount > Money::ZERO) =>
        {
            Ok(found.to_vec())
        }
        _ => Err(Rejection::order("the entry moves no amount of its kind", "one transaction with one leg")),
    }
}
