//! The files that an export writes, and the values that they take.

use std::path::{Path, PathBuf};

use croupier_export::{Cell, ExportError, ExportFormat, ExportTable, TableFile};
use croupier_house::store::StoreError;
use serde::Serialize;

use crate::error::{ServeError, failed};

/// A file that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedFile {
    /// The table.
    pub table: &'static str,
    /// The file.
    pub path: PathBuf,
    /// The number of rows.
    pub rows: u64,
}

/// The files that are being written.
pub(super) struct ExportFiles {
    files: Vec<(&'static ExportTable, PathBuf, TableFile)>,
    between: (i64, i64),
}

impl ExportFiles {
    /// Begins the files of tables in a folder, for an interval.
    pub(super) fn begin(
        out: &Path,
        format: ExportFormat,
        tables: &[&'static ExportTable],
        between: (i64, i64),
    ) -> Result<Self, ServeError> {
        let begin = |table: &&'static ExportTable| {
            let file = TableFile::begin(out, table, format).map_err(failed)?;
            Ok((*table, out.join(format!("{}.{}", table.name, format.name())), file))
        };
        let files = tables.iter().map(begin).collect::<Result<_, ServeError>>()?;
        Ok(Self { files, between })
    }

    /// Whether a table is written.
    pub(super) fn wants(&self, table: &ExportTable) -> bool {
        self.files.iter().any(|(known, ..)| known.name == table.name)
    }

    /// Whether a time is in the interval.
    pub(super) const fn covers(&self, at: i64) -> bool {
        self.between.0 <= at && at < self.between.1
    }

    /// Adds a row to a table, if that is written.
    pub(super) fn row(&mut self, table: &ExportTable, row: &[Cell<'_>]) -> Result<(), StoreError> {
        let failed = |error: ExportError| StoreError::Failed(error.to_string());
        match self.files.iter_mut().find(|(known, ..)| known.name == table.name) {
            Some((_, _, file)) => file.row(row).map_err(failed),
            None => Ok(()),
        }
    }

    /// Ends the files: each has its name then.
    pub(super) fn end(self) -> Result<Vec<ExportedFile>, ServeError> {
        let end = |(table, path, file): (&'static ExportTable, PathBuf, TableFile)| {
            Ok(ExportedFile { table: table.name, path, rows: file.end().map_err(failed)? })
        };
        self.files.into_iter().map(end).collect()
    }
}

/// A number that is small enough for a file.
///
/// # Errors
/// When it is not.
pub(super) fn integer(number: u64) -> Result<Cell<'static>, StoreError> {
    let number = i64::try_from(number).map_err(|_| StoreError::Failed(format!("{number} is too large")))?;
    Ok(Cell::Integer(number))
}

/// Bytes in lower-case hexadecimal.
pub(super) fn hex(bytes: [u8; 32]) -> Cell<'static> {
    Cell::text(blake3::Hash::from_bytes(bytes).to_hex().to_string())
}

/// The name of something that is a word in JSON.
pub(super) fn name_of(of: &impl Serialize) -> Result<String, StoreError> {
    match serde_json::to_value(of) {
        Ok(serde_json::Value::String(name)) => Ok(name),
        other => Err(StoreError::Failed(format!("{other:?} is no name"))),
    }
}
