//! `SQLite`: write-ahead log, full sync, one writer.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_house::Answer;
use croupier_house::ids::Key;
use croupier_house::store::{Batch, Kept, StoreError};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, backup::Backup};

use crate::group::{Engine, Group};
use crate::private::keep_private;
use crate::schema::migrate;
use crate::sums::{Balance, Head, Sums};

/// Where a reader may begin: one mark every so many entries of a journal.
pub(crate) const MARK_EVERY: u64 = 1024;

/// How a database is opened.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long another process is waited for.
    pub busy: Duration,
    /// The most pages the file may have, as a full disk would have it; without, as many as there is room for.
    pub pages_max: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { busy: Duration::from_secs(5), pages_max: None }
    }
}

/// The engine that writes to an `SQLite` file.
pub struct Sqlite {
    connection: Connection,
}

/// What an error of `SQLite` means to a house.
#[allow(clippy::needless_pass_by_value, reason = "it is what `map_err` gives")]
pub(crate) fn failed(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(error.to_string()),
        _ => StoreError::Failed(error.to_string()),
    }
}

fn private(path: &Path) -> Result<(), StoreError> {
    keep_private(path).map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))
}

impl Sqlite {
    /// Opens a file, or makes one, and brings its tables up to date.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn open(path: &Path, options: Options) -> Result<Self, StoreError> {
        private(path)?;
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(options.busy).map_err(failed)?;
        let mode: String =
            connection.query_row("pragma journal_mode = wal", [], |row| row.get(0)).map_err(failed)?;
        if mode != "wal" {
            return Err(StoreError::Failed(format!("the journal mode is {mode} and not wal")));
        }
        connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
        connection.pragma_update(None, "wal_autocheckpoint", 4000).map_err(failed)?;
        if let Some(pages) = options.pages_max {
            connection.pragma_update(None, "max_page_count", pages).map_err(failed)?;
        }
        migrate(&mut connection)?;
        connection.set_prepared_statement_cache_capacity(32);
        Ok(Self { connection })
    }

    /// How it syncs: 2 is in full, at every commit.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub fn synchronous(&self) -> Result<u8, StoreError> {
        self.connection.pragma_query_value(None, "synchronous", |row| row.get(0)).map_err(failed)
    }

    fn commit_all(&mut self, group: &[Batch]) -> Result<(), StoreError> {
        let transaction = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(failed)?;
        keep(&transaction, group)?;
        transaction.commit().map_err(failed)
    }

    /// One after another, because one of the group cannot be kept: each stands or falls alone.
    fn commit_each(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        let each = |engine: &mut Self| -> Result<Vec<Result<(), StoreError>>, StoreError> {
            let mut all = engine
                .connection
                .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
                .map_err(failed)?;
            let mut results = Vec::with_capacity(group.len());
            for batch in group {
                let one = all.savepoint().map_err(failed)?;
                let kept = keep(&one, std::slice::from_ref(batch));
                match kept {
                    Ok(()) => one.commit().map_err(failed)?,
                    Err(_) => drop(one),
                }
                results.push(kept);
            }
            all.commit().map_err(failed)?;
            Ok(results)
        };
        each(self).unwrap_or_else(|error| vec![Err(error); group.len()])
    }
}

impl Engine for Sqlite {
    fn commit(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        match self.commit_all(group) {
            Ok(()) => vec![Ok(()); group.len()],
            Err(error @ (StoreError::Full | StoreError::Locked | StoreError::Damaged(_))) => {
                vec![Err(error); group.len()]
            }
            Err(error) if group.len() == 1 => vec![Err(error)],
            Err(_) => self.commit_each(group),
        }
    }
}

/// One writer at a time: the thread of a group, or whoever appends.
impl Engine for Arc<Mutex<Sqlite>> {
    fn commit(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        self.lock().unwrap_or_else(PoisonError::into_inner).commit(group)
    }
}

/// Keeps batches within a transaction: every entry and key, and once for all of them the heads and the balances.
fn keep(at: &Connection, group: &[Batch]) -> Result<(), StoreError> {
    let sums = Sums::of(group)?;
    let entries = group.iter().flat_map(|batch| &batch.entries);
    sums.heads().try_for_each(|head| move_head(at, head))?;
    entries.into_iter().try_for_each(|entry| keep_entry(at, entry))?;
    sums.balances().try_for_each(|balance| keep_balance(at, balance))?;
    let mut keys = group.iter().flat_map(|batch| &batch.keys);
    keys.try_for_each(|(key, digest, answer)| keep_key(at, *key, *digest, answer))
}

