//! Reading the rows of `journal.db`.

use croupier_house::EntryRange;
use croupier_house::ids::{HOUSES_MAX, HouseId, IdempotencyKey, StreamId, TableId};
use croupier_house::store::{HouseHead, StoreError, StoredEntry, StoredKey};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::error::failed;
use crate::row_id::{first_row, house_of, last_row, sequence_of};

/// A row that cannot be what was written.
pub(crate) fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(what.to_owned())
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Option<StoredEntry>> {
    let (id, journal, version): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let hash: Vec<u8> = row.get(3)?;
    let bytes: Vec<u8> = row.get(4)?;
    let (house, table) = (house_of(id), u16::try_from(journal).ok());
    let parts = house.zip(table).zip(hash.try_into().ok());
    Ok(parts.map(|((house, table), hash)| {
        let table = (table != 0).then_some(TableId(table));
        let (version, sequence) = (version.cast_unsigned(), sequence_of(id));
        let bytes = bytes.into();
        StoredEntry { stream: StreamId { house, table }, version, sequence, bytes, hash }
    }))
}

/// The entries of a house in a range of sequences, at most `most` of them; of one journal if that is given, from a
/// version on.
pub(crate) struct Wanted {
    pub(crate) house: HouseId,
    pub(crate) from: u64,
    /// The last sequence.
    pub(crate) to: u64,
    pub(crate) journal: Option<(u16, u64)>,
    pub(crate) most: usize,
}

pub(crate) fn select_entries(at: &Connection, wanted: &Wanted) -> Result<Vec<StoredEntry>, StoreError> {
    let (first, last) = (first_row(wanted.house, wanted.from), first_row(wanted.house, wanted.to));
    let most = i64::try_from(wanted.most).unwrap_or(i64::MAX);
    let all =
        "select id, journal, ver, hash, body from entries where id between ?1 and ?2 order by id limit ?3";
    let one = "select id, journal, ver, hash, body from entries
               where id between ?1 and ?2 and journal = ?4 and ver >= ?5 order by id limit ?3";
    let mut select = at.prepare_cached(if wanted.journal.is_some() { one } else { all }).map_err(failed)?;
    let rows = match wanted.journal {
        None => select.query((first, last, most)),
        Some((journal, version)) => {
            let version = i64::try_from(version).unwrap_or(i64::MAX);
            select.query((first, last, most, journal, version))
        }
    };
    let mut rows = rows.map_err(failed)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let read = entry(row).map_err(failed)?;
        found.push(read.ok_or_else(|| damaged("an entry has no valid journal or hash"))?);
    }
    Ok(found)
}

/// The last entry that a house has in the table of entries, whatever its head says.
pub(crate) fn last_entry(at: &Connection, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
    let sql = "select id, hash from entries where id between ? and ? order by id desc limit 1";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let row = |row: &Row<'_>| -> rusqlite::Result<(i64, Vec<u8>)> { Ok((row.get(0)?, row.get(1)?)) };
    let found = select.query_row((first_row(house, 0), last_row(house)), row).optional().map_err(failed)?;
    let head = |(id, hash): (i64, Vec<u8>)| {
        let hash = hash.try_into().map_err(|_| damaged("the last entry has no valid hash"))?;
        Ok(HouseHead { sequence: sequence_of(id), hash })
    };
    found.map(head).transpose()
}

/// The stored hash of an entry.
pub(crate) fn hash_at(at: &Connection, row: i64) -> Result<Option<Vec<u8>>, StoreError> {
    at.query_row("select hash from entries where id = ?", [row], |row| row.get(0)).optional().map_err(failed)
}

