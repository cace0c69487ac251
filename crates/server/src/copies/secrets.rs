//! The secret files of a data folder: the house key, and the database of passwords and sessions.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use zeroize::Zeroizing;

use crate::dealing::KEY_FILE;
use crate::error::{ServeError, failed};
use crate::sealed_secrets::{Passphrase, SECRETS_FILE, SecretFile, seal, unseal};
use crate::sessions::ACCOUNTS;

/// Collects the secrets of a data folder, whose houses may be open meanwhile.
pub(super) fn collect(data: &Path) -> Result<Vec<SecretFile>, ServeError> {
    let mut files: Vec<SecretFile> = Vec::new();
    if data.join(KEY_FILE).exists() {
        files.push(key_of(data)?);
    }
    let accounts = data.join(ACCOUNTS);
    if accounts.exists() {
        files.push((ACCOUNTS.to_owned(), picture(&accounts)?));
    }
    Ok(files)
}

/// The house key of a data folder.
pub(super) fn key_of(data: &Path) -> Result<SecretFile, ServeError> {
    let key = std::fs::read(data.join(KEY_FILE)).map_err(failed)?;
    Ok((KEY_FILE.to_owned(), Zeroizing::new(key)))
}

/// Encrypts secrets into a copy. Returns their size in bytes.
pub(super) fn pack(files: &[SecretFile], to: &Path, passphrase: &Passphrase) -> Result<u64, ServeError> {
    let sealed = seal(files, passphrase)?;
    let path = to.join(SECRETS_FILE);
    croupier_store::make_private(&path).map_err(failed)?;
    std::fs::write(&path, &sealed).map_err(failed)?;
    u64::try_from(sealed.len()).map_err(failed)
}

/// The bytes of a database as of one moment.
fn picture(path: &Path) -> Result<Zeroizing<Vec<u8>>, ServeError> {
    let mut connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let bytes = connection.serialize("main").map_err(failed)?;
    Ok(Zeroizing::new(bytes.to_vec()))
}

/// Decrypts the secrets of a copy and puts them into a data folder. Sessions are not restored: whoever is logged in at
/// the original is not logged in here.
pub(super) fn unpack(from: &Path, data: &Path, passphrase: &Passphrase) -> Result<(), ServeError> {
    let sealed = std::fs::read(from.join(SECRETS_FILE))
        .map_err(|error| ServeError(format!("{}: {error}", from.join(SECRETS_FILE).display())))?;
    for (name, content) in unseal(&sealed, passphrase)? {
        if name != KEY_FILE && name != ACCOUNTS {
            return Err(ServeError(format!("{SECRETS_FILE} has a file that is not a secret: {name}")));
        }
        put(&data.join(&name), &content)?;
    }
    end_sessions(data)
}

/// Copies the secrets of a copy that an earlier version made, which has them in the clear.
pub(super) fn copy_clear(from: &Path, data: &Path) -> Result<(), ServeError> {
    for name in [KEY_FILE, ACCOUNTS] {
        if from.join(name).exists() {
            put(&data.join(name), &std::fs::read(from.join(name)).map_err(failed)?)?;
        }
    }
    end_sessions(data)
}

fn put(path: &Path, content: &[u8]) -> Result<(), ServeError> {
    croupier_store::make_private(path).map_err(failed)?;
    std::fs::write(path, content).map_err(failed)
}

fn end_sessions(data: &Path) -> Result<(), ServeError> {
    let path = data.join(ACCOUNTS);
    if !path.exists() {
        return Ok(());
    }
    let connection = Connection::open(&path).map_err(failed)?;
    connection.execute("delete from sessions", []).map_err(failed)?;
    Ok(())
}
