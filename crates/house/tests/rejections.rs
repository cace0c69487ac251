//! What a house rejects, and under which provision. Nothing changes by it (the rig audits after every command).

use crate::common::{self, ANN, BEN, CAL, CASHIER, DEALER, INSPECTOR, MANAGER, REGULATOR, Rig, money};
use croupier_house::command::{Announcement, Command, PlayerAction, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, DAY_MS, IdempotencyKey, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{
    ApprovalDraft, ChipRequestKind, Exchange, LimitKind, OfficeAction, OpenDisputes, Role, TablePost,
};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::Mode;
use croupier_house::{Rejection, RejectionCode};
use croupier_kit::MoneySum;

fn refused(rig: &mut Rig, by: PersonId, command: Command) -> Rejection {
    rig.give(Actor::Person(by), command).expect_err("it is refused")
}

fn at(rig: &mut Rig, by: PersonId, id: TableId, act: TableCommand) -> Rejection {
    rig.at(by, id, act).expect_err("it is refused")
}

#[test]
fn a_regulator_reads_all_and_changes_nothing() {
    let mut rig = Rig::new();
    assert_eq!(
        refused(&mut rig, REGULATOR, Command::Capital { cash: money(1) }).code,
        RejectionCode::Authority
    );
    assert_eq!(refused(&mut rig, ANN, Command::Capital { cash: money(1) }).code, RejectionCode::Authority);
    let capital = |whole| OfficeAction::Capital { cash: money(whole) };
    assert_eq!(rig.agree_office(capital(0)).unwrap_err().code, RejectionCode::Malformed);
    assert_eq!(rig.agree_office(capital(-9_000_000)).unwrap_err().code, RejectionCode::Funds);
    let issue = OfficeAction::Issue { unit: Unit::Cash, amount: money(1) };
    assert_eq!(rig.agree_office(issue).unwrap_err().code, RejectionCode::Funds, "nobody issues cash");
}

#[test]
fn names_are_those_of_the_notation_and_differ() {
    let mut rig = Rig::new();
    let enrol = |handle: &str, role, staff: Option<&str>| Command::Enrol {
        handle: handle.into(),
        role,
        staff: staff.map(Into::into),
    };
    for handle in ["", "dealer", "two words", "7up", "ann#", "banker"] {
        assert_eq!(
            refused(&mut rig, MANAGER, enrol(handle, Role::Player, None)).code,
            RejectionCode::Malformed,
            "{handle}"
        );
    }
    assert_eq!(refused(&mut rig, MANAGER, enrol("ann", Role::Player, None)).code, RejectionCode::Order);
    assert_eq!(refused(&mut rig, ANN, enrol("dan", Role::Dealer, None)).code, RejectionCode::Authority);
    let nobody =
        OfficeAction::Enrol { handle: "dan".into(), role: Role::Dealer, staff: Some("Nobody".into()) };
    assert_eq!(rig.agree_office(nobody).unwrap_err().code, RejectionCode::Unknown);
}

#[test]
fn a_table_opens_only_as_the_regulation_and_the_hours_permit() {
    let mut rig = Rig::new();
    let id = rig.table_named("American A");
    let open = ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() };
    rig.now.minute = 10 * 60;
    assert_eq!(rig.agree(id, open.clone()).unwrap_err().cites, ["2.4"]);
    rig.now.minute = 20 * 60;
    rig.agree_office(OfficeAction::Assign { table: id, post: TablePost::Inspector, person: None }).unwrap();
    assert_eq!(rig.agree(id, open.clone()).unwrap_err().cites, ["3.5(4)"], "no inspector");
    let wheel = rig.table_named("Wheel 1");
    rig.now.date = jiff::civil::date(2005, 1, 1);
    assert_eq!(rig.agree(wheel, open.clone()).unwrap_err().cites, ["reg. 3(1)"], "the licence has run out");
    rig.now.date = jiff::civil::date(2001, 5, 1);
    rig.agree(wheel, open.clone()).unwrap();
    assert_eq!(rig.agree(wheel, open).unwrap_err().code, RejectionCode::Order, "it is open");
    let odd = ProposedAction::Close { closer: Count(vec![(money(3), 1)]) };
    assert_eq!(rig.agree(wheel, odd).unwrap_err().code, RejectionCode::Malformed, "no such chip");
}

