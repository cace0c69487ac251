//! A connection for short statements, used from any thread.

use std::sync::{Mutex, PoisonError};

use croupier_house::store::StoreError;
use rustc_hash::FxHashMap;
use tokio::runtime::Handle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, Statement};

use crate::address::Address;
use crate::error::{Fault, fault};
use crate::link::Link;
use crate::wait::wait;

/// A connection for short statements. Each statement is prepared once.
pub(crate) struct Session {
    link: Link,
    prepared: Mutex<FxHashMap<&'static str, Statement>>,
}

impl Session {
    /// Opens a connection that the runtime drives.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses it.
    pub(crate) fn open(
        runtime: &Handle,
        address: &Address,
        settings: &'static str,
    ) -> Result<Self, StoreError> {
        let address = address.clone();
        let opening = runtime.spawn(async move { Link::open(&address, settings).await });
        let link = wait(opening).map_err(|error| StoreError::Failed(error.to_string()))??;
        Ok(Self::over(link))
    }

    /// Statements over a connection that is open.
    pub(crate) fn over(link: Link) -> Self {
        Self { link, prepared: Mutex::default() }
    }

    /// Whether the connection is still open.
    pub(crate) fn is_open(&self) -> bool {
        !self.link.client.is_closed()
    }

    /// Runs a statement.
    ///
    /// # Errors
    /// When the server refuses it or the connection is lost.
    pub(crate) fn query(&self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault> {
        let rows = wait(self.ask(sql, values))?;
        self.link.sure()?;
        Ok(rows)
    }

    /// Runs a statement beside others that are under way. Whether what it has committed is safe is not known before
    /// [`Session::was_always_sure`].
    ///
    /// # Errors
    /// When the server refuses it or the connection is lost.
    pub(crate) async fn ask(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Fault> {
        let run = async {
            let statement = self.statement(sql).await?;
            self.link.client.query(&statement, values).await
        };
        run.await.map_err(|error| fault(&error))
    }

    /// Whether everything that was committed over this connection is safe.
    pub(crate) fn was_always_sure(&self) -> bool {
        self.link.was_always_sure()
    }

    /// Runs several statements without values.
    ///
    /// # Errors
    /// When the server refuses one or the connection is lost.
    pub(crate) fn run(&self, sql: &str) -> Result<(), Fault> {
        wait(self.link.client.batch_execute(sql)).map_err(|error| fault(&error))?;
        self.link.sure()
    }

    async fn statement(&self, sql: &'static str) -> Result<Statement, tokio_postgres::Error> {
        let known = self.prepared.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.link.client.prepare(sql).await?;
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).insert(sql, statement.clone());
        Ok(statement)
    }
}
