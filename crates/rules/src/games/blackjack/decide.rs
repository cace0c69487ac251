//! Decisions at the table, by the caller of the box in turn or by a player behind.

use super::behind;
use super::boxes::{Behind, BlackjackTable, caller, double, lay_further_stake};
use super::deal::{At, BOXES_MAX, Deal, Move};
use super::hand::Waits;
use crate::contract::{Game, Seat, Turn};
use crate::law::Refusal;
use crate::notation::{Act, BoxHand, Decision, Verb, Who};
use crate::table::{PlayerId, TableGame};

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
    if mv == Move::Surrender
        && table.deal.as_ref().is_some_and(|deal| table.game.early_surrender_is_open(deal))
    {
        return surrender_early(table, player, decision.on, act);
    }
    // A decision implies the dealer's look, or that there was no need to look.
    let mut looked = table.deal;
    let implied = looked.as_mut().is_some_and(|deal| table.game.implied_by_end(deal));
    let at = check_turn(table, looked.as_ref(), mv, decision.on)?;
    if caller(table, at.seat) != Some(player) {
        let allowed = format!("another player calls box {}", at.seat + 1);
        return Err(Refusal::new(table.game.cites.caller, format!("`{act}`"), allowed));
    }
    if let Some(deal) = &looked {
        table.game.check(deal, at.seat, mv)?;
    }
    if implied {
        table.deal = looked;
        table.settle();
    }
    play(table, player, at, mv);
    Ok(())
}

/// Checks that a decision is due, and for the hand that is named.
fn check_turn(
    table: &BlackjackTable<'_>,
    deal: Option<&Deal<BOXES_MAX>>,
    mv: Move,
    on: Option<BoxHand>,
) -> Result<At, Refusal> {
    let due = deal.and_then(|deal| match table.game.turn(deal) {
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

/// A surrender before the dealer looks: by the caller of a box, in any order. Without a number it is the player's first
/// box that has not been given up.
fn surrender_early(
    table: &mut BlackjackTable<'_>,
    player: PlayerId,
    on: Option<BoxHand>,
    act: &Act,
) -> Result<(), Refusal> {
    let Some(mut deal) = table.deal else { return Ok(()) };
    let own = |seat: &Seat| {
        let at = At { seat: *seat, place: 0 };
        let undecided = deal.at(*seat).hands().iter().any(|hand| hand.waits == Waits::Decision);
        undecided
            && caller(table, *seat) == Some(player)
            && on.is_none_or(|spot| behind::names(spot, at, false))
    };
    let Some(seat) = (0..table.game.boxes.most).find(own) else {
        let allowed = "the caller of a box may give it up before the dealer looks, unless it has blackjack";
        return Err(Refusal::new(table.game.cites.surrender, format!("`{act}`"), allowed));
    };
    let at = At { seat, place: 0 };
    table.game.check_surrender(&deal, at)?;
    deal.hand_mut(at).waits = Waits::Surrendered;
    table.deal = Some(deal);
    table.settle();
    Ok(())
}

/// `dealer looks`: insurance and even money close; a blackjack ends the round.
pub(super) fn dealer_looks(table: &mut BlackjackTable<'_>) -> Result<(), Refusal> {
    if !table.game.has_hole_card() {
        return Err(table.foreign("`dealer looks`"));
    }
    let game = &table.game;
    let Some(deal) = table.deal.as_mut().filter(|deal| game.may_look(deal)) else {
        let allowed = "the dealer looks once, after the first cards and before anybody plays";
        return Err(Refusal::new(table.game.cites.dealer, "`dealer looks`", allowed));
    };
    deal.look();
    table.settle();
    Ok(())
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
        Move::Draw | Move::Stand | Move::Surrender | Move::PlayOn | Move::Look => {}
    }
    table.settle();
}
