//! Making again what follows from the journal. The journal itself is never touched.

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_store::{JournalPart, Repair, StoreOptions};

use super::report::{DoctorFinding, DoctorPart, DoctorReport, Remedy};
use crate::checkpoints::CHECKPOINTS_FILE;
use crate::clock::wall;
use crate::error::{ServeError, failed};
use crate::folder;

/// Repairs what can be repaired of the findings. `report_step` gets a line for each thing that is made again.
///
/// # Errors
/// When a server uses the folder, or something cannot be written.
pub fn repair(
    data: &Path,
    report: &DoctorReport,
    report_step: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    let _lock = folder::lock(data)?;
    let wanted = |finding: &&DoctorFinding| matches!(finding.remedy, Remedy::Repair | Remedy::BeginAnew);
    let mut done: Vec<(Option<u16>, DoctorPart)> = Vec::new();
    for finding in report.findings.iter().filter(wanted) {
        let step = (finding.house, finding.part);
        if done.contains(&step) {
            continue;
        }
        one(data, finding)?;
        report_step(&format!("made again: {}", describe(finding)));
        done.push(step);
    }
    Ok(())
}

pub(super) fn describe(finding: &DoctorFinding) -> String {
    let house = finding.house.map(|house| format!("house {house}, ")).unwrap_or_default();
    format!("{house}{}", finding.part.name())
}

/// The rows of a store that a part of the report stands for, if they can be made again from the entries.
pub(super) const fn rows_of(part: DoctorPart) -> Option<JournalPart> {
    match part {
        DoctorPart::Head => Some(JournalPart::Head),
        DoctorPart::Versions => Some(JournalPart::Versions),
        DoctorPart::Keys => Some(JournalPart::Keys),
        DoctorPart::Balances => Some(JournalPart::Balances),
        DoctorPart::Marks => Some(JournalPart::Marks),
        _ => None,
    }
}

fn one(data: &Path, finding: &DoctorFinding) -> Result<(), ServeError> {
    let open = || Repair::open(data, StoreOptions::default()).map_err(failed);
    let house = finding.house.map(HouseId);
    match (finding.part, house) {
        (part, Some(house)) if let Some(rows) = rows_of(part) => {
            open()?.rebuild(house, rows, wall()).map_err(failed)
        }
        (DoctorPart::HeadFile, _) => open()?.rewrite_head_file().map_err(failed),
        (DoctorPart::Index, _) => open()?.remove_index().map_err(failed),
        (DoctorPart::Permissions, _) => narrow(data),
        (DoctorPart::Checkpoints, _) => set_aside(data, CHECKPOINTS_FILE),
        _ => Ok(()),
    }
}

/// Takes the permissions of others from every file.
pub(super) fn narrow(data: &Path) -> Result<(), ServeError> {
    for entry in std::fs::read_dir(data).map_err(failed)? {
        croupier_store::make_private(&entry.map_err(failed)?.path()).map_err(failed)?;
    }
    Ok(())
}

/// Renames a damaged file, so that a new one is begun and nothing is deleted.
fn set_aside(data: &Path, name: &str) -> Result<(), ServeError> {
    let aside = data.join(format!("{name}.damaged-{}", wall()));
    std::fs::rename(data.join(name), &aside).map_err(failed)?;
    for ending in ["-wal", "-shm", "-journal"] {
        drop(std::fs::remove_file(data.join(format!("{name}{ending}"))));
    }
    croupier_store::make_private(&aside).map_err(failed)
}
