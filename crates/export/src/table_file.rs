//! A file with a table. It has another name until it is whole, so that nobody reads half of one.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use crate::column::ExportTable;
use crate::csv_rows::CsvRows;
use crate::error::ExportError;
use crate::parquet_rows::ParquetRows;
use crate::value::Cell;

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExportFormat {
    /// Comma-separated values (RFC 4180).
    #[default]
    Csv,
    /// Apache Parquet, compressed with Snappy.
    Parquet,
}

impl ExportFormat {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Parquet];

    /// Its name, with which its files end.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }
}

enum Rows {
    Csv(Box<CsvRows>),
    Parquet(Box<ParquetRows>),
}

/// A file that gets the rows of a table.
pub struct TableFile {
    table: &'static ExportTable,
    rows: Rows,
    count: u64,
    partial: PathBuf,
    path: PathBuf,
}

impl TableFile {
    /// Begins the file of a table in a folder. Only its owner can read it.
    ///
    /// # Errors
    /// When it is there already, or cannot be created.
    pub fn begin(
        folder: &Path,
        table: &'static ExportTable,
        format: ExportFormat,
    ) -> Result<Self, ExportError> {
        let path = folder.join(format!("{}.{}", table.name, format.name()));
        if path.exists() {
            return Err(ExportError(format!("{} is there already: name an empty folder", path.display())));
        }
        let partial = path.with_extension(format!("{}.partial", format.name()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let named = |error: std::io::Error| ExportError(format!("{}: {error}", partial.display()));
        let file: File = options.open(&partial).map_err(named)?;
        let rows = match format {
            ExportFormat::Csv => Rows::Csv(Box::new(CsvRows::begin(file, table)?)),
            ExportFormat::Parquet => Rows::Parquet(Box::new(ParquetRows::begin(file, table)?)),
        };
        Ok(Self { table, rows, count: 0, partial, path })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When it is not one of this table, or cannot be written.
    pub fn row(&mut self, row: &[Cell<'_>]) -> Result<(), ExportError> {
        check(self.table, row)?;
        match &mut self.rows {
            Rows::Csv(rows) => rows.row(row)?,
            Rows::Parquet(rows) => rows.row(row)?,
        }
        self.count += 1;
        Ok(())
    }

    /// Ends the file: it is on disk, and has its name. Returns the number of rows.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(self) -> Result<u64, ExportError> {
        let file = match self.rows {
            Rows::Csv(rows) => rows.end()?,
            Rows::Parquet(rows) => rows.end()?,
        };
        let named = |error: std::io::Error| ExportError(format!("{}: {error}", self.path.display()));
        file.sync_all().map_err(named)?;
        std::fs::rename(&self.partial, &self.path).map_err(named)?;
        Ok(self.count)
    }
}

/// Checks that a row has the columns of its table.
fn check(table: &ExportTable, row: &[Cell<'_>]) -> Result<(), ExportError> {
    if row.len() != table.columns.len() {
        let (has, due) = (row.len(), table.columns.len());
        return Err(ExportError(format!("a row of {} has {has} columns instead of {due}", table.name)));
    }
    for (column, cell) in table.columns.iter().zip(row) {
        let fits = cell.type_of().map_or(column.is_optional, |of| of == column.of);
        if !fits {
            return Err(ExportError(format!("{}.{} cannot be {cell:?}", table.name, column.name)));
        }
    }
    Ok(())
}
