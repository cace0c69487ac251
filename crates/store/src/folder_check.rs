//! The full check of a house in a data folder: its rows, and what the head file says was acknowledged.

use std::path::Path;
use std::time::Duration;

use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::store::{HouseHead, StoreError, StoredEntry, StoredKey};
use rusqlite::{Connection, TransactionBehavior};

use crate::derived::{JournalRows, RebuiltRows};
use crate::error::failed;
use crate::findings::{HouseCheck, JournalPart};
use crate::heads::HeadFile;
use crate::journal_rows::{
    Wanted, balances_of, hash_at, head_of, key_of, last_entry, select_entries, versions_of,
};
use crate::pool::open_reader;
use crate::row_id::row_id;
use crate::schema::JOURNAL_FILE;
use crate::verify::check_rows;

/// Checks a house in a data folder: the hash, order and content of every entry, and head, versions, keys, balances and
/// head file against the entries. Nothing is changed, and the house may be open meanwhile. `now` is the time in
/// milliseconds since 1970: keys of older commands need not be there any more.
///
/// # Errors
/// When the database cannot be read.
pub fn verify(folder: &Path, house: HouseId, now: i64) -> Result<HouseCheck, StoreError> {
    // The head file first: it is never ahead of what is read after it.
    let file = HeadFile::open(folder);
    let mut connection = open_reader(&folder.join(JOURNAL_FILE), Duration::from_secs(5))?;
    let picture = connection.transaction_with_behavior(TransactionBehavior::Deferred).map_err(failed)?;
    let mut found = check_rows(&mut SqliteRows(&picture), house, now)?;
    if let Some(text) = head_file(&picture, house, file)? {
        found.find(JournalPart::HeadFile, text);
    }
    Ok(found)
}

/// What is wrong with the head file, or with the journal according to it.
fn head_file(
    at: &Connection,
    house: HouseId,
    file: Result<Option<HeadFile>, StoreError>,
) -> Result<Option<String>, StoreError> {
    let file = match file {
        Ok(Some(file)) => file,
        Ok(None) => return Ok(Some("it is missing".to_owned())),
        Err(error) => return Ok(Some(error.to_string())),
    };
    let known = file.heads().iter().find(|(known, _)| *known == house);
    let Some((_, acknowledged)) = known.filter(|(_, head)| head.sequence > 0) else { return Ok(None) };
    let last = last_entry(at, house)?.unwrap_or_default();
    if acknowledged.sequence > last.sequence {
        let (acknowledged, found) = (acknowledged.sequence, last.sequence);
        return Ok(Some(StoreError::Lost { house, acknowledged, found }.to_string()));
    }
    let hash = hash_at(at, row_id(house, acknowledged.sequence)?)?;
    let is_other = hash.as_deref() != Some(&acknowledged.hash[..]);
    Ok(is_other.then(|| format!("entry {} is not the one that was acknowledged", acknowledged.sequence)))
}

/// The rows of a transaction.
pub(crate) struct SqliteRows<'c>(pub(crate) &'c Connection);

impl JournalRows for SqliteRows<'_> {
    fn entries(&mut self, house: HouseId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        select_entries(self.0, &Wanted { house, from, to: u64::MAX, journal: None, most })
    }

    fn head(&mut self, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
        head_of(self.0, house)
    }

    fn versions(&mut self, house: HouseId) -> Result<Vec<(StreamId, u64)>, StoreError> {
        versions_of(self.0, house)
    }

    fn balances(&mut self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        balances_of(self.0, house)
    }

    fn keys(&mut self, keys: &[IdempotencyKey]) -> Result<Vec<StoredKey>, StoreError> {
        let mut found = Vec::new();
        for key in keys {
            found.extend(key_of(self.0, *key)?);
        }
        Ok(found)
    }

    fn key_count(&mut self, house: HouseId) -> Result<u64, StoreError> {
        let sql = "select count(*) from keys where stream >> 16 = ?";
        let rows: i64 = self.0.query_row(sql, [house.0], |row| row.get(0)).map_err(failed)?;
        Ok(rows.cast_unsigned())
    }

    fn head_shows_loss(&self) -> bool {
        // The head file does.
        false
    }
}

impl RebuiltRows for SqliteRows<'_> {
    fn put_head(&mut self, house: HouseId, head: Option<HouseHead>) -> Result<(), StoreError> {
        match head {
            None => self.0.execute("delete from heads where house = ?", [house.0]),
            Some(HouseHead { sequence, hash }) => {
                let sql = "insert or replace into heads (house, sequence, hash) values (?, ?, ?)";
                self.0.execute(sql, (house.0, sequence.cast_signed(), &hash[..]))
            }
        }
        .map(drop)
        .map_err(failed)
    }

    fn put_versions(&mut self, house: HouseId, versions: &[(StreamId, u64)]) -> Result<(), StoreError> {
        self.0.execute("delete from streams where id >> 16 = ?", [house.0]).map_err(failed)?;
        for (stream, version) in versions {
            let sql = "insert into streams (id, ver) values (?, ?)";
            self.0.execute(sql, (stream.number(), version.cast_signed())).map_err(failed)?;
        }
        Ok(())
    }

    fn put_balances(&mut self, house: HouseId, balances: &[(i64, i64)]) -> Result<(), StoreError> {
        let sql = "delete from balances where (account >> 54) & 1023 = ?";
        self.0.execute(sql, [house.0]).map_err(failed)?;
        let mut insert =
            self.0.prepare("insert into balances (account, minor) values (?, ?)").map_err(failed)?;
        for row in balances {
            insert.execute(*row).map_err(failed)?;
        }
        Ok(())
    }

    fn remove_keys(&mut self, house: HouseId) -> Result<(), StoreError> {
        let sql = "delete from keys where stream >> 16 = ?";
        self.0.execute(sql, [house.0]).map(drop).map_err(failed)
    }

    fn put_keys(&mut self, keys: &[StoredKey]) -> Result<(), StoreError> {
        let sql = "insert or replace into keys (key, digest, stream, first, last, sequence, at)
                   values (?, ?, ?, ?, ?, ?, ?)";
        let mut insert = self.0.prepare_cached(sql).map_err(failed)?;
        for key in keys {
            let row = (
                &key.key.0.to_be_bytes()[..],
                key.digest.cast_signed(),
                key.range.stream.number(),
                key.range.from.cast_signed(),
                key.range.to.cast_signed(),
                key.range.sequence.cast_signed(),
                key.at,
            );
            insert.execute(row).map_err(failed)?;
        }
        Ok(())
    }
}
