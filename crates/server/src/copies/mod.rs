//! Copies of a data folder: making one while its houses work, and restoring one as a new incarnation of its houses.
//!
//! `manifest` says what a copy contains, `secrets` collects and spreads what must not lie about in the clear, `backup`
//! makes a copy and proves it, `restore` makes a data folder of it.

mod backup;
mod manifest;
mod restore;
mod secrets;

pub use backup::{BackupOptions, BackupSummary, backup};
pub use manifest::{CopiedHouse, CopyManifest, MANIFEST_FILE, SecretsState};
pub use restore::{RestoreOptions, restore};
pub(crate) use secrets::ACCOUNTS;
