//! Figures over an interval, and patterns, for the staff and the regulator.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::{DAY_MS, HouseId, PersonId};
use croupier_house::table::FigureTerms;
use croupier_store::Index;
use croupier_store::index::FigureSeries;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::{PATTERN_ROWS, PATTERNS_LAST};
use crate::figures::{FigureQuestion, PatternData, People, patterns, price_terms, view};
use crate::houses::OpenHouse;
use crate::lookup::{look_up, unreadable};
use crate::storage::HouseStore;
use crate::wire::{FigureBy, FiguresView, PatternPerson, PatternView, Problem};

/// An interval, and what is asked about it.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct FiguresQuery {
    /// Count rounds that ended at this time or later, in milliseconds since 1970; all by default.
    from: Option<i64>,
    /// Count rounds that ended before this time; all by default.
    to: Option<i64>,
    /// What the rows are: tables by default.
    #[param(inline)]
    by: Option<FigureBy>,
    /// Count only one table.
    table: Option<u16>,
}

/// Checks that an interval does not end before it begins.
fn check_interval(from: Option<i64>, to: Option<i64>) -> Result<(), Problem> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => {
            Err(Problem::malformed(format!("from {from} to {to}"), "an interval ends after it begins"))
        }
        _ => Ok(()),
    }
}

/// The rules of series in which something was played.
fn terms_of(
    index: &Index,
    house: HouseId,
    series: &[FigureSeries],
) -> Result<BTreeMap<i64, FigureTerms>, Problem> {
    let played = series.iter().filter(|series| series.terms > 0 && series.sums.bets != 0);
    let numbers: BTreeSet<i64> = played.map(|series| series.terms).collect();
    let mut terms = BTreeMap::new();
    for number in numbers {
        let found = index.figure_terms(house, number).map_err(unreadable)?;
        terms.insert(number, found.ok_or_else(Problem::internal)?);
    }
    Ok(terms)
}

/// Refuses to show sums that are not complete.
fn check_complete(store: &HouseStore, house: HouseId) -> Result<(), Problem> {
    if store.index().has_missed_plays(house) {
        return Err(Problem::unavailable(
            "the figures of this house are not complete: they are made again when the server is started next",
        ));
    }
    Ok(())
}

/// Show figures over an interval
///
/// Handle, drop and win, set beside the theoretical win of the same bets and its standard deviation.
#[utoipa::path(get, path = "/houses/{h}/figures", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), FiguresQuery), responses(
    (status = 200, description = "The figures", body = FiguresView),
    (status = "4XX", description = "The person who asks may not read this, or the interval ends before it begins", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_figures(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<FiguresQuery>,
) -> Result<Json<FiguresView>, Problem> {
    let house = own_house(&app, h, &session)?;
    let FiguresQuery { from, to, by, table } = which;
    check_interval(from, to)?;
    let tables = house.actor.shared().tables();
    if table.is_some_and(|table| table == 0 || usize::from(table) > tables.len()) {
        return Err(Problem::unknown("table"));
    }
    let (series, terms) = look_up(&app, &house, move |store, id| {
        check_complete(store, id)?;
        let series = store.index().figures(id, from, to).map_err(unreadable)?;
        let terms = terms_of(store.index(), id, &series)?;
        Ok((series, terms))
    })
    .await?;
    let prices = price_terms(&app.games, app.shelf, terms).await?;
    let (by, currency) = (by.unwrap_or_default(), house.currency.clone());
    let question = FigureQuestion { currency, from, to, by, table };
    Ok(Json(view(&question, &tables, &series, &prices)))
}

/// An interval in which patterns are sought.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatternsQuery {
    /// The beginning, in milliseconds since 1970; a day before the end by default. Play is counted by whole hours.
    from: Option<i64>,
    /// The end; now by default.
    to: Option<i64>,
}

/// List patterns that an exact model finds unlikely
///
/// The most unlikely first, each with what was found, what was expected, and its chance. None of them accuses anybody.
#[utoipa::path(get, path = "/houses/{h}/patterns", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), PatternsQuery), responses(
    (status = 200, description = "The patterns", body = Vec<PatternView>),
    (status = "4XX", description = "The person who asks may not read this, or the interval has too much play", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_patterns(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<PatternsQuery>,
) -> Result<Json<Vec<PatternView>>, Problem> {
    let house = own_house(&app, h, &session)?;
    let now = house.actor.read(|state| state.now.at).await?;
    let to = which.to.unwrap_or(now);
    let from = which.from.unwrap_or_else(|| to.saturating_sub(DAY_MS * PATTERNS_LAST));
    check_interval(Some(from), Some(to))?;
    let (data, terms) = look_up(&app, &house, move |store, id| {
        check_complete(store, id)?;
        let data = read_data(store.index(), id, (from, to))?;
        let terms = terms_of(store.index(), id, &data.series)?;
        Ok((data, terms))
    })
    .await?;
    let prices = price_terms(&app.games, app.shelf, terms).await?;
    let people = people_of(&house, &data).await?;
    Ok(Json(patterns(&data, &prices, &people, &house.currency)))
}

/// Everything that happened in an interval, or a refusal if that is too much.
fn read_data(index: &Index, house: HouseId, interval: (i64, i64)) -> Result<PatternData, Problem> {
    let data = PatternData {
        series: index.figures(house, None, None).map_err(unreadable)?,
        played: index.played_hours(house, interval, PATTERN_ROWS + 1).map_err(unreadable)?,
        dealt: index.dealt_hours(house, interval, PATTERN_ROWS + 1).map_err(unreadable)?,
        bets: index.bet_hours(house, interval, PATTERN_ROWS + 1).map_err(unreadable)?,
        authorised: index.authorised(house, interval, PATTERN_ROWS + 1).map_err(unreadable)?,
    };
    let rows = [data.played.len(), data.dealt.len(), data.bets.len(), data.authorised.len()];
    if rows.into_iter().any(|rows| rows > PATTERN_ROWS) {
        return Err(Problem::malformed(
            format!("more than {PATTERN_ROWS} rows of play in this interval"),
            "ask for a shorter interval",
        ));
    }
    Ok(data)
}

/// The people in the data, as the house knows them.
async fn people_of(house: &OpenHouse, data: &PatternData) -> Result<People, Problem> {
    let played = data.played.iter().map(|row| row.person);
    let dealt = data.dealt.iter().map(|row| row.person);
    let bet = data.bets.iter().map(|row| row.person);
    let signed = data.authorised.iter().flat_map(|row| [row.proposer, row.authoriser]);
    let wanted: BTreeSet<PersonId> = played.chain(dealt).chain(bet).chain(signed).collect();
    house
        .actor
        .read(move |state| {
            let person = |id: PersonId| {
                let person = state.house.office.person(id).ok()?;
                let (handle, role) = (person.handle.to_string(), person.role.into());
                Some((id, PatternPerson { person: id.0, handle, role }))
            };
            wanted.into_iter().filter_map(person).collect()
        })
        .await
}
