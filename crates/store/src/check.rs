//! The checks at opening. They cost the same for a journal of any length; `verify` reads everything.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, StoreError};
use rusqlite::Connection;

use crate::error::failed;
use crate::heads::{HEAD_FILE, HeadFile};
use crate::journal_rows::{hash_at, heads_of, houses_with_entries, last_entry, versions_of};
use crate::row_id::{first_row, row_id, sequence_of};

/// The number of entries at the end of a journal that are checked for gaps.
pub const TAIL_CHECKED: u64 = 1024;

/// Checks the end of the journal of each house, and compares it with the head file. Returns the head file; a database
/// without entries gets a new one.
pub(crate) fn check_at_open(at: &Connection, folder: &Path) -> Result<HeadFile, StoreError> {
    let heads = heads_of(at)?;
    let with_entries = houses_with_entries(at)?;
    let file = match HeadFile::open(folder)? {
        Some(file) => file,
        None if with_entries.is_empty() => return HeadFile::create(folder, &[]),
        None => {
            let path = folder.join(HEAD_FILE);
            return Err(StoreError::Damaged(format!(
                "{} is missing, so nobody knows whether the journal is complete. Restore the file, or run `croupier \
                 doctor`",
                path.display()
            )));
        }
    };
    for (house, acknowledged) in file.heads() {
        check_acknowledged(at, *house, acknowledged)?;
    }
    if let Some(house) = with_entries.iter().find(|house| !heads.iter().any(|(known, _)| known == *house)) {
        return Err(wrong(*house, "it has entries but no head"));
    }
    heads.iter().try_for_each(|(house, head)| check_tail(at, *house, head))?;
    Ok(file)
}

/// Checks that a house has every entry that it acknowledged.
fn check_acknowledged(at: &Connection, house: HouseId, acknowledged: &HouseHead) -> Result<(), StoreError> {
    let found = last_entry(at, house)?.unwrap_or_default();
    if found.sequence < acknowledged.sequence {
        return Err(StoreError::Lost { house, acknowledged: acknowledged.sequence, found: found.sequence });
    }
    if acknowledged.sequence == 0 {
        return Ok(());
    }
    let hash = hash_at(at, row_id(house, acknowledged.sequence)?)?;
    if hash.as_deref() == Some(&acknowledged.hash[..]) {
        return Ok(());
    }
    let sequence = acknowledged.sequence;
    Err(wrong(house, &format!("entry {sequence} is not the one that was acknowledged")))
}

/// Checks the end of a journal: the head is the last entry, nothing is missing shortly before it, and the versions of
/// the journals add up to the number of entries.
fn check_tail(at: &Connection, house: HouseId, head: &HouseHead) -> Result<(), StoreError> {
    let last = last_entry(at, house)?.unwrap_or_default();
    if last != *head {
        let why = format!(
            "the head is entry {}, but the last entry is {}, or has another hash",
            head.sequence, last.sequence
        );
        return Err(wrong(house, &why));
    }
    let from = head.sequence.saturating_sub(TAIL_CHECKED);
    let mut select =
        at.prepare("select id from entries where id > ? and id <= ? order by id").map_err(failed)?;
    let rows = (first_row(house, from), first_row(house, head.sequence));
    let rows = select.query_map(rows, |row| row.get::<_, i64>(0)).map_err(failed)?;
    for (due, row) in (from + 1..).zip(rows) {
        let found = sequence_of(row.map_err(failed)?);
        if found != due {
            return Err(wrong(house, &format!("entry {due} was expected, but entry {found} was found")));
        }
    }
    let versions = versions_of(at, house)?;
    let sum = versions.iter().try_fold(0_u64, |sum, (_, version)| sum.checked_add(*version));
    if sum == Some(head.sequence) {
        return Ok(());
    }
    let sum = sum.map_or_else(|| "too many".to_owned(), |sum| sum.to_string());
    let why = format!("its journals have {sum} entries by their versions, and {} by its head", head.sequence);
    Err(wrong(house, &why))
}

fn wrong(house: HouseId, why: &str) -> StoreError {
    StoreError::Damaged(format!("house {}: {why}. Run `croupier doctor`", house.0))
}
