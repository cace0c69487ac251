//! Restoring a copy as a new data folder. The houses in it begin a new incarnation before anybody can open them.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_rules::book::Shelf;

use super::backup::{BackupOptions, check_folders, copy_checkpoints, prove};
use super::manifest::{CopiedHouse, CopyManifest};
use super::secrets;
use crate::config::{ClockTrust, Config};
use crate::dealing::KeyFile;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::installation::{Installation, RestoredHouse};
use crate::sealed_secrets::{Passphrase, SECRETS_FILE};

/// How a copy is restored.
#[derive(Default)]
pub struct RestoreOptions {
    /// The passphrase of its secrets.
    pub secrets: Option<Passphrase>,
    /// Whether the houses get a new key, because the old one is lost or stays with the original.
    pub new_key: bool,
    /// Whether the operator states that the original no longer exists. Only then are the seeds of open rounds revealed.
    pub original_gone: bool,
    /// Whether the copy is only read back, and not replayed too.
    pub quick: bool,
    /// Whether the system clock is believed although it is far ahead of the last entry, as it is with an old copy.
    pub accept_clock: bool,
}

/// Restores a copy as a new data folder.
///
/// # Errors
/// When the copy is not sound, its secrets do not open, or the folder already contains a house. Then a folder that the
/// restore has made is removed. A folder in which a restore did not finish cannot be served.
pub fn restore(
    from: &Path,
    data: &Path,
    options: &RestoreOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<CopiedHouse>, ServeError> {
    if options.new_key && options.secrets.is_some() {
        return Err(ServeError("the key comes from the secrets or is new, not both".to_owned()));
    }
    let is_new = !data.exists();
    check_folders(from, data)?;
    fill(from, data, options, shelf, report).inspect_err(|_| {
        if is_new {
            drop(std::fs::remove_dir_all(data));
        }
    })
}

/// Fills the folder. The secrets come first: a wrong passphrase is known before the long work.
fn fill(
    from: &Path,
    data: &Path,
    options: &RestoreOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<CopiedHouse>, ServeError> {
    let manifest = CopyManifest::read(from)?;
    folder::begin_work(data, "a restore")?;
    restore_secrets(from, data, options)?;
    report("copying the journals");
    croupier_store::restore_folder(from, data).map_err(failed)?;
    copy_checkpoints(from, data)?;
    folder::copy_demo_marks(from, data)?;
    let quick = BackupOptions { quick: options.quick, ..BackupOptions::default() };
    let houses = prove(data, &quick, shelf, report)?;
    if manifest.is_some_and(|manifest| manifest.houses != houses) {
        return Err(ServeError("the journals are not those that the copy's manifest names".to_owned()));
    }
    report("beginning a new incarnation of every house");
    begin_incarnations(data, options, shelf, report)?;
    folder::end_work(data)?;
    Ok(houses)
}

fn restore_secrets(from: &Path, data: &Path, options: &RestoreOptions) -> Result<(), ServeError> {
    match &options.secrets {
        Some(passphrase) => secrets::unpack(from, data, passphrase)?,
        None if !from.join(SECRETS_FILE).exists() => secrets::copy_clear(from, data)?,
        None => {}
    }
    if options.new_key {
        KeyFile::create(data).map_err(ServeError)?;
    }
    Ok(())
}

/// Begins the new incarnations. The last checkpoint that is known of each house is named in its journal.
fn begin_incarnations(
    data: &Path,
    options: &RestoreOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    let clock = if options.accept_clock { ClockTrust::Accept } else { ClockTrust::default() };
    let config = Config { data: data.to_owned(), clock, ..Config::default() };
    let installation = Installation::open_offline(config, shelf)?;
    let numbers: Vec<HouseId> = installation.houses.iter().map(|(id, _)| *id).collect();
    for house in &numbers {
        let restored = RestoredHouse { original_gone: options.original_gone, loss: None };
        installation.begin_incarnation(*house, &restored, options.new_key)?;
    }
    for house in numbers {
        installation.put_snapshot(house, report)?;
    }
    installation.close_offline();
    Ok(())
}
