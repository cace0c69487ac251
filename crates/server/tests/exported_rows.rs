//! The tables of an export as they were written, for the tests of what is in them.

use std::path::Path;

use croupier_export::{ExportFormat, TABLES};
use croupier_rules::book::Shelf;
use croupier_server::export::{ExportRequest, ExportedFile, FigurePeriod, export};

/// Everything that a data folder has.
pub(crate) fn request(data: &Path, out: &Path) -> ExportRequest {
    ExportRequest {
        data: data.to_owned(),
        store: None,
        out: out.to_owned(),
        format: ExportFormat::Csv,
        tables: TABLES.to_vec(),
        house: None,
        between: (i64::MIN, i64::MAX),
        period: FigurePeriod::Hour,
        now: 0,
    }
}

pub(crate) fn exported(request: &ExportRequest, shelf: &'static Shelf) -> Vec<ExportedFile> {
    export(request, shelf, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

/// A table as it was written: its rows by the names of its columns.
pub(crate) struct Rows {
    names: csv::StringRecord,
    pub(crate) rows: Vec<csv::StringRecord>,
}

impl Rows {
    pub(crate) fn read(out: &Path, table: &str) -> Self {
        let mut reader = csv::Reader::from_path(out.join(format!("{table}.csv"))).unwrap();
        let names = reader.headers().unwrap().clone();
        Self { names, rows: reader.records().map(Result::unwrap).collect() }
    }

    fn place(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| panic!("no column {name}"))
    }

    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        let place = self.place(name);
        self.rows.iter().map(|row| &row[place]).collect()
    }

    /// The value of a column in a row.
    pub(crate) fn at<'r>(&self, row: &'r csv::StringRecord, name: &str) -> &'r str {
        &row[self.place(name)]
    }

    /// The sum of an amount in minor units, of the rows that are wanted.
    pub(crate) fn sum(&self, name: &str, wanted: impl Fn(&dyn Fn(&str) -> String) -> bool) -> i64 {
        let place = self.place(name);
        let wanted = |row: &&csv::StringRecord| wanted(&|name| row[self.place(name)].to_owned());
        self.rows.iter().filter(wanted).map(|row| row[place].replace('.', "").parse::<i64>().unwrap()).sum()
    }
}