#[test]
fn an_inspector_watches_six_tables_and_no_seventh() {
    let mut rig = Rig::new();
    let seventh = rig.table_named("Touch A");
    let assign = OfficeAction::Assign { table: seventh, post: TablePost::Inspector, person: Some(INSPECTOR) };
    assert_eq!(rig.agree_office(assign).unwrap_err().cites, ["3.5(4)"]);
    let player = OfficeAction::Assign { table: seventh, post: TablePost::Dealer, person: Some(ANN) };
    assert_eq!(rig.agree_office(player).unwrap_err().code, RejectionCode::Authority);
    let own = Command::Assign { table: seventh, post: TablePost::Dealer, person: Some(DEALER) };
    assert_eq!(refused(&mut rig, ANN, own).code, RejectionCode::Authority);
}

#[test]
fn approvals_are_well_formed_and_a_managers() {
    let mut rig = Rig::new();
    let approval = |of: &str, date: &str| ApprovalDraft {
        reference: "X/1".into(),
        date: date.into(),
        of: of.into(),
        covers: Vec::new(),
        hours: None,
        packs: Vec::new(),
    };
    assert_eq!(
        refused(&mut rig, ANN, Command::Approve(approval("layout", "2001-01-01"))).code,
        RejectionCode::Authority
    );
    for (of, date) in [("weather", "2001-01-01"), ("layout", "soon")] {
        let malformed = OfficeAction::Approve(approval(of, date));
        assert_eq!(rig.agree_office(malformed).unwrap_err().code, RejectionCode::Malformed);
    }
    rig.agree_office(OfficeAction::Approve(approval("layout", "2001-01-01"))).unwrap();
}

#[test]
fn service_is_refused_and_people_are_excluded_at_once() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    let refuse = Command::RefuseService { person: ANN, reason: "rowdy".into() };
    assert_eq!(refused(&mut rig, BEN, refuse.clone()).code, RejectionCode::Authority);
    rig.must(Actor::Person(INSPECTOR), refuse);
    let bet = rig.bet(ANN, id, "red", money(10)).unwrap_err();
    assert_eq!((bet.code, &*bet.cites), (RejectionCode::Service, &["2.9".to_owned()][..]));
    let resume = Command::ResumeService { person: ANN, reason: "sorry".into() };
    rig.must(Actor::Person(MANAGER), resume.clone());
    assert_eq!(refused(&mut rig, MANAGER, resume).code, RejectionCode::Order);
    rig.bet(ANN, id, "red", money(10)).unwrap();
    rig.must(Actor::Person(BEN), Command::Exclude { person: BEN, days: Some(7), reason: "a break".into() });
    assert_eq!(rig.bet(BEN, id, "red", money(10)).unwrap_err().code, RejectionCode::Service);
    let sooner = Command::Exclude { person: BEN, days: Some(1), reason: "bored".into() };
    assert_eq!(refused(&mut rig, BEN, sooner).code, RejectionCode::Order);
    let other = Command::Exclude { person: CAL, days: None, reason: "no".into() };
    assert_eq!(refused(&mut rig, BEN, other).code, RejectionCode::Authority);
    // People who may not play can still cash out.
    let out = Exchange::CashOut { amount: money(10) };
    rig.must(Actor::Person(BEN), Command::RequestExchange { at: None, person: BEN, exchange: out });
    rig.now.at += 8 * DAY_MS;
    assert_eq!(
        rig.bet(BEN, id, "red", money(10)).unwrap_err().code,
        RejectionCode::Order,
        "he has left his seat"
    );
    rig.must_at(BEN, id, TableCommand::Sit { person: BEN });
    rig.bet(BEN, id, "red", money(10)).unwrap();
}

