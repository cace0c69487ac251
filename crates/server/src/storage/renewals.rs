//! The thread that renews the leases of a node's houses, and notices when one is lost.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use croupier_postgres::PostgresStore;

/// How often a lease is renewed during its length.
const PER_LEASE: u32 = 4;

/// Called when another node has taken a house over.
pub(crate) type OnLost = Box<dyn Fn() + Send + Sync>;

/// The thread that renews the leases. It ends when this is dropped.
pub(super) struct Renewals {
    shared: Arc<RenewalState>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct RenewalState {
    stopped: Mutex<bool>,
    changed: Condvar,
    lost: Mutex<BTreeMap<HouseId, OnLost>>,
}

impl Renewals {
    /// Starts the thread.
    pub(super) fn start(store: &Arc<PostgresStore>, lease: Duration) -> Result<Self, StoreError> {
        let shared = Arc::new(RenewalState::default());
        let (state, store) = (Arc::clone(&shared), Arc::clone(store));
        let thread = std::thread::Builder::new()
            .name("leases".to_owned())
            .spawn(move || {
                while !state.wait(lease / PER_LEASE) {
                    state.renew(&store);
                }
            })
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Sets what happens when a house is lost.
    pub(super) fn on_lost(&self, house: HouseId, lost: OnLost) {
        lock(&self.shared.lost).insert(house, lost);
    }

    /// Ends the thread.
    pub(super) fn stop(&self) {
        *lock(&self.shared.stopped) = true;
        self.shared.changed.notify_all();
        if let Some(thread) = lock(&self.thread).take() {
            drop(thread.join());
        }
    }
}

impl Drop for Renewals {
    fn drop(&mut self) {
        self.stop();
    }
}

impl RenewalState {
    /// Waits for a while; whether the thread shall end.
    fn wait(&self, time: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(lock(&self.stopped), time, |stopped| !*stopped);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn renew(&self, store: &PostgresStore) {
        for (house, _) in store.owned() {
            match store.renew(house) {
                Ok(()) => {}
                Err(StoreError::NotOwner { .. }) => {
                    tracing::error!(house = house.0, "another node has taken this house over");
                }
                Err(error) => tracing::warn!(house = house.0, %error, "the lease cannot be renewed"),
            }
        }
        // Whoever writes may have noticed it first.
        let owned = store.owned();
        for (house, lost) in &*lock(&self.lost) {
            if !owned.iter().any(|(known, _)| known == house) {
                lost();
            }
        }
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
