//! Examining a database, and the data folder of a node on it. Nothing is changed, and nodes may serve its houses meanwhile.

use std::path::Path;
use std::sync::Arc;

use croupier_house::store::{Store, StoreError};
use croupier_postgres::{PostgresCheck, PostgresReader};
use croupier_rules::book::Shelf;
use croupier_store::index::{KnownHouse, KnownStanding, known_houses};

use super::beside::Beside;
use super::cluster::examine_cluster;
use super::files;
use super::house::examine_house;
use super::report::{DoctorPart, DoctorReport, Remedy};
use crate::checkpoints::CheckpointLog;
use crate::clock::wall;
use crate::config::StoreAddress;
use crate::dealing::KeyFile;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::sessions::Accounts;
use crate::storage::{DatabaseState, Tables};

/// Examines the houses of a database. `data` is the data folder of a node; where there is none, its files are not examined.
///
/// # Errors
/// When the database cannot be read or has no tables of this version, or the folder has journals of its own.
pub fn examine_database(
    data: &Path,
    address: &StoreAddress,
    shelf: &'static Shelf,
) -> Result<DoctorReport, ServeError> {
    folder::check_store(data, true)?;
    let check = PostgresCheck::open(address.text()).map_err(failed)?;
    let reader = Arc::new(PostgresReader::open(address.text()).map_err(failed)?);
    let mut report = DoctorReport::default();
    let has_folder = data.exists();
    if has_folder {
        node_files(data, &reader, &mut report)?;
    } else {
        let text = format!("{} does not exist: the files of a node were not examined", data.display());
        report.left_out.push(text);
    }
    let key = has_folder.then(|| KeyFile::read(data));
    work(&reader, key.as_ref(), &mut report)?;
    let beside = Beside {
        key,
        has_account: Box::new(|house, handle| {
            Accounts::at(Tables::Database(reader.tables())).has(house, handle).map_err(failed)
        }),
        checkpoints: Box::new(|| Ok(Some(CheckpointLog::at(Tables::Database(reader.tables()))))),
        lost_checkpoints: Remedy::RestoreCopy,
    };
    for house in check.houses().map_err(failed)? {
        let open = || PostgresReader::open(address.text()).map(|reader| Box::new(reader) as Box<dyn Store>);
        match check.check(house, wall()) {
            Ok(verified) => examine_house(&verified, &open, &beside, shelf, &mut report),
            Err(error @ StoreError::Damaged(_)) => {
                report.find(Some(house.0), DoctorPart::Entries, error, Remedy::RestoreCopy);
            }
            Err(error) => return Err(failed(error)),
        }
    }
    examine_cluster(&check, &mut report)?;
    Ok(report)
}

/// Examines what the database says about its houses as a whole.
fn work(reader: &PostgresReader, key: Option<&KeyFile>, report: &mut DoctorReport) -> Result<(), ServeError> {
    let state = match DatabaseState::read(&Tables::Database(reader.tables())) {
        // Its row is missing: the check of what nodes agree on says so.
        Err(StoreError::Damaged(_)) => return Ok(()),
        read => read.map_err(failed)?,
    };
    if !state.moved.is_empty() {
        let text = format!("its houses were moved: the folder {} has them", state.moved);
        report.find(None, DoctorPart::Database, text, Remedy::ServeElsewhere);
    }
    if !state.unfinished.is_empty() {
        let text = format!("{} did not finish", state.unfinished);
        report.find(None, DoctorPart::Database, text, Remedy::Finish);
    }
    if key.is_some_and(|key| matches!(key, KeyFile::Keys(_)) && !state.fits(key)) {
        let text = "the key of the folder is not the one that the nodes of this database have";
        report.find(None, DoctorPart::HouseKey, text, Remedy::RestoreFile);
    }
    Ok(())
}

/// Examines the data folder of a node: who may read it, its index, and whether the index has seen entries that the database does
/// not have.
fn node_files(data: &Path, reader: &PostgresReader, report: &mut DoctorReport) -> Result<(), ServeError> {
    if let Some(what) = folder::unfinished_work(data) {
        report.find(None, DoctorPart::Folder, format!("{what} did not finish"), Remedy::Finish);
    }
    files::permissions(data, report)?;
    files::index(data, report);
    if report.has(DoctorPart::Index) {
        return Ok(());
    }
    for known in known_houses(data).map_err(failed)? {
        let standing = known.standing(reader).map_err(failed)?;
        if let Some((text, remedy)) = of_standing(&known, standing, reader)? {
            report.find(Some(known.house.0), DoctorPart::Acknowledged, text, remedy);
        }
    }
    Ok(())
}

/// What is wrong with a house that the index of the folder knows, and what can be done.
fn of_standing(
    known: &KnownHouse,
    standing: KnownStanding,
    reader: &PostgresReader,
) -> Result<Option<(String, Remedy)>, ServeError> {
    let seen = known.head.sequence;
    Ok(match standing {
        KnownStanding::Complete | KnownStanding::Restored => None,
        KnownStanding::Foreign => {
            let text = "the index of the folder has seen an incarnation that the database does not have";
            Some((text.to_owned(), Remedy::BeginIncarnation))
        }
        KnownStanding::Rolled => {
            let found = reader.head(known.house).map_err(failed)?.unwrap_or_default().sequence;
            Some(match found < seen {
                true => (
                    format!("the index of the folder has seen entry {seen}, and the journal ends at {found}"),
                    Remedy::AcceptLoss,
                ),
                false => (
                    format!("the index of the folder has seen another entry {seen} than the journal has"),
                    Remedy::BeginIncarnation,
                ),
            })
        }
    })
}