#[test]
fn a_limit_is_lowered_at_once_and_raised_after_a_day() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    let limit = |limit, amount: Option<i64>| Command::SetLimit { limit, amount: amount.map(money) };
    rig.must(Actor::Person(ANN), limit(LimitKind::Stake, Some(20)));
    assert_eq!(rig.bet(ANN, id, "red", money(25)).unwrap_err().code, RejectionCode::Limit);
    rig.must(Actor::Person(ANN), limit(LimitKind::Stake, None));
    assert_eq!(rig.bet(ANN, id, "red", money(25)).unwrap_err().code, RejectionCode::Limit, "not for a day");
    rig.now.at += DAY_MS;
    rig.bet(ANN, id, "red", money(25)).unwrap();
    rig.must(Actor::Person(BEN), limit(LimitKind::Loss, Some(30)));
    rig.bet(BEN, id, "red", money(25)).unwrap();
    assert_eq!(
        rig.bet(BEN, id, "red", money(10)).unwrap_err().code,
        RejectionCode::Limit,
        "what stands is at risk"
    );
    rig.must(Actor::Person(CAL), limit(LimitKind::BuyIn, Some(100)));
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(101) };
    let buy = Command::RequestExchange { at: None, person: CAL, exchange };
    assert_eq!(refused(&mut rig, CAL, buy).code, RejectionCode::Limit);
    let negative = Command::SetLimit { limit: LimitKind::Loss, amount: Some(money(-1)) };
    assert_eq!(refused(&mut rig, CAL, negative).code, RejectionCode::Malformed);
    rig.replay();
}

#[test]
fn an_exchange_is_requested_and_then_confirmed() {
    let mut rig = Rig::new();
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(100) };
    let lay = |person| Command::RequestExchange { at: None, person, exchange };
    assert_eq!(refused(&mut rig, BEN, lay(ANN)).code, RejectionCode::Authority, "another's money");
    rig.must(Actor::Person(ANN), lay(ANN));
    let before = rig.chips(ANN);
    let number = rig.house.office.exchanges.last_number;
    assert_eq!(
        refused(&mut rig, ANN, Command::ConfirmExchange { at: None, number }).code,
        RejectionCode::Authority
    );
    assert_eq!(rig.chips(ANN), before, "a request moves nothing");
    assert_eq!(
        refused(&mut rig, BEN, Command::WithdrawExchange { at: None, number }).code,
        RejectionCode::Authority
    );
    rig.must(Actor::Person(CASHIER), Command::ConfirmExchange { at: None, number });
    assert_eq!(
        refused(&mut rig, CASHIER, Command::ConfirmExchange { at: None, number }).code,
        RejectionCode::Unknown
    );
    assert_eq!(
        refused(&mut rig, ANN, Command::WithdrawExchange { at: None, number }).code,
        RejectionCode::Unknown
    );
    let id = rig.open("American A", Mode::Attended);
    let unlaid = refused(&mut rig, DEALER, Command::ConfirmExchange { at: Some(id), number: 9 });
    assert_eq!(unlaid.cites, ["2.1(2)"]);
    let out = Exchange::CashOut { amount: money(1) };
    let here = Command::RequestExchange { at: Some(id), person: ANN, exchange: out };
    assert_eq!(refused(&mut rig, ANN, here).code, RejectionCode::Order, "cash is had at the cage");
    let much = Exchange::CashOut { amount: money(900_000) };
    let more = Command::RequestExchange { at: None, person: ANN, exchange: much };
    assert_eq!(refused(&mut rig, ANN, more).code, RejectionCode::Funds);
}

