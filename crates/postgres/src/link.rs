//! A connection to the server, and what the server says beside its answers.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_house::store::StoreError;
use tokio_postgres::{AsyncMessage, Client, Connection, Socket};

use crate::address::{Address, CONNECT_MAX};
use crate::error::{Fault, cannot_connect, fault};
use crate::tls::SecureStream;

/// The settings of every connection.
const ALWAYS: &str = "set search_path = croupier; set client_min_messages = warning; set lock_timeout = '10s'; \
     set default_transaction_isolation = 'read committed'; ";

/// The part of the server that waits for the standby. It warns when that wait is cancelled: the transaction is
/// committed, but perhaps only here. The text of the warning depends on the language of the server.
const WAITS_FOR_STANDBY: &str = "SyncRepWaitForLSN";

/// Ends a connection, and waits so many milliseconds for that. Numbers of processes are used again, so the start is compared.
pub(crate) const TERMINATE: &str = "select pg_terminate_backend(pid, $3) from pg_stat_activity \
     where pid = $1 and (extract(epoch from backend_start) * 1000000)::bigint = $2";

/// The process of the server that serves a connection. Numbers are used again, so its start belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Backend {
    pub(crate) process: i32,
    /// In microseconds since 1970, by the clock of the server.
    pub(crate) began: i64,
}

/// A connection to the server.
pub(crate) struct Link {
    pub(crate) client: Client,
    pub(crate) backend: Backend,
    unsure: Arc<AtomicBool>,
}

impl Link {
    /// Opens a connection with settings of its own. A task of the runtime that calls this drives it.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses it.
    pub(crate) async fn open(address: &Address, settings: &str) -> Result<Self, StoreError> {
        let opening = Self::open_now(address, settings);
        let late = |_| StoreError::Failed(format!("cannot connect: no answer in {CONNECT_MAX:?}"));
        tokio::time::timeout(CONNECT_MAX, opening).await.map_err(late)?
    }

    async fn open_now(address: &Address, settings: &str) -> Result<Self, StoreError> {
        let opened = address.config.connect(address.tls.clone()).await;
        let (client, connection) = opened.map_err(|error| cannot_connect(&error))?;
        let unsure = Arc::new(AtomicBool::new(false));
        tokio::spawn(drive(connection, Arc::clone(&unsure)));
        let set = client.batch_execute(&format!("{ALWAYS}{settings}")).await;
        set.map_err(|error| StoreError::from(fault(&error)))?;
        let sql = "select pid, (extract(epoch from backend_start) * 1000000)::bigint from pg_stat_activity \
                   where pid = pg_backend_pid()";
        let row = client.query_one(sql, &[]).await.map_err(|error| StoreError::from(fault(&error)))?;
        let backend = Backend { process: row.get(0), began: row.get(1) };
        Ok(Self { client, backend, unsure })
    }

    /// Whether what was committed since the last call is safe.
    ///
    /// # Errors
    /// When the server has said that it may be lost with its machine.
    pub(crate) fn sure(&self) -> Result<(), Fault> {
        (!self.unsure.swap(false, Ordering::AcqRel)).then_some(()).ok_or_else(cancelled)
    }

    /// Whether everything that was committed over this connection is safe, where several statements may be under way: the server
    /// does not say which of them it warns of.
    ///
    /// # Errors
    /// When the server has said that something may be lost with its machine.
    pub(crate) fn always_sure(&self) -> Result<(), Fault> {
        self.was_always_sure().then_some(()).ok_or_else(cancelled)
    }

    /// Whether everything that was committed since [`Link::sure`] was last called is safe, also for others who ask.
    pub(crate) fn was_always_sure(&self) -> bool {
        !self.unsure.load(Ordering::Acquire)
    }
}

fn cancelled() -> Fault {
    Fault::Lost("the wait for the standby was cancelled".to_owned())
}

async fn drive(mut connection: Connection<Socket, SecureStream>, unsure: Arc<AtomicBool>) {
    // It ends with the connection; whoever waits for an answer then sees that.
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notice(notice) = message
            && notice.routine() == Some(WAITS_FOR_STANDBY)
        {
            unsure.store(true, Ordering::Release);
        }
    }
}
