//! Nobody can fill the memory of a house: what is left open has a bound, and the rejection says how to make room.

use crate::common::{ANN, BEN, CASHIER, MANAGER, Rig, money};
use croupier_house::bounds::{
    DISPUTES_PER_PERSON, EXCHANGES_PER_PERSON, PROPOSALS_PER_TABLE, SLIPS_PER_TABLE, STAKES_PER_PERSON,
};
use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::Actor;
use croupier_house::office::Exchange;
use croupier_house::paper::{Count, ProposedAction, SlipKind};
use croupier_house::table::Mode;
use croupier_house::{Rejection, RejectionCode};

const WHEEL: &str = "American A";

/// Gives a command until it is rejected: how often it was accepted, and the rejection.
fn until_rejected(mut give: impl FnMut() -> Result<(), Rejection>) -> (usize, Rejection) {
    for accepted in 0..10_000 {
        if let Err(rejection) = give() {
            return (accepted, rejection);
        }
    }
    panic!("there is no bound");
}

fn is_bounded(found: &(usize, Rejection), most: usize) {
    assert_eq!((found.0, found.1.code), (most, RejectionCode::Limit), "{}", found.1);
}

#[test]
fn exchange_requests_of_one_person_are_bounded_and_others_are_not_affected() {
    let mut rig = Rig::new();
    let request = |person| Command::RequestExchange {
        at: None,
        person,
        exchange: Exchange::CashOut { amount: money(1) },
    };
    let found = until_rejected(|| rig.give(Actor::Person(ANN), request(ANN)).map(drop));
    is_bounded(&found, EXCHANGES_PER_PERSON);
    rig.must(Actor::Person(BEN), request(BEN));
    let number =
        1 + rig.house.office.exchanges.last_number - u32::try_from(EXCHANGES_PER_PERSON + 1).unwrap();
    rig.must(Actor::Person(CASHIER), Command::ConfirmExchange { at: None, number });
    rig.must(Actor::Person(ANN), request(ANN));
}

#[test]
fn proposals_and_slips_of_one_table_are_bounded() {
    let mut rig = Rig::new();
    let id = rig.open(WHEEL, Mode::Automatic);
    let close = TableCommand::Propose(ProposedAction::Drop { cash: Count::default() });
    is_bounded(&until_rejected(|| rig.at(MANAGER, id, close.clone()).map(drop)), PROPOSALS_PER_TABLE);
    let chips = Count(vec![(money(1000), 1)]);
    let fill = TableCommand::RequestSlip { kind: SlipKind::Fill, chips };
    is_bounded(&until_rejected(|| rig.at(MANAGER, id, fill.clone()).map(drop)), SLIPS_PER_TABLE);
}

#[test]
fn stakes_and_disputes_of_one_person_are_bounded() {
    let mut rig = Rig::new();
    let id = rig.open(WHEEL, Mode::Automatic);
    rig.tick(id).unwrap();
    // Auditing every one of thousands of bets would take long; the last one is audited.
    rig.audited = false;
    let amount = rig.table(id).open().unwrap().in_force.chosen.stake_min.unwrap_or(money(1));
    for turn in 0..2 {
        rig.buy_in(ANN, money(50_000));
        let placed = until_rejected(|| rig.bet(ANN, id, "red", amount).map(drop));
        is_bounded(&placed, STAKES_PER_PERSON as usize);
        rig.bet(BEN, id, "red", amount).unwrap();
        if turn == 0 {
            // The next round counts anew.
            rig.finish(id);
            rig.tick(id).unwrap();
        }
    }
    rig.audited = true;
    let dispute = Command::OpenDispute { table: id, round: 1, about: "the ball".to_owned() };
    let found = until_rejected(|| rig.give(Actor::Person(ANN), dispute.clone()).map(drop));
    is_bounded(&found, DISPUTES_PER_PERSON);
    rig.must(Actor::Person(BEN), dispute);
}
