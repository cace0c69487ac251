//! Copies of houses: making one while they work, and restoring one as a new incarnation of its houses.
//!
//! `manifest` says what a copy contains, `secrets` collects and spreads what must not lie about in the clear, `backup`
//! makes a copy and proves it, of a data folder or of a `database`; `restore` makes a data folder of it, or fills an empty database.
//! `restore_in_place` begins a new incarnation of what is in a database.

mod backup;
mod database;
mod manifest;
mod restore;
mod restore_database;
mod restore_folder;
mod restore_in_place;
mod secrets;

pub use backup::{BackupOptions, BackupSummary, backup};
pub use manifest::{CopiedHouse, CopyManifest, MANIFEST_FILE, SecretsState};
pub use restore::restore;
pub use restore_folder::RestoreOptions;
pub(crate) use restore_in_place::check_unused;
pub use restore_in_place::restore_in_place;
