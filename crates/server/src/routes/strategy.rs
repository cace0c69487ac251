//! Best play as a chart, at tables to learn at.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_maths::strategy::{DecisionGrid, GridCell, LegendEntry, MixedMove, Worth};
use croupier_maths::{Figure, Strategy};
use serde::Serialize;
use utoipa::ToSchema;

use super::Named;
use super::game::rules;
use crate::app::App;
use crate::wire::{Kind, Problem, Teaching};

/// Best play of a game, as `croupier strategy --json` gives it.
#[derive(Serialize, ToSchema)]
pub struct StrategySheet {
    /// The game, as `RULEBOOK/GAME`.
    rules: String,
    /// What the house has chosen.
    house: std::collections::BTreeMap<String, String>,
    /// Whether anybody decides anything.
    decisions: bool,
    title: String,
    moves: Vec<PlaySeen>,
    charts: Vec<ChartSeen>,
    notes: Vec<String>,
    method: String,
}

/// One thing that a player can do.
#[derive(Serialize, ToSchema)]
struct PlaySeen {
    letter: String,
    name: String,
    kind: &'static str,
}

/// One chart.
#[derive(Serialize, ToSchema)]
struct ChartSeen {
    title: String,
    down: String,
    across: String,
    columns: Vec<String>,
    rows: Vec<RowSeen>,
}

/// One row of a chart.
#[derive(Serialize, ToSchema)]
struct RowSeen {
    name: String,
    /// A cell a column; nothing where the case cannot be.
    cells: Vec<Option<CellSeen>>,
}

/// What to do in one case.
#[derive(Serialize, ToSchema)]
struct CellSeen {
    plays: Vec<MixedSeen>,
    worth: Vec<WorthSeen>,
}

/// A move with how often it is made.
#[derive(Serialize, ToSchema)]
struct MixedSeen {
    letter: Option<String>,
    name: Option<String>,
    /// A fraction where it is exact, else a decimal.
    probability: String,
}

/// What a move is worth.
#[derive(Serialize, ToSchema)]
struct WorthSeen {
    #[serde(rename = "move")]
    name: String,
    /// A fraction, where it is exact.
    expectation: Option<String>,
    expectation_decimal: f64,
}

fn figure(figure: &Figure) -> String {
    figure.exact().map_or_else(|| format!("{:.12}", figure.value()), ToString::to_string)
}

fn cell(cell: &GridCell, moves: &[LegendEntry]) -> CellSeen {
    let mixed = |mixed: &MixedMove| {
        let play = moves.get(mixed.play);
        MixedSeen {
            letter: play.map(|play| play.letter.clone()),
            name: play.map(|play| play.name.clone()),
            probability: figure(&mixed.probability),
        }
    };
    let worth = |worth: &Worth| WorthSeen {
        name: worth.name.clone(),
        expectation: worth.expectation.exact().map(ToString::to_string),
        expectation_decimal: worth.expectation.value(),
    };
    CellSeen { plays: cell.plays.iter().map(mixed).collect(), worth: cell.worth.iter().map(worth).collect() }
}

fn chart(chart: &DecisionGrid, moves: &[LegendEntry]) -> ChartSeen {
    let rows = chart.rows.iter().map(|row| RowSeen {
        name: row.name.clone(),
        cells: row.cells.iter().map(|of| of.as_ref().map(|of| cell(of, moves))).collect(),
    });
    ChartSeen {
        title: chart.title.clone(),
        down: chart.down.clone(),
        across: chart.across.clone(),
        columns: chart.columns.clone(),
        rows: rows.collect(),
    }
}

impl StrategySheet {
    /// The sheet of a strategy.
    pub(crate) fn of(rules: &crate::lessons::Rules, strategy: &Strategy) -> Self {
        let play = |play: &LegendEntry| PlaySeen {
            letter: play.letter.clone(),
            name: play.name.clone(),
            kind: play.kind.name(),
        };
        Self {
            rules: format!("{}/{}", rules.book.id(), rules.game.id()),
            house: rules.chosen.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
            decisions: true,
            title: strategy.title.clone(),
            moves: strategy.moves.iter().map(play).collect(),
            charts: strategy.charts.iter().map(|of| chart(of, &strategy.moves)).collect(),
            notes: strategy.notes.clone(),
            method: strategy.method.clone(),
        }
    }
}

/// Best play at a table to learn at, as a chart
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/strategy", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "The charts", body = StrategySheet),
    (status = "4XX", description = "It is not a table to learn at, or nobody decides anything", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn strategy(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
) -> Result<Json<Arc<StrategySheet>>, Problem> {
    let (rules, _) = rules(&app, h, t).await?;
    if rules.teaching == Teaching::Played {
        let allowed = "best play is shown at tables to learn at";
        return Err(Problem::new(Kind::Authority, "this is a table to play at", allowed));
    }
    let found = app.lessons.strategy(rules).await?;
    let nothing = || Problem::unknown("play to choose: after the bets nobody decides anything");
    found.as_ref().as_ref().map(|sheet| Json(Arc::clone(sheet))).ok_or_else(nothing)
}
