//! Small tables beside the journals, such as accounts and sessions: in a file of the data folder, or in the database that
//! has the journals.
//!
//! Both read the same SQL. Values are `$1`, `$2`, … in the order in which they first appear; all numbers are 64 bits, and
//! there are no nulls. Whoever must know whether a row was changed lets the statement return something.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use croupier_house::store::StoreError;
use croupier_postgres::{PostgresTables, SqlValue, TablesTransaction};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, params_from_iter};
use tokio::runtime::{Handle, RuntimeFlavor};
use zeroize::Zeroizing;

/// The tables.
pub(crate) enum Tables {
    /// In a file.
    File(Mutex<Connection>),
    /// In a database.
    Database(PostgresTables),
}

/// How a file is changed safely.
#[derive(Clone, Copy)]
pub(crate) enum FileLog {
    /// By a write-ahead log: one changes it while others read it.
    WriteAhead,
    /// By a rollback journal: between changes, everything is in one file.
    Rollback,
}

/// Access to the tables within a transaction.
pub(crate) enum TableAccess<'a> {
    File(&'a Connection),
    Database(&'a TablesTransaction<'a>),
}

impl Tables {
    /// Opens or creates a file with these migrations. Only its owner can read it.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) fn open_file(path: &Path, log: FileLog, migrations: &[&str]) -> Result<Self, StoreError> {
        let named =
            |error: &dyn std::fmt::Display| StoreError::Failed(format!("{}: {error}", path.display()));
        croupier_store::make_private(path).map_err(|error| named(&error))?;
        let mut connection = Connection::open(path).map_err(|error| named(&error))?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(|error| named(&error))?;
        let mode = match log {
            FileLog::WriteAhead => "pragma journal_mode = wal",
            FileLog::Rollback => "pragma journal_mode = delete",
        };
        connection
            .query_row(mode, [], |_| Ok(()))
            .and_then(|()| connection.pragma_update(None, "synchronous", "full"))
            .map_err(|error| named(&error))?;
        croupier_store::migrate(&mut connection, migrations).map_err(|error| named(&error))?;
        Ok(Self::File(Mutex::new(connection)))
    }

    /// Runs one statement, and returns its rows.
    ///
    /// # Errors
    /// When it cannot be run.
    pub(crate) fn query(&self, sql: &'static str, values: &[SqlValue]) -> Result<Vec<TableRow>, StoreError> {
        match self {
            Self::File(connection) => {
                let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                TableAccess::File(&connection).query(sql, values)
            }
            Self::Database(tables) => {
                let found = while_others_go_on(|| tables.query(sql, values))?;
                Ok(found.into_iter().map(TableRow).collect())
            }
        }
    }

    /// Runs several statements, all or none of which take effect.
    ///
    /// # Errors
    /// What `work` fails with, or that they cannot be run.
    pub(crate) fn transact<T>(
        &self,
        work: impl FnOnce(&TableAccess<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self {
            Self::File(connection) => {
                let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                let transaction = connection.transaction().map_err(failed)?;
                let done = work(&TableAccess::File(&transaction))?;
                transaction.commit().map_err(failed)?;
                Ok(done)
            }
            Self::Database(tables) => while_others_go_on(|| {
                tables.transact(|transaction| work(&TableAccess::Database(transaction)))
            }),
        }
    }
}

impl Tables {
    /// New tables in memory, with these migrations.
    ///
    /// # Errors
    /// When they cannot be created.
    pub(crate) fn in_memory(migrations: &[&str]) -> Result<Self, StoreError> {
        let mut connection = Connection::open_in_memory().map_err(failed)?;
        croupier_store::migrate(&mut connection, migrations)?;
        Ok(Self::File(Mutex::new(connection)))
    }

    /// Runs several statements that only read, and all see the same moment.
    ///
    /// # Errors
    /// What `work` fails with, or that they cannot be run.
    pub(crate) fn read_together<T>(
        &self,
        work: impl FnOnce(&TableAccess<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self {
            Self::File(_) => self.transact(work),
            Self::Database(tables) => while_others_go_on(|| {
                tables.read_together(|transaction| work(&TableAccess::Database(transaction)))
            }),
        }
    }

    /// The bytes of the file that these tables are or would be. Tables in a database are in no file.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn picture(&self) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        let Self::File(connection) = self else {
            return Err(StoreError::Failed("these tables are in no file".to_owned()));
        };
        let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Zeroizing::new(connection.serialize("main").map_err(failed)?.to_vec()))
    }
}

/// Does something that waits for a server. A thread that serves hands its other tasks on meanwhile.
fn while_others_go_on<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current() {
        Ok(runtime) if runtime.runtime_flavor() == RuntimeFlavor::MultiThread => {
            tokio::task::block_in_place(work)
        }
        _ => work(),
    }
}

