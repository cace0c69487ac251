//! Copies of a data folder, proved to be the same.

use std::path::Path;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::{Entry, Hash, JournalError};
use croupier_house::ledger::Ledger;
use croupier_house::store::{Store, StoreError, StoredEntry};
use croupier_store::{SqliteStore, StoreOptions};
use rustc_hash::FxHashMap;

use crate::desk::{check_balances, told};
use crate::serve::Unserved;
use crate::sessions::Accounts;

/// A copy: how much it holds, and a digest that only the same journals and balances have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// The entries of all journals.
    pub entries: u64,
    /// The digest.
    pub digest: String,
}

fn failed(error: impl std::fmt::Display) -> Unserved {
    Unserved(error.to_string())
}

/// The digest of all that a store keeps of its houses, read as a house that opens reads it: every entry, its hash, its
/// place in its chain, and what it moved.
///
/// # Errors
/// When it cannot be read, or is not what was once kept.
pub fn digest(store: &SqliteStore) -> Result<Copied, Unserved> {
    let mut hasher = blake3::Hasher::new();
    let mut entries = 0;
    for id in (1..).map(HouseId) {
        if store.version(StreamId { house: id, table: None }).map_err(failed)? == 0 {
            break;
        }
        let mut chains = Chains::new(id);
        let mut each = |kept: StoredEntry| {
            entries += 1;
            hasher.update(&kept.stream.number().to_le_bytes()).update(&kept.version.to_le_bytes());
            hasher.update(&kept.hash).update(&kept.bytes);
            chains.take(kept)
        };
        store.read_all(id, &mut each).map_err(|error| damaged(id, &error))?;
        let balances = store.balances(id).map_err(failed)?;
        check_balances(&chains.ledger, &balances).map_err(|error| damaged(id, &error))?;
        for (account, minor) in balances {
            hasher.update(&account.to_le_bytes()).update(&minor.to_le_bytes());
        }
    }
    Ok(Copied { entries, digest: hasher.finalize().to_hex().to_string() })
}

fn damaged(house: HouseId, error: &dyn std::fmt::Display) -> Unserved {
    Unserved(format!("the journal of house {} is damaged: {error}", house.0))
}

/// The chains of a house's journals as far as they have been read, and its money.
struct Chains {
    heads: FxHashMap<StreamId, (u64, Hash)>,
    ledger: Ledger,
}

impl Chains {
    fn new(house: HouseId) -> Self {
        Self { heads: FxHashMap::default(), ledger: Ledger::new(house) }
    }

    fn take(&mut self, kept: StoredEntry) -> Result<(), StoreError> {
        let StoredEntry { stream, version, bytes, hash } = kept;
        let fault =
            |why: &dyn std::fmt::Display| StoreError::Damaged(told(stream, version, &why.to_string()));
        let entry = Entry::read(stream, bytes).map_err(|error| fault(&error))?;
        let (before, prev) = self.heads.get(&stream).copied().unwrap_or_default();
        if version != before + 1 || entry.body.version != version {
            return Err(fault(&JournalError::Version { due: before + 1, found: entry.body.version }));
        }
        if entry.body.prev != prev || entry.hash != hash {
            return Err(fault(&JournalError::Chain(version)));
        }
        self.ledger.check(&entry.body.ledger).map_err(|why| fault(&JournalError::Ledger(version, why)))?;
        entry.body.ledger.iter().for_each(|transaction| self.ledger.post_unchecked(transaction));
        self.heads.insert(stream, (version, hash));
        Ok(())
    }
}

/// Copies a data folder to a new one; the house may be open.
///
/// # Errors
/// When it cannot be read, or the copy cannot be written.
pub fn backup(data: &Path, to: &Path) -> Result<Copied, Unserved> {
    copy(data, to)
}

/// Brings a copy back as a new data folder.
///
/// # Errors
/// When the copy is damaged, or the folder is there already.
pub fn restore(from: &Path, data: &Path) -> Result<Copied, Unserved> {
    let copied = copy(from, data)?;
    let store = SqliteStore::open(from.join("journal.db"), StoreOptions::default()).map_err(failed)?;
    if digest(&store)? != copied {
        return Err(Unserved("the copy came out different from what was copied".to_owned()));
    }
    Ok(copied)
}

fn copy(from: &Path, to: &Path) -> Result<Copied, Unserved> {
    if to.join("journal.db").exists() {
        return Err(Unserved(format!("{} holds a house already", to.display())));
    }
    if !from.join("journal.db").exists() {
        return Err(Unserved(format!("{} holds no house", from.display())));
    }
    crate::folder::make(to)?;
    let store = SqliteStore::open(from.join("journal.db"), StoreOptions::default()).map_err(failed)?;
    store.backup(&to.join("journal.db")).map_err(failed)?;
    Accounts::open(&from.join("accounts.db"))
        .and_then(|known| known.backup(&to.join("accounts.db")))
        .map_err(failed)?;
    for name in std::fs::read_dir(from)
        .map_err(failed)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
    {
        if name.starts_with("demo-") || is_key(&name) {
            std::fs::copy(from.join(&name), to.join(&name)).map_err(failed)?;
        }
    }
    let copied = SqliteStore::open(to.join("journal.db"), StoreOptions::default()).map_err(failed)?;
    digest(&copied).inspect_err(|_| take_away(copied, to))
}

/// Nobody should rely on a copy of what is damaged.
fn take_away(copied: SqliteStore, folder: &Path) {
    drop(copied);
    for name in ["journal.db", "journal.db-wal", "journal.db-shm"] {
        drop(std::fs::remove_file(folder.join(name)));
    }
}

/// Whether a file holds a key of the house.
fn is_key(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "key")
}
