//! Text tables. A table is as wide as its contents. If the output is narrower, cells are wrapped between words. If
//! even that does not fit, each row is written as a list of its columns.

use std::fmt;

use crate::layout::{columns, longest_word, wrap};

/// The width of a column of prose if the width of the output is unknown.
const PROSE_WIDTH: usize = 72;
/// The spaces around a column, and the one between two columns.
const PADDING: usize = 3;

/// A table: a header, and rows with the same number of cells.
pub struct TextTable {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    right: Vec<usize>,
    width: Option<usize>,
}

impl TextTable {
    /// An empty table for an output of this width, if that is known.
    pub fn new<T: Into<String>>(header: impl IntoIterator<Item = T>, width: Option<usize>) -> Self {
        let header = header.into_iter().map(Into::into).collect();
        Self { header, rows: Vec::new(), right: Vec::new(), width }
    }

    /// Adds a row with one cell per column. A cell may have several lines.
    pub fn add_row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Right-aligns columns, which are numbered from zero.
    pub fn align_right(&mut self, columns: &[usize]) {
        self.right.extend_from_slice(columns);
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn column(&self, place: usize) -> impl Iterator<Item = &String> {
        std::iter::once(&self.header).chain(&self.rows).filter_map(move |row| row.get(place))
    }

    /// The natural width of each column, and its minimum width without breaking a word.
    fn extents(&self) -> Vec<(usize, usize)> {
        let of = |place: usize| {
            let natural = self.column(place).flat_map(|cell| cell.lines()).map(columns).max().unwrap_or(0);
            (natural, self.column(place).map(|cell| longest_word(cell)).max().unwrap_or(0))
        };
        (0..self.header.len()).map(of).collect()
    }

    /// The widths of the columns; `None` if the table does not fit.
    fn widths(&self) -> Option<Vec<usize>> {
        let extents = self.extents();
        let Some(width) = self.width else {
            return Some(
                extents.iter().map(|(natural, least)| (*natural).min(PROSE_WIDTH.max(*least))).collect(),
            );
        };
        let around = PADDING * extents.len() - 1;
        let least: usize = extents.iter().map(|(_, least)| least).sum();
        let room = width.checked_sub(around).filter(|room| *room >= least)?;
        Some(shrink(&extents, room))
    }

    fn line(&self, cells: &[String], widths: &[usize], lines: &mut Vec<String>) {
        let wrapped: Vec<Vec<String>> =
            cells.iter().zip(widths).map(|(cell, width)| wrap(cell, *width)).collect();
        for at in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
            let cell = |(place, (lines, width)): (usize, (&Vec<String>, &usize))| {
                let text = lines.get(at).map_or("", String::as_str);
                if self.right.contains(&place) {
                    format!(" {text:>width$} ")
                } else {
                    format!(" {text:<width$} ")
                }
            };
            let cells: Vec<String> = wrapped.iter().zip(widths).enumerate().map(cell).collect();
            lines.push(cells.join(" ").trim_end().to_owned());
        }
    }

    fn drawn(&self, widths: &[usize]) -> String {
        let whole = widths.iter().sum::<usize>() + PADDING * widths.len() - 1;
        let (thin, thick) = ("─".repeat(whole), "═".repeat(whole));
        let mut lines = vec![thin.clone()];
        self.line(&self.header, widths, &mut lines);
        lines.push(thick);
        for row in &self.rows {
            self.line(row, widths, &mut lines);
            lines.push(thin.clone());
        }
        lines.join("\n")
    }

    /// The rows as lists: the name of each column, then its content.
    fn listed(&self) -> String {
        let width = self.width.unwrap_or(PROSE_WIDTH);
        let rule = "─".repeat(width);
        let mut lines = vec![rule.clone()];
        for row in &self.rows {
            for (name, cell) in self.header.iter().zip(row).filter(|(_, cell)| !cell.trim().is_empty()) {
                let text = if name.is_empty() { cell.clone() } else { format!("{name}: {cell}") };
                let mut parts = text.split('\n').flat_map(|line| wrap(line, width.saturating_sub(2).max(1)));
                lines.extend(parts.next());
                lines.extend(parts.map(|line| format!("  {line}")));
            }
            lines.push(rule.clone());
        }
        lines.join("\n")
    }
}

/// Column widths that fit into `room`. The widest columns shrink first, but none below the width of its words.
fn shrink(extents: &[(usize, usize)], room: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = extents.iter().map(|(natural, _)| *natural).collect();
    while widths.iter().sum::<usize>() > room {
        let wide = (0..widths.len()).filter(|place| widths[*place] > extents[*place].1);
        let Some(widest) = wide.max_by_key(|place| widths[*place]) else { break };
        widths[widest] -= 1;
    }
    widths
}

impl fmt::Display for TextTable {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.widths().map_or_else(|| self.listed(), |widths| self.drawn(&widths)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(width: Option<usize>) -> String {
        let mut table = TextTable::new(["wager", "edge", "what it says"], width);
        table.add_row(["numbers 1", "2.9000 %", "The house gains this share of every bet."]);
        table.align_right(&[1]);
        table.to_string()
    }

    #[test]
    fn a_table_is_as_wide_as_its_contents() {
        let lines = example(None);
        let lines: Vec<&str> = lines.lines().collect();
        assert_eq!(lines[1], " wager           edge   what it says");
        assert_eq!(lines[3], " numbers 1   2.9000 %   The house gains this share of every bet.");
        assert_eq!(example(Some(200)).lines().nth(3), Some(lines[3]));
    }

    #[test]
    fn no_width_breaks_a_figure_or_goes_beyond_the_output() {
        for width in 1..80 {
            let drawn = example(Some(width));
            assert!(drawn.contains("2.9000 %"), "{width}\n{drawn}");
            let longest = drawn.lines().map(columns).max().unwrap_or(0);
            assert!(longest <= width.max("2.9000 %".len() + 2), "{width}\n{drawn}");
        }
    }

    #[test]
    fn a_narrow_output_gets_lists() {
        assert!(example(Some(20)).contains("wager: numbers 1\nedge: 2.9000 %\n"), "{}", example(Some(20)));
    }
}
