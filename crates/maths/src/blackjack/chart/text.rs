//! Charts as text: a TOML file with a table for each section, and the lines in a simulation's job.
//!
//! Both write the same rows of the same codes, and every row is read by the same function.

use std::fmt;
use std::str::FromStr;

use super::cell::ChartCell;
use super::{Chart, ChartSection};
use crate::blackjack::hands::KINDS;

/// Everything that is wrong with the text of a chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChartError(Vec<String>);

impl ChartError {
    /// All faults.
    pub fn faults(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ChartError {}

/// The up-cards in the order in which they are written, by kind: 2 to 10, then the Ace.
fn up_cards(columns: usize) -> impl Iterator<Item = Option<usize>> {
    let shown = columns == KINDS;
    (0..columns).map(move |place| shown.then_some((place + 1) % KINDS))
}

impl Chart {
    /// The codes of a row, separated by spaces.
    fn codes(&self, section: ChartSection, number: u8, columns: usize) -> String {
        let code = |up| self.cell(section, number, up).map_or("-", ChartCell::code);
        let codes: Vec<String> = up_cards(columns).map(|up| format!("{:<2}", code(up))).collect();
        codes.join(" ").trim_end().to_owned()
    }

    /// The chart as a file: one table for each section, and in every row a cell for each up-card from 2 to 10 and the
    /// Ace.
    pub fn to_toml(&self) -> String {
        let line = |section: ChartSection, number: u8| {
            format!("{:<2} = \"{}\"\n", section.label(number), self.codes(section, number, self.columns))
        };
        let table = |section: ChartSection| {
            let lines: String = section.span().map(|number| line(section, number)).collect();
            format!("[{}]\n{lines}\n", section.name())
        };
        ChartSection::ALL.into_iter().map(table).collect()
    }

    /// Parses a file that [`Chart::to_toml`] could have written.
    ///
    /// # Errors
    /// When the text is not such a file, or a cell is missing or unknown; the error lists every fault.
    pub fn from_toml(text: &str, columns: usize) -> Result<Self, ChartError> {
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| ChartError(vec![error.to_string()]))?;
        let mut reader = Reader::new(columns);
        let known = |name: &String| ChartSection::ALL.iter().any(|section| section.name() == name);
        for name in table.keys().filter(|name| !known(name)) {
            reader.faults.push(format!("`{name}` is no part of a chart: it has hard, soft and pairs"));
        }
        for section in ChartSection::ALL {
            match table.get(section.name()).and_then(toml::Value::as_table) {
                Some(rows) => reader.table(section, rows),
                None => reader.faults.push(format!("the chart has no table [{}]", section.name())),
            }
        }
        reader.finish()
    }
}

/// Writes the lines of a chart in a job: one for each hand, such as `hard 16: S S S S S H H R R R`, always against
/// ten up-cards.
impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# dealer   2  3  4  5  6  7  8  9  10 A")?;
        for (section, number) in Self::rows() {
            let name = format!("{} {}:", word(section), section.label(number));
            writeln!(f, "{name:<9}{}", self.codes(section, number, KINDS))?;
        }
        Ok(())
    }
}

impl FromStr for Chart {
    type Err = ChartError;

    fn from_str(text: &str) -> Result<Self, ChartError> {
        let mut reader = Reader::new(KINDS);
        let mut found = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                found.extend(reader.line(number, line));
            }
        }
        let missing = |row: &(ChartSection, u8)| !found.contains(row);
        let names: Vec<String> =
            Self::rows().filter(missing).map(|(section, number)| name(section, number)).collect();
        if !names.is_empty() {
            reader.faults.push(format!("the chart has no row for {}", names.join(", ")));
        }
        reader.finish()
    }
}

/// The word for a section at the beginning of a line.
const fn word(section: ChartSection) -> &'static str {
    match section {
        ChartSection::Hard => "hard",
        ChartSection::Soft => "soft",
        ChartSection::Pair => "pair",
    }
}

fn name(section: ChartSection, number: u8) -> String {
    format!("{} {}", word(section), section.label(number))
}

/// A chart while its text is read, with the faults found so far.
struct Reader {
    chart: Chart,
    faults: Vec<String>,
}

impl Reader {
    fn new(columns: usize) -> Self {
        Self { chart: Chart::drawing_to(17, columns), faults: Vec::new() }
    }

    fn finish(self) -> Result<Chart, ChartError> {
        if self.faults.is_empty() { Ok(self.chart) } else { Err(ChartError(self.faults)) }
    }

