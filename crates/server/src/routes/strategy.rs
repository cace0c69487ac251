//! Best play as charts, at learning tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::extract::PathParams;
use super::game::rules;
use crate::app::App;
use crate::wire::{Problem, ProblemCode, StrategyView, Teaching};

/// Show best play at a learning table as charts
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/strategy", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The charts", body = StrategyView),
    (status = "4XX", description = "The table is not a learning table, or its game has no decisions", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_strategy(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
) -> Result<Json<Arc<StrategyView>>, Problem> {
    let (rules, _) = rules(&app, h, t).await?;
    if rules.teaching == Teaching::Played {
        return Err(Problem::new(
            ProblemCode::Authority,
            "this is not a learning table",
            "only learning tables show best play",
        ));
    }
    let found = app.games.strategy(rules).await?;
    let nothing =
        || Problem::new(ProblemCode::Unknown, "this game has no decisions", "only the bets are chosen");
    found.as_ref().as_ref().map(|sheet| Json(Arc::clone(sheet))).ok_or_else(nothing)
}
