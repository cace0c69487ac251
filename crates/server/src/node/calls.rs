//! What the node asks of the database: each call runs by itself, and its answer comes back as an input.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::{Batch, StoreError, StoredEntry};
use croupier_nodes::{ChainHead, DatabaseAnswer, DatabaseCall, HouseNumber, LinkedEntry, RunId};
use croupier_postgres::{
    CallLost, Cluster, ClusterLook, MemberDetails, PostgresStore, TailRead, WriteOutcome,
};
use tokio::sync::mpsc;

use super::encoding::linked;

/// The pause after the database has refused a group for a reason of its own, such as a full disk, before it is decided
/// again.
const REFUSED_PAUSE: Duration = Duration::from_millis(500);

/// The answer to a call.
pub(super) struct CallResult {
    pub(super) call: u64,
    pub(super) what: DatabaseCall,
    pub(super) answer: DatabaseAnswer,
    /// Whether the database contradicts what the house has decided: deciding it again would lead to the same.
    pub(super) contradicts: bool,
}

/// Asks the database.
pub(super) struct DatabaseCalls {
    asking: Arc<Asking>,
    store: Arc<PostgresStore>,
    results: mpsc::UnboundedSender<CallResult>,
}

struct Asking {
    cluster: Arc<Cluster>,
    /// What this node announces of itself.
    details: MemberDetails,
    /// What the last look has shown.
    seen: SeenCluster,
}

/// What the last look at members and leases has shown.
pub(crate) type SeenCluster = Arc<Mutex<Option<ClusterLook>>>;

impl DatabaseCalls {
    pub(super) fn new(
        store: Arc<PostgresStore>,
        cluster: Arc<Cluster>,
        details: MemberDetails,
        seen: SeenCluster,
    ) -> (Self, mpsc::UnboundedReceiver<CallResult>) {
        let (results, receiver) = mpsc::unbounded_channel();
        (Self { asking: Arc::new(Asking { cluster, details, seen }), store, results }, receiver)
    }

    /// Starts a call that is not a write.
    pub(super) fn start(&self, call: u64, what: DatabaseCall) {
        let (asking, results) = (Arc::clone(&self.asking), self.results.clone());
        drop(tokio::spawn(async move {
            let answer = asking.ask(&what).await.unwrap_or_else(|CallLost(why)| {
                tracing::debug!(why, "the database did not answer");
                DatabaseAnswer::Lost
            });
            drop(results.send(CallResult { call, what, answer, contradicts: false }));
        }));
    }

    /// Answers that a call is lost.
    pub(super) fn lost(&self, call: u64, what: DatabaseCall) {
        drop(self.results.send(CallResult { call, what, answer: DatabaseAnswer::Lost, contradicts: false }));
    }

    /// Writes a group.
    pub(super) fn write(&self, call: u64, what: DatabaseCall, house: HouseId, batch: Batch) {
        let DatabaseCall::Write { fence, before, .. } = what else { return };
        let (results, runtime) = (self.results.clone(), tokio::runtime::Handle::current());
        self.store.write(fence, before, batch, move |outcome| {
            let answer = outcome.answer();
            let refusal = if let WriteOutcome::Refused(error) = &outcome { Some(error) } else { None };
            let contradicts = matches!(refusal, Some(StoreError::Overdrawn(_) | StoreError::Damaged(_)));
            let send = move || drop(results.send(CallResult { call, what, answer, contradicts }));
            match outcome {
                WriteOutcome::Refused(error) => {
                    tracing::error!(house = house.0, %error, "the database refuses a group");
                    drop(runtime.spawn(async move {
                        tokio::time::sleep(REFUSED_PAUSE).await;
                        send();
                    }));
                }
                WriteOutcome::Lost(why) => {
                    tracing::warn!(house = house.0, why, "it is not known whether a group is stored");
                    send();
                }
                WriteOutcome::Done | WriteOutcome::NotOwner | WriteOutcome::OtherHead => send(),
            }
        });
    }

    /// Releases houses to nobody, and leaves. What is not answered in time runs out.
    pub(super) async fn leave(&self, houses: Vec<HouseNumber>) {
        for house in houses {
            if let Err(CallLost(why)) = self.asking.cluster.release(house, None).await {
                tracing::warn!(house = house.0, why, "the lease is not released; others wait for its end");
            }
        }
        if let Err(CallLost(why)) = self.asking.cluster.leave().await {
            tracing::warn!(why, "this node could not leave; others notice that it is silent");
        }
    }

    /// The members, with the addresses at which they are reached.
    pub(super) fn members(&self) -> Vec<(RunId, String)> {
        let seen = self.asking.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let details = seen.as_ref().map(|look| &look.details);
        details.into_iter().flatten().map(|(run, member)| (*run, member.address.clone())).collect()
    }

    /// Whether another member could have houses of this node.
    pub(super) fn has_others(&self) -> bool {
        let seen = self.asking.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let me = self.asking.cluster.run();
        seen.as_ref()
            .is_some_and(|look| look.view.members.iter().any(|member| member.run != me && !member.draining))
    }
}

impl Asking {
    async fn ask(&self, what: &DatabaseCall) -> Result<DatabaseAnswer, CallLost> {
        let cluster = &self.cluster;
        match what {
            DatabaseCall::Announce(row) => cluster.announce(row, &self.details).await,
            DatabaseCall::Beat { draining } => cluster.beat(*draining).await,
            DatabaseCall::Leave => cluster.leave().await,
            DatabaseCall::Expel { run, beats } => cluster.expel(*run, *beats).await,
            DatabaseCall::RaiseFormat(format) => cluster.raise_format(*format).await,
            DatabaseCall::Look => {
                let look = cluster.look().await?;
                let view = Arc::clone(&look.view);
                *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(look);
                Ok(DatabaseAnswer::View(view))
            }
            DatabaseCall::Claim { house, run, renewals } => cluster.claim(*house, *run, *renewals).await,
            DatabaseCall::Renew { house } => cluster.renew(*house).await,
            DatabaseCall::Release { house, to } => cluster.release(*house, *to).await,
            DatabaseCall::Suspend { house, reason } => cluster.suspend(*house, *reason).await,
            DatabaseCall::FindOut { house } => cluster.find_out(*house).await,
            DatabaseCall::ReadTail { house, after, most } => {
                cluster.read_tail(*house, *after, *most).await.map(tail)
            }
            // It is written with its batch.
            DatabaseCall::Write { .. } => Ok(DatabaseAnswer::Lost),
        }
    }
}

/// What was read, as the node knows it.
fn tail(read: TailRead) -> DatabaseAnswer {
    let TailRead { at, head, entries } = read;
    let mut before = at.unwrap_or(ChainHead::EMPTY.hash);
    let link = |entry: StoredEntry| -> LinkedEntry {
        let format = entry.content().map_or(u16::MAX, |entry| entry.body.event.format());
        linked(&entry, std::mem::replace(&mut before, entry.hash), format)
    };
    DatabaseAnswer::Tail { at, head, entries: entries.into_iter().map(link).collect() }
}
