//! What a table is declared to have.

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// A whole number of 64 bits: ids, sequences, counts.
    Integer,
    /// An amount of money with two decimals, exact.
    Money,
    /// A number with six decimals.
    Decimal,
    /// A time in UTC with milliseconds.
    Time,
    /// Text in UTF-8.
    Text,
    /// Yes or no.
    Flag,
}

impl ColumnType {
    /// The type as it is in CSV, in words.
    pub const fn in_csv(self) -> &'static str {
        match self {
            Self::Integer => "whole number",
            Self::Money => "decimal with two digits after the point",
            Self::Decimal => "decimal with six digits after the point",
            Self::Time => "RFC 3339, UTC, milliseconds",
            Self::Text => "text",
            Self::Flag => "`true` or `false`",
        }
    }

    /// The type as Parquet names it: the physical type, and the logical one where it has one.
    pub const fn in_parquet(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Integer => ("int64", None),
            Self::Money => ("int64", Some("DECIMAL(18,2)")),
            Self::Decimal => ("int64", Some("DECIMAL(18,6)")),
            Self::Time => ("int64", Some("TIMESTAMP(MILLIS,true)")),
            Self::Text => ("byte_array", Some("STRING")),
            Self::Flag => ("boolean", None),
        }
    }
}

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportColumn {
    /// Its name in the files.
    pub name: &'static str,
    /// Its type.
    pub of: ColumnType,
    /// Whether it can be empty.
    pub is_optional: bool,
    /// What it means.
    pub meaning: &'static str,
}

impl ExportColumn {
    pub(crate) const fn new(name: &'static str, of: ColumnType, meaning: &'static str) -> Self {
        Self { name, of, is_optional: false, meaning }
    }

    pub(crate) const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }
}

pub(crate) const fn column(name: &'static str, of: ColumnType, meaning: &'static str) -> ExportColumn {
    ExportColumn::new(name, of, meaning)
}

/// The columns of several lists, one after another.
///
/// # Panics
/// When they are not `COUNT`; in a constant that is an error of the compiler.
pub(crate) const fn joined<const COUNT: usize>(lists: &[&[ExportColumn]]) -> [ExportColumn; COUNT] {
    let mut all = [HOUSE; COUNT];
    let (mut list, mut filled) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            all[filled] = lists[list][place];
            (place, filled) = (place + 1, filled + 1);
        }
        list += 1;
    }
    assert!(filled == COUNT, "the lists have fewer columns");
    all
}

pub(crate) const HOUSE: ExportColumn = column("house", ColumnType::Integer, "the number of the house");

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportTable {
    /// Its name, which its file has too.
    pub name: &'static str,
    /// What a row of it is.
    pub meaning: &'static str,
    /// Its columns, in order.
    pub columns: &'static [ExportColumn],
}
