//! Why a house is suspended, in the columns of its lease.

use croupier_house::store::StoreError;
use croupier_nodes::SuspensionReason;
use tokio_postgres::Row;

/// Why the house of a row is suspended, if it is. The row has the columns `suspended`, `suspended_sequence` and
/// `suspended_found`.
///
/// # Errors
/// When they cannot be what was written.
pub(crate) fn suspension(row: &Row) -> Result<Option<SuspensionReason>, StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("a house is suspended {what}"));
    let Some(reason) = row.get::<_, Option<&str>>("suspended") else { return Ok(None) };
    let number = |column: &str| {
        let number = row.get::<_, Option<i64>>(column).and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| damaged("without a sequence"))
    };
    let sequence = number("suspended_sequence")?;
    Ok(Some(match reason {
        "ahead" => SuspensionReason::Ahead { applied: sequence, found: number("suspended_found")? },
        "forked" => SuspensionReason::Forked { sequence },
        "damaged" => SuspensionReason::Damaged { sequence },
        other => return Err(damaged(&format!("for an unknown reason: {other}"))),
    }))
}
