//! A connection that is opened again after it was lost, and calls over it that have a deadline.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::address::Address;
use crate::error::Fault;
use crate::link::Link;
use crate::session::Session;

/// The usual maximum time to wait for the answer to a call. It is shorter than a lease: an owner whose renewal is lost tries again
/// before others claim.
pub const CALL_DEADLINE: Duration = Duration::from_millis(1_500);

/// The settings of a connection that only looks up rows by their primary key.
pub(crate) const ROW_LOOK_UPS: &str = "set default_transaction_read_only = on; set enable_seqscan = off; set jit = off; \
     set plan_cache_mode = force_generic_plan;";

/// A call that has no answer: the connection was lost, or there was no answer in time, or the server failed. What became of it
/// is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallLost(pub String);

impl fmt::Display for CallLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CallLost {}

impl From<Fault> for CallLost {
    fn from(fault: Fault) -> Self {
        Self(match fault {
            Fault::Refused(error) => error.to_string(),
            Fault::Lost(why) => why,
        })
    }
}

/// The values of a statement.
pub(crate) type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

#[derive(Clone)]
enum LaneState {
    Closed,
    Opening,
    Open(Arc<Session>),
    /// The last try to open it failed.
    Failed(CallLost),
}

/// A connection that is opened again after it was lost. Statements of several callers are sent one behind the other without waiting.
#[derive(Clone)]
pub(crate) struct Lane {
    handle: Handle,
    address: Address,
    settings: Arc<str>,
    deadline: Duration,
    state: watch::Sender<LaneState>,
}

impl Lane {
    /// A connection that the runtime of `handle` drives. It is opened by the first call. A statement waits for a lock for `lock_wait`.
    pub(crate) fn new(
        handle: Handle,
        address: Address,
        settings: &str,
        deadline: Duration,
        lock_wait: Duration,
    ) -> Self {
        // The server gives up when nobody waits any more.
        let (span, lock_span) = (deadline.as_millis(), lock_wait.as_millis());
        let settings = format!("{settings} set statement_timeout = {span}; set lock_timeout = {lock_span}");
        Self {
            handle,
            address,
            settings: settings.into(),
            deadline,
            state: watch::Sender::new(LaneState::Closed),
        }
    }

    /// Another connection of the same kind.
    pub(crate) fn another(&self) -> Self {
        Self { state: watch::Sender::new(LaneState::Closed), ..self.clone() }
    }

    /// Runs one statement.
    pub(crate) async fn ask(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, CallLost> {
        self.run(async |session| session.ask(sql, values).await).await
    }

    /// Runs statements within the deadline. A connection over which one of them was lost is not used any more: what is left of it
    /// on the way is then answered to nobody.
    pub(crate) async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&Session) -> Result<T, Fault>,
    ) -> Result<T, CallLost> {
        let call = async {
            let session = self.session().await?;
            let done = work(&session).await;
            if matches!(done, Err(Fault::Lost(_))) || !session.was_always_sure() {
                self.close(&session);
            }
            let done = done?;
            match session.was_always_sure() {
                true => Ok(done),
                false => Err(CallLost("the wait for the standby was cancelled".to_owned())),
            }
        };
        match tokio::time::timeout(self.deadline, call).await {
            Ok(done) => done,
            Err(_) => {
                self.close_open();
                Err(CallLost(format!("the database does not answer in {:?}", self.deadline)))
            }
        }
    }

    /// The connection, opened where that is needed. Opening goes on when the caller does not wait any more: with several hosts it
    /// may take longer than a call.
    async fn session(&self) -> Result<Arc<Session>, CallLost> {
        let mut state = self.state.subscribe();
        let must_open = self.state.send_if_modified(|state| {
            let is_usable = match state {
                LaneState::Open(session) => session.is_open(),
                LaneState::Opening => true,
                LaneState::Closed | LaneState::Failed(_) => false,
            };
            if !is_usable {
                *state = LaneState::Opening;
            }
            !is_usable
        });
        if must_open {
            drop(self.handle.spawn(self.clone().open()));
        }
        let opened = state.wait_for(|state| !matches!(state, LaneState::Opening)).await;
        match opened.as_deref() {
            Ok(LaneState::Open(session)) => Ok(Arc::clone(session)),
            Ok(LaneState::Failed(why)) => Err(why.clone()),
            _ => Err(CallLost("the connection was closed".to_owned())),
        }
    }

    async fn open(self) {
        let opened = Link::open(&self.address, &self.settings).await;
        let opened = match opened {
            Ok(link) => LaneState::Open(Arc::new(Session::over(link))),
            Err(error) => LaneState::Failed(CallLost(error.to_string())),
        };
        self.state.send_replace(opened);
    }

    fn close(&self, session: &Arc<Session>) {
        self.state.send_if_modified(|state| {
            let is_this = matches!(state, LaneState::Open(open) if Arc::ptr_eq(open, session));
            if is_this {
                *state = LaneState::Closed;
            }
            is_this
        });
    }

    fn close_open(&self) {
        self.state.send_if_modified(|state| {
            let is_open = matches!(state, LaneState::Open(_));
            if is_open {
                *state = LaneState::Closed;
            }
            is_open
        });
    }
}