    /// Reads a table of a file.
    fn table(&mut self, section: ChartSection, rows: &toml::Table) {
        let labels: Vec<String> = section.span().map(|number| section.label(number)).collect();
        for key in rows.keys().filter(|key| !labels.contains(key)) {
            self.faults.push(format!("{} {key}: there is no such row", section.name()));
        }
        for number in section.span() {
            let label = section.label(number);
            let place = format!("{} {label}", section.name());
            match rows.get(&label).and_then(toml::Value::as_str) {
                None => self.faults.push(format!("{place}: the row is missing")),
                Some(codes) => self.row(&place, section, number, codes),
            }
        }
    }

    /// Reads a line of a job, and returns the row that it is for.
    fn line(&mut self, number: usize, line: &str) -> Option<(ChartSection, u8)> {
        let place = format!("line {number} of the chart");
        let Some((name, codes)) = line.split_once(':') else {
            self.faults.push(format!("{place}: write `hard 16: S S …`"));
            return None;
        };
        let Some((section, number)) = parse_row(name) else {
            self.faults.push(format!("{place}: `{name}` is no row: write hard 16, soft 17 or pair 8"));
            return None;
        };
        self.row(&place, section, number, codes);
        Some((section, number))
    }

    /// Reads the cells of a row.
    fn row(&mut self, place: &str, section: ChartSection, number: u8, codes: &str) {
        let codes: Vec<&str> = codes.split_whitespace().collect();
        let columns = self.chart.columns;
        if codes.len() != columns {
            let found = codes.len();
            self.faults.push(format!(
                "{place}: {found} cells, and there are {columns} up-cards, 2 to 10 and the Ace"
            ));
            return;
        }
        for (up, code) in up_cards(columns).zip(codes) {
            match ChartCell::parse(code) {
                Some(cell) if section == ChartSection::Pair || cell.is_complete() => {
                    self.chart.set(section, number, up, cell);
                }
                Some(_) => {
                    self.faults
                        .push(format!("{place}: `{code}` leaves a hand that is no pair without a move"));
                }
                None => self.faults.push(format!(
                    "{place}: `{code}` is no move; write H, S, D, Ds, R, Rs, Rd, and for pairs P, Rp or -"
                )),
            }
        }
    }
}

/// The row that a line names, if a chart has such a row.
fn parse_row(name: &str) -> Option<(ChartSection, u8)> {
    let (first, label) = name.trim().split_once(' ')?;
    let section = ChartSection::ALL.into_iter().find(|section| word(*section) == first)?;
    let number = section.span().find(|number| section.label(*number) == label.trim())?;
    Some((section, number))
}

#[cfg(test)]
mod tests {
    use croupier_rules::games::blackjack::Move;

    use super::super::ChartHand;
    use super::*;

    #[test]
    fn lines_are_written_and_read_back() {
        let chart = Chart::usual();
        assert_eq!(chart.to_string().parse::<Chart>(), Ok(chart.clone()));
        assert_eq!(chart.cell(ChartSection::Hard, 11, Some(8)).unwrap().moves(), [Move::Double, Move::Draw]);
        assert_eq!(chart.cell(ChartSection::Pair, 1, Some(0)), Some(ChartCell::DRAW));
        assert_ne!(chart, Chart::drawing_to(17, KINDS));
    }

    #[test]
    fn a_file_and_lines_are_the_same_chart() {
        let chart = Chart::usual();
        assert_eq!(Chart::from_toml(&chart.to_toml(), KINDS), Ok(chart));
        // Without an up-card, all ten columns are the same.
        let one = Chart::drawing_to(17, 1);
        assert_eq!(one.to_string().parse::<Chart>().map(|chart| chart.for_columns(1)), Ok(one));
    }

    #[test]
    fn missing_rows_and_unknown_codes_are_faults() {
        let usual = Chart::usual().to_string();
        let holed: String = usual
            .lines()
            .filter(|line| !line.starts_with("soft 18"))
            .map(|line| format!("{line}\n"))
            .collect();
        let error = holed.parse::<Chart>().unwrap_err();
        assert_eq!(error.faults(), ["the chart has no row for soft 18"]);
        for line in [
            "hard 16 S",
            "hard 16: S S",
            "hard 3: S S S S S S S S S S",
            "soft 18: P P P P P P P P P P",
            "x 1: S S S S S S S S S S",
        ] {
            let error = format!("{usual}{line}").parse::<Chart>().unwrap_err();
            assert!(
                error.faults().iter().all(|fault| fault.starts_with("line 38 of the chart: ")),
                "{error}"
            );
        }
    }

    #[test]
    fn the_first_move_that_is_permitted_is_made() {
        let chart = Chart::usual();
        let eights = ChartHand { score: 16, soft: false, pair: Some(8), up: Some(9) };
        assert_eq!(chart.decide(eights, |_| true), Move::Surrender);
        assert_eq!(chart.decide(eights, |mv| mv != Move::Surrender), Move::Split);
        assert_eq!(chart.decide(eights, |mv| matches!(mv, Move::Draw | Move::Stand)), Move::Draw);
    }
}
