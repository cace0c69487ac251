//! What a house refuses, and under which provision; nothing changes by it (the rig looks after every command).

mod common;

use common::{ANN, BEN, CAL, CASHIER, DEALER, INSPECTOR, MANAGER, REGULATOR, Rig, money};
use croupier_house::command::{Announcement, AtTable, Choice, Command, Exchange, Mode, Order};
use croupier_house::ids::{Actor, DAY_MS, Key, PersonId, TableId};
use croupier_house::ledger::{Place, Unit};
use croupier_house::office::{Approval, Limit, Post, Role};
use croupier_house::paper::{Count, Matter, SlipKind, SlipStep};
use croupier_house::{Code, Refusal};

fn refused(rig: &mut Rig, by: PersonId, command: Command) -> Refusal {
    rig.give(Actor::Person(by), command).expect_err("it is refused")
}

fn at(rig: &mut Rig, by: PersonId, id: TableId, act: AtTable) -> Refusal {
    rig.at(by, id, act).expect_err("it is refused")
}

#[test]
fn a_regulator_reads_all_and_changes_nothing() {
    let mut rig = Rig::new();
    assert_eq!(refused(&mut rig, REGULATOR, Command::Capital { cash: money(1) }).code, Code::Authority);
    assert_eq!(refused(&mut rig, ANN, Command::Capital { cash: money(1) }).code, Code::Authority);
    assert_eq!(refused(&mut rig, MANAGER, Command::Capital { cash: money(0) }).code, Code::Malformed);
    assert_eq!(refused(&mut rig, MANAGER, Command::Capital { cash: money(-9_000_000) }).code, Code::Funds);
    let issue = Command::Issue { unit: Unit::Cash, amount: money(1) };
    assert_eq!(refused(&mut rig, MANAGER, issue).code, Code::Funds, "nobody issues cash");
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
            Code::Malformed,
            "{handle}"
        );
    }
    assert_eq!(refused(&mut rig, MANAGER, enrol("ann", Role::Player, None)).code, Code::Order);
    assert_eq!(refused(&mut rig, ANN, enrol("dan", Role::Dealer, None)).code, Code::Authority);
    assert_eq!(refused(&mut rig, MANAGER, enrol("dan", Role::Dealer, Some("Nobody"))).code, Code::Unknown);
}

#[test]
fn a_table_opens_only_as_the_regulation_and_the_hours_permit() {
    let mut rig = Rig::new();
    let id = rig.table_named("American A");
    let open = Matter::Open { mode: Mode::Automatic, opener: Count::default() };
    rig.now.minute = 10 * 60;
    assert_eq!(rig.agree(id, open.clone()).unwrap_err().cites, ["2.4"]);
    rig.now.minute = 20 * 60;
    rig.must(Actor::Person(MANAGER), Command::Assign { table: id, post: Post::Inspector, person: None });
    assert_eq!(rig.agree(id, open.clone()).unwrap_err().cites, ["3.5(4)"], "no inspector");
    let wheel = rig.table_named("Wheel 1");
    rig.now.date = jiff::civil::date(2005, 1, 1);
    assert_eq!(rig.agree(wheel, open.clone()).unwrap_err().cites, ["reg. 3(1)"], "the licence has run out");
    rig.now.date = jiff::civil::date(2001, 5, 1);
    rig.agree(wheel, open.clone()).unwrap();
    assert_eq!(rig.agree(wheel, open).unwrap_err().code, Code::Order, "it is open");
    let odd = Matter::Close { closer: Count(vec![(money(3), 1)]) };
    assert_eq!(rig.agree(wheel, odd).unwrap_err().code, Code::Malformed, "no such chip");
}

#[test]
fn an_inspector_watches_six_tables_and_no_seventh() {
    let mut rig = Rig::new();
    let seventh = rig.table_named("Touch A");
    let assign = Command::Assign { table: seventh, post: Post::Inspector, person: Some(INSPECTOR) };
    assert_eq!(refused(&mut rig, MANAGER, assign).cites, ["3.5(4)"]);
    let player = Command::Assign { table: seventh, post: Post::Dealer, person: Some(ANN) };
    assert_eq!(refused(&mut rig, MANAGER, player).code, Code::Authority);
    let own = Command::Assign { table: seventh, post: Post::Dealer, person: Some(DEALER) };
    assert_eq!(refused(&mut rig, ANN, own).code, Code::Authority);
}

