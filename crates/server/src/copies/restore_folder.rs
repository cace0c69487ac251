//! Restoring a copy as a new data folder. The houses in it begin a new incarnation before anybody can open them.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_rules::book::Shelf;

use super::backup::{BackupOptions, check_source, copy_checkpoints, make_target, prove};
use super::manifest::{CopiedHouse, CopyManifest};
use super::secrets;
use crate::config::{ClockTrust, Config, StoreAddress};
use crate::dealing::KeyFile;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::installation::{Installation, RestoredHouse};
use crate::sealed_secrets::{Passphrase, SECRETS_FILE};

/// What the mark of a folder says meanwhile.
const WORK: &str = "a restore";

/// How a copy is restored.
#[derive(Default)]
pub struct RestoreOptions {
    /// The empty database that gets the journals; without one, they are in the data folder.
    pub store: Option<StoreAddress>,
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

/// Restores a copy as a new data folder that has the journals itself. A folder that this has made is removed if it fails.
pub(super) fn restore_folder(
    from: &Path,
    data: &Path,
    options: &RestoreOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<CopiedHouse>, ServeError> {
    let is_new = !data.exists();
    check_source(from)?;
    make_target(data)?;
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
    folder::begin_work(data, WORK)?;
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
    let config = Config { data: data.to_owned(), ..Config::default() };
    begin_incarnations(config, options, WORK, shelf, report)?;
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
pub(super) fn begin_incarnations(
    config: Config,
    options: &RestoreOptions,
    work: &str,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    let clock = if options.accept_clock { ClockTrust::Accept } else { ClockTrust::default() };
    let installation = Installation::open_offline(Config { clock, ..config }, shelf, work)?;
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
