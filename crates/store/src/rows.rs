//! Writing the rows of a group. Statements are prepared once for the whole group, because looking one up costs as
//! much as running it.

use croupier_house::EntryRange;
use croupier_house::ids::IdempotencyKey;
use croupier_house::store::{Batch, StoreError, StoredEntry};
use rusqlite::{CachedStatement, Connection, OptionalExtension, ToSql};

use crate::error::failed;
use crate::sums::{BalanceUpdate, HeadUpdate, Sums};

/// The number of entries per mark. A mark is a position where a reader may start.
const MARK_EVERY: u64 = 1024;

/// Inserts batches within a transaction: every entry and key, then the heads and balances once for the whole group.
pub(crate) fn insert(at: &Connection, group: &[Batch]) -> Result<(), StoreError> {
    let sums = Sums::of(group)?;
    let mut rows = Rows::at(at)?;
    sums.heads().try_for_each(|head| rows.move_head(head))?;
    group.iter().flat_map(|batch| &batch.entries).try_for_each(|entry| rows.insert_entry(entry))?;
    sums.balances().try_for_each(|balance| rows.update_balance(balance))?;
    let keys: Vec<&Used> = group.iter().flat_map(|batch| &batch.keys).collect();
    let (eights, rest) = keys.as_chunks::<EIGHT>();
    eights.iter().try_for_each(|eight| insert_keys(&mut rows.eight_keys, eight))?;
    rest.iter().try_for_each(|one| insert_keys(&mut rows.key, std::slice::from_ref(one)))
}

/// The key of a command, its digest and the position of its entries.
type Used = (IdempotencyKey, u64, EntryRange);

/// The number of keys that one statement inserts. Most of the cost of a statement is in starting and ending it.
const EIGHT: usize = 8;

struct Rows<'c> {
    begin_stream: CachedStatement<'c>,
    move_stream: CachedStatement<'c>,
    event: CachedStatement<'c>,
    mark: CachedStatement<'c>,
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
            event: prepare("insert into events (stream, ver, hash, body) values (?, ?, ?, ?)")?,
            mark: prepare("insert into marks (stream, ver, event) values (?, ?, ?)")?,
            add: prepare("update balances set minor = minor + ?2 where account = ?1")?,
            spend: prepare("update balances set minor = minor + ?2 where account = ?1 and minor + ?3 >= 0")?,
            balance: prepare("select minor from balances where account = ?")?,
            open_account: prepare("insert into balances (account, minor) values (?1, ?2)")?,
            key: prepare(&insert_keys_sql(1))?,
            eight_keys: prepare(&insert_keys_sql(EIGHT))?,
        })
    }

    /// Updates the head of a journal. It must be at the version before the first entry, so that only one of two
    /// writers succeeds.
    fn move_head(&mut self, head: &HeadUpdate) -> Result<(), StoreError> {
        let (stream, last) = (head.stream.number(), head.last.cast_signed());
        let moved = match head.expected {
            0 => self.begin_stream.execute((stream, last)),
            expected => self.move_stream.execute((last, stream, expected.cast_signed())),
        };
        if moved.map_err(failed)? == 1 { Ok(()) } else { Err(head.stale()) }
    }

    fn insert_entry(&mut self, entry: &StoredEntry) -> Result<(), StoreError> {
        let (stream, version) = (entry.stream.number(), entry.version.cast_signed());
        let row = self.event.insert((stream, version, &entry.hash[..], &entry.bytes)).map_err(failed)?;
        if entry.version % MARK_EVERY == 1 {
            self.mark.execute((stream, version, row)).map_err(failed)?;
        }
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
    let rows = vec!["(?, ?, ?, ?, ?)"; count].join(", ");
    format!("insert or ignore into keys (key, digest, stream, first, last) values {rows}")
}

/// Inserts keys. Each key can be used only once.
fn insert_keys(insert: &mut CachedStatement<'_>, keys: &[&Used]) -> Result<(), StoreError> {
    let mut index = 1..;
    let mut bind = |insert: &mut CachedStatement<'_>, value: &dyn ToSql| {
        let at = index.next().unwrap_or_default();
        insert.raw_bind_parameter(at, value).map_err(failed)
    };
    for (key, digest, answer) in keys {
        bind(insert, &&key.0.to_be_bytes()[..])?;
        let numbers = [*digest, answer.stream.number().cast_unsigned(), answer.from, answer.to];
        numbers.iter().try_for_each(|number| bind(insert, &number.cast_signed()))?;
    }
    match (insert.raw_execute().map_err(failed)? == keys.len(), keys.first()) {
        (false, Some((used, ..))) => Err(StoreError::KeyUsed(*used)),
        _ => Ok(()),
    }
}