#[test]
fn approvals_are_well_formed_and_a_managers() {
    let mut rig = Rig::new();
    let approval = |of: &str, date: &str| Approval {
        reference: "X/1".into(),
        date: date.into(),
        of: of.into(),
        covers: Vec::new(),
        hours: None,
        packs: Vec::new(),
    };
    assert_eq!(
        refused(&mut rig, ANN, Command::Approve(approval("layout", "2001-01-01"))).code,
        Code::Authority
    );
    assert_eq!(
        refused(&mut rig, MANAGER, Command::Approve(approval("weather", "2001-01-01"))).code,
        Code::Malformed
    );
    assert_eq!(
        refused(&mut rig, MANAGER, Command::Approve(approval("layout", "soon"))).code,
        Code::Malformed
    );
    rig.must(Actor::Person(MANAGER), Command::Approve(approval("layout", "2001-01-01")));
}

#[test]
fn service_is_refused_and_people_are_excluded_at_once() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    let refuse = Command::RefuseService { person: ANN, reason: "rowdy".into() };
    assert_eq!(refused(&mut rig, BEN, refuse.clone()).code, Code::Authority);
    rig.must(Actor::Person(INSPECTOR), refuse);
    let bet = rig.bet(ANN, id, "red", money(10)).unwrap_err();
    assert_eq!((bet.code, &*bet.cites), (Code::Service, &["2.9".to_owned()][..]));
    let resume = Command::ResumeService { person: ANN, reason: "sorry".into() };
    rig.must(Actor::Person(MANAGER), resume.clone());
    assert_eq!(refused(&mut rig, MANAGER, resume).code, Code::Order);
    rig.bet(ANN, id, "red", money(10)).unwrap();
    rig.must(Actor::Person(BEN), Command::Exclude { person: BEN, days: Some(7), reason: "a break".into() });
    assert_eq!(rig.bet(BEN, id, "red", money(10)).unwrap_err().code, Code::Service);
    let sooner = Command::Exclude { person: BEN, days: Some(1), reason: "bored".into() };
    assert_eq!(refused(&mut rig, BEN, sooner).code, Code::Order);
    let other = Command::Exclude { person: CAL, days: None, reason: "no".into() };
    assert_eq!(refused(&mut rig, BEN, other).code, Code::Authority);
    // Whoever may not play still gets his money.
    let out = Exchange::CashOut { amount: money(10) };
    rig.must(Actor::Person(BEN), Command::LayOut { at: None, person: BEN, exchange: out });
    rig.now.at += 8 * DAY_MS;
    rig.bet(BEN, id, "red", money(10)).unwrap();
}

#[test]
fn a_limit_is_tightened_at_once_and_loosened_after_a_day() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    let limit = |limit, amount: Option<i64>| Command::SetLimit { limit, amount: amount.map(money) };
    rig.must(Actor::Person(ANN), limit(Limit::Stake, Some(20)));
    assert_eq!(rig.bet(ANN, id, "red", money(25)).unwrap_err().code, Code::Limit);
    rig.must(Actor::Person(ANN), limit(Limit::Stake, None));
    assert_eq!(rig.bet(ANN, id, "red", money(25)).unwrap_err().code, Code::Limit, "not for a day");
    rig.now.at += DAY_MS;
    rig.bet(ANN, id, "red", money(25)).unwrap();
    rig.must(Actor::Person(BEN), limit(Limit::Loss, Some(30)));
    rig.bet(BEN, id, "red", money(25)).unwrap();
    assert_eq!(rig.bet(BEN, id, "red", money(10)).unwrap_err().code, Code::Limit, "what stands is at risk");
    rig.must(Actor::Person(CAL), limit(Limit::BuyIn, Some(100)));
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(101) };
    let buy = Command::LayOut { at: None, person: CAL, exchange };
    assert_eq!(refused(&mut rig, CAL, buy).code, Code::Limit);
    let negative = Command::SetLimit { limit: Limit::Loss, amount: Some(money(-1)) };
    assert_eq!(refused(&mut rig, CAL, negative).code, Code::Malformed);
    rig.replay();
}

