//! The step from a row for each entry to chunks: once, for a database that was made before there were chunks. It is part of the
//! transaction of the migration, so whoever fails in the middle has changed nothing.

use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::store::{StoreError, StoredEntry};
use tokio_postgres::Row;

use crate::chunk::chunks_of;
use crate::chunk_read::entries_over;
use crate::rows::house_number;
use crate::session::Session;
use crate::values::{house_of, unsigned};

/// Nothing is known about the tables yet by which the server could plan.
const SETTINGS: &str =
    "set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off";
/// Found by jumping from one to the next.
const HOUSES: &str = "with recursive found (house) as ((select house from entries order by house limit 1) union all \
     select (select e.house from entries e where e.house > found.house order by e.house limit 1) from found \
     where found.house is not null) select house from found where house is not null";
const ROWS: &str = "select sequence, journal, ver, hash, body from entries \
     where house = $1 and sequence >= $2 order by sequence limit $3";
const PUT: &str = "insert into chunks (house, first, last, body) \
     select $1, unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bytea[])";
const REMOVE: &str = "drop table entries";
/// How many rows are converted at a time: those of whole chunks.
const ROWS_PER_STEP: i64 = 4096;

/// Puts all entries into chunks, reads everything again, and removes the table of single entries.
///
/// # Errors
/// When a row cannot be an entry, or what is read is not what was there.
pub(crate) fn convert_entries(session: &Session) -> Result<(), StoreError> {
    session.run(SETTINGS)?;
    let houses = session.query(HOUSES, &[])?;
    let houses: Vec<HouseId> = houses.iter().map(|row| house_of(row.get(0))).collect::<Result<_, _>>()?;
    for house in &houses {
        each_page(session, *house, |page| put(session, *house, page))?;
    }
    for house in houses {
        let end = each_page(session, house, |page| compare(session, house, page))?;
        if !entries_over(session, house, end, 1)?.is_empty() {
            return Err(differs(house, end));
        }
    }
    Ok(session.run(REMOVE)?)
}

/// Reads the rows of a house in order, some at a time. Returns the sequence behind them.
fn each_page(
    session: &Session,
    house: HouseId,
    mut each: impl FnMut(&[StoredEntry]) -> Result<(), StoreError>,
) -> Result<u64, StoreError> {
    let (number, mut from) = (house_number(house)?, 0_u64);
    loop {
        let rows = session.query(ROWS, &[&number, &from.cast_signed(), &ROWS_PER_STEP])?;
        let page: Vec<StoredEntry> = rows.iter().map(|row| entry(house, row)).collect::<Result<_, _>>()?;
        let Some(last) = page.last() else { return Ok(from) };
        from = last.sequence + 1;
        each(&page)?;
    }
}

fn put(session: &Session, house: HouseId, page: &[StoredEntry]) -> Result<(), StoreError> {
    let chunks = chunks_of(page)?;
    let first: Vec<i64> = chunks.iter().map(|chunk| chunk.first.cast_signed()).collect();
    let last: Vec<i64> = chunks.iter().map(|chunk| chunk.last.cast_signed()).collect();
    let bodies: Vec<&[u8]> = chunks.iter().map(|chunk| &chunk.body[..]).collect();
    session.query(PUT, &[&house_number(house)?, &first, &last, &bodies])?;
    Ok(())
}

fn compare(session: &Session, house: HouseId, page: &[StoredEntry]) -> Result<(), StoreError> {
    let mut rest = page;
    while let Some(next) = rest.first() {
        let again = entries_over(session, house, next.sequence, rest.len())?;
        let is_same = !again.is_empty() && rest.starts_with(&again);
        rest = rest.get(again.len()..).filter(|_| is_same).ok_or_else(|| differs(house, next.sequence))?;
    }
    Ok(())
}

fn differs(house: HouseId, sequence: u64) -> StoreError {
    StoreError::Failed(format!("house {} has other entries in chunks from entry {sequence} on", house.0))
}

/// An entry in the columns of a row.
fn entry(house: HouseId, row: &Row) -> Result<StoredEntry, StoreError> {
    let table = u16::try_from(row.get::<_, i32>(1)).ok();
    let hash = row.get::<_, &[u8]>(3).try_into().ok();
    let (sequence, version) = (unsigned(row, 0)?, unsigned(row, 2)?);
    let (Some(table), Some(hash)) = (table, hash) else {
        let why = format!("entry {sequence} of house {} has no valid journal or hash", house.0);
        return Err(StoreError::Damaged(why));
    };
    let stream = StreamId { house, table: (table != 0).then_some(TableId(table)) };
    Ok(StoredEntry { stream, version, sequence, bytes: row.get::<_, &[u8]>(4).into(), hash })
}
