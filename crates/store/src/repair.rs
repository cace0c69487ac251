//! Making again what follows from the entries: heads, versions, balances, keys and the index. Entries are never
//! touched. No server may use the folder meanwhile.

use std::path::{Path, PathBuf};

use croupier_house::EntryRange;
use croupier_house::ids::{DAY_MS, HouseId, KEY_DAYS, StreamId};
use croupier_house::journal::Entry;
use croupier_house::store::{HouseHead, StoreError, StoredEntry, StoredKey, changes_of};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use rustc_hash::FxHashMap;

use crate::error::failed;
use crate::heads::HeadFile;
use crate::index::remove_index;
use crate::journal_rows::{Wanted, heads_of, houses_with_entries, last_entry, select_entries};
use crate::schema::{JOURNAL_FILE, VERSION};
use crate::sqlite::{StoreOptions, open_writer};

const PAGE: usize = 1024;

/// A data folder that is repaired. It is opened without the checks that a server makes.
pub struct Repair {
    connection: Connection,
    folder: PathBuf,
}

impl Repair {
    /// Opens the journals of a folder.
    ///
    /// # Errors
    /// When there are none, they have another schema, or another process has locked them.
    pub fn open(folder: &Path, options: StoreOptions) -> Result<Self, StoreError> {
        let path = folder.join(JOURNAL_FILE);
        if !path.exists() {
            return Err(StoreError::Failed(format!("{} is missing", path.display())));
        }
        let connection = open_writer(&path, options)?;
        let version: i64 =
            connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        if version != VERSION {
            let why = format!("it has schema {version}, and {VERSION} is needed: start the server once");
            return Err(StoreError::Failed(why));
        }
        Ok(Self { connection, folder: folder.to_owned() })
    }

