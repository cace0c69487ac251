//! The game of a table, its sign, and advice at learning tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use croupier_house::ids::{PersonId, TableId};
use croupier_kit::{Card, Money};
use croupier_maths::advice::DECLINE;
use croupier_maths::{Advice, Advisor, PlayerView};
use croupier_sign::Sign;

use super::access::own_house;
use super::extract::PathParams;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::game_cache::TableRules;
use crate::wire::{
    AdviceView, CardView, Decision, GameInfo, Phase, Problem, ProblemCode, TableView, Teaching,
};

/// The rules of a table, and the name of the table.
pub(crate) async fn rules(app: &App, h: u16, t: u16) -> Result<(TableRules, String), Problem> {
    let house = app.house(h)?;
    let currency = house.currency.clone();
    let found = house.actor.read(move |state| {
        let HouseReader { house, now, .. } = *state;
        let (book, game) = house.game_of(TableId(t), now.date).ok()?;
        let chosen = house.chosen_at(TableId(t), now.date).ok()?;
        let name = &house.table(TableId(t)).ok()?.name;
        let learning = state.is_learning(TableId(t));
        let teaching = if learning { Teaching::Learning } else { Teaching::Played };
        Some((TableRules { book, game, chosen, currency, teaching }, name.to_string()))
    });
    found.await?.ok_or_else(|| Problem::unknown("table"))
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

async fn sign(app: &App, h: u16, t: u16) -> Result<Sign, Problem> {
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

/// Advice on the decision that is due.
fn advise(advisor: &Advisor, seen: &TableView) -> Option<AdviceView> {
    if seen.moves.is_empty() {
        return None;
    }
    if seen.phase == Phase::Insurance {
        let on = seen.moves.iter().find_map(|mv| mv.on.clone());
        let hand = seen
            .cards
            .iter()
            .filter_map(|card| card.hand.clone())
            .find(|hand| is_of_box(hand, on.as_deref()));
        let mut advice = on_cards(seen, hand.as_deref(), |sight| advisor.on_insurance(sight))?;
        let may =
            |word: &str| seen.moves.iter().any(|offered| offered.decision.name().replace(' ', "-") == word);
        advice.options.retain(|option| option.decision == DECLINE || may(option.decision));
        return Some(AdviceView::of(&advice, seen.round, on, at_stake(seen, hand.as_deref())));
    }
    let due = seen.due.as_ref().filter(|due| due.mine)?;
    let advice = on_cards(seen, due.on.as_deref(), |sight| advisor.advise(sight))?;
    Some(AdviceView::of(&advice, seen.round, due.on.clone(), at_stake(seen, due.on.as_deref())))
}

/// Whether a hand, such as `1` or `1.2`, is of this box.
fn is_of_box(hand: &str, number: Option<&str>) -> bool {
    hand.split('.').next() == number
}

/// Advice on what a player sees.
fn on_cards(
    seen: &TableView,
    on: Option<&str>,
    advise: impl FnOnce(PlayerView<'_>) -> Option<Advice>,
) -> Option<Advice> {
    let read = |card: &Option<String>| card.as_deref().and_then(|card| card.parse::<Card>().ok());
    let is_own = |hand: &Option<String>| on.is_some() && hand.as_deref() == on;
    let seat = match on {
        Some(_) => seen.cards.iter().find(|card| is_own(&card.hand))?.seat,
        None => own_seat(seen)?,
    };
    let mine = |card: &&CardView| match on {
        Some(_) => is_own(&card.hand),
        None => card.seat == seat,
    };
    let own: Vec<Card> = seen.cards.iter().filter(mine).filter_map(|card| read(&card.card)).collect();
    let others: Vec<(u8, Option<Card>)> =
        seen.cards.iter().filter(|card| !mine(card)).map(|card| (card.seat, read(&card.card))).collect();
    let split = on
        .filter(|on| is_split(on, seen.cards.iter().filter_map(|card| card.hand.as_deref())))
        .and_then(|on| on.split_once('.'));
    let split = split.and_then(|(_, hand)| hand.parse().ok());
    let may_split = seen.moves.iter().any(|mv| mv.decision == Decision::Split);
    advise(PlayerView { seat, own: &own, others: &others, split, may_split })
}

/// Whether a hand, such as `1.2`, was made by splitting a pair: then its box has others among the hands on the table.
fn is_split<'h>(on: &str, mut hands: impl Iterator<Item = &'h str>) -> bool {
    let box_of = |hand: &str| hand.split_once('.').map(|(number, _)| number.to_owned());
    let own = box_of(on);
    hands.any(|hand| hand != on && own.is_some() && box_of(hand) == own)
}

/// The seat whose turn it is, for games where no hand is named.
fn own_seat(seen: &TableView) -> Option<u8> {
    seen.due.as_ref().and_then(|due| due.seat)
}

/// The stake on the hand that has to decide; a banker has none.
fn at_stake(seen: &TableView, on: Option<&str>) -> Option<Money> {
    let mine = seen.stakes.iter().filter(|stake| stake.mine && stake.is_standing());
    let on_it = mine.filter(|stake| on.is_none() || stake.hand.as_deref() == on);
    on_it.map(|stake| stake.amount.0).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_is_split_if_its_box_has_another() {
        assert!(!is_split("1.1", ["1.1", "1.1", "2.1"].into_iter()), "boxes of others");
        assert!(is_split("1.1", ["1.1", "1.2"].into_iter()));
        assert!(is_split("1.2", ["1.1", "1.2", "2.1"].into_iter()));
        assert!(!is_split("1", ["1", "2"].into_iter()), "no hand is numbered");
    }
}
