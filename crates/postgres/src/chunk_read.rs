//! Reading entries out of chunks.

use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, StoreError, StoredEntry};
use tokio_postgres::Row;

use crate::chunk::{ChunkEntry, entries_in};
use crate::rows::house_number;
use crate::session::Session;

/// What [`CHUNKS`] says, to be part of another statement too.
macro_rules! chunks {
    () => {
        "select first, last, body from chunks where house = $1 and first < $4 and first >= \
         coalesce((select first from (select first, last from chunks where house = $1 and first <= $2 \
         order by first desc limit 1) at where at.last >= $2), $2) \
         union all select first, last, body from (select first, last, body from chunks where house = $1 \
         and first >= $4 order by first limit 1) behind where not exists (select 1 from (select last from chunks \
         where house = $1 and first <= $3 order by first desc limit 1) before where before.last >= $3)"
    };
}
pub(crate) use chunks;

/// The chunks of a house from that in which sequence `$2` lies to that of the last entry before sequence `$4`. If there is none with
/// entry `$3`, the next one behind too: whoever reads on comes over a gap.
const CHUNKS: &str = chunks!();
const LAST: &str = "select first, last, body from chunks where house = $1 order by first desc limit 1";
/// The chunk in which a sequence lies, if one does.
pub(crate) const CHUNK_AT: &str =
    "select first, last, body from chunks where house = $1 and first <= $2 order by first desc limit 1";

/// The numbers with which [`CHUNKS`] finds at most so many entries: where it begins, and before which sequence it ends. `None`
/// if there can be no entries: they would be behind the largest number.
pub(crate) fn window(from: u64, most: usize) -> Option<(i64, i64)> {
    let start = i64::try_from(from).ok()?;
    let end = i64::try_from(most).ok().and_then(|most| start.checked_add(most));
    Some((start, end.unwrap_or(i64::MAX)))
}

/// The next entries of a house from a sequence on, at most so many; none only where there are none any more.
///
/// # Errors
/// When they cannot be read, or cannot be what was written.
pub(crate) fn entries_over(
    session: &Session,
    house: HouseId,
    from: u64,
    most: usize,
) -> Result<Vec<StoredEntry>, StoreError> {
    let Some((start, end)) = window(from, most) else { return Ok(Vec::new()) };
    let rows = session.query(CHUNKS, &[&house_number(house)?, &start, &start, &end])?;
    let chunks = in_order(house, &rows)?;
    let entries = chunks.into_iter().flatten().filter(|entry| entry.sequence >= from);
    Ok(entries.take(most).map(ChunkEntry::to_stored).collect())
}

/// The last entry of a house.
///
/// # Errors
/// When it cannot be read, or cannot be what was written.
pub(crate) fn last_over(session: &Session, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
    let rows = session.query(LAST, &[&house_number(house)?])?;
    Ok(in_order(house, &rows)?.into_iter().flatten().last().map(|entry| entry.head()))
}

/// The entries of chunks, which are in the first three columns of rows: first and last sequence, and bytes.
///
/// # Errors
/// When they cannot be what was written, or two have the same entry.
pub(crate) fn in_order<'r>(
    house: HouseId,
    rows: impl IntoIterator<Item = &'r Row>,
) -> Result<Vec<Vec<ChunkEntry<'r>>>, StoreError> {
    let mut sorted: Vec<(i64, i64, &Row)> =
        rows.into_iter().map(|row| (row.get(0), row.get(1), row)).collect();
    sorted.sort_unstable_by_key(|(first, ..)| *first);
    for pair in sorted.windows(2) {
        let ((first, last, _), (next, ..)) = (pair[0], pair[1]);
        if next <= last {
            return Err(StoreError::Damaged(format!(
                "the chunk of the entries {first} to {last} of house {} goes over that which begins at {next}",
                house.0
            )));
        }
    }
    sorted.into_iter().map(|(first, last, row)| entries_in(house, first, last, row.get(2))).collect()
}
