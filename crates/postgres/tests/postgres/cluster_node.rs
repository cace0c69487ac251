//! Nodes that ask the database, for the tests of what they are answered.

use std::sync::LazyLock;
use std::sync::mpsc::channel;
use std::time::Duration;

use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_nodes::{ChainHead, ClusterView, DatabaseAnswer, HouseNumber, LeaseRow, MemberRow};
use croupier_postgres::{Cluster, MemberDetails, PostgresOptions, PostgresStore, WriteOutcome};
use croupier_store_suite::batch;
use tokio::runtime::Runtime;

use crate::common::options;

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
        let (sender, written) = channel();
        let stream = StreamId { house: HouseId(house.0), table: Some(TableId(1)) };
        let group = batch(stream, before.sequence + 1, count);
        self.store.write(fence, before, group, move |outcome| sender.send(outcome).unwrap());
        written.recv().unwrap()
    }
}

/// The fence of a lease that was claimed, renewed or given away.
pub(crate) fn fence(answer: &DatabaseAnswer) -> u64 {
    match answer {
        DatabaseAnswer::Owned { fence } => *fence,
        other => panic!("{other:?}"),
    }
}
