//! Conversion of `SQLite` errors to store errors.

use croupier_house::store::StoreError;
use rusqlite::ErrorCode;

/// The store error for an `SQLite` error.
#[allow(clippy::needless_pass_by_value, reason = "it takes errors as `map_err` passes them")]
pub(crate) fn failed(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(error.to_string()),
        _ => StoreError::Failed(error.to_string()),
    }
}
