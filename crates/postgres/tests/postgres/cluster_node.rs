//! Nodes that ask the database, for the tests of what they are answered.

use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::store::Batch;
use croupier_nodes::{ChainHead, ClusterView, DatabaseAnswer, HouseNumber, LeaseRow, MemberRow};
use croupier_postgres::{Cluster, MemberDetails, PostgresOptions, PostgresStore, WriteOutcome};
use croupier_store_suite::batch;
use tokio::runtime::Runtime;

use crate::common::{options, until};

pub(crate) const NUMBER: HouseNumber = HouseNumber(1);
pub(crate) const KEY: u64 = 0xFEDC_BA98_7654_3210;
/// The deadline of calls that must succeed on a busy machine.
pub(crate) const UNHURRIED: Duration = Duration::from_secs(20);

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
});

/// Waits for calls.
pub(crate) fn now<T>(call: impl Future<Output = T>) -> T {
    RUNTIME.block_on(call)
}

/// A node with its store.
pub(crate) struct TestNode {
    pub(crate) store: PostgresStore,
    pub(crate) calls: Cluster,
    pub(crate) details: MemberDetails,
}

impl TestNode {
    pub(crate) fn start(address: &str, name: &str) -> Self {
        Self::hurried(address, name, UNHURRIED)
    }

    /// A node that waits so long for an answer.
    pub(crate) fn hurried(address: &str, name: &str, deadline: Duration) -> Self {
        let store =
            PostgresStore::open(address, PostgresOptions { patience: deadline, ..options(name) }).unwrap();
        let calls = store.cluster(deadline);
        let (node, version) = (name.to_owned(), "1.2.3".to_owned());
        let details = MemberDetails { node, address: format!("{name}.example:1"), version };
        Self { store, calls, details }
    }

    pub(crate) fn row(&self) -> MemberRow {
        MemberRow { run: self.calls.run(), format: 1, key_check: KEY, beats: 0, draining: false }
    }

    pub(crate) fn announce(&self) {
        assert_eq!(now(self.calls.announce(&self.row(), &self.details)), Ok(DatabaseAnswer::Done));
    }

    pub(crate) fn view(&self) -> ClusterView {
        ClusterView::clone(&now(self.calls.look()).unwrap().view)
    }

    pub(crate) fn lease(&self, house: HouseNumber) -> LeaseRow {
        self.view().leases.into_iter().find(|lease| lease.house == house).unwrap()
    }

    /// Claims a house as it is now.
    pub(crate) fn claim(&self, house: HouseNumber) -> u64 {
        let seen = self.view().leases.into_iter().find(|lease| lease.house == house);
        let (run, renewals) = seen.map_or((None, 0), |lease| (lease.run, lease.renewals));
        fence(&now(self.calls.claim(house, run, renewals)).unwrap())
    }

    pub(crate) fn head(&self, house: HouseNumber) -> ChainHead {
        now(self.calls.read_tail(house, 0, 0)).unwrap().head
    }

    /// Writes so many entries after a head, and returns what became of it.
    pub(crate) fn write(
        &self,
        house: HouseNumber,
        fence: u64,
        before: ChainHead,
        count: u64,
    ) -> WriteOutcome {
        let stream = StreamId { house: HouseId(house.0), table: Some(TableId(1)) };
        self.write_batch(fence, before, batch(stream, before.sequence + 1, count))
    }

    pub(crate) fn write_batch(&self, fence: u64, before: ChainHead, group: Batch) -> WriteOutcome {
        self.send(fence, before, group).recv().unwrap()
    }

    /// Writes a group; what becomes of it comes through the channel.
    pub(crate) fn send(&self, fence: u64, before: ChainHead, group: Batch) -> Receiver<WriteOutcome> {
        let (sender, written) = channel();
        self.store.write(fence, before, group, move |outcome| drop(sender.send(outcome)));
        written
    }
}

/// The fence of a lease that was claimed, renewed or given away.
pub(crate) fn fence(answer: &DatabaseAnswer) -> u64 {
    match answer {
        DatabaseAnswer::Owned { fence } => *fence,
        other => panic!("{other:?}"),
    }
}

/// Somebody who holds locks in an open transaction until this is dropped.
pub(crate) struct Holder {
    client: tokio_postgres::Client,
}

impl Holder {
    /// Runs statements in a transaction that stays open.
    pub(crate) fn holding(address: &str, sql: &str) -> Self {
        now(async {
            let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute(&format!("set search_path = croupier; begin; {sql}")).await.unwrap();
            Self { client }
        })
    }

    /// Makes every group wait in the middle: it holds the lock of its lease and cannot store its entries.
    pub(crate) fn hanging_writes(address: &str) -> Self {
        Self::holding(address, "lock table chunks in exclusive mode")
    }

    /// Ends the transaction.
    pub(crate) fn release(self) {
        now(self.client.batch_execute("commit")).unwrap();
    }

    /// Whether its connection was ended.
    pub(crate) fn was_ended(&self) -> bool {
        now(self.client.batch_execute("select 1")).is_err()
    }
}

/// Waits until so many statements wait for a lock. The server itself may wait for one too, to clean up a table.
pub(crate) fn until_waiting(sql: &impl Fn(&str) -> String, count: usize) {
    let waiting = "select count(*) from pg_stat_activity where datname = current_database() \
                   and wait_event_type = 'Lock' and backend_type = 'client backend'";
    until("a statement waits", || sql(waiting) == count.to_string());
}
