//! Signing the trees of the houses: once a minute, and when a table closes.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use croupier_fair::HouseKey;
use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, Store, StoreError, StoredEntry};
use croupier_store::LogTree;
use croupier_transparency::{Checkpoint, LogForm, Origin, SignedCheckpoint, SigningKey};
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, watch};
use tokio::time::MissedTickBehavior;

use super::house_signature::signing_key;
use super::log::{CheckpointLog, PublishedCheckpoint};
use crate::clock::wall;
use crate::error::{ServeError, failed};
use crate::telemetry::set_last_checkpoint;

/// How often heads are signed.
pub const CHECKPOINT_EVERY: Duration = Duration::from_mins(1);

/// The maximum number of houses that wait for a checkpoint out of turn. A house that finds no room is signed at the
/// next minute.
pub(crate) const DUE_MAX: usize = 64;

/// The maximum time to wait for the tree of a house. One that is behind is signed as far as it is.
const TREE_WAIT: Duration = Duration::from_secs(5);

/// The first byte of an entry of the format that has no salt. A log ends with none of them: the proof that a later tree
/// extends it could show the hash of its last entry, from which the entry could be guessed.
pub(crate) const WITHOUT_SALT: u8 = 1;

/// How much of a house is signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    /// All that is stored: something has just ended.
    All,
    /// An even number of entries, unless the last one has waited for a turn already. Proofs between even sizes consist of no
    /// hash of a single entry, so that a round that is played withholds none of them.
    Pairs,
}

/// Signs the trees of the houses of a data folder and stores the checkpoints.
pub struct CheckpointSigner {
    log: Arc<CheckpointLog>,
    store: Arc<dyn Store>,
    tree: Arc<LogTree>,
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
    Ok(first.first().map(|entry| Origin::new(house.0, incarnation, &entry.hash)))
}

impl CheckpointSigner {
    /// A signer without houses.
    pub fn new(log: Arc<CheckpointLog>, store: Arc<dyn Store>, tree: Arc<LogTree>) -> Self {
        Self { log, store, tree, keys: RwLock::default(), owned: RwLock::default() }
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
            let key = signing_key(key, origin).map_err(failed)?;
            let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
            keys.insert(house, Arc::new((origin, key)));
        }
        Ok(())
    }

    /// The public key of a house's log, in the form of signed notes.
    pub fn public_key(&self, house: HouseId) -> Option<String> {
        self.key_of(house).map(|known| known.1.public(LogForm::Tree).text())
    }

    fn key_of(&self, house: HouseId) -> Option<Arc<(Origin, SigningKey)>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).get(&house).cloned()
    }

    /// The checkpoints that were published.
    pub const fn log(&self) -> &Arc<CheckpointLog> {
        &self.log
    }

    /// The trees of which the checkpoints are.
    pub const fn tree(&self) -> &Arc<LogTree> {
        &self.tree
    }

    /// Signs everything that a house has stored, unless the latest checkpoint has it already. Returns whether it signed.
    ///
    /// # Errors
    /// When the tree cannot be read, or the checkpoint cannot be stored.
    pub fn sign(&self, house: HouseId) -> Result<bool, ServeError> {
        self.sign_extent(house, Extent::All)
    }

    fn sign_extent(&self, house: HouseId, extent: Extent) -> Result<bool, ServeError> {
        let Some(known) = self.key_of(house) else { return Ok(false) };
        let (origin, key) = &*known;
        let Some(head) = self.store.head(house).map_err(failed)? else { return Ok(false) };
        let latest = self.log.latest(house)?.map(|latest| signed_size(*origin, &latest)).transpose()?;
        let latest = latest.flatten().unwrap_or(0);
        let reached = self.reached(house, head)?;
        let pairs = reached - reached % 2;
        let size = if extent == Extent::Pairs && pairs > latest { pairs } else { reached };
        if size <= latest {
            return Ok(false);
        }
        let last = self.entry_at(house, size)?;
        if last.bytes.first() == Some(&WITHOUT_SALT) {
            return Ok(false);
        }
        let root = Some(self.tree.root(house, size).map_err(failed)?);
        let signed = key.sign(Checkpoint { origin: *origin, sequence: size, hash: last.hash, root });
        self.log.add(&signed, &key.public(LogForm::Tree), wall())?;
        Ok(true)
    }

    /// The size that the tree of a house has reached.
    fn reached(&self, house: HouseId, head: HouseHead) -> Result<u64, ServeError> {
        match self.tree.wait_for(house, head.sequence, TREE_WAIT) {
            Ok(()) => Ok(head.sequence),
            // The tree of an old house is being made.
            Err(StoreError::Behind { indexed, .. }) => Ok(indexed),
            Err(error) => Err(failed(error)),
        }
    }

    fn entry_at(&self, house: HouseId, sequence: u64) -> Result<StoredEntry, ServeError> {
        let entries = self.store.entries(house, sequence, 1).map_err(failed)?;
        let entry = entries.into_iter().next().filter(|entry| entry.sequence == sequence);
        entry.ok_or_else(|| ServeError(format!("entry {sequence} cannot be read")))
    }

    fn sign_all(&self, extent: Extent) {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let houses: Vec<HouseId> = keys.keys().copied().collect();
        drop(keys);
        houses.into_iter().for_each(|house| self.sign_and_report(house, extent));
    }

    fn sign_and_report(&self, house: HouseId, extent: Extent) {
        if !self.is_owned(house) {
            // The node that owns it raises the alarm where nothing is signed.
            return set_last_checkpoint(house, wall());
        }
        match self.sign_extent(house, extent) {
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
                _ = minute.tick() => tokio::task::spawn_blocking(move || signer.sign_all(Extent::Pairs)),
                Some(house) = due.recv() => tokio::task::spawn_blocking(move || signer.sign_and_report(house, Extent::All)),
            };
            drop(signed.await);
        }
    }

    /// Signs the last heads, when the houses are closed.
    pub(crate) fn finish(&self) {
        self.sign_all(Extent::All);
    }
}

/// The size of a published checkpoint; `None` if it is of another log, such as that of an earlier incarnation.
fn signed_size(origin: Origin, latest: &PublishedCheckpoint) -> Result<Option<u64>, ServeError> {
    let signed: SignedCheckpoint = latest.note.parse().map_err(failed)?;
    let is_of_log = (signed.checkpoint.origin, signed.checkpoint.form()) == (origin, LogForm::Tree);
    Ok(is_of_log.then_some(signed.checkpoint.sequence))
}