#[test]
fn wheel_chips_have_a_colour_a_value_and_their_time() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    let to = |with, amount, colour, value| Exchange::ToWheel {
        with,
        amount: money(amount),
        colour,
        value: money(value),
    };
    let lay = |person, exchange| Command::RequestExchange { at: Some(id), person, exchange };
    let change = |rig: &mut Rig, person, exchange| -> Result<(), Rejection> {
        rig.give(Actor::Person(person), lay(person, exchange))?;
        let number = rig.table(id).exchanges.last_number;
        rig.give(Actor::Person(DEALER), Command::ConfirmExchange { at: Some(id), number }).map(|_| ())
    };
    change(&mut rig, ANN, to(Unit::Chips, 100, 1, 2)).unwrap();
    assert_eq!(rig.house.ledger.balance(Unit::Wheel, Location::Wheel(ANN, id)), money(100));
    for wrong in [to(Unit::Chips, 10, 1, 2), to(Unit::Cash, 5, 2, 2)] {
        assert_eq!(
            change(&mut rig, BEN, wrong).unwrap_err().cites,
            ["3.5(3)"],
            "another's colour; half a chip"
        );
    }
    assert_eq!(
        change(&mut rig, ANN, to(Unit::Cash, 10, 1, 5)).unwrap_err().cites,
        ["3.5(3)"],
        "another value"
    );
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::PlaceYourBets));
    let bet = TableCommand::Bet {
        person: ANN,
        amount: money(10),
        wager: "straight 17".into(),
        area: None,
        with: croupier_house::command::PaidWith::Wheel,
    };
    rig.must_at(ANN, id, bet);
    rig.must_at(DEALER, id, TableCommand::Announce(Announcement::NoMoreBets));
    let running = change(&mut rig, ANN, Exchange::FromWheel { amount: money(50) }).unwrap_err();
    assert_eq!(running.cites, ["3.5(2)"]);
    assert_eq!(change(&mut rig, ANN, to(Unit::Chips, 10, 1, 2)).unwrap_err().cites, ["3.5(3)"]);
    rig.must_at(DEALER, id, TableCommand::Enter { lines: "ball 17".into() });
    rig.must_at(DEALER, id, TableCommand::ConfirmEntry);
    assert_eq!(rig.house.ledger.balance(Unit::Wheel, Location::Wheel(ANN, id)), money(450));
    assert_eq!(
        at(&mut rig, ANN, id, TableCommand::Leave { person: ANN }).code,
        RejectionCode::Order,
        "colours stay at the table"
    );
    change(&mut rig, ANN, Exchange::FromWheel { amount: money(450) }).unwrap();
    rig.must_at(ANN, id, TableCommand::Leave { person: ANN });
    assert_eq!(rig.chips(ANN), money(100_350));
    let elsewhere = rig.open("Punto", Mode::Attended);
    let lay =
        Command::RequestExchange { at: Some(elsewhere), person: BEN, exchange: to(Unit::Chips, 10, 1, 2) };
    assert_eq!(refused(&mut rig, BEN, lay).code, RejectionCode::Rules, "no wheel");
    rig.replay();
}

#[test]
fn plaques_are_bought_change_like_cash_and_are_cashed() {
    let mut rig = Rig::new();
    let exchange = |rig: &mut Rig, exchange| {
        rig.must(Actor::Person(ANN), Command::RequestExchange { at: None, person: ANN, exchange });
        let number = rig.house.office.exchanges.last_number;
        rig.must(Actor::Person(CASHIER), Command::ConfirmExchange { at: None, number });
    };
    exchange(&mut rig, Exchange::BuyPlaques { amount: money(500) });
    exchange(&mut rig, Exchange::BuyIn { with: Unit::Plaques, amount: money(200) });
    exchange(&mut rig, Exchange::CashPlaques { amount: money(300) });
    assert_eq!(rig.chips(ANN), money(100_200));
    assert_eq!(rig.house.ledger.balance(Unit::Plaques, Location::Player(ANN)), money(0));
    let more = Command::RequestExchange {
        at: None,
        person: ANN,
        exchange: Exchange::CashPlaques { amount: money(1) },
    };
    assert_eq!(refused(&mut rig, ANN, more).code, RejectionCode::Funds);
}

