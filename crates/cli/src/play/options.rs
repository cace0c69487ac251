//! The commands that the player can type now.

use croupier_house::command::PlayerAction;
use croupier_house::view::StakeView;
use croupier_kit::Money;
use croupier_rules::table::TableGame;
use croupier_rules::with_game;

use super::advice::word_of;
use super::keyword::Stage;
use super::message::short_amount;
use super::private_house::{NextBank, YOU, whole};
use super::session::PlaySession;

/// The questions that are available at any time.
const QUESTIONS: [&str; 5] = ["help", "hint", "odds", "rules", "quit"];

/// The word for what Enter does during betting: `deal`, `spin` or `throw`.
pub(super) fn deal_word(session: &PlaySession<'_>) -> &'static str {
    match with_game!(&session.of.rules, game => (game.wheel().is_some(), game.throws_dice())) {
        (true, _) => "spin",
        (_, true) => "throw",
        (false, false) => "deal",
    }
}

/// The first wager of the table with one word, or else the first wager.
fn sample_wager<'v>(session: &'v PlaySession<'_>) -> Option<&'v str> {
    let wagers = &session.wagers;
    wagers.iter().find(|words| !words.contains(' ')).or(wagers.first()).map(String::as_str)
}

/// A stake that the table accepts and the player can afford.
fn sample_stake(session: &PlaySession<'_>) -> Option<Money> {
    let stake = session.house.live().in_force.chosen.stake_min;
    let step = session.listings.iter().map(|listing| listing.step).max().unwrap_or(Money::ZERO);
    let stake = stake.unwrap_or_else(|| whole(10).min(session.house.chips())).max(step);
    (stake > Money::ZERO && stake <= session.house.chips()).then_some(stake)
}

/// An example bet, such as `10 on red`.
pub(super) fn sample_bet(session: &PlaySession<'_>) -> Option<String> {
    Some(format!("{} on {}", short_amount(sample_stake(session)?), sample_wager(session)?))
}

/// An example of taking a bank, such as `bank 100`.
pub(super) fn sample_bank(session: &PlaySession<'_>) -> Option<String> {
    let amount = whole(100).min(session.house.chips());
    let free = session.house.bank_is_free() && !session.house.bank_must_pass();
    (free && amount > Money::ZERO).then(|| format!("bank {}", short_amount(amount)))
}

/// A bet behind one of the player's stakes, if one is possible.
fn bet_behind(session: &PlaySession<'_>) -> Option<String> {
    let seen = session.house.seen();
    let own = |stake: &&StakeView| stake.player == YOU && stake.outcome == "standing";
    let has_bet_behind =
        |number: u32| seen.stakes.iter().any(|stake| own(&stake) && stake.of == Some(number));
    let stake = seen.stakes.iter().filter(own).find(|stake| {
        has_point(stake.life.as_deref()) && stake.of.is_none() && !has_bet_behind(stake.stake)
    })?;
    session.has_behind().then(|| format!("AMOUNT behind {}", stake.stake))
}

/// Whether a stake has a point, so that a bet can lie behind it.
pub(super) fn has_point(life: Option<&str>) -> bool {
    life.is_some_and(|life| life.starts_with("point"))
}

/// Whether the player holds the bank in this round.
fn is_banker(session: &PlaySession<'_>) -> bool {
    matches!(session.house.own_bank(), Some((_, NextBank::Stays)))
}

/// All commands that are available now. Those that continue the round come first.
pub(super) fn all(session: &PlaySession<'_>) -> Vec<String> {
    let mut options = match session.stage() {
        Stage::Betting | Stage::Always => while_betting(session),
        Stage::Deciding | Stage::Insuring => offered(session),
    };
    options.extend(QUESTIONS.map(ToOwned::to_owned));
    if session.last_round.is_some() {
        let before = options.len() - 2;
        options.splice(before..before, ["why".to_owned(), "history".to_owned()]);
    }
    options
}

/// The commands that are available during betting.
pub(super) fn while_betting(session: &PlaySession<'_>) -> Vec<String> {
    let mut options = Vec::new();
    if session.can_deal() {
        options.push(format!("Enter: {}", deal_word(session)));
    }
    // A stake carried over from the last hand remains as it is, so no bets are offered.
    let is_one = with_game!(&session.of.rules, game => game.one_bet_each());
    let is_carried = session.bets.is_empty() && session.can_deal() && is_one;
    if is_carried {
        return options;
    }
    if session.house.chips() > Money::ZERO && !is_banker(session) {
        options.push("AMOUNT on WAGER".to_owned());
        options.extend(bet_behind(session));
    }
    if !session.bets.is_empty() {
        options.extend(["undo", "clear", "double"].map(ToOwned::to_owned));
    } else if !session.last_bets.is_empty() && !is_banker(session) {
        options.push("rebet".to_owned());
    }
    options.extend(sample_bank(session));
    if is_banker(session) {
        options.push("give-up".to_owned());
    }
    options
}

/// The decisions that are offered now.
pub(super) fn offered(session: &PlaySession<'_>) -> Vec<String> {
    let mut words: Vec<String> = session
        .moves()
        .iter()
        .map(|offered| match (offered.decision, &offered.on) {
            (PlayerAction::Insure(half), Some(on)) => format!("insure {half} on {on}"),
            (choice, Some(on)) => format!("{} on {on}", word_of(choice)),
            (choice, None) => word_of(choice).to_owned(),
        })
        .collect();
    if session.stage() == Stage::Insuring {
        words.push("decline".to_owned());
    }
    words
}
