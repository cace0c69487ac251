//! Requests for chips or cash: a player asks, staff lay out, the player confirms. Nothing moves before.

use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::ChipRequestKind::{BuyIn, CashOut};
use croupier_house::office::{ChipRequestKind, Exchange, LaidOut, LimitKind, Role};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::Mode;
use croupier_house::{House, RejectionCode};
use croupier_kit::Money;

use crate::common::{ANN, BEN, CAL, CASHIER, DEALER, INSPECTOR, MANAGER, PLAYERS, Rig, money, shelf};

fn ask(rig: &mut Rig, person: PersonId, kind: ChipRequestKind, amount: Money) -> u32 {
    rig.must(Actor::Person(person), Command::RequestChips { kind, amount });
    rig.house.office.chip_requests.last_number
}

fn lay_out(rig: &mut Rig, by: PersonId, number: u32, table: Option<TableId>) {
    rig.must(Actor::Person(by), Command::LayOutChips { number, table });
}

fn code(rig: &mut Rig, by: PersonId, command: Command) -> RejectionCode {
    rig.give(Actor::Person(by), command).expect_err("it is refused").code
}

fn cancel(number: u32, reason: &str) -> Command {
    Command::CancelChips { number, reason: reason.to_owned() }
}

#[test]
fn a_buy_in_moves_money_when_the_player_confirms_and_only_once() {
    let mut rig = Rig::new();
    let (has, cage) = (rig.chips(ANN), |rig: &Rig| rig.house.ledger.balance(Unit::Chips, Location::Cage));
    let in_cage = cage(&rig);
    let number = ask(&mut rig, ANN, BuyIn, money(50));
    assert_eq!(code(&mut rig, ANN, Command::ConfirmChips { number }), RejectionCode::Order, "not laid out");
    lay_out(&mut rig, CASHIER, number, None);
    assert_eq!((rig.chips(ANN), cage(&rig)), (has, in_cage), "nothing has moved");
    assert_eq!(code(&mut rig, BEN, Command::ConfirmChips { number }), RejectionCode::Authority);
    assert_eq!(code(&mut rig, CASHIER, Command::ConfirmChips { number }), RejectionCode::Authority);
    rig.must(Actor::Person(ANN), Command::ConfirmChips { number });
    assert_eq!(rig.chips(ANN).minor(), has.minor() + 5_000);
    assert_eq!(
        code(&mut rig, ANN, Command::ConfirmChips { number }),
        RejectionCode::Unknown,
        "a second time"
    );
    assert_eq!(rig.chips(ANN).minor(), has.minor() + 5_000);
}

#[test]
fn chips_to_be_cashed_are_held_until_the_request_ends() {
    let mut rig = Rig::new();
    let id = rig.open("Wheel 1", Mode::Automatic);
    rig.tick(id).unwrap();
    let number = ask(&mut rig, ANN, CashOut, money(99_990));
    assert_eq!((rig.chips(ANN), rig.house.ledger.held(ANN)), (money(100_000), money(99_990)));
    let rejection = rig.bet(ANN, id, "red", money(20)).expect_err("the chips are held");
    assert_eq!(rejection.code, RejectionCode::Funds);
    assert!(rejection.found.contains("held"), "{rejection}");
    rig.bet(ANN, id, "red", money(10)).unwrap();
    // Nothing else takes them either.
    let cash_out = Exchange::CashOut { amount: money(20) };
    let other = Command::RequestExchange { at: None, person: ANN, exchange: cash_out };
    assert_eq!(code(&mut rig, ANN, other), RejectionCode::Funds);
    let wheel = Exchange::ToWheel { with: Unit::Chips, amount: money(20), colour: 1, value: money(1) };
    let other = Command::RequestExchange { at: Some(id), person: ANN, exchange: wheel };
    assert_eq!(code(&mut rig, ANN, other), RejectionCode::Funds);
    lay_out(&mut rig, CASHIER, number, None);
    rig.must(Actor::Person(ANN), Command::ConfirmChips { number });
    assert_eq!((rig.chips(ANN), rig.house.ledger.held(ANN)), (Money::ZERO, Money::ZERO));
    let number = ask(&mut rig, BEN, CashOut, money(100_000));
    rig.must(Actor::Person(BEN), cancel(number, ""));
    assert_eq!((rig.chips(BEN), rig.house.ledger.held(BEN)), (money(100_000), Money::ZERO));
}

