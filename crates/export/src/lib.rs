//! Tables as files for other programs: CSV and Parquet.
//!
//! [`TABLES`] declares every table and every column once, with its type and its meaning; the files, `docs/exports.md` and the help
//! come from there. [`TableFile`] writes one table: rows are checked against its declaration, memory is bounded by a row group, and
//! the file appears under its name only when it is whole.

mod column;
mod csv_rows;
mod error;
mod figure_tables;
mod parquet_rows;
mod table_file;
mod tables;
mod value;

pub use column::{ColumnType, ExportColumn, ExportTable};
pub use error::ExportError;
pub use figure_tables::{FIGURES_BY_GAME, FIGURES_BY_TABLE, FIGURES_BY_WAGER};
pub use table_file::{ExportFormat, TableFile};
pub use tables::{EVENTS, LEDGER, ROUNDS, SIGNIFICANT_EVENTS, TABLES, WAGERS};
pub use value::Cell;
