//! Who may do what: two signatures need two people, dismissed staff have no authority, and nobody moves another's money
//! alone.

use crate::common::{self, ANN, BEN, CASHIER, DEALER, INSPECTOR, MANAGER, Rig, money};
use croupier_house::command::{Announcement, Command, PaidWith, PlayerAction, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, Pace};
use croupier_house::{House, Rejection, RejectionCode};

fn refused(rig: &mut Rig, by: PersonId, command: Command) -> Rejection {
    rig.give(Actor::Person(by), command).expect_err("it is refused")
}

fn at(rig: &mut Rig, by: PersonId, id: TableId, act: TableCommand) -> Rejection {
    rig.at(by, id, act).expect_err("it is refused")
}

fn enrol(handle: &str, role: Role, staff: Option<&str>) -> Command {
    Command::Enrol { handle: handle.into(), role, staff: staff.map(Into::into) }
}

fn void(round: u64) -> ProposedAction {
    ProposedAction::Void { round, reason: "a lamp fell".into() }
}

/// A wheel that is attended, with a round in which ann has lost.
fn spun() -> (Rig, TableId) {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    spin(&mut rig, id);
    (rig, id)
}

fn spin(rig: &mut Rig, id: TableId) {
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::PlaceYourBets));
    rig.bet(ANN, id, "straight 17", money(10)).unwrap();
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "ball 3".into() });
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
}

#[test]
fn a_proposal_to_void_a_round_lapses_with_that_round() {
    let (mut rig, id) = spun();
    assert_eq!(at(&mut rig, MANAGER, id, TableCommand::Propose(void(7))).code, RejectionCode::Order);
    rig.must_at(MANAGER, id, TableCommand::Propose(void(1)));
    spin(&mut rig, id);
    assert_eq!(
        at(&mut rig, INSPECTOR, id, TableCommand::Authorise { proposal: 2 }).code,
        RejectionCode::Unknown
    );
    assert_eq!(
        at(&mut rig, MANAGER, id, TableCommand::Propose(void(1))).code,
        RejectionCode::Order,
        "it is put away"
    );
    rig.must_at(MANAGER, id, TableCommand::Propose(void(2)));
    rig.agree(id, void(2)).unwrap();
    assert!(rig.table(id).papers.proposals.is_empty(), "what was proposed twice is done with once");
    assert_eq!(
        at(&mut rig, MANAGER, id, TableCommand::Propose(void(2))).code,
        RejectionCode::Order,
        "it is void"
    );
    rig.replay();
}

#[test]
fn no_proposal_outlives_the_closing_of_its_table() {
    let (mut rig, id) = spun();
    rig.must_at(MANAGER, id, TableCommand::Propose(void(1)));
    let closer = Count(vec![(money(1000), 500)]);
    rig.must_at(MANAGER, id, TableCommand::Propose(ProposedAction::Close { closer: closer.clone() }));
    rig.agree(id, ProposedAction::Close { closer }).unwrap();
    assert!(rig.table(id).papers.proposals.is_empty());
    let opener = Count(vec![(money(1000), 500), (money(5), 2)]);
    let open = ProposedAction::Open { mode: Mode::Attended, opener };
    rig.must_at(MANAGER, id, TableCommand::Propose(open.clone()));
    rig.agree(id, open).unwrap();
    assert!(rig.table(id).papers.proposals.is_empty(), "it is open already");
    assert_eq!(
        at(&mut rig, MANAGER, id, TableCommand::Propose(void(1))).code,
        RejectionCode::Order,
        "no round has begun"
    );
    rig.replay();
}

#[test]
fn a_proved_outcome_is_not_corrected() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    rig.finish(id);
    let record = rig.table(id).open().unwrap().record.clone();
    let from = record.lines().rfind(|line| line.starts_with("ball ")).unwrap().to_owned();
    let to = if from == "ball 1" { "ball 2" } else { "ball 1" }.to_owned();
    let correct = ProposedAction::Correct { round: 1, from, to, reason: "misread".into() };
    assert_eq!(at(&mut rig, MANAGER, id, TableCommand::Propose(correct)).code, RejectionCode::Order);
}

