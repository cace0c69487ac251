//! The paperwork of a table, and exchanges that are not confirmed yet, as they are stored.

use croupier_kit::{Money, MoneySum};
use serde::{Deserialize, Serialize};

use crate::ids::{Actor, PersonId};
use crate::office::{Exchange, ExchangeRequest, PendingExchanges};
use crate::paper::{Count, Papers, Proposal, ProposedAction, Shift, Slip, SlipKind, SlipState};

/// Exchanges that are not confirmed yet, by number.
#[derive(Serialize, Deserialize)]
pub(super) struct ExchangesSnapshot {
    last_number: u32,
    requests: Vec<(u32, RequestSnapshot)>,
}

#[derive(Serialize, Deserialize)]
struct RequestSnapshot {
    person: PersonId,
    exchange: Exchange,
    by: Actor,
}

impl ExchangesSnapshot {
    pub(super) fn of(pending: &PendingExchanges) -> Self {
        let PendingExchanges { last_number, requests } = pending;
        let request = |(number, request): (&u32, &ExchangeRequest)| {
            let ExchangeRequest { person, exchange, by } = *request;
            (*number, RequestSnapshot { person, exchange, by })
        };
        Self { last_number: *last_number, requests: requests.iter().map(request).collect() }
    }

    pub(super) fn restore(self) -> PendingExchanges {
        let request = |(number, request)| {
            let RequestSnapshot { person, exchange, by } = request;
            (number, ExchangeRequest { person, exchange, by })
        };
        PendingExchanges {
            last_number: self.last_number,
            requests: self.requests.into_iter().map(request).collect(),
        }
    }
}

/// The paperwork of a table.
#[derive(Serialize, Deserialize)]
pub(super) struct PapersSnapshot {
    proposals: Vec<(u32, PersonId, ProposedAction)>,
    proposals_made: u32,
    slips: Vec<(u32, SlipSnapshot)>,
    slips_made: u32,
    shift: ShiftSnapshot,
}

#[derive(Serialize, Deserialize)]
struct SlipSnapshot {
    kind: SlipKind,
    chips: Count,
    amount: Money,
    state: SlipState,
    people: Vec<PersonId>,
}

#[derive(Serialize, Deserialize)]
struct ShiftSnapshot {
    opening: Money,
    closing: Option<Money>,
    opening_book: Money,
    closing_book: Option<Money>,
    fills: MoneySum,
    credits: MoneySum,
    drop: MoneySum,
    drop_counted: MoneySum,
    staked: MoneySum,
    returned: MoneySum,
}

impl PapersSnapshot {
    pub(super) fn of(papers: &Papers) -> Self {
        let Papers { proposals, proposals_made, slips, slips_made, shift } = papers;
        let proposal = |(number, proposal): (&u32, &Proposal)| {
            let Proposal { by, action } = proposal;
            (*number, *by, action.clone())
        };
        let slip = |(number, slip): (&u32, &Slip)| {
            let Slip { kind, chips, amount, state, people } = slip.clone();
            (*number, SlipSnapshot { kind, chips, amount, state, people })
        };
        Self {
            proposals: proposals.iter().map(proposal).collect(),
            proposals_made: *proposals_made,
            slips: slips.iter().map(slip).collect(),
            slips_made: *slips_made,
            shift: ShiftSnapshot::of(*shift),
        }
    }

    pub(super) fn restore(self) -> Papers {
        let proposal = |(number, by, action)| (number, Proposal { by, action });
        let slip = |(number, slip)| {
            let SlipSnapshot { kind, chips, amount, state, people } = slip;
            (number, Slip { kind, chips, amount, state, people })
        };
        Papers {
            proposals: self.proposals.into_iter().map(proposal).collect(),
            proposals_made: self.proposals_made,
            slips: self.slips.into_iter().map(slip).collect(),
            slips_made: self.slips_made,
            shift: self.shift.restore(),
        }
    }
}

impl ShiftSnapshot {
    const fn of(shift: Shift) -> Self {
        let Shift {
            opening,
            closing,
            opening_book,
            closing_book,
            fills,
            credits,
            drop,
            drop_counted,
            staked,
            returned,
        } = shift;
        Self {
            opening,
            closing,
            opening_book,
            closing_book,
            fills,
            credits,
            drop,
            drop_counted,
            staked,
            returned,
        }
    }

    const fn restore(self) -> Shift {
        Shift {
            opening: self.opening,
            closing: self.closing,
            opening_book: self.opening_book,
            closing_book: self.closing_book,
            fills: self.fills,
            credits: self.credits,
            drop: self.drop,
            drop_counted: self.drop_counted,
            staked: self.staked,
            returned: self.returned,
        }
    }
}
