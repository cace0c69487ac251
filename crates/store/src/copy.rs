//! Backup and restore of database files. Every database of the program uses this.

use std::path::Path;
use std::time::Duration;

use croupier_house::store::StoreError;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::error::failed;
use crate::heads::HeadFile;
use crate::journal_rows::heads_of;
use crate::pool::open_reader;
use crate::private::make_private;
use crate::schema::{JOURNAL_FILE, VERSION};

/// The time to wait for a source that another process has locked.
const BUSY: Duration = Duration::from_secs(5);

/// Copies an open database to a file that only its owner can read. It is one consistent picture, made in one step and
/// one read transaction: writers go on meanwhile, and however much they write, it takes the time of its size.
///
/// # Errors
/// When it cannot be read, or the copy cannot be written.
pub fn backup(from: &Connection, to: &Path) -> Result<(), StoreError> {
    private(to)?;
    let mut copy = Connection::open(to).map_err(failed)?;
    // The file is synced once, at the end. A copy that was interrupted is thrown away.
    copy.pragma_update(None, "synchronous", "off").map_err(failed)?;
    let backup = Backup::new(from, &mut copy).map_err(failed)?;
    let copied = match backup.step(-1).map_err(failed)? {
        StepResult::Done => Ok(()),
        StepResult::Busy | StepResult::Locked => Err(StoreError::Locked),
        _ => Err(StoreError::Failed("the copy is not complete".to_owned())),
    };
    drop(backup);
    copied?;
    copy.close().map_err(|(_, error)| failed(error))?;
    let synced = std::fs::File::open(to).and_then(|file| file.sync_all());
    synced.map_err(|error| StoreError::Failed(format!("{}: {error}", to.display())))
}

/// Copies the journals of a data folder to another folder: one consistent picture, while the houses work. The source
/// is opened for reading alone: nothing in it is migrated or checkpointed. The index is not copied, because it is made
/// again from the journal.
///
/// # Errors
/// When they cannot be read, or the copy cannot be written.
pub fn backup_folder(from: &Path, to: &Path) -> Result<(), StoreError> {
    let source = open_reader(&from.join(JOURNAL_FILE), BUSY)?;
    backup(&source, &to.join(JOURNAL_FILE))?;
    write_heads(to)
}

/// Writes the head file of a copy: it is complete to where it ends. A copy of an older schema gets its head file when
/// it is migrated.
fn write_heads(folder: &Path) -> Result<(), StoreError> {
    let copy = open_reader(&folder.join(JOURNAL_FILE), BUSY)?;
    let version: i64 = copy.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    if version == VERSION {
        HeadFile::create(folder, &heads_of(&copy)?)?;
    }
    Ok(())
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

/// Copies the journals of a backup to a new folder, after checking that they are intact.
///
/// # Errors
/// When the backup is damaged, or the folder already has a journal.
pub fn restore_folder(from: &Path, to: &Path) -> Result<(), StoreError> {
    restore(&from.join(JOURNAL_FILE), &to.join(JOURNAL_FILE))?;
    write_heads(to)
}

/// Makes the file private. The error names the file.
pub(crate) fn private(path: &Path) -> Result<(), StoreError> {
    make_private(path).map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))
}
