//! Examining what lies beside the journals: databases, accounts, and who may read them.

use std::path::Path;

use croupier_house::House;
use croupier_house::office::Role;
use croupier_store::JOURNAL_FILE;
use croupier_store::index::INDEX_FILE;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::report::{DoctorPart, DoctorReport, Remedy};
use crate::checkpoints::CHECKPOINTS_FILE;
use crate::error::{ServeError, failed};
use crate::sessions::ACCOUNTS;

/// The files of a data folder that others may read.
#[cfg(unix)]
pub(super) fn permissions(data: &Path, report: &mut DoctorReport) -> Result<(), ServeError> {
    use std::os::unix::fs::PermissionsExt;
    for entry in std::fs::read_dir(data).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let others = entry.metadata().map_err(failed)?.permissions().mode() & 0o077;
        if others != 0 {
            let found = format!("others may use {}", entry.file_name().display());
            report.find(None, DoctorPart::Permissions, found, Remedy::Repair);
        }
    }
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn permissions(_: &Path, _: &mut DoctorReport) -> Result<(), ServeError> {
    Ok(())
}

/// Whether the pages of each database are whole.
pub(super) fn databases(data: &Path, report: &mut DoctorReport) {
    for (name, part, remedy) in [
        (JOURNAL_FILE, DoctorPart::Entries, Remedy::RestoreCopy),
        (INDEX_FILE, DoctorPart::Index, Remedy::Repair),
        (ACCOUNTS, DoctorPart::Accounts, Remedy::Recover),
        (CHECKPOINTS_FILE, DoctorPart::Checkpoints, Remedy::BeginAnew),
    ] {
        let path = data.join(name);
        if !path.exists() {
            if name == ACCOUNTS {
                report.find(None, part, format!("{name} is missing"), remedy);
            }
            continue;
        }
        if let Some(why) = broken_pages(&path) {
            report.find(None, part, format!("{name} is damaged: {why}"), remedy);
        }
    }
}

/// What is wrong with the pages of a database.
fn broken_pages(path: &Path) -> Option<String> {
    let check = || -> rusqlite::Result<String> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.query_row("pragma integrity_check(1)", [], |row| row.get(0))
    };
    match check() {
        Ok(found) if found == "ok" => None,
        Ok(found) => Some(found),
        Err(error) => Some(error.to_string()),
    }
}

/// Whether a manager of the house can log in.
pub(super) fn accounts(data: &Path, house: &House<'_>, report: &mut DoctorReport) {
    if report.has(DoctorPart::Accounts) {
        return;
    }
    let managers: Vec<&str> = house
        .office
        .people()
        .filter(|(_, person)| person.role == Role::Manager)
        .map(|(_, person)| &*person.handle)
        .collect();
    if managers.is_empty() {
        return;
    }
    let known = || -> rusqlite::Result<bool> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(data.join(ACCOUNTS), flags)?;
        for handle in &managers {
            let sql = "select 1 from accounts where house = ? and handle = ?";
            let found = connection.query_row(sql, (house.id.0, handle), |_| Ok(())).optional()?;
            if found.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    };
    match known() {
        Ok(true) => {}
        Ok(false) => {
            let found = "no manager has a password";
            report.find(Some(house.id.0), DoctorPart::Accounts, found, Remedy::Recover);
        }
        Err(error) => report.find(None, DoctorPart::Accounts, error, Remedy::Recover),
    }
}