#[test]
fn cashiers_do_not_judge_play() {
    let (mut rig, id) = spun();
    rig.must_at(MANAGER, id, TableCommand::Propose(void(1)));
    let proposal = rig.table(id).papers.proposals_made;
    assert_eq!(
        at(&mut rig, CASHIER, id, TableCommand::Authorise { proposal }).code,
        RejectionCode::Authority
    );
    rig.must_at(INSPECTOR, id, TableCommand::Authorise { proposal });
}

#[test]
fn staff_have_one_account_each() {
    let mut rig = Rig::new();
    let second = |handle: &str, role, staff: Option<&str>| OfficeAction::Enrol {
        handle: handle.into(),
        role,
        staff: staff.map(Into::into),
    };
    let nameless = rig.agree_office(second("second", Role::Inspector, None)).unwrap_err();
    assert_eq!(nameless.code, RejectionCode::Malformed);
    let twice = rig.agree_office(second("second", Role::Inspector, Some("Iris Moyo"))).unwrap_err();
    assert_eq!(twice.code, RejectionCode::Order);
    rig.agree_office(second("reader", Role::Regulator, None)).unwrap();
}

#[test]
fn the_first_manager_is_the_manager_of_the_house_file() {
    let mut house = House::new(HouseId(1), common::shelf(), "test", Pace::NONE);
    let mut give = |command| {
        let order = Request { key: None, by: Actor::House, command };
        house.commit(&order, Rig::founded().now, &mut common::Seeded(1)).unwrap();
    };
    give(Command::AdoptHouseFile { file: common::CHARTER.to_owned() });
    give(enrol("boss", Role::Manager, None));
    assert_eq!(house.office.person(PersonId(1)).unwrap().staff.as_deref(), Some("Moira Kerr"));
}

#[test]
fn dismissed_staff_have_no_authority() {
    let (mut rig, id) = spun();
    rig.must_at(DEALER, id, TableCommand::Propose(void(1)));
    let proposal = rig.table(id).papers.proposals_made;
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(5) };
    rig.must(Actor::Person(ANN), Command::RequestExchange { at: None, person: ANN, exchange });
    let number = rig.house.office.exchanges.last_number;
    let refuse = |person| Command::RefuseService { person, reason: "theft".into() };
    assert_eq!(
        refused(&mut rig, INSPECTOR, refuse(CASHIER)).code,
        RejectionCode::Authority,
        "a manager dismisses"
    );
    rig.must(Actor::Person(MANAGER), refuse(CASHIER));
    assert_eq!(
        refused(&mut rig, CASHIER, Command::ConfirmExchange { at: None, number }).code,
        RejectionCode::Authority
    );
    let exclude = Command::Exclude { person: DEALER, days: Some(9), reason: "rest".into() };
    rig.must(Actor::Person(MANAGER), exclude);
    let announce = TableCommand::Announce(Announcement::PlaceYourBets);
    assert_eq!(at(&mut rig, DEALER, id, announce).code, RejectionCode::Authority);
    assert_eq!(
        at(&mut rig, INSPECTOR, id, TableCommand::Authorise { proposal }).code,
        RejectionCode::Authority
    );
    assert_eq!(refused(&mut rig, MANAGER, refuse(MANAGER)).code, RejectionCode::Order, "one manager remains");
    rig.must(Actor::Person(MANAGER), Command::ResumeService { person: CASHIER, reason: "cleared".into() });
    rig.must(Actor::Person(CASHIER), Command::ConfirmExchange { at: None, number });
}

