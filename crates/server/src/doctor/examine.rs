//! Examining a data folder. Nothing is changed, and its houses may be open meanwhile.

use std::path::Path;

use croupier_house::House;
use croupier_house::ids::HouseId;
use croupier_house::store::Store;
use croupier_rules::book::Shelf;
use croupier_store::{HeadFile, HouseCheck, JournalPart, JournalReader, verify};

use super::files;
use super::report::{DoctorPart, DoctorReport, ExaminedHouse, Remedy};
use crate::actor::replay_house;
use crate::checkpoints::{CHECKPOINTS_FILE, CheckpointLog, contradiction, origin_of};
use crate::clock::wall;
use crate::copies::MANIFEST_FILE;
use crate::dealing::{KeyFile, KeyVerdict, last_chain, recognise};
use crate::error::{ServeError, failed};
use crate::folder;

/// Examines a data folder.
///
/// # Errors
/// When the folder has no journals, so that there is nothing to examine.
pub fn examine(data: &Path, shelf: &'static Shelf) -> Result<DoctorReport, ServeError> {
    if !data.join("journal.db").exists() {
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
    let keys = KeyFile::read(data);
    for house in numbers {
        match verify(data, house, wall()) {
            Ok(verified) => journal(data, &verified, &keys, shelf, &mut report),
            Err(error) => report.find(Some(house.0), DoctorPart::Entries, error, Remedy::RestoreCopy),
        }
    }
    Ok(report)
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

/// Reports on the journal of a house, and on what depends on its state.
fn journal(
    data: &Path,
    verified: &HouseCheck,
    keys: &KeyFile,
    shelf: &'static Shelf,
    report: &mut DoctorReport,
) {
    let house = verified.house;
    for finding in &verified.findings {
        let (part, remedy) = of_part(finding.part, &finding.text);
        report.find(Some(house.0), part, &finding.text, remedy);
    }
    if verified.left_out > 0 {
        let more = format!("{} more findings are not listed", verified.left_out);
        report.find(Some(house.0), DoctorPart::Entries, more, Remedy::RestoreCopy);
    }
    let entries_are_whole = !verified.findings.iter().any(|finding| finding.part == JournalPart::Entries);
    let mut examined = ExaminedHouse {
        house: house.0,
        entries: verified.entries,
        hash: blake3::Hash::from_bytes(verified.head.hash).to_hex().to_string(),
        incarnation: None,
    };
    if entries_are_whole {
        match JournalReader::open(data) {
            Err(error) => report.find(Some(house.0), DoctorPart::Entries, error, Remedy::RestoreCopy),
            Ok(reader) => match replay_house(house, shelf, &reader) {
                Err(error) => report.find(Some(house.0), DoctorPart::Replay, error, Remedy::RestoreCopy),
                Ok(replayed) => {
                    examined.incarnation = Some(replayed.office.incarnation.number);
                    state(data, &reader, &replayed, keys, report);
                }
            },
        }
    }
    report.houses.push(examined);
}

/// What is said about a part of the journals, and what can be done.
fn of_part(part: JournalPart, text: &str) -> (DoctorPart, Remedy) {
    match part {
        JournalPart::Entries => (DoctorPart::Entries, Remedy::RestoreCopy),
        JournalPart::Head => (DoctorPart::Head, Remedy::Repair),
        JournalPart::Versions => (DoctorPart::Versions, Remedy::Repair),
        JournalPart::Keys => (DoctorPart::Keys, Remedy::Repair),
        JournalPart::Balances => (DoctorPart::Balances, Remedy::Repair),
        // The file can be written again, but what it knew cannot: that nothing is missing.
        JournalPart::HeadFile if text.contains("lost") || text.contains("acknowledged") => {
            (DoctorPart::HeadFile, Remedy::AcceptLoss)
        }
        JournalPart::HeadFile => (DoctorPart::HeadFile, Remedy::BeginAnew),
    }
}

/// Reports what this program cannot read or play again.
fn law(house: &House<'_>, report: &mut DoctorReport) {
    let number = Some(house.id.0);
    if let Some(why) = &house.office.unreadable_file {
        let found = format!("the house file in force cannot be read: {why}");
        report.find(number, DoctorPart::Texts, found, Remedy::Settle);
    }
    for table in house.tables() {
        if let Some(suspension) = &table.suspension {
            let found = format!("table {} ({}) is suspended: {}", table.id.0, table.name, suspension.reason);
            report.find(number, DoctorPart::Replay, found, Remedy::Settle);
        }
    }
}

/// Examines what depends on the state of a house: its key, its checkpoints, its people.
fn state(data: &Path, store: &dyn Store, house: &House<'_>, keys: &KeyFile, report: &mut DoctorReport) {
    law(house, report);
    let number = Some(house.id.0);
    let incarnation = house.office.incarnation;
    let chain = if incarnation.key.is_none() { last_chain(store, house.id).ok().flatten() } else { None };
    if let KeyVerdict::Held(why) = recognise(keys, incarnation.key, chain.as_ref()) {
        report.find(number, DoctorPart::HouseKey, why, Remedy::RestoreFile);
    }
    files::accounts(data, house, report);
    if !data.join(CHECKPOINTS_FILE).exists() || report.has(DoctorPart::Checkpoints) {
        return;
    }
    let compared = CheckpointLog::open(data).and_then(|log| {
        let origin = origin_of(store, house.id, incarnation.number)?;
        origin.map_or(Ok(None), |origin| contradiction(store, &log, origin, &[], keys.keys()))
    });
    match compared {
        Ok(None) => {}
        Ok(Some(why)) => report.find(number, DoctorPart::Checkpoints, why, Remedy::AcceptLoss),
        Err(error) => report.find(number, DoctorPart::Checkpoints, error, Remedy::BeginAnew),
    }
}
