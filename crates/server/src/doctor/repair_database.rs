//! Making again what follows from the journals of a database, and putting right what its nodes agree on. No node may own a
//! house that is repaired, and the journals are never touched.

use std::collections::BTreeMap;
use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_postgres::{HouseRepair, PostgresReader, PostgresRepair};
use croupier_store::remove_caches;

use super::repair::{describe, narrow, rows_of};
use super::report::{DoctorFinding, DoctorPart, DoctorReport, Remedy};
use crate::clock::wall;
use crate::config::StoreAddress;
use crate::error::{ServeError, failed};
use crate::folder;
use crate::storage::{DatabaseState, Tables};

/// Repairs what can be repaired of the findings in a database and in the data folder of a node. `report_step` gets a line for each
/// thing that is made again.
///
/// # Errors
/// When a node owns a house that has to be repaired, a server uses the folder, work on the database did not finish, or something
/// cannot be written. A house is repaired wholly or not at all.
pub fn repair_database(
    data: &Path,
    address: &StoreAddress,
    report: &DoctorReport,
    report_step: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    let wanted: Vec<&DoctorFinding> =
        report.findings.iter().filter(|finding| finding.remedy == Remedy::Repair).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let _lock = if data.exists() { Some(folder::lock(data)?) } else { None };
    if !wanted.iter().any(|finding| finding.part == DoctorPart::Format) {
        let reader = PostgresReader::open(address.text()).map_err(failed)?;
        DatabaseState::read(&Tables::Database(reader.tables())).map_err(failed)?.check(None)?;
    }
    let repair = PostgresRepair::open(address.text()).map_err(failed)?;
    for (house, one) in of_houses(&wanted) {
        repair.repair(&one, wall()).map_err(failed)?;
        for finding in distinct(wanted.iter().filter(|finding| finding.house == Some(house.0))) {
            report_step(&format!("made again: {}", describe(finding)));
        }
    }
    for finding in distinct(wanted.iter().filter(|finding| finding.house.is_none())) {
        match finding.part {
            DoctorPart::Format => repair.repair_format().map_err(failed)?,
            DoctorPart::Members => repair.repair_members().map_err(failed)?,
            DoctorPart::Leases => repair.repair_leases().map_err(failed)?,
            DoctorPart::Permissions => narrow(data)?,
            DoctorPart::Index => remove_caches(data).map_err(failed)?,
            part => return Err(ServeError(format!("the {} cannot be made again", part.name()))),
        }
        report_step(&format!("made again: {}", describe(finding)));
    }
    Ok(())
}

/// What is made again of each house.
fn of_houses(wanted: &[&DoctorFinding]) -> BTreeMap<HouseId, HouseRepair> {
    let mut repairs: BTreeMap<HouseId, HouseRepair> = BTreeMap::new();
    for finding in wanted {
        let Some(house) = finding.house.map(HouseId) else { continue };
        let new = || HouseRepair { house, parts: Vec::new(), resumes: false };
        let repair = repairs.entry(house).or_insert_with(new);
        // The lease itself is put right by every repair.
        if let Some(part) = rows_of(finding.part).filter(|part| !repair.parts.contains(part)) {
            repair.parts.push(part);
        }
        repair.resumes |= finding.part == DoctorPart::Suspended;
    }
    repairs
}

/// One finding of each part.
fn distinct<'f>(findings: impl Iterator<Item = &'f &'f DoctorFinding>) -> Vec<&'f DoctorFinding> {
    let mut found: Vec<&DoctorFinding> = Vec::new();
    for finding in findings {
        if !found.iter().any(|known| known.part == finding.part) {
            found.push(finding);
        }
    }
    found
}
