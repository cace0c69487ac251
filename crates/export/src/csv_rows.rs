//! Rows as CSV (RFC 4180): a line of names, then a line for each row. What is not there is empty.

use std::borrow::Cow;
use std::fs::File;
use std::io::BufWriter;

use jiff::Timestamp;

use crate::column::ExportTable;
use crate::error::ExportError;
use crate::value::Cell;

/// Writes rows as CSV.
pub(crate) struct CsvRows(csv::Writer<BufWriter<File>>);

impl CsvRows {
    pub(crate) fn begin(file: File, table: &ExportTable) -> Result<Self, ExportError> {
        let terminator = csv::Terminator::CRLF;
        let mut rows = csv::WriterBuilder::new().terminator(terminator).from_writer(BufWriter::new(file));
        rows.write_record(table.columns.iter().map(|column| column.name)).map_err(ExportError::of)?;
        Ok(Self(rows))
    }

    pub(crate) fn row(&mut self, row: &[Cell<'_>]) -> Result<(), ExportError> {
        for cell in row {
            self.0.write_field(&*written(cell)?).map_err(ExportError::of)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(ExportError::of)
    }

    pub(crate) fn end(self) -> Result<File, ExportError> {
        let buffer = self.0.into_inner().map_err(|error| ExportError::of(error.error()))?;
        buffer.into_inner().map_err(|error| ExportError::of(error.error()))
    }
}

fn written<'c>(cell: &'c Cell<'_>) -> Result<Cow<'c, str>, ExportError> {
    Ok(match cell {
        Cell::Empty => Cow::Borrowed(""),
        Cell::Integer(number) => number.to_string().into(),
        Cell::Money(minor) => decimal(*minor, 2).into(),
        Cell::Decimal(millionths) => decimal(*millionths, 6).into(),
        Cell::Time(at) => {
            let at = Timestamp::from_millisecond(*at).map_err(ExportError::of)?;
            format!("{at:.3}").into()
        }
        Cell::Text(text) => Cow::Borrowed(&**text),
        Cell::Flag(flag) => flag.to_string().into(),
    })
}

/// A number of parts, of which ten to the power of `digits` are one, as a decimal with so many digits.
fn decimal(parts: i64, digits: usize) -> String {
    let (sign, size) = (if parts < 0 { "-" } else { "" }, parts.unsigned_abs().to_string());
    let size = format!("{size:0>width$}", width = digits + 1);
    let (whole, rest) = size.split_at(size.len() - digits);
    format!("{sign}{whole}.{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact_and_times_have_milliseconds() {
        let amounts = [(0, "0.00"), (5, "0.05"), (-5, "-0.05"), (123_456, "1234.56"), (-100, "-1.00")];
        for (minor, text) in amounts {
            assert_eq!(decimal(minor, 2), text);
        }
        assert_eq!(decimal(i64::MIN, 2), "-92233720368547758.08");
        assert_eq!(written(&Cell::Decimal(-1_234_567)).unwrap(), "-1.234567");
        assert_eq!(written(&Cell::Decimal(4)).unwrap(), "0.000004");
        assert_eq!(written(&Cell::Time(1_000)).unwrap(), "1970-01-01T00:00:01.000Z");
        assert_eq!(written(&Cell::Time(-1)).unwrap(), "1969-12-31T23:59:59.999Z");
    }
}
