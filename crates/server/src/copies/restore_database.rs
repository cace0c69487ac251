//! Restoring a copy into an empty database: first as a new incarnation in a folder, then moved from there.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_house::store::Store;
use croupier_postgres::PostgresReader;
use croupier_rules::book::Shelf;
use croupier_store::JournalReader;

use super::backup::{JOURNAL, check_source};
use super::manifest::{CopiedHouse, CopyManifest};
use super::restore_folder::{RestoreOptions, restore_folder};
use crate::config::StoreAddress;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::migration::{MigrationRequest, migrate};

/// The folder in the data folder that a copy is restored into before its houses are moved into the database.
const RESTORED: &str = "restored";

/// Restores a copy into an empty database. What an interruption has left is used again when the command is repeated.
pub(super) fn restore_database(
    from: &Path,
    data: &Path,
    address: &StoreAddress,
    options: &RestoreOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<CopiedHouse>, ServeError> {
    check_source(from)?;
    folder::check_store(data, true)?;
    folder::make(data)?;
    let restored = data.join(RESTORED);
    let houses = match restored_before(from, &restored)? {
        Some(houses) => {
            report("the copy was restored before: its houses are moved into the database");
            houses
        }
        None => {
            check_empty(address)?;
            remove(&restored)?;
            restore_folder(from, &restored, options, shelf, report)?
        }
    };
    let request = MigrationRequest {
        from: restored.clone(),
        from_store: None,
        to: data.to_owned(),
        to_store: Some(address.clone()),
    };
    migrate(&request, shelf, report)?;
    remove(&restored)?;
    Ok(houses)
}

fn check_empty(address: &StoreAddress) -> Result<(), ServeError> {
    match PostgresReader::houses_at(address.text()).map_err(failed)?.first() {
        None => Ok(()),
        Some(house) => Err(ServeError(format!(
            "the database has house {} already: name an empty one. To begin a new incarnation of what is in it, use --in-place",
            house.0
        ))),
    }
}

/// The houses of a copy that is restored in this folder already; `None` where it is not, or not wholly.
fn restored_before(from: &Path, restored: &Path) -> Result<Option<Vec<CopiedHouse>>, ServeError> {
    if !restored.join(JOURNAL).exists() || folder::unfinished_work(restored).is_some() {
        return Ok(None);
    }
    let other = || {
        ServeError(format!(
            "{} has another copy, whose restore was interrupted: remove it, and name an empty database",
            restored.display()
        ))
    };
    let manifest = CopyManifest::read(from)?.ok_or_else(other)?;
    let journals = JournalReader::open(restored).map_err(failed)?;
    for copied in &manifest.houses {
        let entry = journals.entries(HouseId(copied.house), copied.sequence, 1).map_err(failed)?;
        let hash = entry.first().map(|entry| blake3::Hash::from_bytes(entry.hash).to_hex().to_string());
        if hash.as_ref() != Some(&copied.hash) {
            return Err(other());
        }
    }
    Ok(Some(manifest.houses))
}

/// Removes the folder, which has a key and passwords in the clear.
fn remove(restored: &Path) -> Result<(), ServeError> {
    match std::fs::remove_dir_all(restored) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(ServeError(format!("cannot remove {}: {error}", restored.display())))
        }
        _ => Ok(()),
    }
}
