//! Decisions at the table: by the caller of the box whose turn it is, or by a player behind.

use croupier_kit::Money;

use super::behind::{self, Behind};
use super::deal::At;
use super::table::{BlackjackTable, bets_on, caller, on_box};
use super::{Life, Move, Wager};
use crate::contract::{Game, Seat, Turn};
use crate::law::Refusal;
use crate::notation::{Act, BoxHand, Decision, Verb, Who};
use crate::table::PlayerId;

/// The move that a verb says; none where it belongs to another game.
fn move_of(verb: Verb) -> Option<Move> {
    match verb {
        Verb::Draws => Some(Move::Draw),
        Verb::Stands => Some(Move::Stand),
        Verb::Doubles => Some(Move::Double),
        Verb::Splits => Some(Move::Split),
        Verb::Surrenders => Some(Move::Surrender),
        Verb::Raises | Verb::Checks => None,
    }
}

/// `ann splits`: by the caller of the box whose turn it is; or the same said by a player behind him.
pub(super) fn decide(table: &mut BlackjackTable<'_>, decision: &Decision, act: &Act) -> Result<(), Refusal> {
    let (Who::Person(name), Some(mv)) = (&decision.who, move_of(decision.verb)) else {
        return Err(table.foreign(&format!("`{act}`")));
    };
    let player = table.people.meet(name);
    if behind::answers(table, player, mv, decision.on) {
        return Ok(());
    }
    behind::check_silence(table)?;
    let at = check_turn(table, mv, decision.on)?;
    if caller(table, at.seat) != Some(player) {
        let allowed = format!("another player calls box {}", at.seat + 1);
        return Err(Refusal::new(table.game.cites.caller, format!("`{act}`"), allowed));
    }
    if let Some(deal) = &table.deal {
        table.game.check(deal, at.seat, mv)?;
    }
    play(table, player, at, mv);
    Ok(())
}

/// A decision must be due, and for the hand that is named.
fn check_turn(table: &BlackjackTable<'_>, mv: Move, on: Option<BoxHand>) -> Result<At, Refusal> {
    let due = table.deal.as_ref().and_then(|deal| match table.game.turn(deal) {
        Turn::Seat(seat) => table.game.deciding(deal, seat),
        _ => None,
    });
    let named = |at: &At| on.is_none_or(|spot| behind::names(spot, *at, is_split(table, *at)));
    due.filter(named).ok_or_else(|| {
        let allowed = match due {
            Some(at) => format!("it is the turn of hand {}.{}", at.seat + 1, at.place + 1),
            None => "no decision is due".to_owned(),
        };
        Refusal::new(table.game.rule_of(mv), "a decision", allowed)
    })
}

fn is_split(table: &BlackjackTable<'_>, at: At) -> bool {
    table.deal.as_ref().is_some_and(|deal| deal.at(at.seat).is_split())
}

/// Makes the move and moves the stakes that go with it.
fn play(table: &mut BlackjackTable<'_>, player: PlayerId, at: At, mv: Move) {
    table.series.behind = None;
    let Some(mut deal) = table.deal else { return };
    table.game.play_unchecked(&mut deal, at.seat, mv);
    table.deal = Some(deal);
    match mv {
        Move::Double => {
            double(table, player, at);
            table.series.behind = Some(Behind::Double(at));
        }
        Move::Split => {
            let new = u8::try_from(deal.at(at.seat).hands().len() - 1).unwrap_or(u8::MAX);
            let waiting = behind::others_on(table, at, player);
            lay_further_stake(table, player, at, new);
            table.series.behind = Some(Behind::Split { at, new, waiting });
        }
        Move::Draw | Move::Stand | Move::Surrender => {}
    }
    table.settle();
}

/// The numbers of a player's standing stakes on a hand.
pub(super) fn own_on(table: &BlackjackTable<'_>, player: PlayerId, at: At) -> Vec<u32> {
    let own =
        on_box(table, Wager::Box(at.seat)).filter(|(_, s)| s.player == player && s.life.place == at.place);
    own.map(|(number, _)| number).collect()
}

/// Each of the player's stakes on the hand is doubled; it takes no number.
pub(super) fn double(table: &mut BlackjackTable<'_>, player: PlayerId, at: At) {
    for number in own_on(table, player, at) {
        table.stakes.change(number, |stake| {
            stake.amount = stake.amount.plus(stake.amount).unwrap_or(stake.amount);
            stake.life.doubled = true;
        });
    }
}

/// A further stake on the new hand, equal to all the player has on the old one.
pub(super) fn lay_further_stake(table: &mut BlackjackTable<'_>, player: PlayerId, at: At, new: u8) {
    let own = own_on(table, player, at);
    let amounts = own.iter().filter_map(|number| table.stakes.get(*number)).map(|stake| stake.amount);
    let total = amounts.fold(Money::ZERO, |sum, amount| sum.plus(amount).unwrap_or(sum));
    let first = first_bet(table, player, at.seat);
    let words = format!("box {}", at.seat + 1);
    let life = Life { place: new, further: true, ..Life::default() };
    table.lay(player, &words, total, Some(Wager::Box(at.seat)), life, first, None);
}

/// The number of the player's first bet on a box in this hand.
pub(super) fn first_bet(table: &BlackjackTable<'_>, player: PlayerId, seat: Seat) -> Option<u32> {
    bets_on(table, seat).find(|(_, stake)| stake.player == player).map(|(number, _)| number)
}