    /// The houses that have entries.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        houses_with_entries(&self.connection)
    }

    /// Sets the head of a house to its last entry.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn rebuild_head(&mut self, house: HouseId) -> Result<(), StoreError> {
        let transaction = begin(&mut self.connection)?;
        match last_entry(&transaction, house)? {
            None => transaction.execute("delete from heads where house = ?", [house.0]),
            Some(HouseHead { sequence, hash }) => {
                let sql = "insert or replace into heads (house, sequence, hash) values (?, ?, ?)";
                transaction.execute(sql, (house.0, sequence.cast_signed(), &hash[..]))
            }
        }
        .map_err(failed)?;
        transaction.commit().map_err(failed)
    }

    /// Sets the version of each journal of a house to that of its last entry.
    ///
    /// # Errors
    /// When they cannot be read or written.
    pub fn rebuild_versions(&mut self, house: HouseId) -> Result<(), StoreError> {
        let transaction = begin(&mut self.connection)?;
        let mut versions: FxHashMap<StreamId, u64> = FxHashMap::default();
        each_entry(&transaction, house, |stored| {
            versions.insert(stored.stream, stored.version);
            Ok(())
        })?;
        transaction.execute("delete from streams where id >> 16 = ?", [house.0]).map_err(failed)?;
        for (stream, version) in versions {
            let sql = "insert into streams (id, ver) values (?, ?)";
            transaction.execute(sql, (stream.number(), version.cast_signed())).map_err(failed)?;
        }
        transaction.commit().map_err(failed)
    }

    /// Sets the balances of a house to the sums of its entries.
    ///
    /// # Errors
    /// When an entry cannot be read, or the balances cannot be written.
    pub fn rebuild_balances(&mut self, house: HouseId) -> Result<(), StoreError> {
        let transaction = begin(&mut self.connection)?;
        let mut balances: FxHashMap<i64, i64> = FxHashMap::default();
        each_entry(&transaction, house, |stored| {
            for change in changes_of(&decoded(stored)?) {
                let balance = balances.entry(change.account.number()).or_default();
                *balance = balance.checked_add(change.by).ok_or_else(|| {
                    StoreError::Damaged(format!("account {} becomes too large", change.account.number()))
                })?;
            }
            Ok(())
        })?;
        let sql = "delete from balances where (account >> 54) & 1023 = ?";
        transaction.execute(sql, [house.0]).map_err(failed)?;
        let mut insert =
            transaction.prepare("insert into balances (account, minor) values (?, ?)").map_err(failed)?;
        for row in &balances {
            insert.execute(row).map_err(failed)?;
        }
        drop(insert);
        transaction.commit().map_err(failed)
    }

    /// Makes the keys of a house again from its entries: those of commands that are not too old at `now`.
    ///
    /// # Errors
    /// When an entry cannot be read, or the keys cannot be written.
    pub fn rebuild_keys(&mut self, house: HouseId, now: i64) -> Result<(), StoreError> {
        let oldest = now.saturating_sub(KEY_DAYS * DAY_MS);
        let transaction = begin(&mut self.connection)?;
        transaction.execute("delete from keys where stream >> 16 = ?", [house.0]).map_err(failed)?;
        let mut last: Option<StoredKey> = None;
        let put = |key: &StoredKey| {
            if key.at < oldest {
                return Ok(());
            }
            insert_key(&transaction, key)
        };
        each_entry(&transaction, house, |stored| {
            let (sequence, entry) = (stored.sequence, decoded(stored)?);
            let Some((key, digest)) = entry.body.key else {
                return last.take().as_ref().map_or(Ok(()), put);
            };
            match last.as_mut().filter(|last| last.key == key) {
                Some(last) => (last.range.to, last.range.sequence) = (entry.body.version, sequence),
                None => {
                    last.take().as_ref().map_or(Ok(()), put)?;
                    let (stream, from, to) = (entry.stream, entry.body.version, entry.body.version);
                    let range = EntryRange { stream, from, to, sequence };
                    last = Some(StoredKey { key, digest, range, at: entry.body.at });
                }
            }
            Ok(())
        })?;
        last.as_ref().map_or(Ok(()), put)?;
        transaction.commit().map_err(failed)
    }

    /// Writes the head file anew from the heads of the houses. What it knew about entries that are lost is given up:
    /// only after the loss was accepted.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn rewrite_head_file(&self) -> Result<(), StoreError> {
        HeadFile::create(&self.folder, &heads_of(&self.connection)?).map(drop)
    }

    /// Throws the index away. It is made again from the journal when the folder is opened.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove_index(&self) -> Result<(), StoreError> {
        remove_index(&self.folder)
    }
}

fn begin(connection: &mut Connection) -> Result<Transaction<'_>, StoreError> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)
}

fn each_entry(
    at: &Connection,
    house: HouseId,
    mut each: impl FnMut(StoredEntry) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut from = 0;
    loop {
        let wanted = Wanted { house, from, to: u64::MAX, journal: None, most: PAGE };
        let page = select_entries(at, &wanted)?;
        let Some(last) = page.last() else { return Ok(()) };
        from = last.sequence + 1;
        page.into_iter().try_for_each(&mut each)?;
    }
}

fn decoded(stored: StoredEntry) -> Result<Entry, StoreError> {
    let sequence = stored.sequence;
    Entry::read(stored.stream, sequence, stored.bytes)
        .map_err(|error| StoreError::Damaged(format!("entry {sequence}: {error}")))
}

fn insert_key(at: &Connection, key: &StoredKey) -> Result<(), StoreError> {
    let sql = "insert or replace into keys (key, digest, stream, first, last, sequence, at)
               values (?, ?, ?, ?, ?, ?, ?)";
    let mut insert = at.prepare_cached(sql).map_err(failed)?;
    let row = (
        &key.key.0.to_be_bytes()[..],
        key.digest.cast_signed(),
        key.range.stream.number(),
        key.range.from.cast_signed(),
        key.range.to.cast_signed(),
        key.range.sequence.cast_signed(),
        key.at,
    );
    insert.execute(row).map(drop).map_err(failed)
}
