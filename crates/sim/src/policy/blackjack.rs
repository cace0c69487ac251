//! A chart for blackjack: what to do with every hand against every card of the dealer.

use std::fmt;
use std::str::FromStr;

use croupier_rules::games::blackjack::Move;

/// What the hand is, as a chart tells hands apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Row {
    /// A score without an Ace that counts 11.
    Hard(u8),
    /// A score with one.
    Soft(u8),
    /// Two cards that may be split, by what one of them counts; 1 for an Ace.
    Pair(u8),
}

impl Row {
    /// Every hand there is, in the order of a chart.
    pub fn all() -> impl Iterator<Item = Self> {
        let hard = (4..=20).map(Self::Hard);
        hard.chain((12..=20).map(Self::Soft)).chain((1..=10).map(Self::Pair))
    }

    fn place(self) -> Option<usize> {
        match self {
            Self::Hard(score @ 4..=20) => Some(usize::from(score) - 4),
            Self::Soft(score @ 12..=20) => Some(17 + usize::from(score) - 12),
            Self::Pair(value @ 1..=10) => Some(26 + usize::from(value) - 1),
            _ => None,
        }
    }
}

/// How many hands a chart tells apart.
const ROWS: usize = 36;
/// The dealer's cards: 2 to 10, and the Ace.
const COLUMNS: usize = 10;

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hard(score) => write!(f, "hard {score}"),
            Self::Soft(score) => write!(f, "soft {score}"),
            Self::Pair(1) => f.write_str("pair A"),
            Self::Pair(value) => write!(f, "pair {value}"),
        }
    }
}

/// What is sought, in order: the first that the rules permit is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sought {
    /// Stands.
    Stand,
    /// Draws.
    Draw,
    /// Doubles, else draws.
    DoubleOrDraw,
    /// Doubles, else stands.
    DoubleOrStand,
    /// Gives up, else draws.
    SurrenderOrDraw,
    /// Gives up, else stands.
    SurrenderOrStand,
    /// Gives up, else doubles, else draws.
    SurrenderOrDouble,
    /// Splits, else plays the score.
    Split,
    /// Gives up, else splits, else plays the score.
    SurrenderOrSplit,
    /// Plays the score: only for a pair.
    ByScore,
}

impl Sought {
    const WORDS: [(&'static str, Self); 10] = [
        ("S", Self::Stand),
        ("H", Self::Draw),
        ("D", Self::DoubleOrDraw),
        ("Ds", Self::DoubleOrStand),
        ("R", Self::SurrenderOrDraw),
        ("Rs", Self::SurrenderOrStand),
        ("Rd", Self::SurrenderOrDouble),
        ("P", Self::Split),
        ("Rp", Self::SurrenderOrSplit),
        ("-", Self::ByScore),
    ];

    pub(super) fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, sought)| *sought == self).map_or("?", |(word, _)| word)
    }

    pub(super) fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, sought)| *sought)
    }

    /// The moves in order, and what is left when none of them is permitted; `None` for the score's own row.
    const fn moves(self) -> (&'static [Move], Option<Move>) {
        match self {
            Self::Stand => (&[], Some(Move::Stand)),
            Self::Draw => (&[], Some(Move::Draw)),
            Self::DoubleOrDraw => (&[Move::Double], Some(Move::Draw)),
            Self::DoubleOrStand => (&[Move::Double], Some(Move::Stand)),
            Self::SurrenderOrDraw => (&[Move::Surrender], Some(Move::Draw)),
            Self::SurrenderOrStand => (&[Move::Surrender], Some(Move::Stand)),
            Self::SurrenderOrDouble => (&[Move::Surrender, Move::Double], Some(Move::Draw)),
            Self::Split => (&[Move::Split], None),
            Self::SurrenderOrSplit => (&[Move::Surrender, Move::Split], None),
            Self::ByScore => (&[], None),
        }
    }

    /// Whether it can stand in a row of scores.
    const fn is_for_a_score(self) -> bool {
        self.moves().1.is_some()
    }
}

/// What a chart is asked: the hand, the dealer's card and what is permitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The score.
    pub score: u8,
    /// Whether an Ace counts 11.
    pub soft: bool,
    /// What one card of a pair counts, 1 for an Ace; `None` where the hand is no pair.
    pub pair: Option<u8>,
    /// What the dealer's card counts, 1 for an Ace.
    pub dealer: u8,
}

