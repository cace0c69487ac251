//! Where the results of automatic tables come from.

mod key_vault;
mod os_chance;

pub use key_vault::{KEY_FILE, KeyVault};
pub use os_chance::OsChance;
