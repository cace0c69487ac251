//! Files are written as they are declared, and read back.

use std::fs::File;
use std::path::PathBuf;

use croupier_export::{
    Cell, ColumnType, ExportColumn, ExportFormat, FIGURES_BY_WAGER, LEDGER, ROUNDS, TableFile,
};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-export-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A row of the ledger.
fn leg(sequence: i64, minor: i64, kind: &str) -> Vec<Cell<'_>> {
    vec![
        Cell::Integer(1),
        Cell::Integer(sequence),
        Cell::Time(1_000_000_000_123 + sequence),
        Cell::Empty,
        Cell::Integer(sequence),
        Cell::Integer(1),
        Cell::Integer(1),
        Cell::text(kind),
        Cell::Empty,
        Cell::text("cash"),
        Cell::Money(minor),
        Cell::text("wallet"),
        Cell::Empty,
        Cell::Integer(7),
        Cell::text("cage"),
        Cell::Empty,
        Cell::Empty,
    ]
}

#[test]
fn csv_has_names_exact_amounts_and_quotes_what_needs_it() {
    let folder = folder("csv");
    let mut file = TableFile::begin(&folder, &LEDGER, ExportFormat::Csv).unwrap();
    assert!(!folder.join("ledger.csv").exists() && folder.join("ledger.csv.partial").exists());
    file.row(&leg(1, 1_234_505, "buy, \"in\"")).unwrap();
    assert_eq!(file.end().unwrap(), 1);
    assert!(folder.join("ledger.csv").exists() && !folder.join("ledger.csv.partial").exists());
    let text = std::fs::read_to_string(folder.join("ledger.csv")).unwrap();
    let names: Vec<&str> = LEDGER.columns.iter().map(|column| column.name).collect();
    let row = "1,1,2001-09-09T01:46:40.124Z,,1,1,1,\"buy, \"\"in\"\"\",,cash,12345.05,wallet,,7,cage,,";
    assert_eq!(text, format!("{}\r\n{row}\r\n", names.join(",")));
    let again = TableFile::begin(&folder, &LEDGER, ExportFormat::Csv).err().unwrap().to_string();
    assert!(again.contains("is there already"), "{again}");
}

/// More rows than a group has.
#[test]
fn parquet_has_typed_columns_in_groups_and_an_empty_table_has_columns() {
    let folder = folder("parquet");
    let rows = 70_000;
    let mut file = TableFile::begin(&folder, &LEDGER, ExportFormat::Parquet).unwrap();
    for number in 1..=rows {
        file.row(&leg(number, number * 101, "buy-in")).unwrap();
    }
    assert_eq!(file.end().unwrap(), rows.cast_unsigned());
    let reader = SerializedFileReader::new(File::open(folder.join("ledger.parquet")).unwrap()).unwrap();
    assert_eq!(reader.num_row_groups(), 2);
    let schema = reader.metadata().file_metadata().schema_descr();
    let money = schema.column(10);
    assert_eq!((money.name(), money.type_precision(), money.type_scale()), ("amount", 18, 2));
    let mut sum = 0;
    for (row, number) in reader.get_row_iter(None).unwrap().zip(1_i64..) {
        let row = row.unwrap();
        assert_eq!(row.get_long(1).unwrap(), number);
        assert_eq!(row.get_timestamp_millis(2).unwrap(), 1_000_000_000_123 + number);
        assert_eq!(row.get_string(7).unwrap(), "buy-in");
        assert!(row.get_long(3).is_err() && row.get_long(13).unwrap() == 7);
        let bytes: [u8; 8] = row.get_decimal(10).unwrap().data().try_into().unwrap();
        sum += i64::from_be_bytes(bytes);
    }
    assert_eq!(sum, 101 * rows * (rows + 1) / 2);
    TableFile::begin(&folder, &ROUNDS, ExportFormat::Parquet).unwrap().end().unwrap();
    let reader = SerializedFileReader::new(File::open(folder.join("rounds.parquet")).unwrap()).unwrap();
    let metadata = reader.metadata().file_metadata();
    assert_eq!((metadata.num_rows(), metadata.schema_descr().num_columns()), (0, ROUNDS.columns.len()));
}

#[test]
fn a_row_that_is_not_of_its_table_is_refused() {
    let folder = folder("refused");
    let mut file = TableFile::begin(&folder, &LEDGER, ExportFormat::Csv).unwrap();
    let why = file.row(&leg(1, 1, "x")[1..]).unwrap_err().to_string();
    assert!(why.contains("has 16 columns instead of 17"), "{why}");
    for wrong in [Cell::Empty, Cell::Integer(5)] {
        let mut row = leg(1, 1, "x");
        row[10] = wrong;
        let why = file.row(&row).unwrap_err().to_string();
        assert!(why.contains("ledger.amount cannot be"), "{why}");
    }
}

#[test]
fn decimals_have_six_digits_in_both_formats() {
    let folder = folder("decimals");
    let cell = |column: &ExportColumn| match column.of {
        _ if column.is_optional && column.name != "z" => Cell::Empty,
        ColumnType::Integer => Cell::Integer(1),
        ColumnType::Money => Cell::Money(2),
        ColumnType::Decimal => Cell::Decimal(-4_124_790),
        ColumnType::Time => Cell::Time(0),
        ColumnType::Text => Cell::text("text"),
        ColumnType::Flag => Cell::Flag(true),
    };
    let row: Vec<Cell<'_>> = FIGURES_BY_WAGER.columns.iter().map(cell).collect();
    for format in ExportFormat::ALL {
        let mut file = TableFile::begin(&folder, &FIGURES_BY_WAGER, format).unwrap();
        file.row(&row).unwrap();
        assert_eq!(file.end().unwrap(), 1);
    }
    let text = std::fs::read_to_string(folder.join("figures_by_wager.csv")).unwrap();
    assert!(text.ends_with(",0.02,,,,-4.124790,,,\r\n"), "{text}");
    let file = File::open(folder.join("figures_by_wager.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let z = FIGURES_BY_WAGER.columns.iter().position(|column| column.name == "z").unwrap();
    let column = schema.column(z);
    assert_eq!((column.name(), column.type_precision(), column.type_scale()), ("z", 18, 6));
    let row = reader.get_row_iter(None).unwrap().next().unwrap().unwrap();
    let bytes: [u8; 8] = row.get_decimal(z).unwrap().data().try_into().unwrap();
    assert_eq!(i64::from_be_bytes(bytes), -4_124_790);
}
