//! Who may do what: two people are two, a dismissed one is none, and nobody moves another's money alone.

mod common;

use common::{ANN, BEN, CASHIER, DEALER, INSPECTOR, MANAGER, Rig, money};
use croupier_house::command::{Announcement, AtTable, Choice, Command, Exchange, Mode, Order, With};
use croupier_house::ids::{Actor, HouseId, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::{Role, Stage};
use croupier_house::paper::{Count, Matter};
use croupier_house::table::Pace;
use croupier_house::{Code, House, Refusal};

fn refused(rig: &mut Rig, by: PersonId, command: Command) -> Refusal {
    rig.give(Actor::Person(by), command).expect_err("it is refused")
}

fn at(rig: &mut Rig, by: PersonId, id: TableId, act: AtTable) -> Refusal {
    rig.at(by, id, act).expect_err("it is refused")
}

fn enrol(handle: &str, role: Role, staff: Option<&str>) -> Command {
    Command::Enrol { handle: handle.into(), role, staff: staff.map(Into::into) }
}

fn void(round: u64) -> Matter {
    Matter::Void { round, reason: "a lamp fell".into() }
}

/// A wheel that is attended, with a round in which ann has lost.
fn spun() -> (Rig, TableId) {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    spin(&mut rig, id);
    (rig, id)
}

fn spin(rig: &mut Rig, id: TableId) {
    rig.must_at(DEALER, id, AtTable::Announce(Announcement::PlaceYourBets));
    rig.bet(ANN, id, "straight 17", money(10)).unwrap();
    rig.must_at(DEALER, id, AtTable::Enter { lines: "ball 3".into() });
    rig.must_at(DEALER, id, AtTable::ConfirmEntry);
}

#[test]
fn a_proposal_to_void_a_round_is_of_that_round_and_of_no_later_one() {
    let (mut rig, id) = spun();
    assert_eq!(at(&mut rig, MANAGER, id, AtTable::Propose(void(7))).code, Code::Order);
    rig.must_at(MANAGER, id, AtTable::Propose(void(1)));
    spin(&mut rig, id);
    assert_eq!(at(&mut rig, INSPECTOR, id, AtTable::Authorise { proposal: 2 }).code, Code::Unknown);
    assert_eq!(at(&mut rig, MANAGER, id, AtTable::Propose(void(1))).code, Code::Order, "it is put away");
    rig.must_at(MANAGER, id, AtTable::Propose(void(2)));
    rig.agree(id, void(2)).unwrap();
    assert!(rig.table(id).papers.proposals.is_empty(), "what was proposed twice is done with once");
    assert_eq!(at(&mut rig, MANAGER, id, AtTable::Propose(void(2))).code, Code::Order, "it is void");
    rig.replay();
}

#[test]
fn no_proposal_outlives_the_closing_of_its_table() {
    let (mut rig, id) = spun();
    rig.must_at(MANAGER, id, AtTable::Propose(void(1)));
    let closer = Count(vec![(money(1000), 500)]);
    rig.must_at(MANAGER, id, AtTable::Propose(Matter::Close { closer: closer.clone() }));
    rig.agree(id, Matter::Close { closer }).unwrap();
    assert!(rig.table(id).papers.proposals.is_empty());
    let open = Matter::Open { mode: Mode::Attended, opener: Count::default() };
    rig.must_at(MANAGER, id, AtTable::Propose(open.clone()));
    rig.agree(id, open).unwrap();
    assert!(rig.table(id).papers.proposals.is_empty(), "it is open already");
    assert_eq!(at(&mut rig, MANAGER, id, AtTable::Propose(void(1))).code, Code::Order, "no round has begun");
    rig.replay();
}

#[test]
fn what_is_proved_is_not_corrected() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    rig.finish(id);
    let record = rig.table(id).open().unwrap().record.clone();
    let from = record.lines().rfind(|line| line.starts_with("ball ")).unwrap().to_owned();
    let to = if from == "ball 1" { "ball 2" } else { "ball 1" }.to_owned();
    let correct = Matter::Correct { round: 1, from, to, reason: "misread".into() };
    assert_eq!(at(&mut rig, MANAGER, id, AtTable::Propose(correct)).code, Code::Order);
}

#[test]
fn a_cashier_does_not_judge_what_is_played() {
    let (mut rig, id) = spun();
    rig.must_at(MANAGER, id, AtTable::Propose(void(1)));
    let proposal = rig.table(id).papers.proposals_made;
    assert_eq!(at(&mut rig, CASHIER, id, AtTable::Authorise { proposal }).code, Code::Authority);
    rig.must_at(INSPECTOR, id, AtTable::Authorise { proposal });
}

#[test]
fn everybody_of_the_staff_is_one_person_of_the_house_file() {
    let mut rig = Rig::new();
    let nameless = refused(&mut rig, MANAGER, enrol("second", Role::Inspector, None));
    assert_eq!(nameless.code, Code::Malformed);
    let twice = refused(&mut rig, MANAGER, enrol("second", Role::Inspector, Some("Moira Kerr")));
    assert_eq!(twice.code, Code::Order);
    rig.must(Actor::Person(MANAGER), enrol("reader", Role::Regulator, None));
}

#[test]
fn the_first_manager_is_the_manager_of_the_house_file() {
    let mut house = House::new(HouseId(1), common::shelf(), "test", Pace::NONE);
    let mut give = |command| {
        let order = Order { key: None, by: Actor::House, command };
        house.commit(&order, Rig::founded().now, &mut common::Seeded(1)).unwrap();
    };
    give(Command::Charter { file: common::CHARTER.to_owned() });
    give(enrol("boss", Role::Manager, None));
    assert_eq!(house.office.person(PersonId(1)).unwrap().staff.as_deref(), Some("Moira Kerr"));
}

