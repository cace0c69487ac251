//! Finished rounds, and the history board.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_fair::surprise;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_kit::{Pocket, Throw};
use croupier_rules::book::{Book, Shelf};
use croupier_rules::games::AnyTable;
use croupier_rules::table::{StakeVerdict, Verdict};
use croupier_store::index::{RoundRow, RoundState};
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{PathParams, Position, QueryParams};
use crate::app::App;
use crate::auth::MaybeCaller;
use crate::door::limits::ROUNDS_PER_PAGE;
use crate::journal_reader::read_entries;
use crate::lookup::{event_at, look_up, unreadable};
use crate::round_reader::{JournalRound, JudgedRound, RoundReader, judge_round};
use crate::storage::HouseStore;
use crate::wire::{
    BoardMethod, BoardResult, HistoryBoard, OwnResult, Problem, ProblemCode, RoundResult, RoundView,
    VerdictRow, VerdictView,
};

/// A page of rounds.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundsPage {
    /// Return rounds before this one; the latest by default.
    #[param(value_type = Option<i64>, minimum = 0)]
    before: Option<Position>,
    /// How many rounds to return; 50 by default, at most 200.
    #[param(maximum = 200)]
    limit: Option<usize>,
}

fn row(row: &StakeVerdict, me: Option<&str>) -> VerdictRow {
    VerdictRow {
        bet: row.bet,
        player: row.player.clone(),
        wager: row.wager.clone(),
        hand: row.hand.clone(),
        of: row.of,
        stake: row.stake.into(),
        outcome: row.outcome.into(),
        odds: row.odds.map(|odds| odds.to_string()),
        reason: row.reason.clone(),
        profit: row.profit.into(),
        returned: row.returned.into(),
        cites: row.cites.clone(),
        mine: me == Some(row.player.as_str()),
    }
}

fn verdict(judged: &JudgedRound, verdict: &Verdict, me: Option<&str>) -> VerdictView {
    let rows = verdict.rows.iter().filter(|row| judged.own.contains(&row.bet));
    VerdictView { rules: verdict.rules.clone(), bets: rows.map(|r| row(r, me)).collect(), why: judged.why() }
}

