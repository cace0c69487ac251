//! Examining what lies beside the journals: databases, accounts, and who may read them.

use std::path::Path;

use croupier_house::ids::HouseId;
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

/// Whether the pages of the index are whole.
pub(super) fn index(data: &Path, report: &mut DoctorReport) {
    let path = data.join(INDEX_FILE);
    if let Some(why) = path.exists().then(|| broken_pages(&path)).flatten() {
        report.find(None, DoctorPart::Index, format!("{INDEX_FILE} is damaged: {why}"), Remedy::Repair);
    }
}

/// Whether the pages of each database are whole.
pub(super) fn databases(data: &Path, report: &mut DoctorReport) {
    index(data, report);
    for (name, part, remedy) in [
        (JOURNAL_FILE, DoctorPart::Entries, Remedy::RestoreCopy),
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

/// Whether somebody has a password, without changing the file.
pub(super) fn has_account(data: &Path, house: HouseId, handle: &str) -> Result<bool, ServeError> {
    let look = || -> rusqlite::Result<bool> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(data.join(ACCOUNTS), flags)?;
        let sql = "select 1 from accounts where house = ? and handle = ?";
        Ok(connection.query_row(sql, (house.0, handle), |_| Ok(())).optional()?.is_some())
    };
    look().map_err(failed)
}
