//! The manifest of a copy. A folder that has one is a copy: it is restored, never served.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{ServeError, failed};

/// The name of the manifest in a copy.
pub const MANIFEST_FILE: &str = "copy.json";

const FORMAT: u32 = 1;

/// What a copy contains.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CopyManifest {
    /// The format of the copy.
    pub format: u32,
    /// The program that made it.
    pub program: String,
    /// When it was made, in milliseconds since 1970.
    pub made_at: i64,
    /// The houses, with the end of their journals.
    pub houses: Vec<CopiedHouse>,
    /// Where its secrets are.
    pub secrets: SecretsState,
}

/// The end of a house's journal in a copy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CopiedHouse {
    /// The number of the house.
    pub house: u16,
    /// The sequence number of the last entry.
    pub sequence: u64,
    /// Its hash, in hexadecimal.
    pub hash: String,
}

/// Where the secrets of a copy are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecretsState {
    /// In the copy, encrypted.
    Sealed,
    /// Not in the copy.
    LeftBehind,
}

impl CopyManifest {
    /// A manifest of the current format.
    pub(super) fn new(made_at: i64, houses: Vec<CopiedHouse>, secrets: SecretsState) -> Self {
        let program = format!("croupier {}", env!("CARGO_PKG_VERSION"));
        Self { format: FORMAT, program, made_at, houses, secrets }
    }

    /// Writes the manifest, as the last step of a copy.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, folder: &Path) -> Result<(), ServeError> {
        let path = folder.join(MANIFEST_FILE);
        croupier_store::make_private(&path).map_err(failed)?;
        let text = serde_json::to_string_pretty(self).map_err(failed)?;
        std::fs::write(&path, text + "\n").map_err(failed)
    }

    /// Reads the manifest of a copy; `None` for copies of earlier versions, which have none.
    ///
    /// # Errors
    /// When it cannot be read, or is of a later version.
    pub fn read(folder: &Path) -> Result<Option<Self>, ServeError> {
        let path = folder.join(MANIFEST_FILE);
        if !path.exists() {
            return Ok(None);
        }
        let named = |error: &dyn std::fmt::Display| ServeError(format!("{}: {error}", path.display()));
        let text = std::fs::read_to_string(&path).map_err(|error| named(&error))?;
        let manifest: Self = serde_json::from_str(&text).map_err(|error| named(&error))?;
        if manifest.format != FORMAT {
            return Err(named(&format!("format {} is of a later version", manifest.format)));
        }
        Ok(Some(manifest))
    }
}
