//! Which build of the program this is: results of different builds are not mixed.

use std::{fmt, io};

use serde::{Deserialize, Serialize};

/// A build of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// The BLAKE3 digest of the program, in hexadecimal.
    pub digest: String,
}

impl Build {
    /// The build that is running.
    ///
    /// # Errors
    /// When the program cannot be read.
    pub fn running() -> io::Result<Self> {
        let program = std::env::current_exe().and_then(std::fs::read)?;
        let digest = blake3::hash(&program).to_hex().to_string();
        Ok(Self { version: env!("CARGO_PKG_VERSION").to_owned(), digest })
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short: String = self.digest.chars().take(12).collect();
        write!(f, "{} {short}", self.version)
    }
}
