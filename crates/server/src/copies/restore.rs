//! Restoring a copy: as a new data folder, or into a database.

use std::path::Path;

use croupier_rules::book::Shelf;

use super::manifest::CopiedHouse;
use super::restore_database::restore_database;
use super::restore_folder::{RestoreOptions, restore_folder};
use crate::error::ServeError;

/// Restores a copy as a new data folder, with its journals in it or in an empty database.
///
/// # Errors
/// When the copy is not sound, its secrets do not open, or the folder or the database already contains a house. Then a folder
/// that the restore has made is removed. A folder or database in which a restore did not finish cannot be served.
pub fn restore(
    from: &Path,
    data: &Path,
    options: &RestoreOptions,
    shelf: &'static Shelf,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<CopiedHouse>, ServeError> {
    if options.new_key && options.secrets.is_some() {
        return Err(ServeError("the key comes from the secrets or is new, not both".to_owned()));
    }
    match &options.store {
        None => restore_folder(from, data, options, shelf, report),
        Some(address) => restore_database(from, data, address, options, shelf, report),
    }
}
