//! Rows as Parquet: they are collected by column and written as a row group when there are enough of them.

use std::fmt::Write;
use std::fs::File;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::column::{ColumnType, ExportTable};
use crate::error::ExportError;
use crate::value::Cell;

/// The number of rows in a group, at most.
const ROWS_PER_GROUP: usize = 65_536;
/// The bytes of text in a group from which it is written, whatever the number of its rows.
const TEXT_PER_GROUP: usize = 32 << 20;

/// The values of a column that wait to be written.
struct Column {
    values: ColumnValues,
    /// For each row 1 where there is a value, and 0 where there is none; only of optional columns.
    levels: Option<Vec<i16>>,
}

enum ColumnValues {
    Numbers(Vec<i64>),
    Texts(Vec<ByteArray>),
    Flags(Vec<bool>),
}

/// Writes rows as Parquet.
pub(crate) struct ParquetRows {
    file: SerializedFileWriter<File>,
    columns: Vec<Column>,
    rows: usize,
    text: usize,
}

impl ParquetRows {
    pub(crate) fn begin(file: File, table: &ExportTable) -> Result<Self, ExportError> {
        let schema = Arc::new(parse_message_type(&message(table)).map_err(ExportError::of)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("croupier ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let file = SerializedFileWriter::new(file, schema, Arc::new(properties)).map_err(ExportError::of)?;
        let column = |column: &crate::column::ExportColumn| Column {
            values: match column.of {
                ColumnType::Integer | ColumnType::Money | ColumnType::Decimal | ColumnType::Time => {
                    ColumnValues::Numbers(Vec::new())
                }
                ColumnType::Text => ColumnValues::Texts(Vec::new()),
                ColumnType::Flag => ColumnValues::Flags(Vec::new()),
            },
            levels: column.is_optional.then(Vec::new),
        };
        Ok(Self { file, columns: table.columns.iter().map(column).collect(), rows: 0, text: 0 })
    }

    pub(crate) fn row(&mut self, row: &[Cell<'_>]) -> Result<(), ExportError> {
        for (column, cell) in self.columns.iter_mut().zip(row) {
            if let Some(levels) = &mut column.levels {
                levels.push(i16::from(*cell != Cell::Empty));
            }
            match (&mut column.values, cell) {
                (_, Cell::Empty) => {}
                (
                    ColumnValues::Numbers(numbers),
                    Cell::Integer(n) | Cell::Money(n) | Cell::Decimal(n) | Cell::Time(n),
                ) => numbers.push(*n),
                (ColumnValues::Texts(texts), Cell::Text(text)) => {
                    self.text += text.len();
                    texts.push(ByteArray::from(text.as_bytes().to_vec()));
                }
                (ColumnValues::Flags(flags), Cell::Flag(flag)) => flags.push(*flag),
                (_, other) => unreachable!("a row is compared with its table before: {other:?}"),
            }
        }
        self.rows += 1;
        if self.rows == ROWS_PER_GROUP || self.text >= TEXT_PER_GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> Result<(), ExportError> {
        let mut group = self.file.next_row_group().map_err(ExportError::of)?;
        for column in &mut self.columns {
            let next = group.next_column().map_err(ExportError::of)?;
            let mut writer = next.ok_or_else(|| ExportError("a group has too few columns".to_owned()))?;
            column.write(writer.untyped())?;
            writer.close().map_err(ExportError::of)?;
        }
        group.close().map_err(ExportError::of)?;
        (self.rows, self.text) = (0, 0);
        Ok(())
    }

    pub(crate) fn end(mut self) -> Result<File, ExportError> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.file.into_inner().map_err(ExportError::of)
    }
}

impl Column {
    /// Writes the values that wait, and forgets them.
    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<(), ExportError> {
        let levels = self.levels.as_deref();
        match (to, &self.values) {
            (ColumnWriter::Int64ColumnWriter(to), ColumnValues::Numbers(all)) => {
                to.write_batch(all, levels, None)
            }
            (ColumnWriter::ByteArrayColumnWriter(to), ColumnValues::Texts(all)) => {
                to.write_batch(all, levels, None)
            }
            (ColumnWriter::BoolColumnWriter(to), ColumnValues::Flags(all)) => {
                to.write_batch(all, levels, None)
            }
            _ => return Err(ExportError("a column is written as another type".to_owned())),
        }
        .map_err(ExportError::of)?;
        match &mut self.values {
            ColumnValues::Numbers(all) => all.clear(),
            ColumnValues::Texts(all) => all.clear(),
            ColumnValues::Flags(all) => all.clear(),
        }
        if let Some(levels) = &mut self.levels {
            levels.clear();
        }
        Ok(())
    }
}

/// The schema of a table, in the language of Parquet.
fn message(table: &ExportTable) -> String {
    let mut message = format!("message {} {{\n", table.name);
    for column in table.columns {
        let (physical, logical) = column.of.in_parquet();
        let repetition = if column.is_optional { "optional" } else { "required" };
        let logical = logical.map(|logical| format!(" ({logical})")).unwrap_or_default();
        let _ = writeln!(message, "  {repetition} {physical} {}{logical};", column.name);
    }
    message + "}"
}
