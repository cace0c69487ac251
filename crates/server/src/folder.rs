//! The data folder: made for its owner alone, and used by one server at a time.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::path::Path;

use crate::serve::Unserved;

/// The file by which a server has a folder.
pub const LOCK_FILE: &str = "serve.lock";

/// A data folder that this process has for itself: as long as this is kept, no other server opens it.
pub(crate) struct Held {
    _lock: File,
}

/// Makes a folder that only its owner can look into; one that is there is left as it is.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn make(folder: &Path) -> Result<(), Unserved> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| unusable(folder, &error))
}

/// Takes a folder, before anything in it is opened. The system gives it back when the process ends, however it ends.
///
/// # Errors
/// When another server has it.
pub(crate) fn hold(folder: &Path) -> Result<Held, Unserved> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let lock = options.open(folder.join(LOCK_FILE)).map_err(|error| unusable(folder, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(Held { _lock: lock }),
        Err(TryLockError::WouldBlock) => Err(Unserved(format!(
            "another server has {}: stop it first, or name another folder with --data",
            folder.display()
        ))),
        Err(TryLockError::Error(error)) => Err(unusable(folder, &error)),
    }
}

fn unusable(folder: &Path, error: &std::io::Error) -> Unserved {
    Unserved(format!("cannot use {}: {error}", folder.display()))
}