#[test]
fn money_is_laid_out_checked_and_then_exchanged() {
    let mut rig = Rig::new();
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(100) };
    let lay = |person| Command::LayOut { at: None, person, exchange };
    assert_eq!(refused(&mut rig, BEN, lay(ANN)).code, Code::Authority, "another's money");
    rig.must(Actor::Person(ANN), lay(ANN));
    let before = rig.chips(ANN);
    let number = rig.house.office.desk.made;
    assert_eq!(refused(&mut rig, ANN, Command::Confirm { at: None, number }).code, Code::Authority);
    assert_eq!(rig.chips(ANN), before, "laid out is not exchanged");
    assert_eq!(refused(&mut rig, BEN, Command::TakeUp { at: None, number }).code, Code::Authority);
    rig.must(Actor::Person(CASHIER), Command::Confirm { at: None, number });
    assert_eq!(refused(&mut rig, CASHIER, Command::Confirm { at: None, number }).code, Code::Unknown);
    assert_eq!(refused(&mut rig, ANN, Command::TakeUp { at: None, number }).code, Code::Unknown);
    let id = rig.open("American A", Mode::Attended);
    let unlaid = refused(&mut rig, DEALER, Command::Confirm { at: Some(id), number: 9 });
    assert_eq!(unlaid.cites, ["2.1(2)"]);
    let out = Exchange::CashOut { amount: money(1) };
    let here = Command::LayOut { at: Some(id), person: ANN, exchange: out };
    assert_eq!(refused(&mut rig, ANN, here).code, Code::Order, "cash is had at the cage");
    let much = Exchange::CashOut { amount: money(900_000) };
    let more = Command::LayOut { at: None, person: ANN, exchange: much };
    assert_eq!(refused(&mut rig, ANN, more).code, Code::Funds);
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
    let lay = |person, exchange| Command::LayOut { at: Some(id), person, exchange };
    let change = |rig: &mut Rig, person, exchange| -> Result<(), Refusal> {
        rig.give(Actor::Person(person), lay(person, exchange))?;
        let number = rig.table(id).desk.made;
        rig.give(Actor::Person(DEALER), Command::Confirm { at: Some(id), number }).map(|_| ())
    };
    change(&mut rig, ANN, to(Unit::Chips, 100, 1, 2)).unwrap();
    assert_eq!(rig.house.ledger.balance(Unit::Wheel, Place::Wheel(ANN, id)), money(100));
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
    rig.must_at(DEALER, id, AtTable::Announce(Announcement::PlaceYourBets));
    let bet = AtTable::Bet {
        person: ANN,
        amount: money(10),
        wager: "straight 17".into(),
        area: None,
        with: croupier_house::command::With::Wheel,
    };
    rig.must_at(ANN, id, bet);
    rig.must_at(DEALER, id, AtTable::Announce(Announcement::NoMoreBets));
    let running = change(&mut rig, ANN, Exchange::FromWheel { amount: money(50) }).unwrap_err();
    assert_eq!(running.cites, ["3.5(2)"]);
    assert_eq!(change(&mut rig, ANN, to(Unit::Chips, 10, 1, 2)).unwrap_err().cites, ["3.5(3)"]);
    rig.must_at(DEALER, id, AtTable::Enter { lines: "ball 17".into() });
    rig.must_at(DEALER, id, AtTable::ConfirmEntry);
    assert_eq!(rig.house.ledger.balance(Unit::Wheel, Place::Wheel(ANN, id)), money(450));
    assert_eq!(
        at(&mut rig, ANN, id, AtTable::Leave { person: ANN }).code,
        Code::Order,
        "colours stay at the table"
    );
    change(&mut rig, ANN, Exchange::FromWheel { amount: money(450) }).unwrap();
    rig.must_at(ANN, id, AtTable::Leave { person: ANN });
    assert_eq!(rig.chips(ANN), money(100_350));
    let elsewhere = rig.open("Punto", Mode::Attended);
    let lay = Command::LayOut { at: Some(elsewhere), person: BEN, exchange: to(Unit::Chips, 10, 1, 2) };
    assert_eq!(refused(&mut rig, BEN, lay).code, Code::Rules, "no wheel");
    rig.replay();
}