fn head(row: &Row<'_>) -> rusqlite::Result<(i64, i64, Vec<u8>)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

fn checked_head((house, sequence, hash): (i64, i64, Vec<u8>)) -> Result<(HouseId, HouseHead), StoreError> {
    let id = u16::try_from(house).ok().filter(|house| *house < HOUSES_MAX);
    match (id, u64::try_from(sequence), hash.try_into()) {
        (Some(id), Ok(sequence), Ok(hash)) => Ok((HouseId(id), HouseHead { sequence, hash })),
        _ => Err(damaged(&format!("the head of house {house} is not one"))),
    }
}

/// The heads of all houses, in order.
pub(crate) fn heads_of(at: &Connection) -> Result<Vec<(HouseId, HouseHead)>, StoreError> {
    let sql = "select house, sequence, hash from heads order by house";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let rows = select.query_map([], head).map_err(failed)?;
    rows.map(|row| checked_head(row.map_err(failed)?)).collect()
}

/// The head of a house.
pub(crate) fn head_of(at: &Connection, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
    let sql = "select house, sequence, hash from heads where house = ?";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let found = select.query_row([house.0], head).optional().map_err(failed)?;
    found.map(|row| checked_head(row).map(|(_, head)| head)).transpose()
}

/// The houses that have entries, found by jumping from one to the next.
pub(crate) fn houses_with_entries(at: &Connection) -> Result<Vec<HouseId>, StoreError> {
    let mut select =
        at.prepare_cached("select id from entries where id >= ? order by id limit 1").map_err(failed)?;
    let (mut found, mut from) = (Vec::new(), 0_i64);
    while let Some(row) = select.query_row([from], |row| row.get::<_, i64>(0)).optional().map_err(failed)? {
        let house = house_of(row).ok_or_else(|| damaged("an entry belongs to no house"))?;
        found.push(house);
        from = last_row(house).saturating_add(1);
    }
    Ok(found)
}

/// The version of a journal.
pub(crate) fn version_of(at: &Connection, stream: StreamId) -> Result<u64, StoreError> {
    let mut select = at.prepare_cached("select ver from streams where id = ?").map_err(failed)?;
    let version: Option<i64> =
        select.query_row([stream.number()], |row| row.get(0)).optional().map_err(failed)?;
    Ok(version.unwrap_or(0).cast_unsigned())
}

/// The versions of all journals of a house.
pub(crate) fn versions_of(at: &Connection, house: HouseId) -> Result<Vec<(StreamId, u64)>, StoreError> {
    let first = StreamId { house, table: None }.number();
    let sql = "select id, ver from streams where id between ? and ? order by id";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let row = |row: &Row<'_>| -> rusqlite::Result<(i64, i64)> { Ok((row.get(0)?, row.get(1)?)) };
    let rows = select.query_map((first, first + 0xffff), row).map_err(failed)?;
    rows.map(|row| {
        let (stream, version) = row.map_err(failed)?;
        let stream = StreamId::numbered(stream).ok_or_else(|| damaged("a version belongs to no journal"))?;
        Ok((stream, version.cast_unsigned()))
    })
    .collect()
}

/// The lowest and the highest number that an account of a house can have.
pub fn accounts_of(house: HouseId) -> (i64, i64) {
    // The house is the highest part of the number of an account; from 512 on it makes the number negative.
    let first = (u64::from(house.0) << 54).cast_signed();
    (first, first | ((1 << 54) - 1))
}

/// The balances of a house that are not 0, by account number.
pub(crate) fn balances_of(at: &Connection, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
    let (first, last) = accounts_of(house);
    let sql =
        "select account, minor from balances where account between ? and ? and minor <> 0 order by account";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let rows = select.query_map((first, last), |row| Ok((row.get(0)?, row.get(1)?))).map_err(failed)?;
    rows.map(|row| row.map_err(failed)).collect()
}

/// A key with its command. The sequence is 0 for keys that were stored before there were any.
pub(crate) fn key_of(at: &Connection, key: IdempotencyKey) -> Result<Option<StoredKey>, StoreError> {
    let sql = "select digest, stream, first, last, sequence, at from keys where key = ?";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let row = |row: &Row<'_>| -> rusqlite::Result<[i64; 6]> {
        Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?])
    };
    let found = select.query_row([&key.0.to_be_bytes()[..]], row).optional().map_err(failed)?;
    found.map(|columns| checked_key(key, columns)).transpose()
}

fn checked_key(
    key: IdempotencyKey,
    [digest, stream, from, to, sequence, at]: [i64; 6],
) -> Result<StoredKey, StoreError> {
    let stream = StreamId::numbered(stream).ok_or_else(|| damaged("a key belongs to no journal"))?;
    let [from, to, sequence] = [from, to, sequence].map(i64::cast_unsigned);
    let range = EntryRange { stream, from, to, sequence };
    Ok(StoredKey { key, digest: digest.cast_unsigned(), range, at })
}