#[test]
fn a_player_has_one_open_request_of_each_kind_and_asks_for_himself() {
    let mut rig = Rig::new();
    let request = |kind, amount| Command::RequestChips { kind, amount };
    ask(&mut rig, ANN, BuyIn, money(5));
    ask(&mut rig, ANN, CashOut, money(5));
    assert_eq!(code(&mut rig, ANN, request(BuyIn, money(5))), RejectionCode::Order);
    assert_eq!(code(&mut rig, ANN, request(CashOut, money(5))), RejectionCode::Order);
    ask(&mut rig, BEN, BuyIn, money(5));
    assert_eq!(code(&mut rig, CAL, request(CashOut, money(100_001))), RejectionCode::Funds);
    assert_eq!(code(&mut rig, CAL, request(BuyIn, Money::ZERO)), RejectionCode::Malformed);
    assert_eq!(code(&mut rig, DEALER, request(BuyIn, money(5))), RejectionCode::Authority);
    let by_house = rig.give(Actor::House, request(BuyIn, money(5)));
    assert_eq!(by_house.unwrap_err().code, RejectionCode::Authority);
}

#[test]
fn dealers_answer_buy_ins_of_their_table_and_cashiers_answer_at_the_cage() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Attended);
    let other = rig.open("Dice 1", Mode::Attended);
    for table in [id, other] {
        rig.must_at(ANN, table, TableCommand::Leave { person: ANN });
    }
    let buys = ask(&mut rig, ANN, BuyIn, money(30));
    let cashes = ask(&mut rig, ANN, CashOut, money(30));
    let at = |number, table| Command::LayOutChips { number, table };
    assert_eq!(code(&mut rig, INSPECTOR, at(buys, Some(id))), RejectionCode::Order, "she does not sit there");
    rig.must_at(ANN, id, TableCommand::Sit { person: ANN });
    assert_eq!(
        code(&mut rig, INSPECTOR, at(cashes, Some(id))),
        RejectionCode::Authority,
        "no cash at tables"
    );
    assert_eq!(
        code(&mut rig, INSPECTOR, at(buys, None)),
        RejectionCode::Authority,
        "the cage is the cashier's"
    );
    assert_eq!(code(&mut rig, CASHIER, at(buys, Some(id))), RejectionCode::Authority);
    assert_eq!(code(&mut rig, ANN, at(buys, None)), RejectionCode::Authority);
    assert_eq!(code(&mut rig, MANAGER, at(buys, Some(other))), RejectionCode::Order);
    let (float, drop) = (Location::Float(id), Location::Drop(id));
    let before = rig.house.ledger.balance(Unit::Chips, float);
    lay_out(&mut rig, INSPECTOR, buys, Some(id));
    assert_eq!(code(&mut rig, CASHIER, at(buys, None)), RejectionCode::Order, "it is laid out");
    rig.must(Actor::Person(ANN), Command::ConfirmChips { number: buys });
    assert_eq!(rig.house.ledger.balance(Unit::Chips, float).minor(), before.minor() - 3_000);
    assert_eq!(rig.house.ledger.balance(Unit::Cash, drop), money(30));
    assert_eq!(code(&mut rig, DEALER, cancel(cashes, "no")), RejectionCode::Authority);
    assert_eq!(code(&mut rig, CASHIER, cancel(cashes, " ")), RejectionCode::Malformed, "a reason is due");
    assert_eq!(code(&mut rig, CASHIER, cancel(cashes, &"x".repeat(201))), RejectionCode::Malformed);
    rig.must(Actor::Person(CASHIER), cancel(cashes, "show your document first"));
}

