//! What a house writes because several nodes serve it: a new owner, and refusals of commands that were sent before.

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::event::{Event, NODE_EVENTS};
use croupier_house::ids::{Actor, IdempotencyKey};
use croupier_house::table::{Mode, Pace};
use croupier_house::{CommitError, Rejection, RejectionCode};

use crate::common::{ANN, MANAGER, Rig, assert_same, money, rejected};

fn note_owner() -> Command {
    Command::NoteOwner { node: "north".into() }
}

/// A command with a key that the house refuses, and the refusal.
fn refused_request(rig: &mut Rig) -> (Request, Rejection) {
    let id = rig.open("Wheel 1", Mode::Automatic);
    let command = Command::Table(id, TableCommand::TakeBack { person: ANN, stake: 9 });
    let request = Request { key: Some(IdempotencyKey(77)), by: Actor::Person(ANN), command };
    let refusal = rig.order(&request).unwrap_err();
    (request, refusal)
}

#[test]
fn a_new_owner_gives_open_phases_their_full_time_again() {
    let mut rig = Rig::new();
    let id = rig.open("Wheel 1", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    let pace = Pace::default();
    let before = rig.table(id).deadline(&pace).unwrap();
    rig.now.at += 1_000;
    rig.must(Actor::House, note_owner());
    let at = rig.now.at;
    let (table, began) = (rig.table(id), before - pace.bets);
    assert!(at > began && table.phase_since == at);
    assert_eq!(table.deadline(&pace).unwrap() - at, pace.bets);
    assert_same(&rig.house, &rig.replay());
}

#[test]
fn only_the_house_itself_notes_an_owner_and_attended_tables_have_no_timer() {
    let mut rig = Rig::new();
    let refusal = rig.give(Actor::Person(MANAGER), note_owner()).unwrap_err();
    assert_eq!(refusal.code, RejectionCode::Authority);
    let id = rig.open("Wheel 1", Mode::Attended);
    let since = rig.table(id).phase_since;
    rig.must(Actor::House, note_owner());
    assert_eq!(rig.table(id).phase_since, since);
}

#[test]
fn a_recorded_refusal_is_what_the_key_stands_for() {
    let mut rig = Rig::new();
    let (request, refusal) = refused_request(&mut rig);
    let money_before = rig.chips(ANN);
    let done = rig.house.record_refusal(&request, refusal.clone(), rig.now, &mut rig.chance).unwrap();
    assert_eq!(done.entries.len(), 1);
    assert_eq!(done.entries[0].body.event, Event::CommandRefused(Box::new(refusal)));
    rig.journal.extend(done.entries);
    let again = rig.order(&request).unwrap();
    assert!(again.is_repeat() && again.range == done.range, "the copy that arrives later is not executed");
    let other = Request { command: note_owner(), by: Actor::House, ..request };
    assert_eq!(rig.order(&other).unwrap_err().code, RejectionCode::Key);
    assert_eq!(rig.chips(ANN), money_before);
    assert_same(&rig.house, &rig.replay());
}

#[test]
fn a_refusal_without_a_key_is_not_recorded() {
    let mut rig = Rig::new();
    let (request, refusal) = refused_request(&mut rig);
    let keyless = Request { key: None, ..request };
    let error = rig.house.record_refusal(&keyless, refusal, rig.now, &mut rig.chance).unwrap_err();
    assert_eq!(rejected(error).code, RejectionCode::Key);
    assert_same(&rig.house, &rig.replay());
}

#[test]
fn what_another_node_cannot_read_is_not_written() {
    let mut rig = Rig::new();
    let (request, refusal) = refused_request(&mut rig);
    rig.house.permit_format(NODE_EVENTS - 1);
    let before = rig.house.last();
    assert_eq!(rig.give(Actor::House, note_owner()).unwrap_err().code, RejectionCode::Order);
    let error = rig.house.record_refusal(&request, refusal, rig.now, &mut rig.chance).unwrap_err();
    assert!(matches!(error, CommitError::Rejected(rejection) if rejection.code == RejectionCode::Order));
    assert_eq!(rig.house.last(), before, "nothing has changed");
    rig.give(
        Actor::Person(ANN),
        Command::SetLimit { limit: croupier_house::office::LimitKind::Stake, amount: Some(money(5)) },
    )
    .expect("every node reads this");
    rig.house.permit_format(NODE_EVENTS);
    rig.must(Actor::House, note_owner());
}
