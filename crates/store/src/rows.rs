//! Writing the rows of a group. Statements are prepared once for the whole group, because looking one up costs as
//! much as running it.

use croupier_house::ids::HouseId;
use croupier_house::store::{Batch, HouseHead, StoreError, StoredEntry, StoredKey};
use rusqlite::{CachedStatement, Connection, OptionalExtension};

use crate::error::failed;
use crate::row_id::row_id;
use crate::sums::{BalanceUpdate, HeadUpdate, Sums, VersionUpdate};

/// Inserts batches within a transaction: every entry and key, then heads, versions and balances once for the whole
/// group. Returns the new heads.
pub(crate) fn insert(at: &Connection, group: &[Batch]) -> Result<Vec<(HouseId, HouseHead)>, StoreError> {
    let sums = Sums::of(group)?;
    let mut rows = Rows::at(at)?;
    sums.versions().try_for_each(|version| rows.move_version(version))?;
    sums.heads().try_for_each(|head| rows.move_head(head))?;
    group.iter().flat_map(|batch| &batch.entries).try_for_each(|entry| rows.insert_entry(entry))?;
    sums.balances().try_for_each(|balance| rows.update_balance(balance))?;
    let keys = keys_in_order(group.iter().flat_map(|batch| &batch.keys));
    let (eights, rest) = keys.as_chunks::<EIGHT>();
    eights.iter().try_for_each(|eight| insert_keys(&mut rows.eight_keys, eight))?;
    rest.iter().try_for_each(|one| insert_keys(&mut rows.key, std::slice::from_ref(one)))?;
    Ok(sums.heads().map(|update| (update.house, update.head)).collect())
}

/// The keys of a group in the order in which the table has them. Most were made after all that are stored: one after another they go
/// to its end, and no place is searched for them.
pub fn keys_in_order<'k>(keys: impl Iterator<Item = &'k StoredKey>) -> Vec<&'k StoredKey> {
    let mut keys: Vec<&StoredKey> = keys.collect();
    keys.sort_unstable_by_key(|stored| stored.key);
    keys
}

/// The number of keys that one statement inserts. Most of the cost of a statement is in starting and ending it.
const EIGHT: usize = 8;

struct Rows<'c> {
    begin_stream: CachedStatement<'c>,
    move_stream: CachedStatement<'c>,
    begin_house: CachedStatement<'c>,
    move_house: CachedStatement<'c>,
    entry: CachedStatement<'c>,
    add: CachedStatement<'c>,
    spend: CachedStatement<'c>,
    balance: CachedStatement<'c>,
    open_account: CachedStatement<'c>,
    key: CachedStatement<'c>,
    eight_keys: CachedStatement<'c>,
}

impl<'c> Rows<'c> {
    fn at(at: &'c Connection) -> Result<Self, StoreError> {
        let prepare = |sql: &str| at.prepare_cached(sql).map_err(failed);
        Ok(Self {
            begin_stream: prepare("insert or ignore into streams (id, ver) values (?, ?)")?,
            move_stream: prepare("update streams set ver = ? where id = ? and ver = ?")?,
            begin_house: prepare("insert or ignore into heads (house, sequence, hash) values (?1, ?2, ?3)")?,
            move_house: prepare(
                "update heads set sequence = ?2, hash = ?3 where house = ?1 and sequence = ?4",
            )?,
            entry: prepare("insert into entries (id, journal, ver, hash, body) values (?, ?, ?, ?, ?)")?,
            add: prepare("update balances set minor = minor + ?2 where account = ?1")?,
            spend: prepare("update balances set minor = minor + ?2 where account = ?1 and minor + ?3 >= 0")?,
            balance: prepare("select minor from balances where account = ?")?,
            open_account: prepare("insert into balances (account, minor) values (?1, ?2)")?,
            key: prepare(&insert_keys_sql(1))?,
            eight_keys: prepare(&insert_keys_sql(EIGHT))?,
        })
    }

