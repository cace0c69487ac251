//! Copies of a data folder, proved to be the same.

use std::path::Path;

use croupier_house::ids::{HouseId, Stream};
use croupier_house::store::Store;
use croupier_store::{Options, SqliteStore};

use crate::serve::Unserved;
use crate::sessions::Accounts;

/// A copy: how much it holds, and a digest that only the same journals and balances have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// The entries of all journals.
    pub entries: u64,
    /// The digest.
    pub digest: String,
}

fn failed(error: impl std::fmt::Display) -> Unserved {
    Unserved(error.to_string())
}

/// The digest of all that a store keeps of its houses.
///
/// # Errors
/// When it cannot be read.
pub fn digest(store: &SqliteStore) -> Result<Copied, Unserved> {
    let mut hasher = blake3::Hasher::new();
    let mut entries = 0;
    for id in (1..).map(HouseId) {
        if store.version(Stream { house: id, table: None }).map_err(failed)? == 0 {
            break;
        }
        let mut each = |kept: croupier_house::store::Kept| {
            entries += 1;
            hasher.update(&kept.stream.number().to_le_bytes()).update(&kept.version.to_le_bytes());
            hasher.update(&kept.hash).update(&kept.bytes);
            Ok(())
        };
        store.read_all(id, &mut each).map_err(failed)?;
        for (account, minor) in store.balances(id).map_err(failed)? {
            hasher.update(&account.to_le_bytes()).update(&minor.to_le_bytes());
        }
    }
    Ok(Copied { entries, digest: hasher.finalize().to_hex().to_string() })
}

/// Copies a data folder to a new one; the house may be open.
///
/// # Errors
/// When it cannot be read, or the copy cannot be written.
pub fn backup(data: &Path, to: &Path) -> Result<Copied, Unserved> {
    copy(data, to)
}

/// Brings a copy back as a new data folder.
///
/// # Errors
/// When the copy is damaged, or the folder is there already.
pub fn restore(from: &Path, data: &Path) -> Result<Copied, Unserved> {
    let copied = copy(from, data)?;
    let store = SqliteStore::open(from.join("journal.db"), Options::default()).map_err(failed)?;
    if digest(&store)? != copied {
        return Err(Unserved("the copy came out different from what was copied".to_owned()));
    }
    Ok(copied)
}

fn copy(from: &Path, to: &Path) -> Result<Copied, Unserved> {
    if to.join("journal.db").exists() {
        return Err(Unserved(format!("{} holds a house already", to.display())));
    }
    if !from.join("journal.db").exists() {
        return Err(Unserved(format!("{} holds no house", from.display())));
    }
    std::fs::create_dir_all(to).map_err(|error| Unserved(format!("cannot use {}: {error}", to.display())))?;
    let store = SqliteStore::open(from.join("journal.db"), Options::default()).map_err(failed)?;
    store.backup(&to.join("journal.db")).map_err(failed)?;
    Accounts::open(&from.join("accounts.db"))
        .and_then(|known| known.backup(&to.join("accounts.db")))
        .map_err(failed)?;
    for name in std::fs::read_dir(from)
        .map_err(failed)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
    {
        if name.starts_with("demo-") || is_key(&name) {
            std::fs::copy(from.join(&name), to.join(&name)).map_err(failed)?;
        }
    }
    let copied = SqliteStore::open(to.join("journal.db"), Options::default()).map_err(failed)?;
    digest(&copied)
}

/// Whether a file holds a key of the house.
fn is_key(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "key")
}
