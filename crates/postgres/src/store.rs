//! The store: one connection that writes, a few that read, one for claims and snapshots, and one for renewals.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use croupier_house::ids::{DAY_MS, HouseId, KEY_DAYS};
use croupier_house::store::{HouseHead, StoreError, StoredEntry};
use croupier_store::{KEYS_PER_STEP, KeyPlace, KeyPruner, PruneStep, ReadPool, WriterThread};
use tokio::runtime::{Handle, Runtime};

use crate::address::Address;
use crate::lane::{CALL_DEADLINE, Lane, ROW_LOOK_UPS};
use crate::lease_watch::{LeaseSign, LeaseWatch};
use crate::leases::Leases;
use crate::migrate::migrate;
use crate::options::PostgresOptions;
use crate::session::Session;
use crate::values::KeyValue;
use crate::writer::{OnCommit, Writer};
use crate::writer_batch::WriterBatch;
use crate::writer_thread::start_writer;

/// The settings of connections that read. All they do is look up rows by their primary key, whatever the planner knows
/// about the tables.
const READS: &str = "set default_transaction_read_only = on; set statement_timeout = '30s'; \
     set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off; \
     set plan_cache_mode = force_generic_plan";
/// The settings of the connections for claims, snapshots and renewals.
const CONTROLS: &str = "set statement_timeout = '60s'";
/// The settings of the connection for the other tables. Somebody waits for each of its statements.
const TABLES: &str = "set statement_timeout = '10s'";

const SYNCS: &str = "select current_setting('fsync')::boolean, gen_random_uuid()::text";
const KEYS_AFTER: &str = "select key, at from keys where key > $1 order by key limit $2";
/// Only of houses that this run of the store owns.
const REMOVE_KEYS: &str = "delete from keys k using leases l where k.key = any($1) and k.at < $2 \
     and l.house = k.stream >> 16 and l.incarnation = $3 returning k.key";

/// Houses stored in `PostgreSQL`.
pub struct PostgresStore {
    // Dropped in this order: first the threads.
    pub(crate) group: WriterThread<WriterBatch>,
    _pruner: KeyPruner,
    pub(crate) shared: Arc<Shared>,
    pub(crate) leases: Arc<Leases>,
    pub(crate) options: PostgresOptions,
    committed: Arc<OnceLock<OnCommit>>,
    watches: Mutex<BTreeMap<HouseId, LeaseWatch>>,
    opened: Instant,
}

/// The connections that do not write groups, and the runtime that drives them.
pub(crate) struct Shared {
    pub(crate) readers: ReadPool<Session>,
    control: Mutex<Option<Session>>,
    /// Renewals wait for nothing else: not for a claim that waits for a lock, nor for a large snapshot.
    renewals: Mutex<Option<Session>>,
    tables: Mutex<Option<Session>>,
    /// The actor of a house waits for the keys of its commands, so they have a deadline.
    pub(crate) keys: Lane,
    address: Address,
    pub(crate) handle: Handle,
    runtime: Option<Runtime>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        // It may be dropped on a thread of another runtime, which must not wait.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl PostgresStore {
    /// Opens a store, and creates or migrates its tables. `address` is a connection string as `libpq` knows them: a list
    /// of words such as `host=a,b dbname=croupier target_session_attrs=read-write`, or a URL. `sslmode` and `sslrootcert`
    /// say whether TLS is used and what is checked about the server.
    ///
    /// # Errors
    /// When the server cannot be reached, does not sync its disk, or has tables of a later version.
    pub fn open(address: &str, options: PostgresOptions) -> Result<Self, StoreError> {
        let address = Address::read(address)?;
        let shared = Arc::new(Shared::start(address.clone())?);
        let incarnation = shared.with_control(|control| {
            migrate(control)?;
            incarnation(control)
        })?;
        let leases = Arc::new(Leases::new(incarnation));
        let committed = Arc::default();
        // The connection is driven by the thread that writes, while it waits: nobody has to be woken.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Failed(error.to_string()))?;
        let writer = Writer::open(address, options.patience, Arc::clone(&leases), Arc::clone(&committed));
        let writer = runtime.block_on(writer)?;
        let (pruned, owner) = (Arc::clone(&shared), Arc::clone(&leases));
        Ok(Self {
            group: start_writer(runtime, writer)?,
            _pruner: KeyPruner::start(move |place, now| pruned.prune_keys(&owner, place, now))?,
            shared,
            leases,
            options,
            committed,
            watches: Mutex::default(),
            opened: Instant::now(),
        })
    }