    /// Updates the head of a house. It must be at the sequence before the first entry.
    fn move_head(&mut self, update: &HeadUpdate) -> Result<(), StoreError> {
        let (house, sequence) = (update.house.0, update.head.sequence.cast_signed());
        let moved = match update.expected {
            0 => self.begin_house.execute((house, sequence, &update.head.hash[..])),
            expected => {
                self.move_house.execute((house, sequence, &update.head.hash[..], expected.cast_signed()))
            }
        };
        if moved.map_err(failed)? == 1 { Ok(()) } else { Err(update.stale()) }
    }

    /// Updates the version of a journal. It must be at the version before the first entry, so that only one of two
    /// writers succeeds.
    fn move_version(&mut self, head: &VersionUpdate) -> Result<(), StoreError> {
        let (stream, last) = (head.stream.number(), head.last.cast_signed());
        let moved = match head.expected {
            0 => self.begin_stream.execute((stream, last)),
            expected => self.move_stream.execute((last, stream, expected.cast_signed())),
        };
        if moved.map_err(failed)? == 1 { Ok(()) } else { Err(head.stale()) }
    }

    fn insert_entry(&mut self, entry: &StoredEntry) -> Result<(), StoreError> {
        let row = row_id(entry.stream.house, entry.sequence)?;
        let journal = entry.stream.table.map_or(0, |table| table.0);
        let version = entry.version.cast_signed();
        self.entry.execute((row, journal, version, &entry.hash[..], &entry.bytes[..])).map_err(failed)?;
        Ok(())
    }

    /// Changes a balance. It must not become negative at any step unless that is permitted.
    fn update_balance(&mut self, balance: &BalanceUpdate) -> Result<(), StoreError> {
        let account = balance.account.number();
        let changed = match balance.least {
            None => self.add.execute((account, balance.by)),
            Some(least) => self.spend.execute((account, balance.by, least)),
        };
        if changed.map_err(failed)? == 1 {
            return Ok(());
        }
        // The account does not exist yet, or its balance is not sufficient.
        let before = self.balance.query_row([account], |row| row.get(0)).optional().map_err(failed)?;
        let after = balance.after(before.unwrap_or_default())?;
        self.open_account.execute((account, after)).map_err(failed)?;
        Ok(())
    }
}

fn insert_keys_sql(count: usize) -> String {
    let rows = vec!["(?, ?, ?, ?, ?, ?, ?)"; count].join(", ");
    format!("insert or ignore into keys (key, digest, stream, first, last, sequence, at) values {rows}")
}

/// Inserts keys. Each key can be used only once.
fn insert_keys(insert: &mut CachedStatement<'_>, keys: &[&StoredKey]) -> Result<(), StoreError> {
    // Each is bound with its own type: a call through `dyn ToSql` would cost every key seven times.
    let mut index = 0_usize;
    for StoredKey { key, digest, range, at } in keys {
        index += 1;
        insert.raw_bind_parameter(index, &key.0.to_be_bytes()[..]).map_err(failed)?;
        let numbers = [
            digest.cast_signed(),
            range.stream.number(),
            range.from.cast_signed(),
            range.to.cast_signed(),
            range.sequence.cast_signed(),
            *at,
        ];
        for number in numbers {
            index += 1;
            insert.raw_bind_parameter(index, number).map_err(failed)?;
        }
    }
    match (insert.raw_execute().map_err(failed)? == keys.len(), keys.first()) {
        (false, Some(used)) => Err(StoreError::KeyUsed(used.key)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::EntryRange;
    use croupier_house::ids::{IdempotencyKey, StreamId};

    use super::*;

    #[test]
    fn keys_are_stored_in_their_order() {
        let range =
            EntryRange { stream: StreamId { house: HouseId(1), table: None }, from: 1, to: 1, sequence: 1 };
        let stored = |key| StoredKey { key: IdempotencyKey(key), digest: 0, range, at: 0 };
        let keys = [7, 1, u128::MAX, 3].map(stored);
        let order: Vec<u128> = keys_in_order(keys.iter()).into_iter().map(|stored| stored.key.0).collect();
        assert_eq!(order, [1, 3, 7, u128::MAX]);
    }
}
