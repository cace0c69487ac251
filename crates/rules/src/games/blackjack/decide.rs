//! Decisions at the table, by the caller of the box in turn or by a player behind.

use super::behind;
use super::boxes::{Behind, BlackjackTable, caller, double, lay_further_stake};
use super::deal::{At, Move};
use crate::contract::{Game, Turn};
use crate::law::Refusal;
use crate::notation::{Act, BoxHand, Decision, Verb, Who};
use crate::table::PlayerId;

/// The move that a verb stands for; `None` if the verb belongs to another game.
fn move_of(verb: Verb) -> Option<Move> {
    match verb {
        Verb::Draws => Some(Move::Draw),
        Verb::Stands => Some(Move::Stand),
        Verb::Doubles => Some(Move::Double),
        Verb::Splits => Some(Move::Split),
        Verb::Surrenders => Some(Move::Surrender),
        Verb::Raises | Verb::Checks | Verb::Folds => None,
    }
}

/// `ann splits`: a decision by the caller of the box in turn, or the same by a player behind.
pub(super) fn decide(table: &mut BlackjackTable<'_>, decision: &Decision, act: &Act) -> Result<(), Refusal> {
    let (Who::Person(name), Some(mv)) = (&decision.who, move_of(decision.verb)) else {
        return Err(table.foreign(&format!("`{act}`")));
    };
    let player = table.people.id_of(name);
    if behind::answers(table, player, mv, decision.on) {
        return Ok(());
    }
    behind::check_answered(table)?;
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

/// Checks that a decision is due, and for the hand that is named.
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

/// Makes the move, and changes the stakes that it affects.
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
            let new = u8::try_from(deal.at(at.seat).hands().len() - 1).expect("a box has few hands");
            let waiting = behind::others_on(table, at, player);
            lay_further_stake(table, player, at, new);
            table.series.behind = Some(Behind::Split { at, new, waiting });
        }
        Move::Draw | Move::Stand | Move::Surrender => {}
    }
    table.settle();
}
