//! The data folder: only its owner can read it, and only one server can use it at a time.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::path::Path;

use crate::error::ServeError;

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
