//! The sources of outcomes for automatic tables.

mod document_key;
mod held;
mod key_vault;
mod os_chance;
mod recognise;

pub use document_key::DocumentKey;
pub(crate) use held::HeldChance;
pub use key_vault::{KEY_FILE, KeyFile, KeyVault};
pub use os_chance::OsChance;
pub(crate) use recognise::last_chain;
pub use recognise::{KeyVerdict, noted, recognise};
