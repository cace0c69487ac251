//! Game mathematics (PAR) of tables, and comparisons of rulebooks, for the staff and the regulator.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use croupier_house::ids::TableId;
use croupier_report::{Comparison, ParReport, ReportError, ReportTable, program_digest};
use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::games::Family as GameFamily;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use super::prints::pdf;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::houses::OpenHouse;
use crate::reports::{MadeReport, REPORT_PDF_WAIT, REPORT_WAIT, ReportAnswer};
use crate::wire::{ComparisonView, Family, ParReportView, Problem, ReportStageView};

/// A report, or how far it is.
fn answer(found: ReportAnswer) -> Response {
    match found {
        ReportAnswer::Made(made) => ([(CONTENT_TYPE, "application/json")], made.json.clone()).into_response(),
        ReportAnswer::Computing(computing) => {
            (StatusCode::ACCEPTED, Json(ReportStageView { computing })).into_response()
        }
    }
}

fn bytes(json: &Value) -> Result<Vec<u8>, ReportError> {
    serde_json::to_vec(json).map_err(|error| ReportError::Refused(error.to_string()))
}

/// The rules of a table in force, and the day.
struct TableToday {
    book: &'static Book,
    game: &'static GameBook,
    chosen: Arc<Chosen>,
    day: Date,
}

impl TableToday {
    async fn of(house: &OpenHouse, table: TableId) -> Result<Self, Problem> {
        let found = house.actor.read(move |state| {
            let HouseReader { house, now, .. } = *state;
            let (book, game) = house.game_of(table, now.date).ok()?;
            let chosen = house.chosen_at(table, now.date).ok()?;
            Some(Self { book, game, chosen, day: now.date })
        });
        found.await?.ok_or_else(|| Problem::unknown("table"))
    }

    /// What the report depends on.
    fn key(&self) -> String {
        let chosen: Vec<String> = self.chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let limits = (self.chosen.stake_min, self.chosen.stake_max);
        format!("par {} {} {} {chosen:?} {limits:?}", self.day, self.book.digest(), self.game.id())
    }
}

async fn par_of(app: &App, house: &OpenHouse, table: u16, wait: Duration) -> Result<ReportAnswer, Problem> {
    let today = TableToday::of(house, TableId(table)).await?;
    let made = app.reports.get(today.key(), wait, move |progress| {
        let TableToday { book, game, chosen, day } = today;
        let table = ReportTable::new(book, game, (*chosen).clone());
        let report = ParReport::new(table, day, None, program_digest(), progress)?;
        Ok(MadeReport { json: bytes(&report.json())?.into(), paper: Some(report.printout()) })
    });
    made.await
}

/// Show the game mathematics of a table
///
/// The PAR report on the rules and settings in force today, as `croupier par --json` gives it. It takes seconds to a
/// minute to compute: until then the answer is 202 with what is being done. Ask again.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/par", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The report", body = ParReportView),
    (status = 202, description = "The report is being computed. Ask again.", body = ReportStageView),
    (status = "4XX", description = "There is no such table, the person who asks may not read this, or too many reports wait", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_par(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
) -> Result<Response, Problem> {
    let house = own_house(&app, h, &session)?;
    par_of(&app, &house, t, REPORT_WAIT).await.map(answer)
}

/// Print the game mathematics of a table
///
/// The PAR report as `croupier par --pdf` gives it.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/par.pdf", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The report as PDF", body = String, content_type = "application/pdf"),
    (status = "4XX", description = "There is no such table, the person who asks may not read this, or too many reports wait", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The report is being computed, or the house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_par_pdf(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
) -> Result<impl IntoResponse, Problem> {
    let house = own_house(&app, h, &session)?;
    let paper = match par_of(&app, &house, t, REPORT_PDF_WAIT).await? {
        ReportAnswer::Made(made) => made.paper.clone().ok_or_else(Problem::internal)?,
        ReportAnswer::Computing(words) => {
            return Err(Problem::unavailable(format!("the report is being computed: {words}")));
        }
    };
    pdf(&app, format!("table-{t}-par"), paper).await
}

/// What is compared.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComparisonQuery {
    /// The family of games.
    #[param(inline)]
    family: Family,
}

/// Compare the rulebooks on one family of games
///
/// All rulebooks of this server that have such a game, with the price of each clause in which they differ, as
/// `croupier compare --json` gives it. It takes up to a minute to compute: until then the answer is 202 with what is
/// being done. Ask again.
#[utoipa::path(get, path = "/houses/{h}/comparison", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ComparisonQuery), responses(
    (status = 200, description = "The comparison", body = ComparisonView),
    (status = 202, description = "The comparison is being computed. Ask again.", body = ReportStageView),
    (status = "4XX", description = "No rulebook has such a game, the person who asks may not read this, or too many reports wait", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_comparison(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(asked): QueryParams<ComparisonQuery>,
) -> Result<Response, Problem> {
    own_house(&app, h, &session)?;
    let (shelf, family) = (app.shelf, GameFamily::from(asked.family));
    let books: Vec<&str> = shelf.books().iter().map(Book::digest).collect();
    let key = format!("comparison {} {books:?}", family.name());
    let made = app.reports.get(key, REPORT_WAIT, move |progress| {
        // As the command does without a day: the law as it will be when all that is passed is in force.
        let comparison = Comparison::new(shelf, family.name(), &[], Date::MAX, false, progress)?;
        Ok(MadeReport { json: bytes(&comparison.json())?.into(), paper: None })
    });
    made.await.map(answer)
}
