//! The sources of outcomes for automatic tables.

mod key_vault;
mod os_chance;

pub use key_vault::{KEY_FILE, KeyVault};
pub use os_chance::OsChance;
