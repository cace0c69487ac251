//! `croupier migrate`: moves the houses of a data folder into a database, or back, and proves that both have the same.
//!
//! `end` opens a data folder with its journals, here or in a database; `journals` copies entries with what follows from
//! them; `tables` copies accounts and checkpoints; `proof` compares. What was copied before an interruption is not copied
//! again.

mod end;
mod journals;
mod proof;
mod tables;

use std::path::PathBuf;

use croupier_rules::book::Shelf;

use crate::config::StoreAddress;
use crate::copies::MANIFEST_FILE;
use crate::error::{ServeError, failed};
use crate::folder;
use end::MigrationEnd;
pub(crate) use journals::copy_to;
pub use proof::ProvedHouse;
pub(crate) use tables::copy_published;

/// What is moved where.
#[derive(Clone, Debug)]
pub struct MigrationRequest {
    /// The data folder of the houses.
    pub from: PathBuf,
    /// The database that has their journals, if one has.
    pub from_store: Option<StoreAddress>,
    /// The data folder that they move to.
    pub to: PathBuf,
    /// The database that gets their journals, if one does.
    pub to_store: Option<StoreAddress>,
}

/// What the mark of a folder says while houses are moved into it.
const WORK: &str = "a migration";

/// Moves houses. Where they were, they cannot be served any more.
///
/// # Errors
/// When a server uses them, something cannot be read or written, or both are not equal in the end. Then they are served
/// where they were, and a repetition goes on where this stopped.
pub fn migrate(
    request: &MigrationRequest,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<ProvedHouse>, ServeError> {
    check(request)?;
    folder::make(&request.to)?;
    let (from_lock, to_lock) = (folder::lock(&request.from)?, folder::lock(&request.to)?);
    let from = MigrationEnd::open(&request.from, request.from_store.as_ref())?;
    let (moved, to_name) = (from.moved_to()?, request.to.display().to_string());
    if !moved.is_empty() && moved != to_name {
        return Err(ServeError(format!(
            "the houses of {} were moved to {moved} before: two places must not deal the same house",
            request.from.display()
        )));
    }
    begin(request)?;
    let to = MigrationEnd::open(&request.to, request.to_store.as_ref())?;
    let houses = from.store().houses().map_err(failed)?;
    if houses.is_empty() {
        return Err(ServeError(format!("{} does not contain a house", request.from.display())));
    }
    if let Some(stranger) =
        to.store().houses().map_err(failed)?.into_iter().find(|house| !houses.contains(house))
    {
        return Err(ServeError(format!("there is a house {} already where they are to go", stranger.0)));
    }
    from.check()?;
    to.begin(WORK)?;
    from.own(&houses, report)?;
    to.own(&houses, report)?;
    let mut proved = Vec::new();
    for house in &houses {
        journals::copy(&from, &to, *house, report)?;
        tables::copy_checkpoints(&from, &to, *house)?;
    }
    tables::copy(&from, &to)?;
    end::copy_key(&request.from, &request.to)?;
    end::copy_demo_marks(&from, &to, &houses)?;
    for house in &houses {
        proved.push(proof::prove(&from, &to, *house, shelf, report)?);
    }
    from.close(&request.to)?;
    to.finish()?;
    drop((from_lock, to_lock));
    Ok(proved)
}

fn check(request: &MigrationRequest) -> Result<(), ServeError> {
    let MigrationRequest { from, from_store, to, to_store } = request;
    if from_store.is_some() == to_store.is_some() {
        return Err(ServeError(
            "name one database: --to-store moves the houses of a folder into it, --from-store out of it"
                .to_owned(),
        ));
    }
    if from == to {
        return Err(ServeError("name another folder to move to: what is there stays as a copy".to_owned()));
    }
    if !from.exists() {
        return Err(ServeError(format!("{} does not contain a house", from.display())));
    }
    if from.join(MANIFEST_FILE).exists() {
        return Err(ServeError(format!(
            "{} is a copy: restore it first, as a new incarnation",
            from.display()
        )));
    }
    if let Some(work) = folder::unfinished_work(from) {
        return Err(ServeError(format!("{work} of {} did not finish", from.display())));
    }
    folder::check_store(from, from_store.is_some())
}

/// Marks the folder that houses are moved into, or recognises the mark of a migration that was interrupted.
fn begin(request: &MigrationRequest) -> Result<(), ServeError> {
    let to = &request.to;
    match folder::unfinished_work(to) {
        Some(work) if work == WORK => return Ok(()),
        Some(work) => return Err(ServeError(format!("{work} of {} did not finish", to.display()))),
        None => {}
    }
    if to.join(croupier_store::JOURNAL_FILE).exists() || to.join(folder::STORE_MARK).exists() {
        return Err(ServeError(format!("{} has houses already: name a new folder", to.display())));
    }
    folder::begin_work(to, WORK)
}
