//! Best play as charts, and the value of shoes, at learning tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use super::game::rules;
use crate::app::App;
use crate::auth::Caller;
use crate::game_cache::TableRules;
use crate::wire::{Problem, ProblemCode, ShoeValue, StrategyView, Teaching};

/// The rules of a learning table.
async fn learning_rules(app: &App, h: u16, t: u16) -> Result<TableRules, Problem> {
    let (rules, _) = rules(app, h, t).await?;
    if rules.teaching == Teaching::Learning {
        return Ok(rules);
    }
    let allowed = "only learning tables show best play";
    Err(Problem::new(ProblemCode::Authority, "this is not a learning table", allowed))
}

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
    let found = app.games.strategy(learning_rules(&app, h, t).await?).await?;
    let nothing =
        || Problem::new(ProblemCode::Unknown, "this game has no decisions", "only the bets are chosen");
    found.as_ref().as_ref().map(|sheet| Json(Arc::clone(sheet))).ok_or_else(nothing)
}

/// A shoe.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShoeQuery {
    /// What is left, such as `A:24,2:24`, or what has gone, such as `-5:2,-K`.
    #[param(example = "-5:2,-K", max_length = 400)]
    shoe: String,
}

/// The longest shoe that is read, in bytes.
pub(crate) const SHOE_TEXT_MAX: usize = 400;

/// Price a shoe of a learning table at best play
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/shoe", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table"), ShoeQuery), responses(
    (status = 200, description = "What the shoe is worth", body = ShoeValue),
    (status = "4XX", description = "The table is not a learning table, the shoe is impossible, or another is being priced", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_shoe_value(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
    QueryParams(asked): QueryParams<ShoeQuery>,
) -> Result<Json<ShoeValue>, Problem> {
    own_house(&app, h, &session)?;
    if asked.shoe.len() > SHOE_TEXT_MAX {
        return Err(Problem::malformed("a shoe of this length", format!("at most {SHOE_TEXT_MAX} bytes")));
    }
    let rules = learning_rules(&app, h, t).await?;
    app.games.shoe_value(rules, asked.shoe).await.map(Json)
}
