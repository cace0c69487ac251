//! Rejections because of insufficient funds.

use super::new_event::Origin;
use crate::ids::{Actor, PersonId};
use crate::ledger::PostingError;
use crate::office::{ChipRequestKind, Office};
use crate::rejection::{Rejection, RejectionCode};

/// The person does not have enough for the named purpose, such as "this bet".
pub(super) fn too_little(
    error: &PostingError,
    what: &str,
    person: PersonId,
    origin: Origin,
    office: &Office,
) -> Rejection {
    let allowed = "stake less, or buy chips first";
    let PostingError::Short { account, available, needed } = error else {
        return Rejection::funds(error, allowed);
    };
    if account.location.person() != Some(person) {
        return Rejection::funds(error, allowed);
    }
    let has = match office.person(person) {
        Ok(other) if origin.by != Actor::Person(person) => format!("{} has", other.handle),
        _ => "you have".to_owned(),
    };
    let held = match office.chip_requests.of_kind(person, ChipRequestKind::CashOut) {
        Some((_, request)) => format!(", and {} is held for a cash-out", request.amount),
        None => String::new(),
    };
    Rejection::new(RejectionCode::Funds, format!("{has} {available}{held}; {what} needs {needed}"), allowed)
}