#[test]
fn a_table_that_closes_takes_back_what_it_has_laid_out() {
    let mut rig = Rig::new();
    let id = rig.open("Wheel 1", Mode::Attended);
    let number = ask(&mut rig, ANN, BuyIn, money(30));
    lay_out(&mut rig, MANAGER, number, Some(id));
    assert_eq!(rig.house.office.chip_requests.open[&number].laid_out, Some(LaidOut::Table(id)));
    let there = rig.house.ledger.balance(Unit::Chips, Location::Float(id)).minor();
    let closer = Count(vec![(money(1000), u32::try_from(there / 100_000).unwrap())]);
    rig.agree(id, ProposedAction::Close { closer }).unwrap();
    assert_eq!(code(&mut rig, ANN, Command::ConfirmChips { number }), RejectionCode::Order);
    lay_out(&mut rig, CASHIER, number, None);
    rig.must(Actor::Person(ANN), Command::ConfirmChips { number });
}

#[test]
fn who_is_excluded_or_over_a_limit_buys_nothing_and_is_paid_all_the_same() {
    let mut rig = Rig::new();
    let buys = ask(&mut rig, ANN, BuyIn, money(30));
    let cashes = ask(&mut rig, ANN, CashOut, money(30));
    lay_out(&mut rig, CASHIER, buys, None);
    let exclude = Command::Exclude { person: ANN, days: None, reason: "enough".to_owned() };
    rig.must(Actor::Person(ANN), exclude);
    assert_eq!(code(&mut rig, ANN, Command::ConfirmChips { number: buys }), RejectionCode::Service);
    rig.must(Actor::Person(ANN), cancel(buys, ""));
    let again = Command::RequestChips { kind: BuyIn, amount: money(30) };
    assert_eq!(code(&mut rig, ANN, again), RejectionCode::Service);
    lay_out(&mut rig, CASHIER, cashes, None);
    rig.must(Actor::Person(ANN), Command::ConfirmChips { number: cashes });
    // A limit that is set after the request holds too.
    let number = ask(&mut rig, BEN, BuyIn, money(30));
    lay_out(&mut rig, CASHIER, number, None);
    let limit = Command::SetLimit { limit: LimitKind::BuyIn, amount: Some(money(100_010)) };
    rig.must(Actor::Person(BEN), limit);
    assert_eq!(code(&mut rig, BEN, Command::ConfirmChips { number }), RejectionCode::Limit);
}

#[test]
fn a_request_that_is_cancelled_while_it_is_laid_out_moves_nothing() {
    let mut rig = Rig::new();
    for kind in [BuyIn, CashOut] {
        let number = ask(&mut rig, ANN, kind, money(40));
        lay_out(&mut rig, CASHIER, number, None);
        rig.must(Actor::Person(ANN), cancel(number, ""));
        assert_eq!(code(&mut rig, ANN, Command::ConfirmChips { number }), RejectionCode::Unknown);
        assert_eq!(code(&mut rig, ANN, cancel(number, "")), RejectionCode::Unknown);
    }
    assert_eq!(rig.chips(ANN), money(100_000));
}

#[test]
fn open_requests_and_what_is_held_are_in_the_snapshot() {
    let mut rig = Rig::new();
    for person in PLAYERS {
        ask(&mut rig, person, CashOut, money(40));
    }
    let number = ask(&mut rig, ANN, BuyIn, money(7));
    lay_out(&mut rig, CASHIER, number, None);
    let bytes = rig.house.snapshot().unwrap();
    let restored = House::from_snapshot(&bytes, shelf(), "test", croupier_house::table::Pace::NONE).unwrap();
    assert_eq!(restored.office.chip_requests, rig.house.office.chip_requests);
    assert_eq!(restored.ledger, rig.house.ledger, "with what is held");
    assert_eq!(restored.ledger.held(BEN), money(40));
    assert_eq!(restored.office.person(CASHIER).unwrap().role, Role::Cashier);
}
