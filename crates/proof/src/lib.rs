//! The table of `docs/proof.md`: each test that proves something writes a row, and one command puts the rows together.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Where the table begins and ends in the document.
const BEGIN: &str = "<!-- made: proof -->\n";
const END: &str = "<!-- end -->";

/// The folder for rows. Without it none is written.
const FOLDER: &str = "CROUPIER_PROOF";
/// The command that tries everything.
const COMMAND: &str = "make proof";

/// What one test has tried, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofRow {
    /// Where it stands in the table.
    pub order: u32,
    /// What was tried, in words.
    pub tried: String,
    /// What was counted, in words, with each count.
    pub counts: Vec<(String, u64)>,
    /// The command that tries it.
    pub command: String,
}

impl ProofRow {
    /// A row without counts, and where it stands in the table.
    #[must_use]
    pub fn new(order: u32, tried: impl Into<String>) -> Self {
        Self { order, tried: tried.into(), counts: Vec::new(), command: COMMAND.to_owned() }
    }

    /// The same with another count.
    ///
    /// # Panics
    /// When it does not fit.
    #[must_use]
    pub fn count(mut self, what: &str, count: impl TryInto<u64>) -> Self {
        let count = count.try_into().unwrap_or_else(|_| panic!("{what}: the count does not fit"));
        self.counts.push((what.to_owned(), count));
        self
    }

    /// Writes it into the folder that `CROUPIER_PROOF` names, if it names one.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write_if_wanted(&self, name: &str) {
        if let Some(folder) = std::env::var_os(FOLDER) {
            self.write(&PathBuf::from(folder), name).expect("the folder of the rows can be written");
        }
    }

    fn write(&self, folder: &Path, name: &str) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other)?;
        std::fs::write(folder.join(format!("{name}.json")), text)
    }

    fn line(&self) -> String {
        let counts: Vec<String> =
            self.counts.iter().map(|(what, count)| format!("{} {what}", grouped(*count))).collect();
        format!("| {} | {} | `{}` |\n", self.tried, counts.join(", "), self.command)
    }
}

/// A number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The rows of a folder, in order.
///
/// # Errors
/// When a file cannot be read, or is no row.
pub fn rows(folder: &Path) -> std::io::Result<Vec<ProofRow>> {
    let mut rows: Vec<ProofRow> = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let text = std::fs::read_to_string(&path)?;
            let wrong = |error| std::io::Error::other(format!("{}: {error}", path.display()));
            rows.push(serde_json::from_str(&text).map_err(wrong)?);
        }
    }
    rows.sort_by(|one, other| (one.order, &one.tried).cmp(&(other.order, &other.tried)));
    Ok(rows)
}

/// The document with these rows in its table; `None` if it has no place for one.
pub fn with_table(document: &str, rows: &[ProofRow]) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let mut text = format!("{before}{BEGIN}| tried | counted | command |\n|---|---|---|\n");
    rows.iter().for_each(|row| text.push_str(&row.line()));
    Some(text + END + after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_put_into_its_place_and_nothing_else_changes() {
        let row = ProofRow::new(1, "faults").count("planted", 1_234_567).count("not found", 0);
        let document = format!("before\n{BEGIN}old\n{END}\nafter\n");
        let made = with_table(&document, &[row]).unwrap();
        assert!(made.starts_with("before\n") && made.ends_with("\nafter\n"), "{made}");
        assert!(made.contains("| faults | 1,234,567 planted, 0 not found | `make proof` |\n"), "{made}");
        assert!(!made.contains("old"), "{made}");
        assert_eq!(with_table("no place", &[]), None);
    }
}