#[test]
fn chips_change_for_plaques_in_one_exchange_and_back() {
    let mut rig = Rig::new();
    let plaques = |rig: &Rig| rig.house.ledger.balance(Unit::Plaques, Location::Player(ANN));
    let cage = |rig: &Rig, unit| rig.house.ledger.balance(unit, Location::Cage).minor();
    let before = Unit::ALL.map(|unit| cage(&rig, unit));
    let request = |exchange| Command::RequestExchange { at: None, person: ANN, exchange };
    let exchange = |rig: &mut Rig, exchange| {
        rig.must(Actor::Person(ANN), request(exchange));
        let number = rig.house.office.exchanges.last_number;
        rig.must(Actor::Person(CASHIER), Command::ConfirmExchange { at: None, number });
    };
    exchange(&mut rig, Exchange::ToPlaques { amount: money(400) });
    assert_eq!((rig.chips(ANN), plaques(&rig)), (money(99_600), money(400)));
    exchange(&mut rig, Exchange::BuyIn { with: Unit::Plaques, amount: money(400) });
    assert_eq!((rig.chips(ANN), plaques(&rig)), (money(100_000), money(0)));
    assert_eq!(Unit::ALL.map(|unit| cage(&rig, unit)), before, "nothing is made and nothing is lost");
    // Not more than there is, not nothing, not at a table, and not what a cash-out holds.
    for (amount, code) in [(100_001, RejectionCode::Funds), (0, RejectionCode::Malformed)] {
        let refused = refused(&mut rig, ANN, request(Exchange::ToPlaques { amount: money(amount) }));
        assert_eq!(refused.code, code);
    }
    let id = rig.open("American A", Mode::Attended);
    let exchange = Exchange::ToPlaques { amount: money(5) };
    let at_table = Command::RequestExchange { at: Some(id), person: ANN, exchange };
    assert_eq!(refused(&mut rig, ANN, at_table).code, RejectionCode::Order);
    let ask = Command::RequestChips { kind: ChipRequestKind::CashOut, amount: money(99_990) };
    rig.must(Actor::Person(ANN), ask);
    let held = refused(&mut rig, ANN, request(Exchange::ToPlaques { amount: money(11) }));
    assert_eq!(held.code, RejectionCode::Funds);
    assert!(held.found.contains("held for a cash-out"), "{held}");
    rig.replay();
}

#[test]
fn slips_go_step_by_step_and_are_void_for_a_reason() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    let chips = Count(vec![(money(100), 10)]);
    let request = |kind| TableCommand::RequestSlip { kind, chips: chips.clone() };
    assert_eq!(at(&mut rig, ANN, id, request(SlipKind::Fill)).code, RejectionCode::Authority);
    let none = TableCommand::RequestSlip { kind: SlipKind::Fill, chips: Count::default() };
    assert_eq!(at(&mut rig, DEALER, id, none).code, RejectionCode::Malformed);
    rig.must_at(DEALER, id, request(SlipKind::Fill));
    let number = rig.table(id).papers.slips_made;
    let step = |step| TableCommand::StepSlip { number, step };
    assert_eq!(at(&mut rig, CASHIER, id, step(SlipStep::Deliver)).code, RejectionCode::Order);
    assert_eq!(at(&mut rig, DEALER, id, step(SlipStep::Send)).code, RejectionCode::Authority);
    rig.must_at(CASHIER, id, step(SlipStep::Send));
    assert_eq!(rig.house.ledger.balance(Unit::Chips, Location::Transit(id)), money(1000));
    assert_eq!(
        at(&mut rig, INSPECTOR, id, step(SlipStep::Void(String::new()))).code,
        RejectionCode::Malformed
    );
    rig.must_at(INSPECTOR, id, step(SlipStep::Void("short by one".into())));
    assert_eq!(rig.house.ledger.balance(Unit::Chips, Location::Transit(id)), money(0));
    assert_eq!(at(&mut rig, CASHIER, id, step(SlipStep::Deliver)).code, RejectionCode::Unknown);
    rig.must_at(DEALER, id, request(SlipKind::Credit));
    let number = rig.table(id).papers.slips_made;
    for (by, step) in [(DEALER, SlipStep::Send), (DEALER, SlipStep::Deliver), (CASHIER, SlipStep::Confirm)] {
        rig.must_at(by, id, TableCommand::StepSlip { number, step });
    }
    let shift = rig.table(id).papers.shift;
    assert_eq!((shift.fills, shift.credits), (money(500_000).into(), money(1000).into()));
    rig.must_at(DEALER, id, request(SlipKind::Fill));
    let number = rig.table(id).papers.slips_made;
    rig.must_at(CASHIER, id, TableCommand::StepSlip { number, step: SlipStep::Send });
    let close = ProposedAction::Close { closer: Count(vec![(money(1000), 499)]) };
    assert_eq!(rig.agree(id, close).unwrap_err().code, RejectionCode::Order, "chips are on their way");
    rig.replay();
}

