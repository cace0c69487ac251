//! Best play as charts.

use croupier_maths::strategy::{DecisionGrid, GridCell, LegendEntry, MixedMove, Worth};
use croupier_maths::{Figure, Strategy};
use serde::Serialize;
use utoipa::ToSchema;

use super::kinds::MoveKind;

/// Best play of a game, as `croupier strategy --json` gives it.
#[derive(Serialize, ToSchema)]
pub struct StrategyView {
    /// The game, as `RULEBOOK/GAME`.
    pub rules: String,
    /// The options that the house has chosen, by name.
    pub house: std::collections::BTreeMap<String, String>,
    /// Whether the game has decisions at all.
    pub decisions: bool,
    /// The title of the charts.
    pub title: String,
    /// The moves that cells name.
    pub moves: Vec<ChartMove>,
    /// The charts.
    pub charts: Vec<StrategyChart>,
    /// Notes to the charts.
    pub notes: Vec<String>,
    /// How they were computed.
    pub method: String,
}

/// A move that cells name.
#[derive(Serialize, ToSchema)]
pub struct ChartMove {
    /// The letter in the chart.
    pub letter: String,
    /// The name.
    pub name: String,
    /// The kind of move, for colours.
    pub kind: MoveKind,
}

/// A chart.
#[derive(Serialize, ToSchema)]
pub struct StrategyChart {
    /// The title.
    pub title: String,
    /// What the rows are.
    pub down: String,
    /// What the columns are.
    pub across: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<ChartRow>,
}

/// A row of a chart.
#[derive(Serialize, ToSchema)]
pub struct ChartRow {
    /// The name of the row.
    pub name: String,
    /// A cell for each column; null where the case is impossible.
    pub cells: Vec<Option<ChartCell>>,
}

/// Best play in one case.
#[derive(Serialize, ToSchema)]
pub struct ChartCell {
    /// The moves of best play, with their probabilities.
    pub plays: Vec<MoveShare>,
    /// The value of each move.
    pub worth: Vec<MoveValue>,
}

/// A move and its probability.
#[derive(Serialize, ToSchema)]
pub struct MoveShare {
    /// The letter of the move.
    pub letter: Option<String>,
    /// The name of the move.
    pub name: Option<String>,
    /// The probability: a fraction where it is exact, otherwise a decimal.
    pub probability: String,
}

/// The value of a move.
#[derive(Serialize, ToSchema)]
pub struct MoveValue {
    /// The name of the move.
    #[serde(rename = "move")]
    pub name: String,
    /// The expected gain in bets as a fraction; null where only a decimal is known.
    pub expectation: Option<String>,
    /// The expected gain in bets as a decimal.
    pub expectation_decimal: f64,
}

fn figure(figure: &Figure) -> String {
    figure.exact().map_or_else(|| format!("{:.12}", figure.value()), ToString::to_string)
}

fn cell(cell: &GridCell, moves: &[LegendEntry]) -> ChartCell {
    let mixed = |mixed: &MixedMove| {
        let play = moves.get(mixed.play);
        MoveShare {
            letter: play.map(|play| play.letter.clone()),
            name: play.map(|play| play.name.clone()),
            probability: figure(&mixed.probability),
        }
    };
    let worth = |worth: &Worth| MoveValue {
        name: worth.name.clone(),
        expectation: worth.expectation.exact().map(ToString::to_string),
        expectation_decimal: worth.expectation.value(),
    };
    ChartCell { plays: cell.plays.iter().map(mixed).collect(), worth: cell.worth.iter().map(worth).collect() }
}

fn chart(chart: &DecisionGrid, moves: &[LegendEntry]) -> StrategyChart {
    let rows = chart.rows.iter().map(|row| ChartRow {
        name: row.name.clone(),
        cells: row.cells.iter().map(|of| of.as_ref().map(|of| cell(of, moves))).collect(),
    });
    StrategyChart {
        title: chart.title.clone(),
        down: chart.down.clone(),
        across: chart.across.clone(),
        columns: chart.columns.clone(),
        rows: rows.collect(),
    }
}

impl StrategyView {
    /// Best play under rules with these options.
    pub fn of<'a>(
        rules: String,
        chosen: impl Iterator<Item = (&'a str, String)>,
        strategy: &Strategy,
    ) -> Self {
        let play = |play: &LegendEntry| ChartMove {
            letter: play.letter.clone(),
            name: play.name.clone(),
            kind: play.kind.into(),
        };
        Self {
            rules,
            house: chosen.map(|(key, value)| (key.to_owned(), value)).collect(),
            decisions: true,
            title: strategy.title.clone(),
            moves: strategy.moves.iter().map(play).collect(),
            charts: strategy.charts.iter().map(|of| chart(of, &strategy.moves)).collect(),
            notes: strategy.notes.clone(),
            method: strategy.method.clone(),
        }
    }
}
