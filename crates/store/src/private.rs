//! Files that only their owner can read, with those that `SQLite` has beside them.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use croupier_house::store::StoreError;

/// Creates a file that only its owner can read and write. If the file exists, the permissions of others are removed,
/// also those on the files that `SQLite` creates next to it. Does nothing on systems without file owners.
///
/// # Errors
/// When the file cannot be created.
pub fn make_private(path: &Path) -> std::io::Result<()> {
    if !path.exists() {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        drop(options.open(path)?);
    }
    let beside = |ending: &str| PathBuf::from(format!("{}{ending}", path.display()));
    let all = [path.to_owned(), beside("-wal"), beside("-shm")];
    all.iter().filter(|path| path.exists()).try_for_each(|path| narrow(path))
}

/// Removes a database of a data folder, if it is there.
pub(crate) fn remove_database(folder: &Path, name: &str) -> Result<(), StoreError> {
    for ending in ["", "-wal", "-shm"] {
        let path = folder.join(format!("{name}{ending}"));
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::Failed(format!("{}: {error}", path.display())));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(unix)]
fn narrow(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let for_others = std::fs::metadata(path)?.permissions().mode() & 0o077;
    if for_others == 0 {
        return Ok(());
    }
    match std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)) {
        // Another user owns the file and has given access to it, perhaps also to others.
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
fn narrow(_: &Path) -> std::io::Result<()> {
    Ok(())
}