#[test]
fn the_drop_is_counted_by_two_and_what_is_short_shows() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(300) };
    rig.must(Actor::Person(ANN), Command::RequestExchange { at: Some(id), person: ANN, exchange });
    rig.must(Actor::Person(DEALER), Command::ConfirmExchange { at: Some(id), number: 1 });
    let cash = Count(vec![(money(100), 3)]);
    assert_eq!(
        at(&mut rig, DEALER, id, TableCommand::Propose(ProposedAction::Drop { cash: cash.clone() })).code,
        RejectionCode::Authority
    );
    rig.must_at(CASHIER, id, TableCommand::Propose(ProposedAction::Drop { cash }));
    let proposal = rig.table(id).papers.proposals_made;
    assert_eq!(
        at(&mut rig, CASHIER, id, TableCommand::Authorise { proposal }).code,
        RejectionCode::Authority
    );
    assert_eq!(at(&mut rig, ANN, id, TableCommand::Withdraw { proposal }).code, RejectionCode::Authority);
    rig.must_at(INSPECTOR, id, TableCommand::Authorise { proposal });
    assert_eq!(
        at(&mut rig, INSPECTOR, id, TableCommand::Authorise { proposal }).code,
        RejectionCode::Unknown
    );
    // The float is 300 less, and one chip of a hundred is missing from the count.
    let closer = Count(vec![(money(1000), 499), (money(500), 1), (money(100), 1)]);
    rig.agree(id, ProposedAction::Close { closer }).unwrap();
    let shift = rig.table(id).papers.shift;
    let sum = |of: i64| MoneySum::from(money(of));
    assert_eq!((shift.drop, shift.drop_counted), (sum(300), sum(300)));
    assert_eq!((shift.true_win(), shift.difference()), (sum(0), Some(sum(-100))));
    rig.replay();
}

