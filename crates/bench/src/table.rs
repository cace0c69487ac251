//! The table at the end of `make bench`: every benchmark leaves its rows in a file, and the program `table` prints all of them.

use std::fmt::Write as _;
use std::path::PathBuf;

/// What was measured, what it is compared with, and whether that is enough. Every figure has its unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BenchRow {
    /// What was done.
    pub work: String,
    /// How fast.
    pub ours: String,
    /// How fast another program does it, in the same run.
    pub peer: String,
    /// How many times as fast as the other program.
    pub ratio: String,
    /// What the machine permits, measured in the same run.
    pub limit: String,
    /// The share of that.
    pub share: String,
    /// What has to be reached.
    pub aim: String,
    /// Whether it is reached; `None` where nothing is required but the right answer.
    pub is_reached: Option<bool>,
}

const COLUMNS: [&str; 8] = ["work", "ours", "peer", "ratio", "limit", "share", "aim", "reached"];

impl BenchRow {
    /// A row of what was done and how fast.
    pub fn of(work: impl Into<String>, ours: impl Into<String>) -> Self {
        Self { work: work.into(), ours: ours.into(), ..Self::default() }
    }

    /// What has to be reached, and whether it is.
    #[must_use]
    pub fn aim(self, aim: impl Into<String>, is_reached: bool) -> Self {
        Self { aim: aim.into(), is_reached: Some(is_reached), ..self }
    }

    fn cells(&self) -> [&str; 8] {
        let reached = self.is_reached.map_or("", |reached| if reached { "yes" } else { "NO" });
        let Self { work, ours, peer, ratio, limit, share, aim, .. } = self;
        [work, ours, peer, ratio, limit, share, aim, reached]
    }
}

/// The folder of the rows, in that of everything that cargo builds, which has a tag for programs that make copies.
fn folder() -> std::io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let target = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let lacking = || std::io::Error::other("the program is in no folder of cargo");
    Ok(target.ok_or_else(lacking)?.join("bench-rows"))
}

/// Leaves the rows of a benchmark for the table, in the place of those of an earlier run.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn leave(benchmark: &str, rows: &[BenchRow]) -> std::io::Result<()> {
    let folder = folder()?;
    std::fs::create_dir_all(&folder)?;
    let lines: Vec<String> = rows.iter().map(|row| row.cells().join("\t")).collect();
    std::fs::write(folder.join(format!("{benchmark}.tsv")), lines.join("\n") + "\n")
}

/// The table of all rows that were left, in the order of the benchmarks' names, for Markdown and for people alike.
///
/// # Errors
/// When the rows cannot be read.
pub fn whole_table() -> std::io::Result<String> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()?)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    for file in files {
        let text = std::fs::read_to_string(file)?;
        rows.extend(text.lines().map(|line| line.split('\t').map(str::to_owned).collect()));
    }
    Ok(drawn(&rows))
}

/// Rows of cells, the first of them the names of the columns, as wide as the widest cell of each column.
fn drawn(rows: &[Vec<String>]) -> String {
    let width = |place: usize| rows.iter().filter_map(|row| Some(row.get(place)?.chars().count())).max();
    let widths: Vec<usize> = (0..COLUMNS.len()).map(|place| width(place).unwrap_or(0)).collect();
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        for (cell, width) in row.iter().zip(&widths) {
            let _infallible = write!(out, "| {cell:width$} ");
        }
        out.push_str("|\n");
        if number == 0 {
            out.extend(widths.iter().map(|width| format!("|-{:-<width$}-", "")));
            out.push_str("|\n");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_wide_as_their_column() {
        let row = BenchRow::of("a shoe", "12.5 M/s").aim("at least 10 M/s", true);
        let rows = [COLUMNS.map(str::to_owned).to_vec(), row.cells().map(str::to_owned).to_vec()];
        let table = drawn(&rows);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines[0],
            "| work   | ours     | peer | ratio | limit | share | aim             | reached |"
        );
        assert_eq!(
            lines[2],
            "| a shoe | 12.5 M/s |      |       |       |       | at least 10 M/s | yes     |"
        );
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    }
}
