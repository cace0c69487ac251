//! A chart of play by totals: hard and soft scores and pairs against the dealer's up-card.

use std::fmt;

use croupier_rules::games::blackjack::Move;

use super::hands::KINDS;

/// What to do: the first of these moves that is lawful.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(&'static [Move]);

/// The ways to write a cell. In a row of pairs `-` means: as any other hand of that score.
const CODES: [(&str, &[Move]); 10] = [
    ("H", &[Move::Draw]),
    ("S", &[Move::Stand]),
    ("D", &[Move::Double, Move::Draw]),
    ("Ds", &[Move::Double, Move::Stand]),
    ("R", &[Move::Surrender, Move::Draw]),
    ("Rs", &[Move::Surrender, Move::Stand]),
    ("Rd", &[Move::Surrender, Move::Double, Move::Draw]),
    ("P", &[Move::Split]),
    ("Rp", &[Move::Surrender, Move::Split]),
    ("-", &[]),
];

impl Cell {
    /// Play as any other hand of that score: in a row of pairs only.
    pub const AS_TOTAL: Self = Self(&[]);

    /// The cell with these moves in this order, if there is a way to write it.
    pub fn of(moves: &[Move]) -> Option<Self> {
        CODES.into_iter().find(|(_, listed)| *listed == moves).map(|(_, listed)| Self(listed))
    }

    /// The cell that is written so.
    pub fn read(code: &str) -> Option<Self> {
        CODES.into_iter().find(|(written, _)| *written == code).map(|(_, moves)| Self(moves))
    }

    /// How it is written: `H` draw, `S` stand, `D` double else draw, `Ds` double else stand, `R` surrender else draw,
    /// `Rs` surrender else stand, `Rd` surrender else double else draw, `P` split, `Rp` surrender else split, `-` as its total.
    pub fn code(self) -> &'static str {
        CODES.into_iter().find(|(_, moves)| *moves == self.0).map_or("-", |(code, _)| code)
    }

    /// The moves, the one to be preferred first.
    pub const fn moves(self) -> &'static [Move] {
        self.0
    }

    /// The cells that settle what to do with any hand of a score.
    pub(super) fn for_totals() -> impl Iterator<Item = Self> {
        CODES.into_iter().map(|(_, moves)| Self(moves)).filter(|cell| cell.is_whole())
    }

    /// The cells for pairs: as its total, split, surrender else split.
    pub(super) fn for_pairs() -> impl Iterator<Item = Self> {
        CODES.into_iter().map(|(_, moves)| Self(moves)).filter(|cell| !cell.is_whole())
    }

    /// Whether it settles what to do with a hand that is no pair.
    fn is_whole(self) -> bool {
        matches!(self.0.last(), Some(Move::Draw | Move::Stand))
    }
}

/// The kinds of row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the kinds are their own names")]
pub enum Row {
    Hard,
    Soft,
    Pair,
}

impl Row {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Hard, Self::Soft, Self::Pair];

    /// The name of its table in a file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Soft => "soft",
            Self::Pair => "pairs",
        }
    }

    /// The scores it has rows for; for pairs what one card counts, an Ace 1.
    pub const fn span(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Self::Hard => 4..=20,
            Self::Soft => 12..=20,
            Self::Pair => 1..=10,
        }
    }

    /// How a row is written: the score, or the card with `A` for an Ace.
    pub fn label(self, number: u8) -> String {
        match (self, number) {
            (Self::Pair, 1) => "A".to_owned(),
            _ => number.to_string(),
        }
    }
}

/// A chart of play by totals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// By row and number, then by up-card: Ace, 2 to 10; one only where the dealer has no card before play.
    cells: [Vec<Vec<Cell>>; 3],
    columns: usize,
}

impl Chart {
    /// A chart with so many columns (ten, or one where the dealer has no card before play) that draws to 17 and does nothing else.
    pub fn drawing_to_17(columns: usize) -> Self {
        let fill = |row: Row| {
            let cell = |number: u8| match row {
                Row::Pair => Cell::AS_TOTAL,
                _ if number < 17 => Cell(&[Move::Draw]),
                _ => Cell(&[Move::Stand]),
            };
            row.span().map(|number| vec![cell(number); columns]).collect()
        };
        Self { cells: Row::ALL.map(fill), columns }
    }

