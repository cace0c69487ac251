//! Backup and restore of a database file. Every database of the program uses this.

use std::path::Path;
use std::time::Duration;

use croupier_house::store::StoreError;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use crate::error::failed;
use crate::private::make_private;

/// The number of pages copied at a time.
const PAGES: i32 = 1024;

/// Copies an open database to a file that only its owner can read. The database may be in use meanwhile.
///
/// # Errors
/// When it cannot be read, or the copy cannot be written.
pub fn backup(from: &Connection, to: &Path) -> Result<(), StoreError> {
    private(to)?;
    let mut copy = Connection::open(to).map_err(failed)?;
    let backup = Backup::new(from, &mut copy).map_err(failed)?;
    backup.run_to_completion(PAGES, Duration::ZERO, None).map_err(failed)
}

/// Copies a backup to a new file, after checking that the backup is intact.
///
/// # Errors
/// When the backup is damaged, or the file already exists.
pub fn restore(from: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Failed(format!("{} already exists", to.display())));
    }
    let copy = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let whole: String = copy.query_row("pragma integrity_check", [], |row| row.get(0)).map_err(failed)?;
    if whole != "ok" {
        return Err(StoreError::Damaged(whole));
    }
    backup(&copy, to)
}

/// Makes the file private. The error names the file.
pub(crate) fn private(path: &Path) -> Result<(), StoreError> {
    make_private(path).map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))
}
