//! Examining a data folder. Nothing is changed, and its houses may be open meanwhile.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_house::store::Store;
use croupier_rules::book::Shelf;
use croupier_store::{HeadFile, JournalReader, verify};

use super::beside::Beside;
use super::files;
use super::house::examine_house;
use super::report::{DoctorPart, DoctorReport, Remedy};
use crate::checkpoints::{CHECKPOINTS_FILE, CheckpointLog};
use crate::clock::wall;
use crate::copies::MANIFEST_FILE;
use crate::dealing::KeyFile;
use crate::error::{ServeError, failed};
use crate::folder;

/// Examines a data folder.
///
/// # Errors
/// When the folder has no journals, so that there is nothing to examine.
pub fn examine(data: &Path, shelf: &'static Shelf) -> Result<DoctorReport, ServeError> {
    if !data.join("journal.db").exists() {
        folder::check_store(data, false)?;
        return Err(ServeError(format!("{} does not contain a house", data.display())));
    }
    let mut report = DoctorReport::default();
    if let Some(what) = folder::unfinished_work(data) {
        report.find(None, DoctorPart::Folder, format!("{what} did not finish"), Remedy::Finish);
    }
    if data.join(MANIFEST_FILE).exists() {
        report.find(None, DoctorPart::Folder, "it is a copy, not a data folder", Remedy::RestoreCopy);
    }
    files::permissions(data, &mut report)?;
    files::databases(data, &mut report);
    let numbers = match houses(data) {
        Ok(numbers) => numbers,
        Err(error) => {
            report.find(None, DoctorPart::Entries, error, Remedy::RestoreCopy);
            return Ok(report);
        }
    };
    let beside = beside(data);
    for house in numbers {
        let open = || JournalReader::open(data).map(|reader| Box::new(reader) as Box<dyn Store>);
        match verify(data, house, wall()) {
            Ok(verified) => examine_house(&verified, &open, &beside, shelf, &mut report),
            Err(error) => report.find(Some(house.0), DoctorPart::Entries, error, Remedy::RestoreCopy),
        }
    }
    Ok(report)
}

/// What is beside the journals of a folder.
fn beside(data: &Path) -> Beside<'_> {
    Beside {
        key: Some(KeyFile::read(data)),
        has_account: Box::new(move |house, handle| files::has_account(data, house, handle)),
        checkpoints: Box::new(move || match data.join(CHECKPOINTS_FILE).exists() {
            true => CheckpointLog::open(data).map(Some),
            false => Ok(None),
        }),
        lost_checkpoints: Remedy::BeginAnew,
    }
}

/// The houses that have entries, or that the head file knows.
fn houses(data: &Path) -> Result<Vec<HouseId>, ServeError> {
    let reader = JournalReader::open(data).map_err(failed)?;
    let mut all = reader.houses().map_err(failed)?;
    if let Ok(Some(file)) = HeadFile::open(data) {
        all.extend(file.heads().iter().map(|(house, _)| *house));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}