/// What to do with every hand against every card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chart {
    cells: [[Sought; COLUMNS]; ROWS],
}

/// Why a text is no chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChartError {
    /// This line cannot be read.
    Line(usize, String),
    /// These rows are missing.
    Missing(Vec<Row>),
}

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line, what) => write!(f, "line {line} of the chart: {what}"),
            Self::Missing(rows) => {
                let names: Vec<String> = rows.iter().map(ToString::to_string).collect();
                write!(f, "the chart has holes: it says nothing of {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for ChartError {}

impl Chart {
    /// The chart in which each cell is as told; a row of scores that is told to split is told to draw.
    pub fn new(cell: impl Fn(Row, u8) -> Sought) -> Self {
        let mut cells = [[Sought::Stand; COLUMNS]; ROWS];
        for (row, line) in Row::all().zip(&mut cells) {
            for (dealer, sought) in (2..=11).zip(line) {
                let told = cell(row, if dealer == 11 { 1 } else { dealer });
                let score = !matches!(row, Row::Pair(_));
                *sought = if score && !told.is_for_a_score() { Sought::Draw } else { told };
            }
        }
        Self { cells }
    }

    /// What one does against several packs as most books have it; a start, not the best for any one table.
    pub fn usual() -> Self {
        USUAL.parse().unwrap_or_else(|_| Self::new(|_, _| Sought::Stand))
    }

    /// Always draws to this score, and never doubles, splits or gives up.
    pub fn like_the_dealer(to: u8) -> Self {
        Self::new(|row, _| match row {
            Row::Hard(score) | Row::Soft(score) if score < to => Sought::Draw,
            Row::Pair(_) => Sought::ByScore,
            _ => Sought::Stand,
        })
    }

    /// What is sought in a cell.
    pub fn cell(&self, row: Row, dealer: u8) -> Option<Sought> {
        let column = if dealer == 1 { 9 } else { usize::from(dealer).checked_sub(2)? };
        self.cells.get(row.place()?)?.get(column).copied()
    }

    /// What to do, with what the rules permit.
    pub fn decide(&self, sight: Sight, permits: impl Fn(Move) -> bool) -> Move {
        let by_score = if sight.soft { Row::Soft(sight.score) } else { Row::Hard(sight.score) };
        for row in [sight.pair.map(Row::Pair), Some(by_score)].into_iter().flatten() {
            let Some(sought) = self.cell(row, sight.dealer) else { continue };
            let (moves, otherwise) = sought.moves();
            if let Some(mv) = moves.iter().copied().find(|mv| permits(*mv)).or(otherwise) {
                return mv;
            }
        }
        Move::Stand
    }
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# dealer   2  3  4  5  6  7  8  9  10 A")?;
        for (row, line) in Row::all().zip(&self.cells) {
            let words: Vec<String> = line.iter().map(|sought| format!("{:<2}", sought.word())).collect();
            writeln!(f, "{:<9}{}", format!("{row}:"), words.join(" ").trim_end())?;
        }
        Ok(())
    }
}

impl FromStr for Chart {
    type Err = ChartError;

    /// One line a hand, `hard 16: S S S S S H H R R R`, the dealer's card from 2 to 10 and the Ace.
    fn from_str(text: &str) -> Result<Self, ChartError> {
        let mut cells = [[None; COLUMNS]; ROWS];
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let error = |what: String| ChartError::Line(number, what);
                let (row, told) = read_line(line).map_err(error)?;
                let place = row.place().ok_or_else(|| error(format!("`{row}` is no hand to decide on")))?;
                cells[place] = told;
            }
        }
        let holes = |(_, line): &(Row, &[Option<Sought>; COLUMNS])| line.contains(&None);
        let missing: Vec<Row> = Row::all().zip(&cells).filter(holes).map(|(row, _)| row).collect();
        if !missing.is_empty() {
            return Err(ChartError::Missing(missing));
        }
        Ok(Self { cells: cells.map(|line| line.map(|sought| sought.unwrap_or(Sought::Stand))) })
    }
}

