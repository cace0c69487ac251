//! What a data folder has beside the journals and is made again from them when it is opened.

use std::path::Path;

use croupier_house::store::StoreError;

use crate::index::INDEX_FILE;
use crate::private::remove_database;
use crate::tree::TREE_FILE;

/// Throws the index and the trees of a data folder away.
///
/// # Errors
/// When a file cannot be removed.
pub fn remove_caches(folder: &Path) -> Result<(), StoreError> {
    [INDEX_FILE, TREE_FILE].into_iter().try_for_each(|name| remove_database(folder, name))
}
