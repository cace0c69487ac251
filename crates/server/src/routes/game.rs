//! The game of a table, its sign, and advice at learning tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use croupier_house::ids::{PersonId, TableId};
use croupier_sign::Sign;

use super::access::own_house;
use super::extract::PathParams;
use crate::advice::{advise, table_rules};
use crate::app::App;
use crate::auth::Caller;
use crate::game_cache::TableRules;
use crate::wire::{AdviceView, GameInfo, Problem, ProblemCode, TableView, Teaching};

/// The rules of a table, and the name of the table.
pub(crate) async fn rules(app: &App, h: u16, t: u16) -> Result<(TableRules, String), Problem> {
    let house = app.house(h)?;
    table_rules(&house, TableId(t)).await
}

/// Show the game of a table
///
/// Everything that a page needs to draw it and to explain it.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/game", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The game. At learning tables with the exact edge of each wager.", body = GameInfo),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_game(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
) -> Result<Json<Arc<GameInfo>>, Problem> {
    let (rules, _) = rules(&app, h, t).await?;
    app.games.game(rules).await.map(Json)
}

/// Show the sign of a table as a drawing
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/sign.svg", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The sign as SVG", body = String, content_type = "image/svg+xml"),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_sign_svg(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
) -> Result<impl IntoResponse, Problem> {
    Ok(([(CONTENT_TYPE, "image/svg+xml")], sign(&app, h, t).await?.svg()))
}

/// Show the sign of a table as a page to print
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/sign.html", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The sign as HTML", body = String, content_type = "text/html"),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_sign_html(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
) -> Result<impl IntoResponse, Problem> {
    Ok(([(CONTENT_TYPE, "text/html; charset=utf-8")], sign(&app, h, t).await?.html()))
}

pub(super) async fn sign(app: &App, h: u16, t: u16) -> Result<Sign, Problem> {
    let (rules, name) = rules(app, h, t).await?;
    let heading = format!("{} · {name}", app.house(h)?.name);
    Ok(Sign::new(rules.book, rules.game, &rules.chosen).headed(heading).counted_in(rules.currency))
}

/// Advise on the decision that the person who asks has to make
///
/// Only at learning tables.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/advice", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The decisions, the best first", body = AdviceView),
    (status = "4XX", description = "The table is not a learning table, or no decision is due", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_advice(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
) -> Result<Json<AdviceView>, Problem> {
    let person = own_house(&app, h, &session).map(|_| session.person)?;
    let (rules, _) = rules(&app, h, t).await?;
    if rules.teaching == Teaching::Played {
        return Err(Problem::new(
            ProblemCode::Authority,
            "this is not a learning table",
            "only learning tables give advice",
        ));
    }
    let seen = seen_by(&app, h, t, person).await?;
    let advisor = app.games.advisor(rules).await?;
    let nothing = || {
        Problem::new(
            ProblemCode::Order,
            "there is nothing to decide",
            "wait until a decision of yours is due",
        )
    };
    let advisor = advisor.as_ref().as_ref().ok_or_else(nothing)?;
    advise(advisor, &seen).map(Json).ok_or_else(nothing)
}

async fn seen_by(app: &App, h: u16, t: u16, person: PersonId) -> Result<TableView, Problem> {
    let seen = app.house(h)?.actor.read(move |state| state.table_view(TableId(t), Some(person))).await?;
    seen.ok_or_else(|| Problem::unknown("table"))
}
