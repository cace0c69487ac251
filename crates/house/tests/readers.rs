//! Readers: what a device read waits for the dealer, who confirms or overrules it; and calls for an inspector.

use crate::common::{ANN, CASHIER, DEALER, INSPECTOR, MANAGER, Rig, money};
use croupier_house::command::{Announcement, Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, IdempotencyKey, PersonId, TableId};
use croupier_house::table::{Mode, Phase};
use croupier_house::{Accepted, House, Rejection, RejectionCode};

const REGULAR: &str = "American A";

fn add(rig: &mut Rig, by: PersonId, id: TableId, name: &str) -> Result<Accepted, Rejection> {
    rig.at(by, id, TableCommand::AddReader { name: name.to_owned() })
}

fn read(rig: &mut Rig, id: TableId, sequence: u64, lines: &str) -> Result<Accepted, Rejection> {
    let act = TableCommand::Read { reader: 1, sequence, lines: lines.to_owned() };
    rig.give(Actor::House, Command::Table(id, act))
}

fn say(rig: &mut Rig, id: TableId, what: Announcement) {
    rig.must_at(DEALER, id, TableCommand::Announce(what));
}

/// An attended wheel with a reader and a bet, and no more bets called.
fn spun() -> (Rig, TableId) {
    let mut rig = Rig::new();
    let id = rig.open(REGULAR, Mode::Attended);
    add(&mut rig, MANAGER, id, "wheel camera").unwrap();
    say(&mut rig, id, Announcement::PlaceYourBets);
    rig.bet(ANN, id, "straight 17", money(10)).unwrap();
    say(&mut rig, id, Announcement::NoMoreBets);
    (rig, id)
}

fn waiting(rig: &Rig, id: TableId) -> Option<(String, Option<u32>)> {
    let entry = rig.table(id).open().unwrap().entry.clone();
    entry.map(|entry| (entry.lines.to_string(), entry.reader))
}

#[test]
fn a_reading_waits_for_the_dealer_who_confirms_it() {
    let (mut rig, id) = spun();
    read(&mut rig, id, 1, "17").unwrap();
    assert_eq!(waiting(&rig, id), Some(("ball 17".to_owned(), Some(1))));
    assert_eq!(rig.phase(id), Phase::NoMoreBets, "it has not fallen until it is confirmed");
    let seen = rig.house.view(id, Some(DEALER)).unwrap();
    assert_eq!((seen.entry.as_deref(), seen.entry_from.as_deref()), (Some("ball 17"), Some("wheel camera")));
    let before = rig.chips(ANN).minor();
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    assert_eq!((rig.phase(id), waiting(&rig, id)), (Phase::Payment, None));
    assert_eq!(rig.chips(ANN).minor(), before + money(360).minor());
    let source = |entry: &croupier_house::journal::Entry| matches!(&entry.body.event, Event::OutcomeRead { reader: 1, sequence: 1, lines } if &**lines == "ball 17");
    assert!(rig.journal.iter().any(source), "the reading is in the journal with its source");
    rig.replay();
}

#[test]
fn the_dealer_overrules_a_reading_by_dropping_it_or_by_keying_another() {
    let (mut rig, id) = spun();
    read(&mut rig, id, 1, "17").unwrap();
    rig.must_at(DEALER, id, TableCommand::DropEntry);
    read(&mut rig, id, 2, "17").unwrap();
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "18".to_owned() });
    assert_eq!(waiting(&rig, id), Some(("ball 18".to_owned(), None)));
    assert_eq!(rig.house.view(id, Some(DEALER)).unwrap().entry_from, None);
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    assert!(rig.table(id).open().unwrap().record.contains("ball 18"));
    rig.replay();
}

#[test]
fn a_reading_that_is_sent_twice_counts_once() {
    let (mut rig, id) = spun();
    let order = |lines: &str| Request {
        key: Some(IdempotencyKey(u128::MAX)),
        by: Actor::House,
        command: Command::Table(id, TableCommand::Read { reader: 1, sequence: 5, lines: lines.to_owned() }),
    };
    let first = rig.order(&order("17")).unwrap();
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    let again = rig.order(&order("17")).unwrap();
    assert!(again.is_repeat() && again.range == first.range);
    assert_eq!(
        rig.order(&order("18")).unwrap_err().code,
        RejectionCode::Key,
        "other lines under the same number"
    );
    // The key may be forgotten; the number is not.
    for sequence in [5, 4] {
        let late = read(&mut rig, id, sequence, "17").unwrap_err();
        assert_eq!(
            (late.code, &*late.found),
            (RejectionCode::Order, &*format!("reading {sequence} is out of order"))
        );
    }
    assert_eq!(waiting(&rig, id), None);
}