fn read_line(line: &str) -> Result<(Row, [Option<Sought>; COLUMNS]), String> {
    let (name, cells) = line.split_once(':').ok_or("write `hard 16: S S …`")?;
    let row =
        read_row(name).ok_or_else(|| format!("`{name}` is no hand: write hard 16, soft 17 or pair 8"))?;
    let mut told = [None; COLUMNS];
    let words: Vec<&str> = cells.split_whitespace().collect();
    if words.len() != COLUMNS {
        return Err(format!("`{name}` has {} cells, and the dealer has {COLUMNS} cards", words.len()));
    }
    for (cell, word) in told.iter_mut().zip(words) {
        let sought = Sought::named(word).ok_or_else(|| {
            let known: Vec<&str> = Sought::WORDS.iter().map(|(word, _)| *word).collect();
            format!("`{word}` is no decision: {}", known.join(", "))
        })?;
        if !matches!(row, Row::Pair(_)) && !sought.is_for_a_score() {
            return Err(format!("`{word}` stands only in the row of a pair"));
        }
        *cell = Some(sought);
    }
    Ok((row, told))
}

fn read_row(name: &str) -> Option<Row> {
    let (kind, value) = name.trim().split_once(' ')?;
    let value = value.trim();
    let number = if value == "A" { 1 } else { value.parse().ok()? };
    match kind {
        "hard" => Some(Row::Hard(number)),
        "soft" => Some(Row::Soft(number)),
        "pair" => Some(Row::Pair(number)),
        _ => None,
    }
}

const USUAL: &str = "\
hard 4: H H H H H H H H H H
hard 5: H H H H H H H H H H
hard 6: H H H H H H H H H H
hard 7: H H H H H H H H H H
hard 8: H H H H H H H H H H
hard 9: H D D D D H H H H H
hard 10: D D D D D D D D H H
hard 11: D D D D D D D D H H
hard 12: H H S S S H H H H H
hard 13: S S S S S H H H H H
hard 14: S S S S S H H H R H
hard 15: S S S S S H H H R H
hard 16: S S S S S H H R R H
hard 17: S S S S S S S S S S
hard 18: S S S S S S S S S S
hard 19: S S S S S S S S S S
hard 20: S S S S S S S S S S
soft 12: H H H H H H H H H H
soft 13: H H H D D H H H H H
soft 14: H H H D D H H H H H
soft 15: H H D D D H H H H H
soft 16: H H D D D H H H H H
soft 17: H D D D D H H H H H
soft 18: S Ds Ds Ds Ds S S H H H
soft 19: S S S S S S S S S S
soft 20: S S S S S S S S S S
pair A: P P P P P P P P P H
pair 2: P P P P P P - - - -
pair 3: P P P P P P - - - -
pair 4: - - - P P - - - - -
pair 5: - - - - - - - - - -
pair 6: P P P P P - - - - -
pair 7: P P P P P P - - Rp -
pair 8: P P P P P P P P Rp -
pair 9: P P P P P S P P S S
pair 10: S S S S S S S S S S
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_is_written_and_read_back() {
        let chart = Chart::usual();
        assert_eq!(chart.to_string().parse::<Chart>(), Ok(chart.clone()));
        assert_eq!(chart.cell(Row::Hard(11), 9), Some(Sought::DoubleOrDraw));
        assert_eq!(chart.cell(Row::Pair(1), 1), Some(Sought::Draw));
        assert_ne!(chart, Chart::like_the_dealer(17));
    }

    #[test]
    fn holes_and_strange_words_are_told() {
        let holed: String =
            USUAL.lines().filter(|line| !line.starts_with("soft 18")).map(|l| format!("{l}\n")).collect();
        assert_eq!(holed.parse::<Chart>(), Err(ChartError::Missing(vec![Row::Soft(18)])));
        for line in [
            "hard 16 S",
            "hard 16: S S",
            "hard 3: S S S S S S S S S S",
            "soft 18: P P P P P P P P P P",
            "x 1: S S S S S S S S S S",
        ] {
            assert!(
                matches!(format!("{USUAL}{line}").parse::<Chart>(), Err(ChartError::Line(37, _))),
                "{line}"
            );
        }
    }

    #[test]
    fn the_first_that_is_permitted_is_done() {
        let chart = Chart::usual();
        let eights = Sight { score: 16, soft: false, pair: Some(8), dealer: 10 };
        assert_eq!(chart.decide(eights, |_| true), Move::Surrender);
        assert_eq!(chart.decide(eights, |mv| mv != Move::Surrender), Move::Split);
        assert_eq!(chart.decide(eights, |mv| matches!(mv, Move::Draw | Move::Stand)), Move::Draw);
    }
}