/// List the rounds of a table, the latest first
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/rounds", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table"), RoundsPage), responses(
    (status = 200, description = "Rounds that are over", body = Vec<RoundResult>),
    (status = "4XX", description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn list_rounds(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    QueryParams(which): QueryParams<RoundsPage>,
) -> Result<Json<Vec<RoundResult>>, Problem> {
    let limit = which.limit.unwrap_or(50).min(ROUNDS_PER_PAGE);
    let before = which.before.map_or(u64::MAX, |before| before.0);
    let (house, table) = (app.house(h)?, TableId(t));
    house.actor.shared().table(table).ok_or_else(|| Problem::unknown("table"))?;
    let found = look_up(&app, &house, move |store, id| {
        // Only the latest can be one that is being played.
        let rows = store.index().rounds_before(id, table, before, limit + 1).map_err(unreadable)?;
        Ok(rows.into_iter().filter(RoundRow::is_over).take(limit).map(round_result).collect())
    });
    found.await.map(Json)
}

fn round_result(row: RoundRow) -> RoundResult {
    let void = row.state == RoundState::Void;
    RoundResult { round: row.round, at: row.at, result: row.result.unwrap_or_default(), void }
}

/// The house file with this version.
fn file_of(store: &HouseStore, house: HouseId, version: u32) -> Result<Box<str>, Problem> {
    let found = store.index().house_file(house, version).map_err(unreadable)?;
    match event_at(store, house, found.ok_or_else(Problem::internal)?)? {
        Event::HouseFileAdopted { file, .. } => Ok(file),
        _ => Err(Problem::internal()),
    }
}

/// A round that is over, in the index.
fn finished_round(
    store: &HouseStore,
    house: HouseId,
    table: TableId,
    round: u64,
) -> Result<RoundRow, Problem> {
    let row = store.index().round(house, table, round).map_err(unreadable)?;
    let row = row.ok_or_else(|| Problem::unknown("round"))?;
    if row.is_over() {
        return Ok(row);
    }
    Err(Problem::new(
        ProblemCode::Order,
        "the round is being played",
        "its record can be read when it is over",
    ))
}

/// Reads a round from the journal, from the beginning of its record.
fn read_round(store: &HouseStore, house: HouseId, row: &RoundRow) -> Result<JournalRound, Problem> {
    let Event::Opened { version, date, .. } = event_at(store, house, row.opening)? else {
        return Err(Problem::internal());
    };
    let bank = store.index().bank_of_record(house, row.table, row.record).map_err(unreadable)?;
    let stream = StreamId { house, table: Some(row.table) };
    let entries = read_entries(store, stream, row.record_version..=row.last_version).map_err(unreadable)?;
    let mut reader = RoundReader::new(row.round, (version, date), bank);
    for entry in &entries {
        if reader.take(entry).map_err(unreadable)?.is_break() {
            break;
        }
    }
    reader.round().ok_or_else(|| Problem::unknown("round"))
}

/// Show a round that is over, with its verdict
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/rounds/{n}", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table"),
        ("n" = u64, Path, description = "The number of the round")), responses(
    (status = 200, description = "The round", body = RoundView),
    (status = "4XX", description = "There is no such round, or it is not over", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security((), ("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_round(
    State(app): State<Arc<App>>,
    PathParams((h, t, n)): PathParams<(u16, u16, u64)>,
    MaybeCaller(session): MaybeCaller,
) -> Result<Json<RoundView>, Problem> {
    let house = app.house(h)?;
    let name = house.actor.shared().table(TableId(t)).ok_or_else(|| Problem::unknown("table"))?.name;
    let session = session.filter(|session| session.house.0 == h);
    let shelf = app.shelf;
    let found = look_up(&app, &house, move |store, id| {
        let me = session.as_ref().map(|session| &*session.handle);
        let mut seen = find_round(store, id, shelf, (TableId(t), &*name), n, me)?;
        if let Some(session) = &session {
            let played = store.index().played_round(id, session.person, TableId(t), n).map_err(unreadable)?;
            seen.mine = played.map(|p| OwnResult { staked: p.staked.into(), returned: p.returned.into() });
        }
        Ok(seen)
    });
    found.await.map(Json)
}

/// A round that is over, read from the journal and judged; `me` is the name of the person who asks.
pub(super) fn find_round(
    store: &HouseStore,
    house: HouseId,
    shelf: &Shelf,
    (table, name): (TableId, &str),
    round: u64,
    me: Option<&str>,
) -> Result<RoundView, Problem> {
    let row = finished_round(store, house, table, round)?;
    let found = read_round(store, house, &row)?;
    let file = file_of(store, house, found.law.0)?;
    let edition = shelf.edition(blake3::Hash::from_bytes(found.book).to_hex().as_str());
    seen_round(edition, &file, name, round, &found, me)
}

/// A round as its reader may see it; `edition` is the edition of the rulebook that it was played by.
fn seen_round(
    edition: Option<&Book>,
    file: &str,
    table: &str,
    round: u64,
    found: &JournalRound,
    me: Option<&str>,
) -> Result<RoundView, Problem> {
    // The text of its edition is not stored, or this program cannot read it.
    let Some(edition) = edition else {
        let record = found.lines.iter().map(|line| format!("{line}\n")).collect();
        let (began, at, void) = (found.began, found.at, found.void.clone());
        return Ok(RoundView { round, began, at, void, verdict: None, record, mine: None });
    };
    let judged = judge_round(found, file, table, edition).map_err(|error| {
        tracing::error!(%error, table, round, "a round cannot be judged again");
        Problem::internal()
    })?;
    let seen = judged.verdict.verdict.as_ref().ok().map(|v| verdict(&judged, v, me));
    Ok(RoundView {
        round,
        began: found.began,
        at: found.at,
        void: found.void.clone(),
        verdict: seen.filter(|_| found.void.is_none()),
        record: judged.record,
        mine: None,
    })
}

/// Show the history board of a table
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/board", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "Up to 200 outcomes", body = HistoryBoard),
    (status = "4XX", description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_history_board(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
) -> Result<Json<HistoryBoard>, Problem> {
    let house = app.house(h)?;
    let found = house.actor.read(move |state| {
        let table = state.house.table(TableId(t)).ok()?;
        let of = state.history(TableId(t))?.results().filter(|outcome| !outcome.void);
        let results: Vec<BoardResult> =
            of.map(|outcome| BoardResult { round: outcome.round, result: outcome.result.clone() }).collect();
        let rules = table.live.as_ref().map(|sitting| &sitting.rules);
        let wheel = match (rules.and_then(AnyTable::wheel), rules.is_some_and(AnyTable::throws_dice)) {
            (Some(wheel), _) => Counted::Spins(wheel.clone()),
            (None, true) => Counted::Throws,
            (None, false) => Counted::Nothing,
        };
        Some((results, wheel))
    });
    let (mut results, counted) = found.await?.ok_or_else(|| Problem::unknown("table"))?;
    results.reverse();
    Ok(Json(counted.board(results)))
}

/// The kind of results that are counted on a board.
enum Counted {
    Spins(croupier_kit::Wheel),
    Throws,
    Nothing,
}

impl Counted {
    fn board(&self, results: Vec<BoardResult>) -> HistoryBoard {
        let mut counts = std::collections::BTreeMap::new();
        for result in &results {
            *counts.entry(result.result.to_string()).or_insert(0) += 1;
        }
        let words = results.iter().map(|result| &*result.result);
        let (found, of) = match self {
            Self::Spins(wheel) => {
                let pockets: Vec<Pocket> = words.filter_map(|word| word.parse().ok()).collect();
                (surprise::spins(wheel, &pockets).ok(), "how often each pocket came")
            }
            Self::Throws => {
                let throws: Vec<Throw> = words.filter_map(throw).collect();
                (surprise::throws(&throws).ok(), "how often each score came")
            }
            Self::Nothing => (None, "nothing, because coups from one shoe depend on each other"),
        };
        let method = match found.map(|found| found.method) {
            Some(surprise::Method::Exact) => BoardMethod::Exact,
            Some(surprise::Method::ChiSquare { .. }) => BoardMethod::Approximate,
            None => BoardMethod::None,
        };
        HistoryBoard { results, counts, p: found.map(|found| format!("{:.4}", found.p_value)), method, of }
    }
}

fn throw(word: &str) -> Option<Throw> {
    let dice: Vec<u32> = word.split(' ').filter_map(|die| die.parse().ok()).collect();
    let [first, second] = dice.try_into().ok()?;
    Throw::new(first, second).ok()
}