#[test]
fn at_an_automatic_table_players_act_for_themselves() {
    let mut rig = Rig::new();
    let id = rig.open("Jack A", Mode::Automatic);
    rig.tick(id).unwrap();
    let bet = TableCommand::Bet {
        person: ANN,
        amount: money(10),
        wager: "box 1".into(),
        area: None,
        with: PaidWith::Chips,
    };
    assert_eq!(at(&mut rig, DEALER, id, bet.clone()).code, RejectionCode::Authority);
    assert_eq!(at(&mut rig, MANAGER, id, bet.clone()).code, RejectionCode::Authority);
    rig.must_at(ANN, id, bet);
    for act in [
        TableCommand::TakeBack { person: ANN, stake: 1 },
        TableCommand::Cancel { stake: 1 },
        TableCommand::Decide { person: ANN, decision: PlayerAction::Draw, on: None },
        TableCommand::Ready { person: ANN },
    ] {
        assert_eq!(at(&mut rig, DEALER, id, act).code, RejectionCode::Authority);
    }
}

#[test]
fn an_exchange_is_confirmed_by_neither_owner_nor_requester() {
    let mut rig = Rig::new();
    let out = Exchange::CashOut { amount: money(50) };
    let own = Exchange::BuyIn { with: Unit::Cash, amount: money(50) };
    for (person, exchange) in [(ANN, out), (CASHIER, own)] {
        rig.must(Actor::Person(CASHIER), Command::RequestExchange { at: None, person, exchange });
        let number = rig.house.office.exchanges.last_number;
        assert_eq!(
            refused(&mut rig, CASHIER, Command::ConfirmExchange { at: None, number }).code,
            RejectionCode::Authority
        );
        rig.must(Actor::House, Command::ConfirmExchange { at: None, number });
    }
    let id = rig.open("American A", Mode::Attended);
    rig.must(Actor::Person(DEALER), Command::RequestExchange { at: Some(id), person: ANN, exchange: own });
    let rejection = refused(&mut rig, DEALER, Command::ConfirmExchange { at: Some(id), number: 1 });
    assert_eq!((rejection.code, &*rejection.cites), (RejectionCode::Authority, &["2.1(2)".to_owned()][..]));
    rig.must(Actor::Person(MANAGER), Command::ConfirmExchange { at: Some(id), number: 1 });
    rig.replay();
}

#[test]
fn names_are_short_and_differ_by_more_than_case() {
    let mut rig = Rig::new();
    let long = "a".repeat(33);
    for handle in ["x", &*long, "zoë"] {
        assert_eq!(
            refused(&mut rig, MANAGER, enrol(handle, Role::Player, None)).code,
            RejectionCode::Malformed
        );
    }
    assert_eq!(refused(&mut rig, MANAGER, enrol("ANN", Role::Player, None)).code, RejectionCode::Order);
    rig.must(Actor::Person(MANAGER), enrol(&long[1..], Role::Player, None));
}

#[test]
fn a_player_reports_ready_once() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.must_at(ANN, id, TableCommand::Ready { person: ANN });
    assert_eq!(at(&mut rig, ANN, id, TableCommand::Ready { person: ANN }).code, RejectionCode::Order);
    rig.must_at(BEN, id, TableCommand::Ready { person: BEN });
}

#[test]
fn players_of_a_round_dispute_it_and_the_answer_is_escalated_too() {
    let (mut rig, id) = spun();
    let open = |about: &str| Command::OpenDispute { table: id, round: 1, about: about.into() };
    assert_eq!(refused(&mut rig, BEN, open("it was mine")).code, RejectionCode::Authority);
    for about in [" ", &*"x".repeat(2_001)] {
        assert_eq!(refused(&mut rig, ANN, open(about)).code, RejectionCode::Malformed);
    }
    spin(&mut rig, id);
    rig.must(Actor::Person(ANN), open("it was seventeen"));
    rig.must(Actor::Person(MANAGER), Command::AnswerDispute { dispute: 1, ruling: "it was three".into() });
    rig.must(Actor::Person(ANN), Command::EscalateDispute { dispute: 1 });
    assert!(matches!(rig.last_event(), Event::DisputeEscalated { dispute: 1, .. }));
    rig.replay();
}
