//! A ruling that pays: two people from different posts decide it, one of them hears disputes, and the cage pays the
//! player. The win of the table stays as it was.

use crate::common::{ANN, BEN, CASHIER, CHARTER, DEALER, INSPECTOR, MANAGER, REGULATOR, Rig, money};
use croupier_house::command::Command;
use croupier_house::event::Event;
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::{Location, TransactionKind, Unit};
use croupier_house::office::{OFFICE_PROPOSAL_LASTS, OfficeAction, Role};
use croupier_house::table::Mode;
use croupier_house::{Rejection, RejectionCode};
use croupier_kit::Money;

/// A house in which Ann and Ben each dispute a round; Ann's dispute is the first.
fn disputed(charter: &str) -> (Rig, TableId) {
    let mut rig = Rig::founded_with(crate::common::shelf(), charter);
    for person in [ANN, BEN] {
        rig.buy_in(person, money(1_000));
    }
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    for person in [ANN, BEN] {
        rig.bet(person, id, "red", money(10)).unwrap();
    }
    rig.finish(id);
    for person in [ANN, BEN] {
        rig.must(
            Actor::Person(person),
            Command::OpenDispute { table: id, round: 1, about: "it was red".to_owned() },
        );
    }
    (rig, id)
}

fn ruling(dispute: u32, amount: Money) -> OfficeAction {
    OfficeAction::Ruling { dispute, ruling: "the ball was misread".into(), amount }
}

fn propose(rig: &mut Rig, by: PersonId, action: OfficeAction) -> Result<u32, Rejection> {
    rig.give(Actor::Person(by), Command::ProposeOffice(action))?;
    Ok(rig.house.office.proposals.made)
}

fn authorise(rig: &mut Rig, by: PersonId, proposal: u32) -> Result<(), Rejection> {
    rig.give(Actor::Person(by), Command::AuthoriseOffice { proposal }).map(drop)
}

fn plus(amount: Money, whole: i64) -> Money {
    amount.plus(money(whole)).unwrap()
}

fn in_cage(rig: &Rig) -> Money {
    rig.house.ledger.balance(Unit::Chips, Location::Cage)
}

#[test]
fn two_people_rule_that_the_cage_pays_a_player() {
    let (mut rig, id) = disputed(CHARTER);
    let (chips, cage) = (rig.chips(ANN), in_cage(&rig));
    let float = rig.house.ledger.balance(Unit::Chips, Location::Float(id));
    let (shift, today) = (rig.table(id).papers.shift, rig.house.office.person(ANN).unwrap().net_of_day);
    // The cashier proposes, and the manager, whom the house file names to hear disputes, authorises.
    let proposal = propose(&mut rig, CASHIER, ruling(1, money(20))).unwrap();
    assert_eq!(rig.chips(ANN), chips, "a proposal pays nothing");
    authorise(&mut rig, MANAGER, proposal).unwrap();
    let events: Vec<&Event> = rig.journal.iter().rev().take(3).map(|entry| &entry.body.event).collect();
    assert!(matches!(
        events.as_slice(),
        [
            Event::DisputePaid { dispute: 1, person: ANN, amount },
            Event::DisputeAnswered { dispute: 1, .. },
            Event::OfficeAuthorised { signed: [CASHIER, MANAGER], .. },
        ] if *amount == money(20)
    ));
    let [paid] = rig.journal.last().unwrap().body.ledger.as_slice() else { panic!("one transaction") };
    assert_eq!(paid.kind, TransactionKind::Ruling);
    assert_eq!((rig.chips(ANN), in_cage(&rig)), (plus(chips, 20), plus(cage, -20)));
    assert_eq!(rig.house.ledger.balance(Unit::Chips, Location::Float(id)), float);
    assert_eq!(rig.table(id).papers.shift, shift, "the win of the table stays as it was");
    assert_eq!(rig.house.office.person(ANN).unwrap().net_of_day, today, "it is no result of play today");
    rig.replay();
    // It is answered: it can be escalated, and never paid again.
    for by in [MANAGER, CASHIER] {
        let again = propose(&mut rig, by, ruling(1, money(20))).unwrap_err();
        assert!(again.found.contains("has been answered"), "{again}");
    }
    rig.must(Actor::Person(ANN), Command::EscalateDispute { dispute: 1 });
    rig.replay();
}

#[test]
fn one_of_the_two_hears_disputes_and_neither_rules_alone() {
    let (mut rig, _) = disputed(CHARTER);
    let before = rig.chips(ANN);
    for nobody in [DEALER, ANN, REGULATOR] {
        assert_eq!(
            propose(&mut rig, nobody, ruling(1, money(1))).unwrap_err().code,
            RejectionCode::Authority
        );
    }
    let proposal = propose(&mut rig, CASHIER, ruling(1, money(1))).unwrap();
    let unheard = authorise(&mut rig, INSPECTOR, proposal).unwrap_err();
    assert_eq!(unheard.code, RejectionCode::Authority);
    assert!(unheard.allowed.contains("Moira Kerr"), "{unheard}");
    let own = authorise(&mut rig, CASHIER, proposal).unwrap_err();
    assert!(own.allowed.contains("another person"), "{own}");
    assert_eq!(rig.chips(ANN), before);
    authorise(&mut rig, MANAGER, proposal).unwrap();
    // She may propose as well, and the cashier or the inspector authorises.
    let proposal = propose(&mut rig, MANAGER, ruling(2, money(1))).unwrap();
    assert!(authorise(&mut rig, MANAGER, proposal).is_err());
    authorise(&mut rig, INSPECTOR, proposal).unwrap();
    rig.replay();
}

