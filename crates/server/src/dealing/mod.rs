//! The sources of outcomes for automatic tables.

mod document_key;
mod health;
mod held;
mod key_vault;
mod nodes_key;
mod os_chance;
mod recognise;

pub use document_key::DocumentKey;
pub use health::{ByteSource, HealthFault, OsBytes, SelfTest};
pub(crate) use held::HeldChance;
pub use key_vault::{KEY_FILE, KeyFile, KeyVault};
pub(crate) use nodes_key::{nodes_check, nodes_secret};
pub use os_chance::OsChance;
pub(crate) use recognise::last_chain;
pub use recognise::{KeyVerdict, noted, recognise};