#[test]
fn seats_stakes_and_decisions_are_personal() {
    let mut rig = Rig::new();
    let id = rig.open("Jack A", Mode::Automatic);
    assert_eq!(at(&mut rig, BEN, id, TableCommand::Sit { person: ANN }).code, RejectionCode::Authority);
    assert_eq!(at(&mut rig, ANN, id, TableCommand::Sit { person: ANN }).code, RejectionCode::Order);
    assert_eq!(
        at(&mut rig, MANAGER, id, TableCommand::Sit { person: MANAGER }).code,
        RejectionCode::Authority
    );
    assert_eq!(at(&mut rig, ANN, id, TableCommand::Tick).code, RejectionCode::Authority);
    assert_eq!(
        at(&mut rig, DEALER, id, TableCommand::Announce(Announcement::NoMoreBets)).code,
        RejectionCode::Order
    );
    rig.tick(id).unwrap();
    assert_eq!(rig.tick(id).unwrap_err().code, RejectionCode::Rules, "nobody has bet");
    rig.bet(ANN, id, "box 1", money(10)).unwrap();
    assert_eq!(rig.bet(ANN, id, "box 9", money(10)).unwrap_err().cites, ["4.3"]);
    assert_eq!(rig.bet(ANN, id, "box 2", money(1)).unwrap_err().cites, ["2.2"]);
    assert_eq!(rig.bet(ANN, id, "", money(10)).unwrap_err().code, RejectionCode::Malformed);
    assert_eq!(rig.bet(ANN, id, "box 1 # x", money(10)).unwrap_err().code, RejectionCode::Malformed);
    assert_eq!(rig.bet(ANN, id, "box 1", money(-10)).unwrap_err().code, RejectionCode::Malformed);
    assert_eq!(at(&mut rig, BEN, id, TableCommand::TakeBack { person: BEN, stake: 1 }).cites, ["4.6"]);
    assert_eq!(at(&mut rig, BEN, id, TableCommand::Cancel { stake: 1 }).code, RejectionCode::Authority);
    assert_eq!(at(&mut rig, DEALER, id, TableCommand::Cancel { stake: 1 }).code, RejectionCode::Authority);
    assert_eq!(at(&mut rig, ANN, id, TableCommand::Leave { person: ANN }).code, RejectionCode::Order);
    let decide = |person, decision| TableCommand::Decide { person, decision, on: None };
    assert_eq!(at(&mut rig, ANN, id, decide(ANN, PlayerAction::Draw)).code, RejectionCode::Rules);
    assert_eq!(at(&mut rig, BEN, id, decide(ANN, PlayerAction::Draw)).code, RejectionCode::Authority);
    assert_eq!(at(&mut rig, ANN, id, decide(ANN, PlayerAction::Follow)).code, RejectionCode::Malformed);
    assert_eq!(at(&mut rig, ANN, id, TableCommand::Decline { person: ANN }).code, RejectionCode::Order);
    assert_eq!(at(&mut rig, ANN, id, TableCommand::GiveUpBank).code, RejectionCode::Order);
    assert_eq!(
        at(
            &mut rig,
            DEALER,
            id,
            TableCommand::Declare { person: ANN, decision: PlayerAction::Draw, on: None }
        )
        .code,
        RejectionCode::Order
    );
    assert_eq!(
        at(&mut rig, DEALER, id, TableCommand::Reveal { lines: "cards 2C".into() }).code,
        RejectionCode::Order
    );
    assert_eq!(
        at(&mut rig, DEALER, id, TableCommand::Enter { lines: "cards 2C".into() }).code,
        RejectionCode::Order
    );
    assert_eq!(at(&mut rig, ANN, TableId(99), TableCommand::Tick).code, RejectionCode::Authority);
    assert_eq!(
        at(&mut rig, ANN, TableId(99), TableCommand::Sit { person: ANN }).code,
        RejectionCode::Unknown
    );
    rig.must_at(ANN, id, TableCommand::TakeBack { person: ANN, stake: 1 });
    assert_eq!(rig.chips(ANN), money(100_000));
}

#[test]
fn nobody_stakes_more_than_they_have() {
    let mut rig = Rig::founded();
    rig.buy_in(ANN, money(10));
    let id = rig.open("Jack A", Mode::Automatic);
    rig.tick(id).unwrap();
    assert_eq!(rig.bet(ANN, id, "box 1", money(15)).unwrap_err().code, RejectionCode::Funds);
    rig.bet(ANN, id, "box 1", money(10)).unwrap();
    assert_eq!(rig.bet(ANN, id, "box 2", money(10)).unwrap_err().code, RejectionCode::Funds);
    for _ in 0..3 {
        rig.tick(id).unwrap();
    }
    // Whatever was dealt, a double or split needs chips that are not there, or a right that is not given.
    for decision in [PlayerAction::Double, PlayerAction::Split] {
        assert!(rig.at(ANN, id, TableCommand::Decide { person: ANN, decision, on: None }).is_err());
    }
}

