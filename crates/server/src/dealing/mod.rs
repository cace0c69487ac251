//! The sources of outcomes for automatic tables.

mod document_key;
mod key_vault;
mod os_chance;

pub use document_key::DocumentKey;
pub use key_vault::{KEY_FILE, KeyVault};
pub use os_chance::OsChance;
