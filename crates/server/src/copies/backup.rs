//! Copying the houses of a data folder or a database while they work. The copy is one consistent picture, and is read back before anybody
//! relies on it.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_house::store::Store;
use croupier_rules::book::Shelf;
use croupier_store::{SqliteStore, StoreOptions, remove_caches};
use rusqlite::{Connection, OpenFlags};

use super::database::CopiedDatabase;
use super::manifest::{CopiedHouse, CopyManifest, MANIFEST_FILE, SecretsState};
use super::secrets;
use crate::actor::replay_house;
use crate::checkpoints::CHECKPOINTS_FILE;
use crate::clock::wall;
use crate::config::StoreAddress;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::sealed_secrets::{Passphrase, SECRETS_FILE, SecretFile};

/// The journals in a data folder.
pub(crate) const JOURNAL: &str = "journal.db";

/// What a copy shall contain, and how it is proved.
#[derive(Default)]
pub struct BackupOptions {
    /// The database that has the journals; without one, they are in the data folder.
    pub store: Option<StoreAddress>,
    /// The passphrase for the secrets; without one they stay behind.
    pub secrets: Option<Passphrase>,
    /// Whether the copy is only read back, and not replayed too.
    pub quick: bool,
}

/// The summary of a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupSummary {
    /// The houses, with the end of their journals.
    pub houses: Vec<CopiedHouse>,
    /// The number of entries in all journals.
    pub entries: u64,
    /// The size of the copy, in bytes.
    pub bytes: u64,
    /// Where its secrets are.
    pub secrets: SecretsState,
}

