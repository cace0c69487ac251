//! Nobody can fill the memory of a house: what is left open has a bound, and the rejection says how to make room.

use crate::common::{ANN, BEN, CASHIER, CHARTER, DEALER, MANAGER, Rig, money};
use croupier_house::bounds::{
    APPROVALS_PER_FILE, DISPUTES_OPEN_PER_PERSON, DISPUTES_PER_PERSON, EXCHANGES_PER_PERSON,
    PROPOSALS_PER_TABLE, SLIPS_PER_TABLE, STAKES_PER_PERSON, TABLES_PER_HOUSE,
};
use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::{Actor, TableId};
use croupier_house::office::{
    ApprovalDraft, ESCALATION_LASTS, Exchange, OfficeAction, OpenDisputes, TablePost,
};
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

/// Ann disputes a round again and again, and the house answers each time.
fn disputed(rig: &mut Rig, id: TableId) -> Result<(), Rejection> {
    rig.give(Actor::Person(ANN), Command::OpenDispute { table: id, round: 1, about: "the ball".to_owned() })?;
    let dispute = rig.house.office.disputes.made;
    let ruling = "it fell on seven".to_owned();
    rig.must(Actor::Person(MANAGER), Command::AnswerDispute { dispute, ruling });
    Ok(())
}

#[test]
fn a_house_remembers_only_disputes_that_are_not_closed() {
    let mut rig = Rig::new();
    let id = rig.open(WHEEL, Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(ANN, id, "red", money(10)).unwrap();
    rig.finish(id);
    rig.audited = false;
    let found = until_rejected(|| disputed(&mut rig, id));
    is_bounded(&found, DISPUTES_OPEN_PER_PERSON);
    // One that is escalated is closed, and makes room.
    let escalate = |dispute| Command::EscalateDispute { dispute };
    rig.must(Actor::Person(ANN), escalate(3));
    assert_eq!(rig.house.office.disputes.open.len(), DISPUTES_OPEN_PER_PERSON - 1);
    disputed(&mut rig, id).unwrap();
    // So is one that was answered long ago.
    rig.now.at += ESCALATION_LASTS;
    assert_eq!(rig.give(Actor::Person(ANN), escalate(4)).unwrap_err().code, RejectionCode::Order);
    disputed(&mut rig, id).unwrap();
    let made = u32::try_from(DISPUTES_OPEN_PER_PERSON).unwrap() + 2;
    let OpenDisputes { made: last, open } = &rig.house.office.disputes;
    assert_eq!((*last, open.keys().copied().collect::<Vec<_>>()), (made, vec![made]));
    rig.must(Actor::Person(ANN), escalate(made));
    assert_eq!(rig.house.office.disputes, OpenDisputes { made, ..OpenDisputes::default() });
    rig.replay();
}

#[test]
fn approvals_beside_a_house_file_are_bounded() {
    let mut rig = Rig::new();
    rig.audited = false;
    let approval = || ApprovalDraft {
        reference: "MGB/7".into(),
        date: "2001-02-05".into(),
        of: "layout".into(),
        covers: Vec::new(),
        hours: None,
        packs: Vec::new(),
    };
    let found = until_rejected(|| rig.agree_office(OfficeAction::Approve(approval())).map(drop));
    is_bounded(&found, APPROVALS_PER_FILE);
    rig.agree_office(OfficeAction::AdoptHouseFile { file: CHARTER.into() }).unwrap();
    rig.agree_office(OfficeAction::Approve(approval())).unwrap();
}

#[test]
fn the_tables_that_a_house_has_ever_had_are_bounded() {
    let mut rig = Rig::new();
    let (first, rest) = CHARTER.split_once("[[table]]").unwrap();
    let tables = rest.split("[[table]]").next().unwrap();
    // The same file with so many further tables, whose names nobody has used.
    let file = |prefix: &str, count: usize| -> Box<str> {
        let more = (0..count).map(|number| {
            let name = tables.lines().find(|line| line.starts_with("name")).unwrap();
            format!("[[table]]{}", tables.replace(name, &format!("name = \"{prefix} {number}\"")))
        });
        format!("{first}{}[[table]]{rest}", more.collect::<String>()).into()
    };
    let adopt = |file| OfficeAction::AdoptHouseFile { file };
    let had = rig.house.tables().len();
    rig.agree_office(adopt(file("A", TABLES_PER_HOUSE - had - 1))).unwrap();
    rig.agree_office(adopt(file("A", 5))).unwrap();
    let refused = rig.agree_office(adopt(file("B", 2))).unwrap_err();
    assert_eq!(refused.code, RejectionCode::Limit, "{refused}");
    rig.agree_office(adopt(file("B", 1))).unwrap();
    assert_eq!(rig.house.tables().len(), TABLES_PER_HOUSE);
}

#[test]
fn a_base_dealer_who_is_assigned_twice_is_listed_once() {
    let mut rig = Rig::new();
    let id = rig.table_named(WHEEL);
    let held = |rig: &Rig| {
        let file = rig.house.office.house_file.as_ref().unwrap();
        let table = file.tables.iter().find(|table| table.name.get_ref() == WHEEL).unwrap();
        table.posts.len()
    };
    let assign = || OfficeAction::Assign { table: id, post: TablePost::BaseDealer, person: Some(DEALER) };
    rig.agree_office(assign()).unwrap();
    let once = held(&rig);
    rig.agree_office(assign()).unwrap();
    assert_eq!(held(&rig), once);
}

#[test]
fn numbers_that_are_used_up_are_refused_at_the_door() {
    let mut rig = Rig::new();
    let request =
        Command::RequestExchange { at: None, person: ANN, exchange: Exchange::CashOut { amount: money(1) } };
    let propose = Command::ProposeOffice(OfficeAction::Capital { cash: money(1) });
    let office = &mut rig.house.office;
    (office.exchanges.last_number, office.proposals.made) = (u32::MAX - 1, u32::MAX - 1);
    for (by, command) in [(ANN, request), (MANAGER, propose)] {
        rig.must(Actor::Person(by), command.clone());
        let refused = rig.give(Actor::Person(by), command).unwrap_err();
        assert_eq!(refused.code, RejectionCode::Limit, "{refused}");
        assert!(refused.found.contains("used up"), "{refused}");
    }
}
