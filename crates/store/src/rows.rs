//! The rows that a group writes, by statements that are taken once for all of it: to look one up costs as much as to run it.

use croupier_house::Answer;
use croupier_house::ids::Key;
use croupier_house::store::{Batch, Kept, StoreError};
use rusqlite::{CachedStatement, Connection, OptionalExtension, ToSql};

use crate::sqlite::failed;
use crate::sums::{Balance, Head, Sums};

/// Where a reader may begin: one mark every so many entries of a journal.
const MARK_EVERY: u64 = 1024;

/// Keeps batches within a transaction: every entry and key, and once for all of them the heads and the balances.
pub(crate) fn keep(at: &Connection, group: &[Batch]) -> Result<(), StoreError> {
    let sums = Sums::of(group)?;
    let mut rows = Rows::at(at)?;
    sums.heads().try_for_each(|head| rows.move_head(head))?;
    group.iter().flat_map(|batch| &batch.entries).try_for_each(|entry| rows.keep_entry(entry))?;
    sums.balances().try_for_each(|balance| rows.keep_balance(balance))?;
    let keys: Vec<&Used> = group.iter().flat_map(|batch| &batch.keys).collect();
    let (eights, rest) = keys.as_chunks::<EIGHT>();
    eights.iter().try_for_each(|eight| keep_keys(&mut rows.eight_keys, eight))?;
    rest.iter().try_for_each(|one| keep_keys(&mut rows.key, std::slice::from_ref(one)))
}

/// The key of a command with its digest, and where its entries stand.
type Used = (Key, u64, Answer);

/// So many keys are written by one statement: most of what it takes is to begin and to end.
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
        let taken = |sql: &str| at.prepare_cached(sql).map_err(failed);
        Ok(Self {
            begin_stream: taken("insert or ignore into streams (id, ver) values (?, ?)")?,
            move_stream: taken("update streams set ver = ? where id = ? and ver = ?")?,
            event: taken("insert into events (stream, ver, hash, body) values (?, ?, ?, ?)")?,
            mark: taken("insert into marks (stream, ver, event) values (?, ?, ?)")?,
            add: taken("update balances set minor = minor + ?2 where account = ?1")?,
            spend: taken("update balances set minor = minor + ?2 where account = ?1 and minor + ?3 >= 0")?,
            balance: taken("select minor from balances where account = ?")?,
            open_account: taken("insert into balances (account, minor) values (?1, ?2)")?,
            key: taken(&insert_keys(1))?,
            eight_keys: taken(&insert_keys(EIGHT))?,
        })
    }

    /// The journal must stand where the entries begin: of two writers only one can win.
    fn move_head(&mut self, head: &Head) -> Result<(), StoreError> {
        let (stream, last) = (head.stream.number(), head.last.cast_signed());
        let moved = match head.expected {
            0 => self.begin_stream.execute((stream, last)),
            expected => self.move_stream.execute((last, stream, expected.cast_signed())),
        };
        if moved.map_err(failed)? == 1 { Ok(()) } else { Err(head.stale()) }
    }

    fn keep_entry(&mut self, entry: &Kept) -> Result<(), StoreError> {
        let (stream, version) = (entry.stream.number(), entry.version.cast_signed());
        let row = self.event.insert((stream, version, &entry.hash[..], &entry.bytes)).map_err(failed)?;
        if entry.version % MARK_EVERY == 1 {
            self.mark.execute((stream, version, row)).map_err(failed)?;
        }
        Ok(())
    }

    /// A balance changes, and does not go below nought on the way unless it may.
    fn keep_balance(&mut self, balance: &Balance) -> Result<(), StoreError> {
        let account = balance.account.number();
        let changed = match balance.least {
            None => self.add.execute((account, balance.by)),
            Some(least) => self.spend.execute((account, balance.by, least)),
        };
        if changed.map_err(failed)? == 1 {
            return Ok(());
        }
        // There is no such account yet, or not enough in it.
        let before = self.balance.query_row([account], |row| row.get(0)).optional().map_err(failed)?;
        let after = balance.after(before.unwrap_or_default())?;
        self.open_account.execute((account, after)).map_err(failed)?;
        Ok(())
    }
}

fn insert_keys(count: usize) -> String {
    let rows = vec!["(?, ?, ?, ?, ?)"; count].join(", ");
    format!("insert or ignore into keys (key, digest, stream, first, last) values {rows}")
}

/// A key is used once.
fn keep_keys(insert: &mut CachedStatement<'_>, keys: &[&Used]) -> Result<(), StoreError> {
    let mut place = 1..;
    let mut bind = |insert: &mut CachedStatement<'_>, value: &dyn ToSql| {
        let at = place.next().unwrap_or_default();
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