#[test]
fn where_an_inspector_hears_disputes_no_manager_is_needed() {
    let charter = CHARTER.replacen("heard_by = \"Moira Kerr\"", "heard_by = \"Iris Moyo\"", 1);
    assert_ne!(charter, CHARTER);
    let (mut rig, _) = disputed(&charter);
    let proposal = propose(&mut rig, INSPECTOR, ruling(1, money(5))).unwrap();
    authorise(&mut rig, CASHIER, proposal).unwrap();
    let (other, chips) = (propose(&mut rig, MANAGER, ruling(2, money(5))).unwrap(), rig.chips(BEN));
    assert!(authorise(&mut rig, CASHIER, other).unwrap_err().allowed.contains("Iris Moyo"));
    authorise(&mut rig, INSPECTOR, other).unwrap();
    assert_eq!(rig.chips(BEN), plus(chips, 5));
}

#[test]
fn of_two_people_who_decide_at_once_the_second_is_refused() {
    let (mut rig, _) = disputed(CHARTER);
    rig.agree_office(OfficeAction::Enrol {
        handle: "ivor".into(),
        role: Role::Inspector,
        staff: Some("Ivor Bain".into()),
    })
    .unwrap();
    let ivor = rig.house.office.person_named("ivor").unwrap();
    let first = propose(&mut rig, INSPECTOR, ruling(1, money(20))).unwrap();
    let second = propose(&mut rig, ivor, ruling(1, money(30))).unwrap_err();
    assert_eq!(second.code, RejectionCode::Order);
    assert!(second.found.contains(&format!("iris has proposed a ruling in this dispute: proposal {first}")));
    assert!(authorise(&mut rig, ivor, first).unwrap_err().found.contains("same post"));
    // Nobody answers it without a payment while the ruling waits; once it is withdrawn, nothing is paid any more.
    let chips = rig.chips(ANN);
    let answer = Command::AnswerDispute { dispute: 1, ruling: "it was black".to_owned() };
    let waits = rig.give(Actor::Person(MANAGER), answer.clone()).unwrap_err();
    assert_eq!(waits.code, RejectionCode::Order);
    assert!(waits.found.contains("iris has proposed a ruling"), "{waits}");
    rig.must(Actor::Person(MANAGER), Command::WithdrawOffice { proposal: first });
    rig.must(Actor::Person(MANAGER), answer);
    let late = authorise(&mut rig, MANAGER, first).unwrap_err();
    assert_eq!(late.code, RejectionCode::Unknown);
    assert_eq!(rig.chips(ANN), chips);
    // Two people authorise one proposal: the second finds none.
    let proposal = propose(&mut rig, MANAGER, ruling(2, money(20))).unwrap();
    authorise(&mut rig, INSPECTOR, proposal).unwrap();
    assert_eq!(authorise(&mut rig, CASHIER, proposal).unwrap_err().code, RejectionCode::Unknown);
    rig.replay();
}

#[test]
fn a_ruling_pays_an_amount_that_the_cage_has_and_no_more() {
    let (mut rig, _) = disputed(CHARTER);
    for amount in [Money::ZERO, money(-1), Money::from_minor(i64::MAX)] {
        let refused = propose(&mut rig, MANAGER, ruling(1, amount)).unwrap_err();
        assert_eq!(refused.code, RejectionCode::Malformed, "{amount}");
    }
    let cage = in_cage(&rig);
    let short = propose(&mut rig, MANAGER, ruling(1, plus(cage, 1))).unwrap_err();
    assert_eq!(short.code, RejectionCode::Funds, "{short}");
    let silent = OfficeAction::Ruling { dispute: 1, ruling: " ".into(), amount: money(1) };
    assert_eq!(propose(&mut rig, MANAGER, silent).unwrap_err().code, RejectionCode::Malformed);
    assert_eq!(propose(&mut rig, MANAGER, ruling(9, money(1))).unwrap_err().code, RejectionCode::Unknown);
    // The chips leave the cage before the second person authorises.
    let proposal = propose(&mut rig, MANAGER, ruling(1, cage)).unwrap();
    rig.agree_office(OfficeAction::Issue { unit: Unit::Chips, amount: money(-1) }).unwrap();
    let short = authorise(&mut rig, INSPECTOR, proposal).unwrap_err();
    assert_eq!(short.code, RejectionCode::Funds, "{short}");
    rig.agree_office(OfficeAction::Issue { unit: Unit::Chips, amount: money(1) }).unwrap();
    authorise(&mut rig, INSPECTOR, proposal).unwrap();
    assert_eq!(in_cage(&rig), Money::ZERO);
    rig.replay();
}

#[test]
fn a_proposal_that_has_expired_makes_room_for_another() {
    let (mut rig, _) = disputed(CHARTER);
    let first = propose(&mut rig, MANAGER, ruling(1, money(1))).unwrap();
    assert!(propose(&mut rig, MANAGER, ruling(1, money(2))).is_err());
    rig.now.at += OFFICE_PROPOSAL_LASTS;
    assert!(authorise(&mut rig, INSPECTOR, first).unwrap_err().found.contains("expired"));
    let next = propose(&mut rig, MANAGER, ruling(1, money(2))).unwrap();
    authorise(&mut rig, INSPECTOR, next).unwrap();
    rig.replay();
}
