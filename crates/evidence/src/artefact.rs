//! A file of the pack.

use std::fmt::Write;

use ring::digest::{SHA256, digest};
use serde_json::Value;

/// A file of the pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Artefact {
    /// Its path in the folder, with slashes.
    pub path: String,
    /// What it is, in a line.
    pub what: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Artefact {
    pub(crate) fn text(path: impl Into<String>, what: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), what: what.into(), bytes: text.into().into_bytes() }
    }

    pub(crate) fn json(path: impl Into<String>, what: impl Into<String>, value: &Value) -> Self {
        Self::text(path, what, format!("{value:#}\n"))
    }

    /// A table as CSV: heads, then rows.
    pub(crate) fn csv<const N: usize>(
        path: impl Into<String>,
        what: impl Into<String>,
        heads: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Self {
        Self::table(path, what, &heads.map(str::to_owned), rows.into_iter().map(Vec::from))
    }

    /// A table whose columns are not known beforehand.
    pub(crate) fn table(
        path: impl Into<String>,
        what: impl Into<String>,
        heads: &[String],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut put = |row: &[String]| writer.write_record(row).expect("rows of one table are of one length");
        put(heads);
        rows.into_iter().for_each(|row| put(&row));
        let bytes = writer.into_inner().expect("memory can be written to");
        Self { path: path.into(), what: what.into(), bytes }
    }

    /// Its SHA-256 digest, in hexadecimal.
    pub fn sha256(&self) -> String {
        sha256(&self.bytes)
    }
}

/// The SHA-256 digest of bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    digest(&SHA256, bytes).as_ref().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