#[test]
fn plaques_are_bought_change_like_cash_and_are_cashed() {
    let mut rig = Rig::new();
    let exchange = |rig: &mut Rig, exchange| {
        rig.must(Actor::Person(ANN), Command::LayOut { at: None, person: ANN, exchange });
        let number = rig.house.office.desk.made;
        rig.must(Actor::Person(CASHIER), Command::Confirm { at: None, number });
    };
    exchange(&mut rig, Exchange::BuyPlaques { amount: money(500) });
    exchange(&mut rig, Exchange::BuyIn { with: Unit::Plaques, amount: money(200) });
    exchange(&mut rig, Exchange::CashPlaques { amount: money(300) });
    assert_eq!(rig.chips(ANN), money(100_200));
    assert_eq!(rig.house.ledger.balance(Unit::Plaques, Place::Held(ANN)), money(0));
    let more =
        Command::LayOut { at: None, person: ANN, exchange: Exchange::CashPlaques { amount: money(1) } };
    assert_eq!(refused(&mut rig, ANN, more).code, Code::Funds);
}

#[test]
fn slips_go_step_by_step_and_are_void_for_a_reason() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    let chips = Count(vec![(money(100), 10)]);
    let request = |kind| AtTable::RequestSlip { kind, chips: chips.clone() };
    assert_eq!(at(&mut rig, ANN, id, request(SlipKind::Fill)).code, Code::Authority);
    let none = AtTable::RequestSlip { kind: SlipKind::Fill, chips: Count::default() };
    assert_eq!(at(&mut rig, DEALER, id, none).code, Code::Malformed);
    rig.must_at(DEALER, id, request(SlipKind::Fill));
    let number = rig.table(id).papers.slips_made;
    let step = |step| AtTable::StepSlip { number, step };
    assert_eq!(at(&mut rig, CASHIER, id, step(SlipStep::Deliver)).code, Code::Order);
    assert_eq!(at(&mut rig, DEALER, id, step(SlipStep::Send)).code, Code::Authority);
    rig.must_at(CASHIER, id, step(SlipStep::Send));
    assert_eq!(rig.house.ledger.balance(Unit::Chips, Place::Transit(id)), money(1000));
    assert_eq!(at(&mut rig, INSPECTOR, id, step(SlipStep::Void(String::new()))).code, Code::Malformed);
    rig.must_at(INSPECTOR, id, step(SlipStep::Void("short by one".into())));
    assert_eq!(rig.house.ledger.balance(Unit::Chips, Place::Transit(id)), money(0));
    assert_eq!(at(&mut rig, CASHIER, id, step(SlipStep::Deliver)).code, Code::Unknown);
    rig.must_at(DEALER, id, request(SlipKind::Credit));
    let number = rig.table(id).papers.slips_made;
    for (by, step) in [(DEALER, SlipStep::Send), (DEALER, SlipStep::Deliver), (CASHIER, SlipStep::Confirm)] {
        rig.must_at(by, id, AtTable::StepSlip { number, step });
    }
    let shift = rig.table(id).papers.shift;
    assert_eq!((shift.fills, shift.credits), (money(500_000), money(1000)));
    rig.must_at(DEALER, id, request(SlipKind::Fill));
    let number = rig.table(id).papers.slips_made;
    rig.must_at(CASHIER, id, AtTable::StepSlip { number, step: SlipStep::Send });
    let close = Matter::Close { closer: Count(vec![(money(1000), 499)]) };
    assert_eq!(rig.agree(id, close).unwrap_err().code, Code::Order, "chips are on their way");
    rig.replay();
}