impl TableAccess<'_> {
    /// Runs one statement, and returns its rows.
    ///
    /// # Errors
    /// When it cannot be run.
    pub(crate) fn query(&self, sql: &'static str, values: &[SqlValue]) -> Result<Vec<TableRow>, StoreError> {
        let connection = match self {
            Self::File(connection) => connection,
            Self::Database(transaction) => {
                return Ok(transaction.query(sql, values)?.into_iter().map(TableRow).collect());
            }
        };
        let mut statement = connection.prepare_cached(sql).map_err(failed)?;
        let columns = statement.column_count();
        let bound = values.iter().map(|value| match value {
            SqlValue::Integer(number) => Value::Integer(*number),
            SqlValue::Text(text) => Value::Text(text.clone()),
            SqlValue::Bytes(bytes) => Value::Blob(bytes.clone()),
        });
        let mut rows = statement.query(params_from_iter(bound)).map_err(failed)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            let value = |place| match row.get_ref(place).map_err(failed)? {
                ValueRef::Integer(number) => Ok(SqlValue::Integer(number)),
                ValueRef::Text(text) => Ok(SqlValue::Text(String::from_utf8_lossy(text).into_owned())),
                ValueRef::Blob(bytes) => Ok(SqlValue::Bytes(bytes.to_vec())),
                ValueRef::Null | ValueRef::Real(_) => Err(of_another_type(place)),
            };
            found.push(TableRow((0..columns).map(value).collect::<Result<_, _>>()?));
        }
        Ok(found)
    }
}

/// A row of a table.
pub(crate) struct TableRow(Vec<SqlValue>);

impl TableRow {
    /// The whole number in a column.
    ///
    /// # Errors
    /// When it is something else, or too large.
    pub(crate) fn number<N: TryFrom<i64>>(&self, place: usize) -> Result<N, StoreError> {
        match self.0.get(place) {
            Some(SqlValue::Integer(number)) => N::try_from(*number).map_err(|_| of_another_type(place)),
            _ => Err(of_another_type(place)),
        }
    }

    /// The text in a column.
    ///
    /// # Errors
    /// When it is something else.
    pub(crate) fn text(&self, place: usize) -> Result<&str, StoreError> {
        match self.0.get(place) {
            Some(SqlValue::Text(text)) => Ok(text),
            _ => Err(of_another_type(place)),
        }
    }

    /// All values.
    pub(crate) fn values(&self) -> &[SqlValue] {
        &self.0
    }

    /// The bytes in a column, however many.
    ///
    /// # Errors
    /// When it is something else.
    pub(crate) fn all_bytes(&self, place: usize) -> Result<&[u8], StoreError> {
        match self.0.get(place) {
            Some(SqlValue::Bytes(bytes)) => Ok(bytes),
            _ => Err(of_another_type(place)),
        }
    }

    /// The bytes in a column.
    ///
    /// # Errors
    /// When it is something else, or has another length.
    pub(crate) fn bytes<const N: usize>(&self, place: usize) -> Result<[u8; N], StoreError> {
        match self.0.get(place) {
            Some(SqlValue::Bytes(bytes)) => bytes.as_slice().try_into().map_err(|_| of_another_type(place)),
            _ => Err(of_another_type(place)),
        }
    }
}

/// Values for a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        [$($crate::storage::to_value($value)),*]
    };
}
pub(crate) use values;

/// What can be a value of a table.
pub(crate) trait ToValue {
    fn to_value(self) -> SqlValue;
}

/// A value of a table.
pub(crate) fn to_value(of: impl ToValue) -> SqlValue {
    of.to_value()
}

impl ToValue for i64 {
    fn to_value(self) -> SqlValue {
        SqlValue::Integer(self)
    }
}

impl ToValue for u32 {
    fn to_value(self) -> SqlValue {
        SqlValue::Integer(self.into())
    }
}

impl ToValue for u16 {
    fn to_value(self) -> SqlValue {
        SqlValue::Integer(self.into())
    }
}

impl ToValue for bool {
    fn to_value(self) -> SqlValue {
        SqlValue::Integer(self.into())
    }
}

impl ToValue for &str {
    fn to_value(self) -> SqlValue {
        SqlValue::Text(self.to_owned())
    }
}

impl ToValue for &[u8] {
    fn to_value(self) -> SqlValue {
        SqlValue::Bytes(self.to_vec())
    }
}

fn of_another_type(place: usize) -> StoreError {
    StoreError::Damaged(format!("column {place} has a value of another type"))
}

#[allow(clippy::needless_pass_by_value, reason = "it is the argument of `map_err`")]
fn failed(error: rusqlite::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}
