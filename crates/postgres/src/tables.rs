//! Other tables in the same database than those of the journals, such as accounts and sessions: short transactions on a
//! connection of their own.

use std::error::Error;
use std::sync::Arc;

use bytes::BytesMut;
use croupier_house::store::StoreError;
use tokio_postgres::Row;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use crate::session::Session;
use crate::store::{PostgresStore, Shared};

/// A value of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SqlValue {
    /// A whole number.
    Integer(i64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl ToSql for SqlValue {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Integer(number) => number.to_sql_checked(of, out),
            Self::Text(text) => text.to_sql_checked(of, out),
            Self::Bytes(bytes) => bytes.to_sql_checked(of, out),
        }
    }

    fn accepts(of: &Type) -> bool {
        [Type::INT8, Type::TEXT, Type::BYTEA].contains(of)
    }

    to_sql_checked!();
}

/// The other tables of a database.
#[derive(Clone)]
pub struct PostgresTables {
    shared: Arc<Shared>,
}

/// A transaction on the other tables.
pub struct TablesTransaction<'s>(&'s Session);

impl PostgresStore {
    /// The other tables of the database.
    pub fn tables(&self) -> PostgresTables {
        PostgresTables::of(Arc::clone(&self.shared))
    }
}

impl PostgresTables {
    /// The tables of a database that these connections reach.
    pub(crate) const fn of(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    /// Runs one statement, and returns its rows.
    ///
    /// # Errors
    /// When the server refuses it or cannot be reached.
    pub fn query(&self, sql: &'static str, values: &[SqlValue]) -> Result<Vec<Vec<SqlValue>>, StoreError> {
        self.shared.with_tables(|session| TablesTransaction(session).query(sql, values))
    }

    /// Runs several statements, all or none of which take effect.
    ///
    /// # Errors
    /// What `work` fails with, or that the server cannot be reached.
    pub fn transact<T>(
        &self,
        work: impl FnOnce(&TablesTransaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.transact_as("begin", work)
    }

    /// Runs several statements that only read, and all see the same moment.
    ///
    /// # Errors
    /// What `work` fails with, or that the server cannot be reached.
    pub fn read_together<T>(
        &self,
        work: impl FnOnce(&TablesTransaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.transact_as("begin isolation level repeatable read read only", work)
    }

    fn transact_as<T>(
        &self,
        begin: &str,
        work: impl FnOnce(&TablesTransaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.with_tables(|session| {
            session.run(begin)?;
            match work(&TablesTransaction(session)) {
                Ok(done) => {
                    session.run("commit")?;
                    Ok(done)
                }
                Err(error) => {
                    // A connection that is lost has ended it already.
                    drop(session.run("rollback"));
                    Err(error)
                }
            }
        })
    }
}

impl TablesTransaction<'_> {
    /// Runs one statement, and returns its rows.
    ///
    /// # Errors
    /// When the server refuses it or cannot be reached.
    pub fn query(&self, sql: &'static str, values: &[SqlValue]) -> Result<Vec<Vec<SqlValue>>, StoreError> {
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        self.0.query(sql, &values)?.iter().map(row_values).collect()
    }
}

fn row_values(row: &Row) -> Result<Vec<SqlValue>, StoreError> {
    let value = |(place, column): (usize, &tokio_postgres::Column)| {
        let read = match *column.type_() {
            Type::INT8 => row.try_get(place).map(SqlValue::Integer),
            Type::INT4 => row.try_get::<_, i32>(place).map(|number| SqlValue::Integer(number.into())),
            Type::TEXT => row.try_get(place).map(SqlValue::Text),
            Type::BYTEA => row.try_get(place).map(SqlValue::Bytes),
            _ => return Err(StoreError::Failed(format!("column {} has another type", column.name()))),
        };
        read.map_err(|error| StoreError::Damaged(format!("column {}: {error}", column.name())))
    };
    row.columns().iter().enumerate().map(value).collect()
}