/// A key is used once.
fn keep_key(at: &Connection, key: Key, digest: u64, answer: &Answer) -> Result<(), StoreError> {
    let mut insert = at
        .prepare_cached(
            "insert or ignore into keys (key, digest, stream, first, last) values (?, ?, ?, ?, ?)",
        )
        .map_err(failed)?;
    let row = (
        &key.0.to_be_bytes()[..],
        digest.cast_signed(),
        answer.stream.number(),
        answer.from.cast_signed(),
        answer.to.cast_signed(),
    );
    match insert.execute(row).map_err(failed)? {
        0 => Err(StoreError::KeyUsed(key)),
        _ => Ok(()),
    }
}

/// The journal must stand where the entries begin: of two writers only one can win.
fn move_head(at: &Connection, head: &Head) -> Result<(), StoreError> {
    let stream = head.stream.number();
    let moved = if head.expected == 0 {
        let mut insert =
            at.prepare_cached("insert or ignore into streams (id, ver) values (?, ?)").map_err(failed)?;
        insert.execute((stream, head.last.cast_signed())).map_err(failed)?
    } else {
        let mut update =
            at.prepare_cached("update streams set ver = ? where id = ? and ver = ?").map_err(failed)?;
        update.execute((head.last.cast_signed(), stream, head.expected.cast_signed())).map_err(failed)?
    };
    if moved == 1 { Ok(()) } else { Err(head.stale()) }
}

fn keep_entry(at: &Connection, entry: &Kept) -> Result<(), StoreError> {
    let (stream, version) = (entry.stream.number(), entry.version.cast_signed());
    let mut insert = at
        .prepare_cached("insert into events (stream, ver, hash, body) values (?, ?, ?, ?)")
        .map_err(failed)?;
    let row = insert.insert((stream, version, &entry.hash[..], &entry.bytes)).map_err(failed)?;
    if entry.version % MARK_EVERY == 1 {
        let mut mark =
            at.prepare_cached("insert into marks (stream, ver, event) values (?, ?, ?)").map_err(failed)?;
        mark.execute((stream, version, row)).map_err(failed)?;
    }
    Ok(())
}

/// A balance changes, and does not go below nought on the way unless it may. It is read and written, because a statement
/// that returns what it has written opens a table of its own each time.
fn keep_balance(at: &Connection, balance: &Balance) -> Result<(), StoreError> {
    let account = balance.account.number();
    let mut select = at.prepare_cached("select minor from balances where account = ?").map_err(failed)?;
    let before: Option<i64> = select.query_row([account], |row| row.get(0)).optional().map_err(failed)?;
    let after = balance.after(before.unwrap_or_default())?;
    let sql = match before {
        Some(_) => "update balances set minor = ?2 where account = ?1",
        None => "insert into balances (account, minor) values (?1, ?2)",
    };
    let mut write = at.prepare_cached(sql).map_err(failed)?;
    write.execute((account, after)).map_err(failed)?;
    Ok(())
}

/// A house kept in an `SQLite` file.
pub struct SqliteStore {
    pub(crate) engine: Arc<Mutex<Sqlite>>,
    pub(crate) group: Group,
    pub(crate) reader: Mutex<Connection>,
    path: PathBuf,
}

impl SqliteStore {
    /// Opens a file, or makes one.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn open(path: impl Into<PathBuf>, options: Options) -> Result<Self, StoreError> {
        let path = path.into();
        let engine = Arc::new(Mutex::new(Sqlite::open(&path, options)?));
        let reader = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(failed)?;
        reader.busy_timeout(options.busy).map_err(failed)?;
        let group = Group::start(Arc::clone(&engine))?;
        Ok(Self { engine, group, reader: Mutex::new(reader), path })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies the database to another file while it is in use.
    ///
    /// # Errors
    /// When it cannot be read or the copy cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let reader = self.reader();
        private(to)?;
        let mut copy = Connection::open(to).map_err(failed)?;
        let backup = Backup::new(&reader, &mut copy).map_err(failed)?;
        backup.run_to_completion(1024, Duration::ZERO, None).map_err(failed)
    }

    /// Brings a copy back as a new file, and looks whether it is whole.
    ///
    /// # Errors
    /// When the copy is damaged, or the file is there already.
    pub fn restore(from: &Path, to: &Path, options: Options) -> Result<Self, StoreError> {
        if to.exists() {
            return Err(StoreError::Failed(format!("{} is there already", to.display())));
        }
        let copy = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
        let whole: String = copy.query_row("pragma integrity_check", [], |row| row.get(0)).map_err(failed)?;
        if whole != "ok" {
            return Err(StoreError::Damaged(whole));
        }
        private(to)?;
        let mut file = Connection::open(to).map_err(failed)?;
        let backup = Backup::new(&copy, &mut file).map_err(failed)?;
        backup.run_to_completion(1024, Duration::ZERO, None).map_err(failed)?;
        drop(backup);
        drop(file);
        Self::open(to, options)
    }
}
