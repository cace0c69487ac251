//! Rounds that are over, and how they came out.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_fair::surprise;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::table::TableState;
use croupier_kit::{Pocket, Throw};
use croupier_rules::games::AnyTable;
use croupier_rules::table::{StakeVerdict, Verdict};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Asked, Named, table as numbered};
use crate::app::{App, OpenHouse};
use crate::records::{Read, Reader, Round, Told, judged};
use crate::sessions::MaybeCaller;
use crate::wire::{Amount, Kind, Problem, SeenOutcome, Signed};

/// How many entries of a journal are read at once.
const PAGE: usize = 1_024;

/// Which rounds.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    /// Rounds before this one; the latest without.
    before: Option<u64>,
    /// At most so many, up to 200.
    #[param(maximum = 200)]
    limit: Option<usize>,
}

/// A stake with what became of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct VerdictRow {
    bet: u32,
    player: String,
    wager: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u32>,
    stake: Amount,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    profit: Signed,
    returned: Amount,
    cites: Vec<String>,
    /// Whether it is the stake of whoever asks.
    mine: bool,
}

/// The verdict on a round, as `croupier adjudicate` gives it.
#[derive(Serialize, ToSchema)]
pub(crate) struct VerdictSeen {
    rules: String,
    /// The stakes of this round, and those that stood from earlier ones.
    bets: Vec<VerdictRow>,
    /// The argument, step by step.
    why: Vec<String>,
}

/// A round that is over.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoundSeen {
    round: u64,
    /// When it began.
    began: i64,
    /// When it was over.
    at: i64,
    /// Why it is void; nothing where it is not.
    void: Option<Box<str>>,
    /// Its record in the notation: the head, and its lines.
    record: String,
    /// What the rules say of it; nothing where it is void.
    verdict: Option<VerdictSeen>,
    /// What whoever asks had put down in it and got back.
    mine: Option<Mine>,
}

/// What somebody had in a round.
#[derive(Serialize, ToSchema)]
pub(crate) struct Mine {
    staked: Amount,
    returned: Amount,
}

/// The history of a table, and how surprising it is.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardSeen {
    /// The outcomes, the earliest first.
    results: Vec<BoardResult>,
    /// How often each came.
    counts: std::collections::BTreeMap<String, u32>,
    /// The chance of a board at least as uneven, where the table is fair; nothing where it is not reckoned.
    p: Option<String>,
    /// `exact`, `approximate` or `none`.
    method: &'static str,
    /// What was counted.
    of: &'static str,
}

/// One outcome of a board.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardResult {
    round: u64,
    result: Box<str>,
}

fn row(row: &StakeVerdict, me: Option<&str>) -> VerdictRow {
    VerdictRow {
        bet: row.bet,
        player: row.player.clone(),
        wager: row.wager.clone(),
        hand: row.hand.clone(),
        of: row.of,
        stake: row.stake.into(),
        outcome: row.outcome.name(),
        odds: row.odds.map(|odds| odds.to_string()),
        reason: row.reason.clone(),
        profit: row.profit.into(),
        returned: row.returned.into(),
        cites: row.cites.clone(),
        mine: me == Some(row.player.as_str()),
    }
}

fn verdict(told: &Told, verdict: &Verdict, me: Option<&str>) -> VerdictSeen {
    let rows = verdict.rows.iter().filter(|row| told.own.contains(&row.bet));
    VerdictSeen { rules: verdict.rules.clone(), bets: rows.map(|r| row(r, me)).collect(), why: told.why() }
}

