//! Faults of order: times, keys, journals, and commands that are not whole.

use croupier_house::event::Event;
use croupier_house::ids::{Actor, IdempotencyKey};

use super::board::{Board, Plan};
use super::named_fault::{NamedFault, row};
use crate::fault::Splice;

pub(super) const FAULTS: &[NamedFault] = &[
    row("time-backwards", "an entry is older than the one before it", time_backwards),
    row("key-reused", "a command has the key of an earlier one", key_reused),
    row("key-left-out", "an entry in the middle of a command has no key", key_left_out),
    row("originator-changed", "an entry in the middle of a command is by somebody else", originator_changed),
    row("another-journal", "an entry of a table lies in the journal of the house", another_journal),
    row("command-cut-short", "the last entry of a command is missing", command_cut),
    row("command-exchanged", "a round is closed before its last bet", commands_exchanged),
    row("journal-without-beginning", "the first entry is missing", without_beginning),
    row("day-left-out", "the beginning of a day is missing", day_left_out),
    row("day-wrong", "a day begins that is not the day of the house", day_wrong),
    row("event-invented", "the house itself enrols somebody in the name of nobody", event_invented),
];

fn time_backwards(board: &Board) -> Option<Plan> {
    let place = board.drafts.len() / 2;
    let before = board.body(place - 1).at;
    board.change(place, |body| body.at = before - 1)
}

/// The places of the entries with a key that begin a command.
fn keyed(board: &Board) -> Vec<usize> {
    let begins = |place: &usize| {
        let key = board.body(*place).key;
        key.is_some() && (*place == 0 || board.body(place - 1).key != key)
    };
    (0..board.drafts.len()).filter(begins).collect()
}

fn key_reused(board: &Board) -> Option<Plan> {
    let places = keyed(board);
    let [first, .., last] = places[..] else { return None };
    let (key, own) = (board.body(first).key, board.body(last).key);
    let mut plan = Vec::new();
    for place in last..board.drafts.len() {
        if board.body(place).key == own {
            plan.extend(board.change(place, |body| body.key = key).into_iter().flatten());
        }
    }
    Some(plan)
}

/// The first entry that continues a command with a key, in the same journal.
fn continued(board: &Board) -> Option<usize> {
    (1..board.drafts.len()).find(|place| {
        let (before, own) = (board.body(place - 1), board.body(*place));
        own.key.is_some() && own.key == before.key && board.stream(*place) == board.stream(place - 1)
    })
}

fn key_left_out(board: &Board) -> Option<Plan> {
    board.change(continued(board)?, |body| body.key = None)
}

fn originator_changed(board: &Board) -> Option<Plan> {
    board.change(continued(board)?, |body| body.by = Actor::House)
}

fn another_journal(board: &Board) -> Option<Plan> {
    let place = (0..board.drafts.len()).find(|place| board.stream(*place).table.is_some())?;
    let (_, body) = board.drafts[place].clone();
    Some(vec![Splice { at: place, out: 1, put: vec![(board.office(), body)] }])
}

fn command_cut(board: &Board) -> Option<Plan> {
    let place = continued(board)?;
    let origin = board.body(place).key;
    let last = (place..board.drafts.len()).take_while(|next| board.body(*next).key == origin).last()?;
    board.remove(last)
}

fn commands_exchanged(board: &Board) -> Option<Plan> {
    let (place, _) = board.bets().last()?;
    let closed = board.find_after(place, |event| {
        super::board::acts(event).contains(&croupier_rules::notation::Act::NoMoreBets)
    })?;
    board.earlier(closed, place)
}

fn without_beginning(board: &Board) -> Option<Plan> {
    board.remove(0)
}

fn is_day(event: &Event) -> bool {
    matches!(event, Event::DayBegan { .. })
}

fn day_left_out(board: &Board) -> Option<Plan> {
    board.remove(board.find(is_day)?)
}

fn day_wrong(board: &Board) -> Option<Plan> {
    board.change(board.find(is_day)?, |body| {
        if let Event::DayBegan { day } = &mut body.event {
            *day += 1;
        }
    })
}

fn event_invented(board: &Board) -> Option<Plan> {
    let event = Event::DisputeAnswered { dispute: 77, ruling: "paid".into() };
    let mut plan = board.append(board.office(), Actor::House, event, Vec::new())?;
    plan[0].put[0].1.key = Some((IdempotencyKey(77), 1));
    Some(plan)
}