#[test]
fn a_dispute_is_opened_answered_and_escalated() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    rig.finish(id);
    let open = |round| Command::OpenDispute { table: id, round, about: "it was red".into() };
    assert_eq!(refused(&mut rig, ANN, open(9)).cites, ["2.8"]);
    rig.must(Actor::Person(ANN), open(1));
    assert_eq!(refused(&mut rig, ANN, Command::EscalateDispute { dispute: 1 }).cites, ["2.8"]);
    assert_eq!(
        refused(&mut rig, BEN, Command::AnswerDispute { dispute: 1, ruling: "no".into() }).code,
        RejectionCode::Authority
    );
    rig.must(Actor::Person(MANAGER), Command::AnswerDispute { dispute: 1, ruling: "it was black".into() });
    assert_eq!(
        refused(&mut rig, MANAGER, Command::AnswerDispute { dispute: 1, ruling: "x".into() }).cites,
        ["2.8"]
    );
    assert_eq!(
        refused(&mut rig, BEN, Command::EscalateDispute { dispute: 1 }).code,
        RejectionCode::Authority
    );
    rig.must(Actor::Person(ANN), Command::EscalateDispute { dispute: 1 });
    assert_eq!(refused(&mut rig, ANN, Command::EscalateDispute { dispute: 2 }).code, RejectionCode::Unknown);
    assert!(
        matches!(rig.last_event(), Event::DisputeEscalated { to, .. } if &**to == "Mpumalanga Gaming Board")
    );
    assert_eq!(rig.house.office.disputes, OpenDisputes { made: 1, ..OpenDisputes::default() });
    assert_eq!(refused(&mut rig, ANN, Command::EscalateDispute { dispute: 1 }).code, RejectionCode::Order);
    rig.replay();
}

#[test]
fn a_house_file_with_faults_or_without_an_open_table_is_rejected() {
    let mut rig = Rig::new();
    let adopt = |file: &str| OfficeAction::AdoptHouseFile { file: file.into() };
    assert_eq!(rig.agree_office(adopt("x = 1")).unwrap_err().code, RejectionCode::Malformed);
    assert_eq!(
        refused(&mut rig, ANN, Command::AdoptHouseFile { file: common::CHARTER.into() }).code,
        RejectionCode::Authority
    );
    rig.open("American A", Mode::Automatic);
    let without = common::CHARTER.replace("\"American A\"", "\"American Z\"");
    assert_eq!(rig.agree_office(adopt(&without)).unwrap_err().code, RejectionCode::Order);
    rig.agree_office(adopt(common::CHARTER)).unwrap();
    rig.replay();
}

#[test]
fn the_same_key_is_the_same_command() {
    let mut rig = Rig::new();
    let order = Request {
        key: Some(IdempotencyKey(77_777)),
        by: Actor::Person(MANAGER),
        command: Command::ProposeOffice(OfficeAction::Capital { cash: money(5) }),
    };
    let first = rig.order(&order).unwrap();
    let made = rig.house.office.proposals.made;
    let again = rig.order(&order).unwrap();
    assert!(again.is_repeat() && !first.is_repeat());
    assert_eq!((again.range, rig.house.office.proposals.made), (first.range, made));
    let command = Command::ProposeOffice(OfficeAction::Capital { cash: money(6) });
    let other = Request { command, ..order.clone() };
    assert_eq!(rig.order(&other).unwrap_err().code, RejectionCode::Key);
    let mut after = rig.replay();
    let done = after.commit(&order, rig.now, &mut common::Seeded(1)).unwrap();
    assert_eq!(done.range, first.range, "and after the journal has been read again");
}
