//! What a game is, how it is best played at tables to learn at, and its sign.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use croupier_house::ids::PersonId;
use croupier_house::table::Phase;
use croupier_kit::{Card, Money};
use croupier_maths::{Advice, Advisor, PlayerView};
use croupier_sign::Sign;

use super::{Named, table as numbered};
use crate::app::App;
use crate::desk::Room;
use crate::lessons::Rules;
use crate::sessions::Caller;
use crate::wire::{AdviceSheet, GameSheet, Kind, Problem, Seen, Teaching};

/// The rules of a table, and its name.
pub(crate) async fn rules(app: &App, h: u16, t: u16) -> Result<(Rules, String), Problem> {
    let house = app.house(h)?;
    let currency = house.currency.clone();
    let found = house.desk.look(move |room| {
        let Room { house, now, shared, .. } = *room;
        let (book, game) = house.game_of(numbered(t), now.date).ok()?;
        let chosen = house.chosen_at(numbered(t), now.date).ok()?;
        let name = &house.table(numbered(t)).ok()?.name;
        let learning = shared.is_learning(name) || house.is_learning(numbered(t));
        let teaching = if learning { Teaching::Learning } else { Teaching::Played };
        Some((Rules { book, game, chosen, currency, teaching }, name.to_string()))
    });
    found.await?.ok_or_else(|| Problem::unknown("such table"))
}

/// All that a page needs to draw a game and to explain it
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/game", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "The game; with the exact edge of each wager at a table to learn at", body = GameSheet),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
) -> Result<Json<Arc<GameSheet>>, Problem> {
    let (rules, _) = rules(&app, h, t).await?;
    app.lessons.sheet(rules).await.map(Json)
}

/// The sign of a table
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/sign.svg", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "The sign, drawn", body = String, content_type = "image/svg+xml"),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn sign_svg(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
) -> Result<impl IntoResponse, Problem> {
    Ok(([(CONTENT_TYPE, "image/svg+xml")], sign(&app, h, t).await?.svg()))
}

/// The sign of a table, to be printed
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/sign.html", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "The sign as a page", body = String, content_type = "text/html"),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn sign_html(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
) -> Result<impl IntoResponse, Problem> {
    Ok(([(CONTENT_TYPE, "text/html; charset=utf-8")], sign(&app, h, t).await?.html()))
}

async fn sign(app: &App, h: u16, t: u16) -> Result<Sign, Problem> {
    let (rules, name) = rules(app, h, t).await?;
    let heading = format!("{} · {name}", app.house(h)?.name);
    Ok(Sign::new(rules.book, rules.game, &rules.chosen).headed(heading).counted_in(rules.currency))
}

/// The best decision for what the caller sees, and what each other costs
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/advice", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "The decisions, the best first", body = AdviceSheet),
    (status = "4XX", description = "It is not a table to learn at, or no decision of the caller is due", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn advice(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
    Caller(session): Caller,
) -> Result<Json<AdviceSheet>, Problem> {
    let person = super::commands::own_house(&app, h, &session).map(|_| session.person)?;
    let (rules, _) = rules(&app, h, t).await?;
    if rules.teaching == Teaching::Played {
        return Err(Problem::new(
            Kind::Authority,
            "this is a table to play at",
            "advice is given at tables to learn at",
        ));
    }
    let seen = seen_by(&app, h, t, person).await?;
    let advisor = app.lessons.advisor(rules).await?;
    let nothing = || Problem::new(Kind::Order, "there is nothing to advise on", "a decision of yours is due");
    let advisor = advisor.as_ref().as_ref().ok_or_else(nothing)?;
    advise(advisor, &seen).map(Json).ok_or_else(nothing)
}

async fn seen_by(app: &App, h: u16, t: u16, person: PersonId) -> Result<Seen, Problem> {
    let seen = app.house(h)?.desk.look(move |room| room.seen(numbered(t), Some(person))).await?;
    seen.ok_or_else(|| Problem::unknown("such table"))
}

/// Advice on what is due of the person who looks.
fn advise(advisor: &Advisor, seen: &Seen) -> Option<AdviceSheet> {
    if seen.moves.is_empty() {
        return None;
    }
    if seen.phase == Phase::Insurance {
        let on = seen.moves.iter().find_map(|mv| mv.on.clone());
        let insured = seen.moves.iter().find_map(|mv| mv.amount)?;
        return Some(AdviceSheet::of(&advisor.on_insurance()?, seen.round, on, insured.0));
    }
    let due = seen.due.as_ref().filter(|due| due.mine)?;
    let advice = on_cards(advisor, seen, due.on.as_deref())?;
    Some(AdviceSheet::of(&advice, seen.round, due.on.clone(), at_stake(seen, due.on.as_deref())))
}

fn on_cards(advisor: &Advisor, seen: &Seen, on: Option<&str>) -> Option<Advice> {
    let read = |card: &Option<String>| card.as_deref().and_then(|card| card.parse::<Card>().ok());
    let is_own = |hand: &Option<String>| on.is_some() && hand.as_deref() == on;
    let seat = match on {
        Some(_) => seen.cards.iter().find(|card| is_own(&card.hand))?.seat,
        None => own_seat(seen)?,
    };
    let mine = |card: &&crate::wire::SeenCard| match on {
        Some(_) => is_own(&card.hand),
        None => card.seat == seat,
    };
    let own: Vec<Card> = seen.cards.iter().filter(mine).filter_map(|card| read(&card.card)).collect();
    let others: Vec<(u8, Option<Card>)> =
        seen.cards.iter().filter(|card| !mine(card)).map(|card| (card.seat, read(&card.card))).collect();
    let split = on.and_then(|on| on.split_once('.')).and_then(|(_, hand)| hand.parse().ok());
    let may_split = seen.moves.iter().any(|mv| mv.decision == crate::wire::Word::Split);
    advisor.advise(PlayerView { seat, own: &own, others: &others, split, may_split })
}

/// Where no hand is named, the seat whose cards only this person sees, or whose turn it is.
fn own_seat(seen: &Seen) -> Option<u8> {
    seen.due.as_ref().and_then(|due| due.seat)
}

/// What lies on the hand that is to be decided.
fn at_stake(seen: &Seen, on: Option<&str>) -> Money {
    let mine = seen.stakes.iter().filter(|stake| stake.mine && stake.outcome == "standing");
    let on_it = mine.filter(|stake| on.is_none() || stake.hand.as_deref() == on);
    on_it.map(|stake| stake.amount.0).next().unwrap_or(Money::ZERO)
}
