//! Signing the heads of the houses: once a minute, and when a table closes.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use croupier_fair::HouseKey;
use croupier_house::ids::HouseId;
use croupier_house::store::Store;
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, watch};
use tokio::time::MissedTickBehavior;

use super::log::CheckpointLog;
use super::note::{Checkpoint, Origin};
use super::signing_key::SigningKey;
use crate::clock::wall;
use crate::error::{ServeError, failed};
use crate::telemetry::set_last_checkpoint;

/// How often heads are signed.
pub const CHECKPOINT_EVERY: Duration = Duration::from_mins(1);

/// The maximum number of houses that wait for a checkpoint out of turn. A house that finds no room is signed at the
/// next minute.
pub(crate) const DUE_MAX: usize = 64;

/// Signs the heads of the houses of a data folder and stores the checkpoints.
pub struct CheckpointSigner {
    log: Arc<CheckpointLog>,
    store: Arc<dyn Store>,
    keys: RwLock<FxHashMap<HouseId, Arc<(Origin, SigningKey)>>>,
    /// The houses that another node may own: that node signs for them.
    owned: RwLock<FxHashMap<HouseId, IsOwned>>,
}

/// Whether this server owns a house now.
type IsOwned = Box<dyn Fn() -> bool + Send + Sync>;

/// The origin of a house's log, from its first entry; `None` for a house without entries.
///
/// # Errors
/// When the journal cannot be read.
pub(crate) fn origin_of(
    store: &dyn Store,
    house: HouseId,
    incarnation: u32,
) -> Result<Option<Origin>, ServeError> {
    let first = store.entries(house, 1, 1).map_err(failed)?;
    Ok(first.first().map(|entry| Origin::new(house, incarnation, &entry.hash)))
}

impl CheckpointSigner {
    /// A signer without houses.
    pub fn new(log: Arc<CheckpointLog>, store: Arc<dyn Store>) -> Self {
        Self { log, store, keys: RwLock::default(), owned: RwLock::default() }
    }

    /// Signs for a house only while this server owns it.
    pub(crate) fn sign_while(&self, house: HouseId, is_owned: impl Fn() -> bool + Send + Sync + 'static) {
        self.owned.write().unwrap_or_else(PoisonError::into_inner).insert(house, Box::new(is_owned));
    }

    fn is_owned(&self, house: HouseId) -> bool {
        let owned = self.owned.read().unwrap_or_else(PoisonError::into_inner);
        owned.get(&house).is_none_or(|is_owned| is_owned())
    }

    /// Adds a house whose key is known.
    ///
    /// # Errors
    /// When the journal cannot be read, or the key cannot be used.
    pub fn add(&self, house: HouseId, incarnation: u32, key: &HouseKey) -> Result<(), ServeError> {
        if let Some(origin) = origin_of(&*self.store, house, incarnation)? {
            let key = SigningKey::derive(key, origin).map_err(failed)?;
            let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
            keys.insert(house, Arc::new((origin, key)));
        }
        Ok(())
    }

    /// The public key of a house's log, in the form of signed notes.
    pub fn public_key(&self, house: HouseId) -> Option<String> {
        self.key_of(house).map(|known| known.1.public().text())
    }

    fn key_of(&self, house: HouseId) -> Option<Arc<(Origin, SigningKey)>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).get(&house).cloned()
    }

    /// The checkpoints that were published.
    pub const fn log(&self) -> &Arc<CheckpointLog> {
        &self.log
    }

    /// Signs the head of a house, unless the latest checkpoint has it already. Returns whether it signed.
    ///
    /// # Errors
    /// When the head cannot be read, or the checkpoint cannot be stored.
    pub fn sign(&self, house: HouseId) -> Result<bool, ServeError> {
        let Some(known) = self.key_of(house) else { return Ok(false) };
        let (origin, key) = &*known;
        let Some(head) = self.store.head(house).map_err(failed)? else { return Ok(false) };
        let latest = self.log.latest(house)?;
        if latest.is_some_and(|latest| {
            (latest.incarnation, latest.sequence) == (origin.incarnation, head.sequence)
        }) {
            return Ok(false);
        }
        let checkpoint = Checkpoint { origin: *origin, sequence: head.sequence, hash: head.hash };
        self.log.add(&key.sign(checkpoint), &key.public(), wall())?;
        Ok(true)
    }

    fn sign_all(&self) {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let houses: Vec<HouseId> = keys.keys().copied().collect();
        drop(keys);
        houses.into_iter().for_each(|house| self.sign_and_report(house));
    }

    fn sign_and_report(&self, house: HouseId) {
        if !self.is_owned(house) {
            // The node that owns it raises the alarm where nothing is signed.
            return set_last_checkpoint(house, wall());
        }
        match self.sign(house) {
            Ok(_) if self.key_of(house).is_some() => set_last_checkpoint(house, wall()),
            Ok(_) => {}
            Err(error) => tracing::error!(house = house.0, %error, "the checkpoint cannot be signed"),
        }
    }

    /// Signs until the server stops, and once more when it has stopped. Nothing waits for it.
    pub(crate) async fn run(
        self: Arc<Self>,
        mut due: mpsc::Receiver<HouseId>,
        mut stop: watch::Receiver<bool>,
    ) {
        let mut minute = tokio::time::interval(CHECKPOINT_EVERY);
        minute.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let signer = Arc::clone(&self);
            let signed = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                _ = minute.tick() => tokio::task::spawn_blocking(move || signer.sign_all()),
                Some(house) = due.recv() => tokio::task::spawn_blocking(move || signer.sign_and_report(house)),
            };
            drop(signed.await);
        }
    }

    /// Signs the last heads, when the houses are closed.
    pub(crate) fn finish(&self) {
        self.sign_all();
    }
}
