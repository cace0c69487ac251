//! Players who are gone: nobody waits for them, their bets stand, and they give the seat back after a while.

use croupier_house::RejectionCode;
use croupier_house::bounds::SEAT_LASTS_MS;
use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::table::{Mode, Pace, Phase};

use crate::common::{ANN, BEN, CAL, Rig, money};

/// Phases that last, and nothing that is shown before them.
fn pace() -> Pace {
    Pace { card: 0, ball: 0, dice: 0, ..Pace::default() }
}

/// How long the phase of a table lasts.
fn lasts(rig: &Rig, id: TableId) -> i64 {
    let table = rig.table(id);
    table.deadline(&pace()).expect("the table waits for nobody else") - table.phase_since
}

fn by_house(rig: &mut Rig, id: TableId, act: TableCommand) {
    rig.must(Actor::House, Command::Table(id, act));
}

fn ready(rig: &mut Rig, id: TableId, person: PersonId) {
    rig.must_at(person, id, TableCommand::Ready { person });
}

#[test]
fn ready_waits_for_those_who_bet_and_are_there() {
    let mut rig = Rig::new();
    let id = rig.open("Wheel 1", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    rig.bet(BEN, id, "black", money(10)).unwrap();
    ready(&mut rig, id, ANN);
    assert_eq!(lasts(&rig, id), pace().bets, "ben bets and is not ready");
    by_house(&mut rig, id, TableCommand::NoteAway { person: BEN });
    assert_eq!(lasts(&rig, id), 0, "ben is gone, and cal only watches");
    by_house(&mut rig, id, TableCommand::NoteBack { person: BEN });
    assert_eq!(lasts(&rig, id), pace().bets);
    ready(&mut rig, id, BEN);
    assert_eq!(lasts(&rig, id), 0);
    rig.finish(id);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    ready(&mut rig, id, ANN);
    assert_eq!(lasts(&rig, id), pace().bets, "who played the last round may bet again");
}

#[test]
fn whoever_acts_is_there() {
    let mut rig = Rig::new();
    let id = rig.open("Wheel 1", Mode::Automatic);
    rig.tick(id).unwrap();
    by_house(&mut rig, id, TableCommand::NoteAway { person: ANN });
    assert!(rig.table(id).away.contains_key(&ANN));
    rig.bet(ANN, id, "red", money(10)).unwrap();
    assert!(rig.table(id).away.is_empty());
}

#[test]
fn a_decision_of_somebody_who_is_gone_is_made_at_once_and_the_bet_stands() {
    let mut rig = Rig::new();
    let id = rig.open("Jack A", Mode::Automatic);
    for _ in 0..50 {
        while rig.phase(id) != Phase::PlaceYourBets {
            rig.tick(id).unwrap();
        }
        rig.bet(ANN, id, "box 1", money(10)).unwrap();
        while !matches!(rig.phase(id), Phase::Decision | Phase::Payment) {
            rig.tick(id).unwrap();
        }
        if rig.phase(id) == Phase::Decision {
            break;
        }
    }
    assert_eq!((rig.phase(id), lasts(&rig, id)), (Phase::Decision, pace().decision));
    by_house(&mut rig, id, TableCommand::NoteAway { person: ANN });
    assert_eq!(lasts(&rig, id), 0);
    let standing = |rig: &Rig| rig.table(id).live.as_ref().unwrap().rules.standing_of("ann");
    assert_eq!(standing(&rig), money(10));
    rig.finish(id);
    assert!(rig.table(id).seated.contains(&ANN), "she has her seat for a while");
}

#[test]
fn a_seat_is_given_back_after_the_stated_time_when_nothing_stands() {
    let mut rig = Rig::new();
    let id = rig.open("Dice 1", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "win", money(10)).unwrap();
    for person in [ANN, BEN] {
        by_house(&mut rig, id, TableCommand::NoteAway { person });
    }
    let clear = || Command::Table(id, TableCommand::ClearSeats);
    rig.now.at += SEAT_LASTS_MS - 10;
    assert_eq!(rig.give(Actor::House, clear()).unwrap_err().code, RejectionCode::Order, "not yet");
    rig.now.at += 10;
    rig.must(Actor::House, clear());
    let seated = &rig.table(id).seated;
    assert!(seated.contains(&ANN) && !seated.contains(&BEN) && seated.contains(&CAL), "ann's bet stands");
    assert_eq!(rig.give(Actor::House, clear()).unwrap_err().code, RejectionCode::Order);
}

#[test]
fn only_the_house_notes_who_is_gone_and_only_where_no_dealer_sees_it() {
    let mut rig = Rig::new();
    let attended = rig.open("Wheel 2", Mode::Attended);
    let automatic = rig.open("Wheel 1", Mode::Automatic);
    let away = |id| Command::Table(id, TableCommand::NoteAway { person: ANN });
    assert_eq!(rig.give(Actor::House, away(attended)).unwrap_err().code, RejectionCode::Order);
    assert_eq!(rig.give(Actor::Person(BEN), away(automatic)).unwrap_err().code, RejectionCode::Authority);
    rig.must(Actor::House, away(automatic));
    assert_eq!(rig.give(Actor::House, away(automatic)).unwrap_err().code, RejectionCode::Order, "once");
    let back = Command::Table(automatic, TableCommand::NoteBack { person: ANN });
    assert_eq!(rig.give(Actor::Person(BEN), back.clone()).unwrap_err().code, RejectionCode::Authority);
    rig.must(Actor::Person(ANN), back.clone());
    assert_eq!(rig.give(Actor::House, back).unwrap_err().code, RejectionCode::Order);
}

#[test]
fn an_attended_table_says_who_is_awaited() {
    let mut rig = Rig::new();
    let id = rig.open("Wheel 1", Mode::Attended);
    let awaited = |rig: &Rig| rig.house.view(id, None).unwrap().awaited.unwrap_or_default();
    assert_eq!(awaited(&rig), "the dealer, to call for bets");
    let automatic = rig.open("Dice 1", Mode::Automatic);
    assert_eq!(rig.house.view(automatic, None).unwrap().awaited, None, "timers run there");
}