/// Copies the houses of a data folder, or of the database that it belongs to, to a new folder. They may be open meanwhile; nothing
/// there is changed. `report` gets a line for each step.
///
/// # Errors
/// When they cannot be read, the copy cannot be written, or the copy is not sound. Then it is removed.
pub fn backup(
    data: &Path,
    to: &Path,
    options: &BackupOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<BackupSummary, ServeError> {
    if options.store.is_none() {
        check_source(data)?;
    }
    folder::check_store(data, options.store.is_some())?;
    make_target(to)?;
    copy(data, to, options, shelf, report).inspect_err(|_| remove(to))
}

fn copy(
    data: &Path,
    to: &Path,
    options: &BackupOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<BackupSummary, ServeError> {
    let secrets = match &options.store {
        None => copy_folder(data, to, options, report)?,
        Some(address) => copy_database(data, address, to, options, report)?,
    };
    let secrets = match (secrets, &options.secrets) {
        (Some(files), Some(passphrase)) => {
            let bytes = secrets::pack(&files, to, passphrase)?;
            report(&format!("encrypted the secrets, {}", in_words(bytes)));
            SecretsState::Sealed
        }
        _ => SecretsState::LeftBehind,
    };
    let houses = prove(to, options, shelf, report)?;
    CopyManifest::new(wall(), houses.clone(), secrets).write(to)?;
    let entries = houses.iter().map(|house| house.sequence).sum();
    Ok(BackupSummary { houses, entries, bytes: size_of(to)?, secrets })
}

/// Copies what is in a data folder. Returns the secrets, if they are wanted.
fn copy_folder(
    data: &Path,
    to: &Path,
    options: &BackupOptions,
    report: &mut dyn FnMut(&str),
) -> Result<Option<Vec<SecretFile>>, ServeError> {
    report(&format!("copying the journals, {}", in_words(journal_size(data)?)));
    croupier_store::backup_folder(data, to).map_err(failed)?;
    copy_checkpoints(data, to)?;
    folder::copy_demo_marks(data, to)?;
    options.secrets.as_ref().map(|_| secrets::collect(data)).transpose()
}

/// Copies what is in a database. Returns the secrets, if they are wanted: the house key is in the data folder of each node.
fn copy_database(
    data: &Path,
    address: &StoreAddress,
    to: &Path,
    options: &BackupOptions,
    report: &mut dyn FnMut(&str),
) -> Result<Option<Vec<SecretFile>>, ServeError> {
    let database = CopiedDatabase::open(address)?;
    // A missing key is known before the long work.
    let secrets = options.secrets.as_ref().map(|_| database.secrets(data)).transpose()?;
    database.copy(to, report)?;
    Ok(secrets)
}

/// Reads the copy back: every entry with its hash and place, and all that follows from the entries. Then every house is
/// replayed, because a journal whose bytes are whole may still not be one that a house can open.
pub(super) fn prove(
    folder: &Path,
    options: &BackupOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<CopiedHouse>, ServeError> {
    let store = SqliteStore::open(folder, StoreOptions::default()).map_err(failed)?;
    let houses = store.houses().map_err(failed)?;
    let mut copied = Vec::new();
    for house in houses {
        report(&format!("reading back house {}", house.0));
        let verified = croupier_store::verify(folder, house, wall()).map_err(failed)?;
        if let Some(first) = verified.findings.first() {
            return Err(damaged(house, &format!("{}: {}", first.part.name(), first.text)));
        }
        if !options.quick {
            report(&format!("replaying house {}: {} entries", house.0, verified.entries));
            replay_house(house, shelf, &store).map_err(|error| damaged(house, &error))?;
        }
        let hash = blake3::Hash::from_bytes(verified.head.hash).to_hex().to_string();
        copied.push(CopiedHouse { house: house.0, sequence: verified.head.sequence, hash });
    }
    drop(store);
    remove_caches(folder).map_err(failed)?;
    Ok(copied)
}

fn damaged(house: HouseId, error: &dyn std::fmt::Display) -> ServeError {
    ServeError(format!("the journal of house {} is damaged: {error}", house.0))
}

/// Copies the checkpoints that were published.
pub(super) fn copy_checkpoints(from: &Path, to: &Path) -> Result<(), ServeError> {
    let path = from.join(CHECKPOINTS_FILE);
    if !path.exists() {
        return Ok(());
    }
    let source = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    croupier_store::backup(&source, &to.join(CHECKPOINTS_FILE)).map_err(failed)
}

/// Checks that a folder contains a house.
pub(super) fn check_source(from: &Path) -> Result<(), ServeError> {
    if from.join(JOURNAL).exists() {
        return Ok(());
    }
    Err(ServeError(format!("{} does not contain a house", from.display())))
}

/// Creates a folder to copy to, which may not contain a house.
pub(super) fn make_target(to: &Path) -> Result<(), ServeError> {
    if to.join(JOURNAL).exists() || to.join(MANIFEST_FILE).exists() {
        return Err(ServeError(format!("{} already contains a house", to.display())));
    }
    folder::make(to)
}

/// Removes a copy that is not sound, so that nobody relies on it.
fn remove(folder: &Path) {
    let names = ["journal.db", "index.db", CHECKPOINTS_FILE].into_iter();
    let names =
        names.flat_map(|name| ["", "-wal", "-shm", "-journal"].map(|ending| format!("{name}{ending}")));
    let others = [croupier_store::HEAD_FILE, SECRETS_FILE, MANIFEST_FILE].map(ToOwned::to_owned);
    for name in names.chain(others) {
        drop(std::fs::remove_file(folder.join(name)));
    }
}

/// The size of the database of journals with its log, which holds the latest entries.
fn journal_size(data: &Path) -> Result<u64, ServeError> {
    let database = std::fs::metadata(data.join(JOURNAL)).map_err(failed)?.len();
    let log = std::fs::metadata(data.join(format!("{JOURNAL}-wal"))).map_or(0, |log| log.len());
    Ok(database + log)
}

fn size_of(folder: &Path) -> Result<u64, ServeError> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        bytes += entry.and_then(|entry| entry.metadata()).map_err(failed)?.len();
    }
    Ok(bytes)
}

/// A size in words.
fn in_words(bytes: u64) -> String {
    const MIB: u64 = 1024 * 1024;
    match bytes {
        0..MIB => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{} MiB", bytes.div_ceil(MIB)),
    }
}
