//! Finished rounds, and the history board.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_fair::surprise;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::table::TableState;
use croupier_kit::{Pocket, Throw};
use croupier_rules::games::AnyTable;
use croupier_rules::table::{StakeVerdict, Verdict};
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{PathParams, Position, QueryParams};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::MaybeCaller;
use crate::door::limits::ROUNDS_PER_PAGE;
use crate::houses::OpenHouse;
use crate::journal_reader::each_entry;
use crate::round_reader::{JournalRound, JudgedRound, RoundReader, judge_round};
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
    let house = app.house(h)?;
    let found = house.actor.read(move |state| {
        let board = state.history(TableId(t))?;
        let known = board.results().filter(|outcome| outcome.round < before).take(limit);
        Some(known.cloned().collect::<Vec<_>>())
    });
    let mut found = found.await?.ok_or_else(|| Problem::unknown("table"))?;
    let oldest = found.last().map_or(before, |last| last.round);
    if found.len() < limit && oldest > 1 && oldest != u64::MAX {
        let more = u64::try_from(limit - found.len()).unwrap_or(0);
        let from = oldest.saturating_sub(more).max(1);
        found.extend(older(&app, house, TableId(t), from, oldest).await?);
    }
    Ok(Json(found))
}

/// Rounds that are no longer in memory, read from the journal, the latest first.
async fn older(
    app: &Arc<App>,
    house: &OpenHouse,
    table: TableId,
    from: u64,
    before: u64,
) -> Result<Vec<RoundResult>, Problem> {
    let mark =
        house.actor.read(move |state| state.history(table).map_or(1, |board| board.mark_of(from))).await?;
    let (app, stream) = (Arc::clone(app), StreamId { house: house.actor.id, table: Some(table) });
    let read = tokio::task::spawn_blocking(move || {
        let mut found: Vec<RoundResult> = Vec::new();
        each_entry(&*app.store, stream, mark, |entry| {
            match &entry.body.event {
                Event::RoundBegan { round, .. } if *round >= before => return ControlFlow::Break(()),
                Event::RoundBegan { round, .. } if *round >= from => {
                    found.push(RoundResult {
                        round: *round,
                        at: entry.body.at,
                        result: "".into(),
                        void: false,
                    });
                }
                Event::RoundVoided { .. } => found.last_mut().into_iter().for_each(|last| last.void = true),
                Event::Acted { lines, .. } => note(found.last_mut(), lines, entry.body.at),
                _ => {}
            }
            ControlFlow::Continue(())
        })?;
        found.reverse();
        Ok(found)
    });
    read.await.map_err(|_| Problem::internal())?
}

fn note(last: Option<&mut RoundResult>, lines: &str, at: i64) {
    let Some(last) = last else { return };
    last.at = at;
    for line in lines.lines() {
        if let Some(fell) = line.strip_prefix("ball ").or_else(|| line.strip_prefix("dice ")) {
            last.result = fell.into();
        }
    }
}

/// The house file with this version.
fn file_of(app: &App, house: HouseId, version: u32) -> Result<Option<Box<str>>, Problem> {
    let mut found = None;
    each_entry(&*app.store, StreamId { house, table: None }, 1, |entry| match &entry.body.event {
        Event::HouseFileAdopted { version: known, file } if *known == version => {
            found = Some(file.clone());
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    })?;
    Ok(found)
}

/// The versions from which to try reading a round, and the name of its table. Refused while the round is being
/// played.
fn place(state: &HouseReader<'_>, id: TableId, round: u64) -> Result<(Vec<u64>, String), Problem> {
    let table: &TableState<'_> = state.house.table(id)?;
    let board = state.history(id).ok_or_else(|| Problem::unknown("table"))?;
    if round == 0 || round > table.rounds {
        return Err(Problem::unknown("round"));
    }
    if !board.is_over(round) {
        return Err(Problem::new(
            ProblemCode::Order,
            "the round is being played",
            "its record can be read when it is over",
        ));
    }
    let opening = board.opening_of(round);
    let passes = table.live.as_ref().is_some_and(|sitting| sitting.rules.bank_passes());
    // The record of a shoe covers many rounds. Where the bank passes from player to player, it covers all rounds.
    let near = board.mark_of(round.saturating_sub(256)).max(opening);
    let from = if passes { vec![opening] } else { vec![near, opening] };
    Ok((from, table.name.to_string()))
}

/// Reads a round from the journal. If its record began before the first entry read, reads again from an earlier
/// version.
fn read_round(
    app: &App,
    stream: StreamId,
    from: &[u64],
    opening: u64,
    round: u64,
) -> Result<JournalRound, Problem> {
    for from in from {
        let mut reader = RoundReader::new(round);
        if opening < *from {
            each_entry(&*app.store, stream, opening, |entry| {
                let _ = reader.take(entry);
                ControlFlow::Break(())
            })?;
        }
        each_entry(&*app.store, stream, *from, |entry| reader.take(entry))?;
        let cut_off = reader.first_record == reader.record_of && *from != opening;
        if !cut_off && let Some(found) = reader.round() {
            return Ok(found);
        }
    }
    Err(Problem::unknown("round"))
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
    let house = Arc::clone(app.house(h)?);
    let session = session.filter(|session| session.house.0 == h);
    let person = session.as_ref().map(|session| session.person);
    let (from, name, opening, mine) = house
        .actor
        .read(move |state| {
            let (from, name) = place(state, TableId(t), n)?;
            let opening = state.history(TableId(t)).map_or(1, |board| board.opening_of(n));
            let book = person.and_then(|person| state.players.of(person));
            let played =
                book.and_then(|b| b.rounds.iter().rfind(|p| (p.table.0, p.round) == (t, n)).copied());
            Ok::<_, Problem>((from, name, opening, played))
        })
        .await??;
    let (id, me) = (house.actor.id, session.map(|session| session.handle.clone()));
    let read = tokio::task::spawn_blocking(move || {
        let stream = StreamId { house: id, table: Some(TableId(t)) };
        let found = read_round(&app, stream, &from, opening, n)?;
        let mut seen = seen_round(&app, id, &name, n, &found, me.as_deref())?;
        seen.mine = mine.map(|p| OwnResult { staked: p.staked.into(), returned: p.returned.into() });
        Ok(Json(seen))
    });
    read.await.map_err(|_| Problem::internal())?
}

fn seen_round(
    app: &App,
    house: HouseId,
    table: &str,
    round: u64,
    found: &JournalRound,
    me: Option<&str>,
) -> Result<RoundView, Problem> {
    let version = found.law.as_ref().map_or(0, |(version, _)| *version);
    let file = file_of(app, house, version)?.ok_or_else(Problem::internal)?;
    let judged = judge_round(found, &file, table, app.shelf).map_err(|error| {
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
        let wheel = match table.live.as_ref().map(|sitting| &sitting.rules) {
            Some(AnyTable::Roulette(table)) => Counted::Spins(table.game.wheel.clone()),
            Some(AnyTable::Dice(_)) => Counted::Throws,
            _ => Counted::Nothing,
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