    /// Sets what is called after every commit, before anybody is answered: with the new heads, and with the entries that
    /// were stored. It can be set once.
    pub fn on_commit(
        &self,
        committed: impl Fn(&[(HouseId, HouseHead)], Vec<Vec<StoredEntry>>) + Send + Sync + 'static,
    ) {
        assert!(self.committed.set(Box::new(committed)).is_ok(), "one thing follows a store");
    }

    /// Looks at the next keys after a place and removes those of its own houses that are too old at `now`, in
    /// milliseconds since 1970. A thread of the store does this all the time.
    ///
    /// # Errors
    /// When they cannot be read or removed.
    pub fn prune_keys(&self, after: KeyPlace, now: i64) -> Result<PruneStep, StoreError> {
        self.shared.prune_keys(&self.leases, after, now)
    }

    pub(crate) fn with_control<T>(
        &self,
        work: impl FnOnce(&Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.with_control(work)
    }

    /// Does something on the connection for renewals.
    pub(crate) fn with_renewals<T>(
        &self,
        work: impl FnOnce(&Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.with(&self.shared.renewals, CONTROLS, work)
    }

    /// Notes what the lease of a house shows now; see [`LeaseWatch::observe`].
    pub(crate) fn observe(&self, house: HouseId, sign: LeaseSign) -> Duration {
        let mut watches = self.watches.lock().unwrap_or_else(PoisonError::into_inner);
        watches.entry(house).or_default().observe(sign, self.opened.elapsed(), self.options.lease)
    }
}

impl Shared {
    pub(crate) fn start(address: Address) -> Result<Self, StoreError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        let handle = runtime.handle().clone();
        let (own_handle, own_address) = (handle.clone(), address.clone());
        let readers =
            ReadPool::new(move || Session::open(&own_handle, &own_address, READS), Session::is_open);
        let [control, renewals, tables] = [const { Mutex::new(None) }; 3];
        let keys = Lane::new(handle.clone(), address.clone(), ROW_LOOK_UPS, CALL_DEADLINE, CALL_DEADLINE);
        Ok(Self { readers, control, renewals, tables, keys, address, handle, runtime: Some(runtime) })
    }

    /// What further connections need: the runtime that drives them, and where the database is.
    pub(crate) fn connects(&self) -> (Handle, Address) {
        (self.handle.clone(), self.address.clone())
    }

    /// Does something on the connection for claims and snapshots, one after the other.
    fn with_control<T>(&self, work: impl FnOnce(&Session) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.with(&self.control, CONTROLS, work)
    }

    /// Does something on the connection for the other tables, one after the other.
    pub(crate) fn with_tables<T>(
        &self,
        work: impl FnOnce(&Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.with(&self.tables, TABLES, work)
    }

    /// Does something on a connection, which is opened where that is needed.
    fn with<T>(
        &self,
        session: &Mutex<Option<Session>>,
        settings: &'static str,
        work: impl FnOnce(&Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
        let open = match session.take().filter(Session::is_open) {
            Some(open) => open,
            None => Session::open(&self.handle, &self.address, settings)?,
        };
        work(session.insert(open))
    }

    fn prune_keys(&self, leases: &Leases, after: KeyPlace, now: i64) -> Result<PruneStep, StoreError> {
        let oldest = now.saturating_sub(KEY_DAYS * DAY_MS);
        let most = i64::from(KEYS_PER_STEP);
        let rows = self.readers.get()?.query(KEYS_AFTER, &[&KeyValue(after), &most])?;
        let keys: Vec<(KeyValue, i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let old: Vec<KeyValue> = keys.iter().filter(|(_, at)| *at < oldest).map(|(key, _)| *key).collect();
        let mut removed = 0;
        if !old.is_empty() {
            let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
                [&old, &oldest, &leases.incarnation];
            removed = self.with_control(|control| Ok(control.query(REMOVE_KEYS, &values)?.len()))?;
        }
        let last = keys.last().filter(|_| keys.len() == KEYS_PER_STEP as usize);
        Ok(PruneStep { next: last.map_or([0; 16], |(key, _)| key.0), seen: keys.len(), removed })
    }
}

/// A name for this run of the store, from a server that syncs its disk.
fn incarnation(control: &Session) -> Result<String, StoreError> {
    let rows = control.query(SYNCS, &[])?;
    match rows.first().map(|row| (row.get(0), row.get(1))) {
        Some((true, name)) => Ok(name),
        _ => Err(StoreError::Failed("the server does not sync its disk: set fsync to on".to_owned())),
    }
}
