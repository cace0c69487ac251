//! Why a house is suspended, in the columns of its lease.

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use croupier_nodes::SuspensionReason;
use tokio_postgres::Row;

use crate::rows::house_number;
use crate::store::PostgresStore;

/// Suspends a house and raises its fence. The first reason stays.
pub(crate) const SUSPEND: &str = "insert into leases as l (house, fence, renewals, suspended, suspended_sequence, suspended_found) \
     values ($1, 1, 0, $2, $3, $4) on conflict (house) do update set fence = l.fence + 1, \
     suspended = coalesce(l.suspended, excluded.suspended), \
     suspended_sequence = case when l.suspended is null then excluded.suspended_sequence else l.suspended_sequence end, \
     suspended_found = case when l.suspended is null then excluded.suspended_found else l.suspended_found end";

/// A reason as the columns `suspended`, `suspended_sequence` and `suspended_found` have it.
///
/// # Errors
/// When a sequence is too large for them.
pub(crate) fn columns_of(reason: SuspensionReason) -> Result<(&'static str, i64, Option<i64>), StoreError> {
    let (word, sequence, found) = match reason {
        SuspensionReason::Ahead { applied, found } => ("ahead", applied, Some(found)),
        SuspensionReason::Forked { sequence } => ("forked", sequence, None),
        SuspensionReason::Damaged { sequence } => ("damaged", sequence, None),
    };
    let signed = |number: u64| {
        i64::try_from(number).map_err(|_| StoreError::Failed("there is no such sequence".to_owned()))
    };
    Ok((word, signed(sequence)?, found.map(signed).transpose()?))
}

impl PostgresStore {
    /// Suspends a house, so that nobody writes to it, as a node does that runs (`Cluster::suspend`).
    ///
    /// # Errors
    /// When the server cannot be asked.
    pub fn suspend(&self, house: HouseId, reason: SuspensionReason) -> Result<(), StoreError> {
        let (number, (word, sequence, found)) = (house_number(house)?, columns_of(reason)?);
        self.with_control(|control| Ok(control.query(SUSPEND, &[&number, &word, &sequence, &found])?))?;
        Ok(())
    }
}

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
