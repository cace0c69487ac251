//! The data folder: only its owner can read it, and only one server can use it at a time.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::path::Path;

use crate::error::{ServeError, failed};

/// The lock file of a data folder.
pub const LOCK_FILE: &str = "serve.lock";

/// The lock on a data folder. No other server can open the folder until it is dropped.
pub(crate) struct FolderLock {
    _lock: File,
}

/// Creates a folder that only its owner can read. An existing folder is not changed.
///
/// # Errors
/// When it cannot be created.
pub(crate) fn make(folder: &Path) -> Result<(), ServeError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| unusable(folder, &error))
}

/// Locks a folder before anything in it is opened. The operating system releases the lock when the process ends, even
/// if it crashes.
///
/// # Errors
/// When another server has locked it.
pub(crate) fn lock(folder: &Path) -> Result<FolderLock, ServeError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let lock = options.open(folder.join(LOCK_FILE)).map_err(|error| unusable(folder, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(FolderLock { _lock: lock }),
        Err(TryLockError::WouldBlock) => Err(ServeError(format!(
            "another server is using {}: stop it first, or name another folder with --data",
            folder.display()
        ))),
        Err(TryLockError::Error(error)) => Err(unusable(folder, &error)),
    }
}

fn unusable(folder: &Path, error: &std::io::Error) -> ServeError {
    ServeError(format!("cannot use {}: {error}", folder.display()))
}

/// The mark of a folder in which something was begun that has to be finished before a server may use it.
const UNFINISHED: &str = "unfinished";

/// Marks a folder as unusable until [`end_work`].
///
/// # Errors
/// When the mark cannot be written.
pub(crate) fn begin_work(folder: &Path, what: &str) -> Result<(), ServeError> {
    let path = folder.join(UNFINISHED);
    let write = || -> std::io::Result<()> {
        croupier_store::make_private(&path)?;
        std::fs::write(&path, what)?;
        File::open(&path)?.sync_all()?;
        sync(folder)
    };
    write().map_err(|error| unusable(folder, &error))
}

/// Removes the mark of [`begin_work`].
///
/// # Errors
/// When it cannot be removed.
pub(crate) fn end_work(folder: &Path) -> Result<(), ServeError> {
    let removed = std::fs::remove_file(folder.join(UNFINISHED)).and_then(|()| sync(folder));
    removed.map_err(|error| unusable(folder, &error))
}

/// The work that was begun in a folder and not finished.
pub(crate) fn unfinished_work(folder: &Path) -> Option<String> {
    std::fs::read_to_string(folder.join(UNFINISHED)).ok()
}

/// Checks that a server may use a folder: it is not a copy, and nothing is unfinished in it.
///
/// # Errors
/// When it may not.
pub(crate) fn check_usable(folder: &Path, is_copy: bool) -> Result<(), ServeError> {
    if is_copy {
        return Err(ServeError(format!(
            "{} is a copy: make a data folder of it with `croupier restore`, so that the house deals nothing twice",
            folder.display()
        )));
    }
    if let Some(to) = moved_to(folder)? {
        let name = folder.display();
        return Err(ServeError(format!("the houses of {name} were moved: serve them with the folder {to}")));
    }
    match unfinished_work(folder) {
        None => Ok(()),
        Some(what) => Err(ServeError(format!(
            "{what} of {} did not finish: remove the folder and begin again, or see `croupier doctor`",
            folder.display()
        ))),
    }
}

/// The mark of a folder whose journals are in a database.
pub(crate) const STORE_MARK: &str = "store";

/// The mark of a folder whose houses were moved.
const MOVED_MARK: &str = "moved";

/// Where the houses of a folder were moved to, if they were.
///
/// # Errors
/// When that cannot be read.
pub(crate) fn moved_to(folder: &Path) -> Result<Option<String>, ServeError> {
    match std::fs::read_to_string(folder.join(MOVED_MARK)) {
        Ok(to) => Ok(Some(to)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// Marks a folder whose houses were moved elsewhere: no server may use it any more.
///
/// # Errors
/// When the mark cannot be written.
pub(crate) fn mark_moved(folder: &Path, to: &str) -> Result<(), ServeError> {
    let mark = folder.join(MOVED_MARK);
    let write = || -> std::io::Result<()> {
        croupier_store::make_private(&mark)?;
        std::fs::write(&mark, to)?;
        File::open(&mark)?.sync_all()?;
        sync(folder)
    };
    write().map_err(|error| unusable(folder, &error))
}

/// Checks that the journals of a folder are where they were: in it, or in a database.
///
/// # Errors
/// When they are elsewhere.
pub(crate) fn check_store(folder: &Path, in_database: bool) -> Result<(), ServeError> {
    let name = folder.display();
    if in_database && folder.join(croupier_store::JOURNAL_FILE).exists() {
        return Err(ServeError(format!(
            "{name} has journals of its own: name another folder with --data, or leave --store out"
        )));
    }
    if !in_database && folder.join(STORE_MARK).exists() {
        return Err(ServeError(format!("the journals of {name} are in a database: name it with --store")));
    }
    Ok(())
}

/// Marks a folder whose journals are in a database.
///
/// # Errors
/// When the mark cannot be written.
pub(crate) fn mark_store(folder: &Path) -> Result<(), ServeError> {
    let mark = folder.join(STORE_MARK);
    let write = || -> std::io::Result<()> {
        croupier_store::make_private(&mark)?;
        std::fs::write(&mark, "postgres\n")?;
        sync(folder)
    };
    write().map_err(|error| unusable(folder, &error))
}

/// Copies the marks of demo houses.
///
/// # Errors
/// When a folder cannot be read or written.
pub(crate) fn copy_demo_marks(from: &Path, to: &Path) -> Result<(), ServeError> {
    let names = std::fs::read_dir(from).map_err(|error| unusable(from, &error))?;
    for name in names.filter_map(|entry| entry.ok()?.file_name().into_string().ok()) {
        if name.starts_with("demo-") {
            croupier_store::make_private(&to.join(&name)).map_err(|error| unusable(to, &error))?;
        }
    }
    Ok(())
}

/// Syncs a folder, so that files that were created or removed in it are there or gone after a crash.
#[cfg(unix)]
fn sync(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync(_: &Path) -> std::io::Result<()> {
    Ok(())
}
