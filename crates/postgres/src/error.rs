//! What errors of the database mean.

use std::error::Error;

use croupier_house::store::StoreError;
use tokio_postgres::error::{DbError, Severity};

use crate::rows::GroupRows;

/// Why a statement gave no answer.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// The server refused it: nothing of it is stored.
    Refused(StoreError),
    /// The connection was lost, or the server did not say that it is safe: it may be stored or not.
    Lost(String),
}

impl From<Fault> for StoreError {
    /// For statements that only read, or may be repeated.
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(error) => error,
            Fault::Lost(why) => Self::Failed(why),
        }
    }
}

/// The error with what caused it: the driver itself only says `db error`.
fn words(error: &tokio_postgres::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// What an error of a statement means.
pub(crate) fn fault(error: &tokio_postgres::Error) -> Fault {
    refusal(error).map_or_else(|| Fault::Lost(words(error)), |why| Fault::Refused(by_state(why)))
}

/// What an error of the statement that stores a group means.
pub(crate) fn group_fault(error: &tokio_postgres::Error, rows: &GroupRows<'_>) -> Fault {
    let Some(why) = refusal(error) else { return Fault::Lost(words(error)) };
    if why.constraint() == Some("keys_pkey") {
        let used = rows.used_key(why.detail().unwrap_or_default());
        return Fault::Refused(used.unwrap_or_else(|| by_state(why)));
    }
    let place = why.detail().and_then(|detail| detail.parse::<usize>().ok());
    let offending = place.and_then(|place| rows.offence(why.code().code(), place.checked_sub(1)?));
    Fault::Refused(offending.unwrap_or_else(|| by_state(why)))
}

/// The error for a connection that cannot be opened.
pub(crate) fn cannot_connect(error: &tokio_postgres::Error) -> StoreError {
    match error.as_db_error().map(|why| why.code().code()) {
        // Too many connections.
        Some("53300") => StoreError::Busy,
        _ => StoreError::Failed(format!("cannot connect: {}", words(error))),
    }
}

/// The answer of a server that has ended the transaction and goes on. One that ends the connection may have committed.
fn refusal(error: &tokio_postgres::Error) -> Option<&DbError> {
    error.as_db_error().filter(|why| why.parsed_severity() == Some(Severity::Error))
}

/// The store error for an SQLSTATE (`PostgreSQL`, appendix A).
fn by_state(why: &DbError) -> StoreError {
    match why.code().code() {
        "53100" => StoreError::Full,
        "53300" => StoreError::Busy,
        // A lock that was not granted in time, a deadlock, a conflict of transactions.
        "55P03" | "40P01" | "40001" => StoreError::Locked,
        "XX001" | "XX002" => StoreError::Damaged(why.message().to_owned()),
        state => StoreError::Failed(format!("{} (SQLSTATE {state})", why.message())),
    }
}