#[test]
fn a_reading_out_of_place_is_refused_with_the_reason() {
    let (mut rig, id) = spun();
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "3".to_owned() });
    let waits = read(&mut rig, id, 1, "17").unwrap_err();
    assert_eq!(waits.found, "`ball 3` from the dealer waits to be confirmed");
    assert_eq!(waiting(&rig, id), Some(("ball 3".to_owned(), None)));
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    let over = read(&mut rig, id, 1, "17").unwrap_err();
    assert!(matches!(over.code, RejectionCode::Rules | RejectionCode::Order), "{over}");
    for open in [Announcement::PlaceYourBets, Announcement::FinalBets] {
        say(&mut rig, id, open);
        assert_eq!(read(&mut rig, id, 1, "17").unwrap_err().found, "betting is open");
    }
    say(&mut rig, id, Announcement::NoMoreBets);
    assert_eq!(read(&mut rig, id, 1, "38").unwrap_err().code, RejectionCode::Rules, "the wheel has no 38");
    assert_eq!(read(&mut rig, id, 1, "red").unwrap_err().code, RejectionCode::Malformed);
    read(&mut rig, id, 1, "17").unwrap();
    let second = read(&mut rig, id, 2, "18").unwrap_err();
    assert_eq!(second.found, "`ball 17` from wheel camera waits to be confirmed");
    let person = rig.at(MANAGER, id, TableCommand::Read { reader: 1, sequence: 3, lines: "3".to_owned() });
    assert_eq!(person.unwrap_err().code, RejectionCode::Authority, "people enter, readers read");
    let unknown = TableCommand::Read { reader: 2, sequence: 3, lines: "3".to_owned() };
    assert_eq!(rig.give(Actor::House, Command::Table(id, unknown)).unwrap_err().code, RejectionCode::Unknown);
}

#[test]
fn a_manager_adds_and_revokes_readers() {
    let mut rig = Rig::new();
    let id = rig.open(REGULAR, Mode::Attended);
    for by in [ANN, DEALER, INSPECTOR, CASHIER] {
        assert_eq!(add(&mut rig, by, id, "camera").unwrap_err().code, RejectionCode::Authority);
    }
    for name in ["x", " ", "a\u{7}b", &"x".repeat(41)] {
        assert_eq!(add(&mut rig, MANAGER, id, name).unwrap_err().code, RejectionCode::Malformed, "{name:?}");
    }
    add(&mut rig, MANAGER, id, "camera").unwrap();
    assert_eq!(add(&mut rig, MANAGER, id, "camera").unwrap_err().code, RejectionCode::Order);
    assert_eq!(
        rig.at(DEALER, id, TableCommand::RevokeReader { reader: 1 }).unwrap_err().code,
        RejectionCode::Authority
    );
    rig.must_at(MANAGER, id, TableCommand::RevokeReader { reader: 1 });
    assert_eq!(
        rig.at(MANAGER, id, TableCommand::RevokeReader { reader: 1 }).unwrap_err().code,
        RejectionCode::Unknown
    );
    say(&mut rig, id, Announcement::PlaceYourBets);
    say(&mut rig, id, Announcement::NoMoreBets);
    assert_eq!(read(&mut rig, id, 1, "17").unwrap_err().code, RejectionCode::Unknown, "it was revoked");
    for number in 2..18 {
        add(&mut rig, MANAGER, id, &format!("camera {number}")).unwrap();
    }
    assert_eq!(add(&mut rig, MANAGER, id, "one more").unwrap_err().code, RejectionCode::Limit);
    assert_eq!(rig.table(id).readers.made, 17, "numbers are not used again");
    rig.replay();
}

#[test]
fn readers_calls_and_the_source_of_an_entry_are_in_a_snapshot() {
    let (mut rig, id) = spun();
    read(&mut rig, id, 6, "17").unwrap();
    rig.must_at(DEALER, id, TableCommand::CallInspector { reason: " a late bet ".to_owned() });
    let bytes = rig.house.snapshot().unwrap();
    let opened = House::from_snapshot(&bytes, crate::common::shelf(), "test", rig.house.pace()).unwrap();
    assert_eq!(opened.snapshot().unwrap(), bytes);
    let table = opened.table(id).unwrap();
    assert_eq!(table.readers, rig.table(id).readers);
    assert_eq!(table.open().unwrap().entry, rig.table(id).open().unwrap().entry);
    assert_eq!(table.called.as_ref().map(|call| (call.by, &*call.reason)), Some((DEALER, "a late bet")));
}