/// The rounds of a table
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/rounds", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table"), Which), responses(
    (status = 200, description = "Rounds that are over, the latest first", body = Vec<SeenOutcome>),
    (status = "4XX", description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn rounds(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
    Asked(which): Asked<Which>,
) -> Result<Json<Vec<SeenOutcome>>, Problem> {
    let limit = which.limit.unwrap_or(50).min(200);
    let before = which.before.unwrap_or(u64::MAX);
    let house = app.house(h)?;
    let found = house.desk.look(move |room| {
        let board = room.board(numbered(t))?;
        let known = board.history().filter(|outcome| outcome.round < before).take(limit);
        Some(known.cloned().collect::<Vec<_>>())
    });
    let mut found = found.await?.ok_or_else(|| Problem::unknown("such table"))?;
    let oldest = found.last().map_or(before, |last| last.round);
    if found.len() < limit && oldest > 1 && oldest != u64::MAX {
        let more = u64::try_from(limit - found.len()).unwrap_or(0);
        let from = oldest.saturating_sub(more).max(1);
        found.extend(older(&app, house, numbered(t), from, oldest).await?);
    }
    Ok(Json(found))
}

/// Rounds that nobody remembers by heart, from the journal: the latest first.
async fn older(
    app: &Arc<App>,
    house: &OpenHouse,
    table: TableId,
    from: u64,
    before: u64,
) -> Result<Vec<SeenOutcome>, Problem> {
    let mark = house.desk.look(move |room| room.board(table).map_or(1, |board| board.mark_of(from))).await?;
    let (app, stream) = (Arc::clone(app), StreamId { house: house.desk.id, table: Some(table) });
    let read = tokio::task::spawn_blocking(move || {
        let mut found: Vec<SeenOutcome> = Vec::new();
        each_entry(&app, stream, mark, |entry| {
            match &entry.body.event {
                Event::RoundBegan { round, .. } if *round >= before => return Read::Done,
                Event::RoundBegan { round, .. } if *round >= from => {
                    found.push(SeenOutcome {
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
            Read::On
        })?;
        found.reverse();
        Ok(found)
    });
    read.await.map_err(|_| Problem::internal())?
}

fn note(last: Option<&mut SeenOutcome>, lines: &str, at: i64) {
    let Some(last) = last else { return };
    last.at = at;
    for line in lines.lines() {
        if let Some(fell) = line.strip_prefix("ball ").or_else(|| line.strip_prefix("dice ")) {
            last.result = fell.into();
        }
    }
}

/// Reads a journal entry by entry from a version on.
pub(crate) fn each_entry(
    app: &App,
    stream: StreamId,
    mut from: u64,
    mut each: impl FnMut(&Entry) -> Read,
) -> Result<(), Problem> {
    let failed = |error: &dyn std::fmt::Display| Problem::unavailable(error.to_string());
    loop {
        let page = app.store.read(stream, from, PAGE).map_err(|error| failed(&error))?;
        let count = page.len();
        for kept in page {
            from = kept.version + 1;
            let entry = Entry::read(kept.stream, kept.bytes).map_err(|error| failed(&error))?;
            if each(&entry) == Read::Done {
                return Ok(());
            }
        }
        if count < PAGE {
            return Ok(());
        }
    }
}

/// The house file of a version.
fn file_of(app: &App, house: HouseId, version: u32) -> Result<Option<Box<str>>, Problem> {
    let mut found = None;
    each_entry(app, StreamId { house, table: None }, 1, |entry| match &entry.body.event {
        Event::HouseFileAdopted { version: known, file } if *known == version => {
            found = Some(file.clone());
            Read::Done
        }
        _ => Read::On,
    })?;
    Ok(found)
}

/// Where to begin to read for a round, whether it is over, and the name of its table.
fn place(room: &crate::desk::Room<'_>, id: TableId, round: u64) -> Result<(Vec<u64>, String), Problem> {
    let table: &TableState<'_> = room.house.table(id)?;
    let board = room.board(id).ok_or_else(|| Problem::unknown("such table"))?;
    if round == 0 || round > table.rounds {
        return Err(Problem::unknown("such round"));
    }
    if !board.is_over(round) {
        return Err(Problem::new(
            Kind::Order,
            "the round is being played",
            "its record is open when it is over",
        ));
    }
    let opening = board.opening_of(round);
    let passes = table.live.as_ref().is_some_and(|sitting| sitting.rules.bank_passes());
    // A record of a shoe goes back over many rounds, a bank that passes over all.
    let near = board.mark_of(round.saturating_sub(256)).max(opening);
    let from = if passes { vec![opening] } else { vec![near, opening] };
    Ok((from, table.name.to_string()))
}

/// Reads a round from the journal; from earlier on where its record had begun before.
fn read_round(app: &App, stream: StreamId, from: &[u64], opening: u64, round: u64) -> Result<Round, Problem> {
    for from in from {
        let mut reader = Reader::new(round);
        if opening < *from {
            each_entry(app, stream, opening, |entry| {
                reader.take(entry);
                Read::Done
            })?;
        }
        each_entry(app, stream, *from, |entry| reader.take(entry))?;
        let cut_off = reader.first_record == reader.record_of && *from != opening;
        if !cut_off && let Some(found) = reader.round() {
            return Ok(found);
        }
    }
    Err(Problem::unknown("such round"))
}

/// A round that is over, with its verdict
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/rounds/{n}", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table"),
        ("n" = u64, Path, description = "The round")), responses(
    (status = 200, description = "The round", body = RoundSeen),
    (status = "4XX", description = "There is no such round, or it is not over", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn round(
    State(app): State<Arc<App>>,
    Named((h, t, n)): Named<(u16, u16, u64)>,
    MaybeCaller(session): MaybeCaller,
) -> Result<Json<RoundSeen>, Problem> {
    let house = Arc::clone(app.house(h)?);
    let session = session.filter(|session| session.house.0 == h);
    let person = session.as_ref().map(|session| session.person);
    let (from, name, opening, mine) = house
        .desk
        .look(move |room| {
            let (from, name) = place(room, numbered(t), n)?;
            let opening = room.board(numbered(t)).map_or(1, |board| board.opening_of(n));
            let book = person.and_then(|person| room.passbooks.of(person));
            let played =
                book.and_then(|b| b.rounds.iter().rfind(|p| (p.table.0, p.round) == (t, n)).copied());
            Ok::<_, Problem>((from, name, opening, played))
        })
        .await??;
    let (id, me) = (house.desk.id, session.map(|session| session.handle.clone()));
    let read = tokio::task::spawn_blocking(move || {
        let stream = StreamId { house: id, table: Some(numbered(t)) };
        let found = read_round(&app, stream, &from, opening, n)?;
        let mut seen = seen_round(&app, id, &name, n, &found, me.as_deref())?;
        seen.mine = mine.map(|p| Mine { staked: p.staked.into(), returned: p.returned.into() });
        Ok(Json(seen))
    });
    read.await.map_err(|_| Problem::internal())?
}

fn seen_round(
    app: &App,
    house: HouseId,
    table: &str,
    round: u64,
    found: &Round,
    me: Option<&str>,
) -> Result<RoundSeen, Problem> {
    let version = found.law.as_ref().map_or(0, |(version, _)| *version);
    let file = file_of(app, house, version)?.ok_or_else(Problem::internal)?;
    let told = judged(found, &file, table, app.shelf).map_err(|error| {
        tracing::error!(%error, table, round, "a round cannot be judged again");
        Problem::internal()
    })?;
    let seen = told.judged.verdict.as_ref().ok().map(|v| verdict(&told, v, me));
    Ok(RoundSeen {
        round,
        began: found.began,
        at: found.at,
        void: found.void.clone(),
        verdict: seen.filter(|_| found.void.is_none()),
        record: told.record,
        mine: None,
    })
}

/// The history of a table, and how surprising it is
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/board", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "Up to 200 outcomes", body = BoardSeen),
    (status = "4XX", description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
) -> Result<Json<BoardSeen>, Problem> {
    let house = app.house(h)?;
    let found = house.desk.look(move |room| {
        let table = room.house.table(numbered(t)).ok()?;
        let of = room.board(numbered(t))?.history().filter(|outcome| !outcome.void);
        let results: Vec<BoardResult> =
            of.map(|outcome| BoardResult { round: outcome.round, result: outcome.result.clone() }).collect();
        let wheel = match table.live.as_ref().map(|sitting| &sitting.rules) {
            Some(AnyTable::Roulette(table)) => Counted::Spins(table.game.wheel.clone()),
            Some(AnyTable::Dice(_)) => Counted::Throws,
            _ => Counted::Nothing,
        };
        Some((results, wheel))
    });
    let (mut results, counted) = found.await?.ok_or_else(|| Problem::unknown("such table"))?;
    results.reverse();
    Ok(Json(counted.board(results)))
}

/// What can be reckoned of a board.
enum Counted {
    Spins(croupier_kit::Wheel),
    Throws,
    Nothing,
}

impl Counted {
    fn board(&self, results: Vec<BoardResult>) -> BoardSeen {
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
            Self::Nothing => (None, "nothing: coups of one shoe depend on each other"),
        };
        let method = match found.map(|found| found.method) {
            Some(surprise::Method::Exact) => "exact",
            Some(surprise::Method::ChiSquare { .. }) => "approximate",
            None => "none",
        };
        BoardSeen { results, counts, p: found.map(|found| format!("{:.4}", found.p_value)), method, of }
    }
}

fn throw(word: &str) -> Option<Throw> {
    let dice: Vec<u32> = word.split(' ').filter_map(|die| die.parse().ok()).collect();
    let [first, second] = dice.try_into().ok()?;
    Throw::new(first, second).ok()
}