#[test]
fn the_drop_is_counted_by_two_and_what_is_short_shows() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(300) };
    rig.must(Actor::Person(ANN), Command::LayOut { at: Some(id), person: ANN, exchange });
    rig.must(Actor::Person(DEALER), Command::Confirm { at: Some(id), number: 1 });
    let cash = Count(vec![(money(100), 3)]);
    assert_eq!(
        at(&mut rig, DEALER, id, AtTable::Propose(Matter::Drop { cash: cash.clone() })).code,
        Code::Authority
    );
    rig.must_at(CASHIER, id, AtTable::Propose(Matter::Drop { cash }));
    let proposal = rig.table(id).papers.proposals_made;
    assert_eq!(at(&mut rig, CASHIER, id, AtTable::Authorise { proposal }).code, Code::Authority);
    assert_eq!(at(&mut rig, ANN, id, AtTable::Withdraw { proposal }).code, Code::Authority);
    rig.must_at(INSPECTOR, id, AtTable::Authorise { proposal });
    assert_eq!(at(&mut rig, INSPECTOR, id, AtTable::Authorise { proposal }).code, Code::Unknown);
    // The float is 300 less, and one chip of a hundred is missing from the count.
    let closer = Count(vec![(money(1000), 499), (money(500), 1), (money(100), 1)]);
    rig.agree(id, Matter::Close { closer }).unwrap();
    let shift = rig.table(id).papers.shift;
    assert_eq!((shift.drop, shift.drop_counted), (money(300), money(300)));
    assert_eq!((shift.true_win(), shift.difference()), (money(0), Some(money(-100))));
    rig.replay();
}

#[test]
fn seats_stakes_and_decisions_are_ones_own() {
    let mut rig = Rig::new();
    let id = rig.open("Jack A", Mode::Automatic);
    assert_eq!(at(&mut rig, BEN, id, AtTable::Sit { person: ANN }).code, Code::Authority);
    assert_eq!(at(&mut rig, ANN, id, AtTable::Sit { person: ANN }).code, Code::Order);
    assert_eq!(at(&mut rig, MANAGER, id, AtTable::Sit { person: MANAGER }).code, Code::Authority);
    assert_eq!(at(&mut rig, ANN, id, AtTable::Tick).code, Code::Authority);
    assert_eq!(at(&mut rig, DEALER, id, AtTable::Announce(Announcement::NoMoreBets)).code, Code::Order);
    rig.tick(id).unwrap();
    assert_eq!(rig.tick(id).unwrap_err().code, Code::Rules, "nobody has bet");
    rig.bet(ANN, id, "box 1", money(10)).unwrap();
    assert_eq!(rig.bet(ANN, id, "box 9", money(10)).unwrap_err().cites, ["4.3"]);
    assert_eq!(rig.bet(ANN, id, "box 2", money(1)).unwrap_err().cites, ["2.2"]);
    assert_eq!(rig.bet(ANN, id, "", money(10)).unwrap_err().code, Code::Malformed);
    assert_eq!(rig.bet(ANN, id, "box 1 # x", money(10)).unwrap_err().code, Code::Malformed);
    assert_eq!(rig.bet(ANN, id, "box 1", money(-10)).unwrap_err().code, Code::Malformed);
    assert_eq!(at(&mut rig, BEN, id, AtTable::TakeBack { person: BEN, stake: 1 }).cites, ["4.6"]);
    assert_eq!(at(&mut rig, BEN, id, AtTable::Cancel { stake: 1 }).code, Code::Authority);
    assert_eq!(at(&mut rig, DEALER, id, AtTable::Cancel { stake: 1 }).code, Code::Authority);
    assert_eq!(at(&mut rig, ANN, id, AtTable::Leave { person: ANN }).code, Code::Order);
    let decide = |person, decision| AtTable::Decide { person, decision, on: None };
    assert_eq!(at(&mut rig, ANN, id, decide(ANN, Choice::Draw)).code, Code::Rules);
    assert_eq!(at(&mut rig, BEN, id, decide(ANN, Choice::Draw)).code, Code::Authority);
    assert_eq!(at(&mut rig, ANN, id, decide(ANN, Choice::Follow)).code, Code::Malformed);
    assert_eq!(at(&mut rig, ANN, id, AtTable::Decline { person: ANN }).code, Code::Order);
    assert_eq!(at(&mut rig, ANN, id, AtTable::GiveUpBank).code, Code::Order);
    assert_eq!(
        at(&mut rig, DEALER, id, AtTable::Declare { person: ANN, decision: Choice::Draw, on: None }).code,
        Code::Order
    );
    assert_eq!(at(&mut rig, DEALER, id, AtTable::Reveal { lines: "cards 2C".into() }).code, Code::Order);
    assert_eq!(at(&mut rig, DEALER, id, AtTable::Enter { lines: "cards 2C".into() }).code, Code::Order);
    assert_eq!(at(&mut rig, ANN, TableId(99), AtTable::Tick).code, Code::Authority);
    assert_eq!(at(&mut rig, ANN, TableId(99), AtTable::Sit { person: ANN }).code, Code::Unknown);
    rig.must_at(ANN, id, AtTable::TakeBack { person: ANN, stake: 1 });
    assert_eq!(rig.chips(ANN), money(100_000));
}