    /// How many up-cards it has: ten, or one.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    fn place(row: Row, number: u8) -> Option<usize> {
        row.span().contains(&number).then(|| usize::from(number - row.span().start()))
    }

    fn column(up: Option<usize>) -> usize {
        up.unwrap_or(0)
    }

    /// The cell of a row against an up-card, by kind (0 for an Ace, *n* − 1 for a card that counts *n*).
    pub fn cell(&self, row: Row, number: u8, up: Option<usize>) -> Option<Cell> {
        let place = Self::place(row, number)?;
        self.cells[row as usize].get(place)?.get(Self::column(up)).copied()
    }

    /// The same chart with one cell changed; unchanged where there is no such cell or it would leave a hand without a move.
    #[must_use]
    pub fn with(mut self, row: Row, number: u8, up: Option<usize>, cell: Cell) -> Self {
        let fits = row == Row::Pair || cell.is_whole();
        if let (Some(place), true) = (Self::place(row, number), fits)
            && let Some(old) = self.cells[row as usize][place].get_mut(Self::column(up))
        {
            *old = cell;
        }
        self
    }

    /// The move on a hand of this score: the first that is lawful.
    pub(super) fn on_total(
        &self,
        score: u8,
        soft: bool,
        up: Option<usize>,
        lawful: impl Fn(Move) -> bool,
    ) -> Move {
        let row = if soft { Row::Soft } else { Row::Hard };
        let cell = self.cell(row, score, up);
        cell.and_then(|cell| cell.0.iter().copied().find(|mv| lawful(*mv))).unwrap_or(Move::Draw)
    }

    /// The move on the first two cards.
    pub(super) fn on_first(
        &self,
        pair: Option<u8>,
        score: u8,
        soft: bool,
        up: Option<usize>,
        lawful: impl Fn(Move) -> bool,
    ) -> Move {
        let cell = pair.and_then(|value| self.cell(Row::Pair, value, up));
        let special = cell.and_then(|cell| cell.0.iter().copied().find(|mv| lawful(*mv)));
        special.unwrap_or_else(|| self.on_total(score, soft, up, lawful))
    }

    /// The chart as a file: one table a kind of row, a cell for each up-card from 2 to 10 and the Ace.
    pub fn to_toml(&self) -> String {
        let line = |row: Row, number: u8| {
            let cells = self.order().map(|up| self.cell(row, number, up).map_or("-", Cell::code));
            let cells: Vec<String> = cells.map(|code| format!("{code:<2}")).collect();
            format!("{:<2} = \"{}\"\n", row.label(number), cells.join(" ").trim_end())
        };
        let table = |row: Row| {
            let lines: String = row.span().map(|number| line(row, number)).collect();
            format!("[{}]\n{lines}\n", row.name())
        };
        Row::ALL.into_iter().map(table).collect()
    }

    /// The up-cards in the order in which a chart is written: 2 to 10, then the Ace.
    fn order(&self) -> impl Iterator<Item = Option<usize>> + use<> {
        order(self.columns)
    }

    /// Reads a chart that [`Chart::to_toml`] could have written.
    ///
    /// # Errors
    /// When it is no such file, or any cell is missing or makes no sense; all faults are told.
    pub fn read(text: &str, columns: usize) -> Result<Self, ChartError> {
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| ChartError(vec![error.to_string()]))?;
        let mut chart = Self::drawing_to_17(columns);
        let mut faults = Vec::new();
        let known = |name: &String| Row::ALL.iter().any(|row| row.name() == name);
        faults.extend(
            table
                .keys()
                .filter(|name| !known(name))
                .map(|name| format!("`{name}` is no part of a chart: it has hard, soft and pairs")),
        );
        for row in Row::ALL {
            let rows = table.get(row.name()).and_then(toml::Value::as_table);
            let Some(rows) = rows else {
                faults.push(format!("the chart has no table [{}]", row.name()));
                continue;
            };
            chart.read_rows(row, rows, &mut faults);
        }
        if faults.is_empty() { Ok(chart) } else { Err(ChartError(faults)) }
    }

    fn read_rows(&mut self, row: Row, rows: &toml::Table, faults: &mut Vec<String>) {
        let labels: Vec<String> = row.span().map(|number| row.label(number)).collect();
        let strange = rows.keys().filter(|key| !labels.contains(key));
        faults.extend(strange.map(|key| format!("{} {key}: there is no such row", row.name())));
        for number in row.span() {
            let label = row.label(number);
            match rows.get(&label).and_then(toml::Value::as_str) {
                None => faults.push(format!("{} {label}: the row is missing", row.name())),
                Some(codes) => self.read_row(row, number, codes, faults),
            }
        }
    }

    fn read_row(&mut self, row: Row, number: u8, codes: &str, faults: &mut Vec<String>) {
        let place = format!("{} {}", row.name(), row.label(number));
        let codes: Vec<&str> = codes.split_whitespace().collect();
        if codes.len() != self.columns {
            let (found, need) = (codes.len(), self.columns);
            faults
                .push(format!("{place}: {found} cells, and there are {need} up-cards, 2 to 10 and the Ace"));
            return;
        }
        for (up, code) in self.order().zip(codes) {
            match Cell::read(code) {
                Some(cell) if row == Row::Pair || cell.is_whole() => {
                    self.cells[row as usize][usize::from(number - row.span().start())][Self::column(up)] =
                        cell;
                }
                Some(_) => {
                    faults.push(format!("{place}: `{code}` leaves a hand that is no pair without a move"))
                }
                None => faults.push(format!(
                    "{place}: `{code}` is no move; write H, S, D, Ds, R, Rs, Rd, and for pairs P, Rp or -"
                )),
            }
        }
    }
}

/// The up-cards in the order in which they are written.
pub(super) fn order(columns: usize) -> impl Iterator<Item = Option<usize>> {
    let shown = columns == KINDS;
    (0..columns).map(move |place| shown.then_some((place + 1) % KINDS))
}

/// What is wrong with the file of a chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChartError(Vec<String>);

impl ChartError {
    /// Each fault.
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
