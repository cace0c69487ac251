//! What an answer says about the entries of a command.

use croupier_house::Rejection;
use croupier_house::event::Event;
use croupier_house::journal::Entry;

/// The number of the object that an entry created.
pub(super) fn number_of(entry: &Entry) -> Option<u32> {
    match &entry.body.event {
        Event::ExchangeRequested { number, .. }
        | Event::SlipRequested { number, .. }
        | Event::ChipsRequested { number, .. } => Some(*number),
        Event::Proposed { proposal, .. } => Some(*proposal),
        Event::DisputeOpened { dispute, .. } => Some(*dispute),
        Event::OfficeProposed { proposal, .. } => Some(*proposal),
        Event::ReaderAdded { reader, .. } => Some(*reader),
        Event::Enrolled { person, .. } | Event::PasswordReset { person } => Some(person.0),
        Event::Acted { .. } => entry.body.ledger.iter().find_map(|transaction| transaction.stake),
        _ => None,
    }
}

/// The refusal that an entry records.
pub(super) fn refusal_of(entry: &Entry) -> Option<Rejection> {
    match &entry.body.event {
        Event::CommandRefused(rejection) => Some(Rejection::clone(rejection)),
        _ => None,
    }
}

/// Whether the revealed cards break the rules.
pub(super) const fn is_breach(entry: &Entry) -> bool {
    matches!(entry.body.event, Event::Breached { .. })
}