#[test]
fn nobody_stakes_what_he_does_not_have() {
    let mut rig = Rig::founded();
    rig.buy_in(ANN, money(10));
    let id = rig.open("Jack A", Mode::Automatic);
    rig.tick(id).unwrap();
    assert_eq!(rig.bet(ANN, id, "box 1", money(15)).unwrap_err().code, Code::Funds);
    rig.bet(ANN, id, "box 1", money(10)).unwrap();
    assert_eq!(rig.bet(ANN, id, "box 2", money(10)).unwrap_err().code, Code::Funds);
    for _ in 0..3 {
        rig.tick(id).unwrap();
    }
    // Whatever was dealt, a double or split needs chips that are not there, or a right that is not given.
    for decision in [Choice::Double, Choice::Split] {
        assert!(rig.at(ANN, id, AtTable::Decide { person: ANN, decision, on: None }).is_err());
    }
}

#[test]
fn a_dispute_is_opened_answered_and_goes_further() {
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
        Code::Authority
    );
    rig.must(Actor::Person(INSPECTOR), Command::AnswerDispute { dispute: 1, ruling: "it was black".into() });
    assert_eq!(
        refused(&mut rig, INSPECTOR, Command::AnswerDispute { dispute: 1, ruling: "x".into() }).cites,
        ["2.8"]
    );
    assert_eq!(refused(&mut rig, BEN, Command::EscalateDispute { dispute: 1 }).code, Code::Authority);
    rig.must(Actor::Person(ANN), Command::EscalateDispute { dispute: 1 });
    assert_eq!(refused(&mut rig, ANN, Command::EscalateDispute { dispute: 2 }).code, Code::Unknown);
    assert!(format!("{:?}", rig.house.office.disputes[0].stage).contains("Mpumalanga Gaming Board"));
    rig.replay();
}

#[test]
fn a_house_file_with_faults_or_without_an_open_table_is_refused() {
    let mut rig = Rig::new();
    assert_eq!(refused(&mut rig, MANAGER, Command::Charter { file: "x = 1".into() }).code, Code::Malformed);
    assert_eq!(
        refused(&mut rig, ANN, Command::Charter { file: common::CHARTER.into() }).code,
        Code::Authority
    );
    rig.open("American A", Mode::Automatic);
    let without = common::CHARTER.replace("\"American A\"", "\"American Z\"");
    assert_eq!(refused(&mut rig, MANAGER, Command::Charter { file: without }).code, Code::Order);
    rig.must(Actor::Person(MANAGER), Command::Charter { file: common::CHARTER.into() });
    rig.replay();
}

#[test]
fn the_same_key_is_the_same_command() {
    let mut rig = Rig::new();
    let order = Order {
        key: Some(Key(77_777)),
        by: Actor::Person(MANAGER),
        command: Command::Capital { cash: money(5) },
    };
    let first = rig.order(&order).unwrap();
    let cash = rig.house.ledger.balance(Unit::Cash, Place::Cage);
    let again = rig.order(&order).unwrap();
    assert!(again.is_again() && !first.is_again());
    assert_eq!((again.answer, rig.house.ledger.balance(Unit::Cash, Place::Cage)), (first.answer, cash));
    let other = Order { command: Command::Capital { cash: money(6) }, ..order.clone() };
    assert_eq!(rig.order(&other).unwrap_err().code, Code::Key);
    let mut after = rig.replay();
    let done = after.commit(&order, rig.now, &mut common::Seeded(1)).unwrap();
    assert_eq!(done.answer, first.answer, "and after the journal has been read again");
}
