//! Backup and restore of a data folder. Every copy is read back and compared.

use std::path::Path;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::{Entry, Hash, JournalError};
use croupier_house::ledger::Ledger;
use croupier_house::store::{HouseHead, StoreError, StoredEntry};
use croupier_store::{HEAD_FILE, JournalReader, SqliteStore, StoreOptions};
use rustc_hash::FxHashMap;

use crate::actor::{check_balances, describe_place};
use crate::error::{ServeError, failed};
use crate::folder;
use crate::sessions::Accounts;

/// The databases of a data folder.
const JOURNAL: &str = "journal.db";
const ACCOUNTS: &str = "accounts.db";

/// The summary of a copy: its size, and a digest of its journals and balances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupSummary {
    /// The number of entries in all journals.
    pub entries: u64,
    /// The digest.
    pub digest: String,
}

/// The digest of the journals of a folder. They are read as for opening a house: every entry with its hash, its position in the
/// chain and its transactions.
///
/// # Errors
/// When it cannot be read, or is damaged.
fn digest(store: &JournalReader) -> Result<BackupSummary, ServeError> {
    let mut hasher = blake3::Hasher::new();
    let mut entries = 0;
    for id in store.houses().map_err(failed)? {
        let mut chains = Chains::new(id);
        let mut each = |stored: StoredEntry| {
            entries += 1;
            hasher.update(&stored.stream.number().to_le_bytes()).update(&stored.version.to_le_bytes());
            hasher.update(&stored.hash).update(&stored.bytes);
            chains.take(stored)
        };
        store.read_all(id, &mut each).map_err(|error| damaged(id, &error))?;
        let balances = store.balances(id).map_err(failed)?;
        check_balances(&chains.ledger, &balances).map_err(|error| damaged(id, &error))?;
        for (account, minor) in balances {
            hasher.update(&account.to_le_bytes()).update(&minor.to_le_bytes());
        }
    }
    Ok(BackupSummary { entries, digest: hasher.finalize().to_hex().to_string() })
}

fn damaged(house: HouseId, error: &dyn std::fmt::Display) -> ServeError {
    ServeError(format!("the journal of house {} is damaged: {error}", house.0))
}

/// The heads of a house's journals as far as they have been read, and its ledger.
struct Chains {
    heads: FxHashMap<StreamId, (u64, Hash)>,
    last: HouseHead,
    ledger: Ledger,
}

impl Chains {
    fn new(house: HouseId) -> Self {
        Self { heads: FxHashMap::default(), last: HouseHead::default(), ledger: Ledger::new(house) }
    }

    fn take(&mut self, stored: StoredEntry) -> Result<(), StoreError> {
        let StoredEntry { stream, version, sequence, bytes, hash } = stored;
        let fault = |why: &dyn std::fmt::Display| {
            StoreError::Damaged(describe_place(stream, version, &why.to_string()))
        };
        let entry = Entry::read(stream, sequence, bytes).map_err(|error| fault(&error))?;
        let (before, prev) = self.heads.get(&stream).copied().unwrap_or_default();
        if version != before + 1 || entry.body.version != version {
            return Err(fault(&JournalError::Version { due: before + 1, found: entry.body.version }));
        }
        let prev = if entry.is_of_first_format() { prev } else { self.last.hash };
        if entry.body.prev != prev || entry.hash != hash {
            return Err(fault(&JournalError::Chain(version)));
        }
        if sequence != self.last.sequence + 1 {
            return Err(fault(&JournalError::Sequence { due: self.last.sequence + 1, found: sequence }));
        }
        self.last = HouseHead { sequence, hash };
        self.ledger.post(&entry.body.ledger).map_err(|why| fault(&JournalError::Ledger(version, why)))?;
        self.heads.insert(stream, (version, hash));
        Ok(())
    }
}

/// Copies a data folder to a new one. Its houses may be open meanwhile.
///
/// # Errors
/// When it cannot be read, or the copy cannot be written.
pub fn backup(data: &Path, to: &Path) -> Result<BackupSummary, ServeError> {
    check_folders(data, to)?;
    croupier_store::backup_folder(data, to).map_err(failed)?;
    let accounts = Accounts::open(&data.join(ACCOUNTS)).map_err(failed)?;
    accounts.backup(&to.join(ACCOUNTS)).map_err(failed)?;
    copy_files(data, to)?;
    digest_of_copy(to)
}

/// Restores a copy as a new data folder.
///
/// # Errors
/// When the copy is damaged, or the folder already contains a house.
pub fn restore(from: &Path, data: &Path) -> Result<BackupSummary, ServeError> {
    check_folders(from, data)?;
    croupier_store::restore_folder(from, data).map_err(failed)?;
    croupier_store::restore(&from.join(ACCOUNTS), &data.join(ACCOUNTS)).map_err(failed)?;
    copy_files(from, data)?;
    let restored = digest_of_copy(data)?;
    if digest(&open(from)?)? != restored {
        return Err(ServeError("the restored folder differs from the copy".to_owned()));
    }
    Ok(restored)
}

fn open(folder: &Path) -> Result<JournalReader, ServeError> {
    JournalReader::open(folder).map_err(failed)
}

/// Migrates a copy of a folder of an earlier version, so that it can be read back.
fn migrate_copy(folder: &Path) -> Result<(), ServeError> {
    if JournalReader::open(folder).is_ok() {
        return Ok(());
    }
    SqliteStore::open(folder, StoreOptions::default()).map(drop).map_err(failed)
}

/// Checks that the source contains a house and the target does not. The target is created.
fn check_folders(from: &Path, to: &Path) -> Result<(), ServeError> {
    if to.join(JOURNAL).exists() {
        return Err(ServeError(format!("{} already contains a house", to.display())));
    }
    if !from.join(JOURNAL).exists() {
        return Err(ServeError(format!("{} does not contain a house", from.display())));
    }
    folder::make(to)
}

/// Copies the key file and the marker files of demo houses.
fn copy_files(from: &Path, to: &Path) -> Result<(), ServeError> {
    let names = std::fs::read_dir(from).map_err(failed)?;
    for name in names.filter_map(|entry| entry.ok()?.file_name().into_string().ok()) {
        if name.starts_with("demo-") || is_key(&name) {
            std::fs::copy(from.join(&name), to.join(&name)).map_err(failed)?;
        }
    }
    Ok(())
}

/// Reads a copy back, and removes it if it is damaged.
fn digest_of_copy(folder: &Path) -> Result<BackupSummary, ServeError> {
    migrate_copy(folder)?;
    let copy = open(folder)?;
    digest(&copy).inspect_err(|_| remove(copy, folder))
}

/// Removes a damaged copy, so that nobody relies on it.
fn remove(copied: JournalReader, folder: &Path) {
    drop(copied);
    for name in [JOURNAL, "journal.db-wal", "journal.db-shm", HEAD_FILE] {
        drop(std::fs::remove_file(folder.join(name)));
    }
}

/// Whether a file is a key file.
fn is_key(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "key")
}