#[test]
fn the_staff_of_a_table_call_an_inspector_who_answers() {
    let (mut rig, id) = spun();
    let call = |reason: &str| TableCommand::CallInspector { reason: reason.to_owned() };
    for by in [ANN, CASHIER] {
        assert_eq!(rig.at(by, id, call("help")).unwrap_err().code, RejectionCode::Authority);
    }
    assert_eq!(rig.at(INSPECTOR, id, TableCommand::AnswerCall).unwrap_err().code, RejectionCode::Order);
    for reason in ["", "  ", &"x".repeat(201)] {
        assert_eq!(rig.at(DEALER, id, call(reason)).unwrap_err().code, RejectionCode::Malformed);
    }
    rig.must_at(DEALER, id, call("a late bet"));
    assert_eq!(
        rig.at(DEALER, id, call("again")).unwrap_err().code,
        RejectionCode::Order,
        "one call at a time"
    );
    let seen = |person| rig.house.view(id, person).unwrap().called.map(|call| (call.by, call.reason));
    let dealer: Box<str> = rig.house.name_of(DEALER).into();
    assert_eq!(seen(Some(INSPECTOR)), Some((dealer, "a late bet".into())));
    assert_eq!((seen(Some(ANN)), seen(None)), (None, None), "players do not see it");
    assert_eq!(rig.at(DEALER, id, TableCommand::AnswerCall).unwrap_err().code, RejectionCode::Authority);
    rig.must_at(INSPECTOR, id, TableCommand::AnswerCall);
    assert_eq!(rig.table(id).called, None);
    rig.replay();
}

#[test]
fn a_console_is_shown_what_the_rules_allow() {
    let mut rig = Rig::new();
    let id = rig.open(REGULAR, Mode::Attended);
    say(&mut rig, id, Announcement::PlaceYourBets);
    assert_eq!(rig.house.view(id, None).unwrap().spin, None, "the first spin goes either way");
    say(&mut rig, id, Announcement::SpinRight);
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "17".to_owned() });
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    assert_eq!(rig.house.view(id, None).unwrap().spin, Some("left"));
    let id = rig.open("Jack A", Mode::Attended);
    say(&mut rig, id, Announcement::PlaceYourBets);
    rig.bet(ANN, id, "box 1", money(10)).unwrap();
    say(&mut rig, id, Announcement::NoMoreBets);
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "8S 6D 8H".to_owned() });
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    let moves = |person| rig.house.view(id, Some(person)).unwrap().moves;
    let (own, dealers) = (moves(ANN), moves(DEALER));
    assert!(own.len() >= 3 && own.iter().all(|found| found.player.is_none()), "{own:?}");
    let ann: Box<str> = rig.house.name_of(ANN).into();
    assert!(dealers.iter().all(|found| found.player.as_ref() == Some(&ann)), "{dealers:?}");
    let decisions = |moves: &[croupier_house::view::MoveView]| {
        moves.iter().map(|found| found.decision).collect::<Vec<_>>()
    };
    assert_eq!(decisions(&own), decisions(&dealers));
    assert_eq!(moves(CASHIER), [], "others decide nothing");
}

#[test]
fn a_spent_shoe_is_said_with_the_provision() {
    let mut rig = Rig::new();
    let id = rig.open("Punto A", Mode::Attended);
    let by_manager = |rig: &mut Rig, id, what| rig.must_at(MANAGER, id, TableCommand::Announce(what));
    by_manager(&mut rig, id, Announcement::PlaceYourBets);
    rig.bet(ANN, id, "banco", money(40)).unwrap();
    by_manager(&mut rig, id, Announcement::NoMoreBets);
    rig.must_at(MANAGER, id, TableCommand::Enter { lines: "cutting card\ncards 2H 9S KC KD".to_owned() });
    assert_eq!(rig.house.view(id, None).unwrap().shuffle, None, "the coup is finished first");
    rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    let due = rig.house.view(id, None).unwrap().shuffle;
    assert!(due.as_ref().is_some_and(|cites| !cites.is_empty()), "{due:?}");
    by_manager(&mut rig, id, Announcement::Shuffle);
    assert_eq!(rig.house.view(id, None).unwrap().shuffle, None);
}