#[test]
fn who_is_dismissed_has_no_authority() {
    let (mut rig, id) = spun();
    rig.must_at(DEALER, id, AtTable::Propose(void(1)));
    let proposal = rig.table(id).papers.proposals_made;
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(5) };
    rig.must(Actor::Person(ANN), Command::LayOut { at: None, person: ANN, exchange });
    let number = rig.house.office.desk.made;
    let refuse = |person| Command::RefuseService { person, reason: "theft".into() };
    assert_eq!(refused(&mut rig, INSPECTOR, refuse(CASHIER)).code, Code::Authority, "a manager dismisses");
    rig.must(Actor::Person(MANAGER), refuse(CASHIER));
    assert_eq!(refused(&mut rig, CASHIER, Command::Confirm { at: None, number }).code, Code::Authority);
    let exclude = Command::Exclude { person: DEALER, days: Some(9), reason: "rest".into() };
    rig.must(Actor::Person(MANAGER), exclude);
    let announce = AtTable::Announce(Announcement::PlaceYourBets);
    assert_eq!(at(&mut rig, DEALER, id, announce).code, Code::Authority);
    assert_eq!(at(&mut rig, INSPECTOR, id, AtTable::Authorise { proposal }).code, Code::Authority);
    assert_eq!(refused(&mut rig, MANAGER, refuse(MANAGER)).code, Code::Order, "the house keeps a manager");
    rig.must(Actor::Person(MANAGER), Command::ResumeService { person: CASHIER, reason: "cleared".into() });
    rig.must(Actor::Person(CASHIER), Command::Confirm { at: None, number });
}

#[test]
fn at_an_automatic_table_everybody_speaks_for_himself() {
    let mut rig = Rig::new();
    let id = rig.open("Jack A", Mode::Automatic);
    rig.tick(id).unwrap();
    let bet =
        AtTable::Bet { person: ANN, amount: money(10), wager: "box 1".into(), area: None, with: With::Chips };
    assert_eq!(at(&mut rig, DEALER, id, bet.clone()).code, Code::Authority);
    assert_eq!(at(&mut rig, MANAGER, id, bet.clone()).code, Code::Authority);
    rig.must_at(ANN, id, bet);
    for act in [
        AtTable::TakeBack { person: ANN, stake: 1 },
        AtTable::Cancel { stake: 1 },
        AtTable::Decide { person: ANN, decision: Choice::Draw, on: None },
        AtTable::Ready { person: ANN },
    ] {
        assert_eq!(at(&mut rig, DEALER, id, act).code, Code::Authority);
    }
}

#[test]
fn whoever_checks_an_exchange_neither_owns_it_nor_laid_it_out() {
    let mut rig = Rig::new();
    let out = Exchange::CashOut { amount: money(50) };
    let own = Exchange::BuyIn { with: Unit::Cash, amount: money(50) };
    for (person, exchange) in [(ANN, out), (CASHIER, own)] {
        rig.must(Actor::Person(CASHIER), Command::LayOut { at: None, person, exchange });
        let number = rig.house.office.desk.made;
        assert_eq!(refused(&mut rig, CASHIER, Command::Confirm { at: None, number }).code, Code::Authority);
        rig.must(Actor::House, Command::Confirm { at: None, number });
    }
    let id = rig.open("American A", Mode::Attended);
    rig.must(Actor::Person(DEALER), Command::LayOut { at: Some(id), person: ANN, exchange: own });
    let refusal = refused(&mut rig, DEALER, Command::Confirm { at: Some(id), number: 1 });
    assert_eq!((refusal.code, &*refusal.cites), (Code::Authority, &["2.1(2)".to_owned()][..]));
    rig.must(Actor::Person(MANAGER), Command::Confirm { at: Some(id), number: 1 });
    rig.replay();
}

#[test]
fn a_name_is_short_and_no_other_but_for_its_case() {
    let mut rig = Rig::new();
    let long = "a".repeat(33);
    for handle in ["x", &*long, "zoë"] {
        assert_eq!(refused(&mut rig, MANAGER, enrol(handle, Role::Player, None)).code, Code::Malformed);
    }
    assert_eq!(refused(&mut rig, MANAGER, enrol("ANN", Role::Player, None)).code, Code::Order);
    rig.must(Actor::Person(MANAGER), enrol(&long[1..], Role::Player, None));
}

#[test]
fn one_is_ready_once() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.must_at(ANN, id, AtTable::Ready { person: ANN });
    assert_eq!(at(&mut rig, ANN, id, AtTable::Ready { person: ANN }).code, Code::Order);
    rig.must_at(BEN, id, AtTable::Ready { person: BEN });
}

#[test]
fn a_round_is_disputed_by_who_played_it_and_the_answer_goes_along() {
    let (mut rig, id) = spun();
    let open = |about: &str| Command::OpenDispute { table: id, round: 1, about: about.into() };
    assert_eq!(refused(&mut rig, BEN, open("it was mine")).code, Code::Authority);
    for about in [" ", &*"x".repeat(2_001)] {
        assert_eq!(refused(&mut rig, ANN, open(about)).code, Code::Malformed);
    }
    spin(&mut rig, id);
    rig.must(Actor::Person(ANN), open("it was seventeen"));
    rig.must(Actor::Person(INSPECTOR), Command::AnswerDispute { dispute: 1, ruling: "it was three".into() });
    rig.must(Actor::Person(ANN), Command::EscalateDispute { dispute: 1 });
    let stage = rig.house.office.disputes[0].stage.clone();
    assert!(matches!(stage, Stage::Escalated { ruling, .. } if &*ruling == "it was three"));
    rig.replay();
}
