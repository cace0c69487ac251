//! Random commands to the office.

use croupier_house::House;
use croupier_house::command::Command;
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::{
    ApprovalDraft, ChipRequestKind, DocumentHash, Duty, Exchange, LimitKind, OfficeAction, Role, TablePost,
};

use crate::choice::{anybody, one, other_edition};
use crate::common::{CASHIER, CHARTER, DEALER, INSPECTOR, MANAGER, PLAYERS, Seeded, money, shelf};
use crate::reached::OFFICE;

/// No more people than this enrol.
const PEOPLE: usize = 30;

/// A command to the office, in order or not.
pub(crate) fn command(house: &House<'_>, c: &mut Seeded, now: i64) -> (Actor, Command) {
    let kind = one(c, &OFFICE);
    let (by, command) = of_kind(house, c, kind, now);
    (if c.below(8) == 0 { anybody(c) } else { by }, command)
}

fn of_kind(house: &House<'_>, c: &mut Seeded, kind: &str, now: i64) -> (Actor, Command) {
    let manager = Actor::Person(MANAGER);
    let player = one(c, &PLAYERS);
    let table = TableId(u16::try_from(c.below(house.tables().len() as u64 + 1)).unwrap());
    match kind {
        "AdoptHouseFile" => {
            let file = if c.below(2) == 0 { CHARTER.to_owned() } else { "name = 7".to_owned() };
            (manager, Command::AdoptHouseFile { file })
        }
        "Enrol" => (Actor::House, enrol(house, c)),
        "Approve" => (manager, Command::Approve(approval(c))),
        "Assign" => {
            let post = one(c, &[TablePost::Dealer, TablePost::Inspector, TablePost::BaseDealer]);
            let person = one(c, &[None, Some(DEALER), Some(INSPECTOR), Some(player)]);
            (manager, Command::Assign { table, post, person })
        }
        "RefuseService" => {
            let person = one(c, &[player, PersonId(9), DEALER, MANAGER]);
            (Actor::Person(INSPECTOR), Command::RefuseService { person, reason: "a test".to_owned() })
        }
        "ResumeService" => {
            let refused = house.office.people().find(|(_, person)| person.refused.is_some());
            let person = refused.map_or(player, |(person, _)| person);
            (manager, Command::ResumeService { person, reason: "a test".to_owned() })
        }
        "Exclude" => {
            let person = one(c, &[player, PersonId(9), DEALER, MANAGER]);
            let days = Some(u32::try_from(c.below(2)).unwrap());
            (Actor::Person(person), Command::Exclude { person, days, reason: "a test".to_owned() })
        }
        "SetLimit" => {
            let limit = one(c, &[LimitKind::Stake, LimitKind::Loss, LimitKind::BuyIn]);
            let amount = one(c, &[None, None, Some(money(90_000)), Some(money(-1))]);
            (Actor::Person(player), Command::SetLimit { limit, amount })
        }
        "Capital" => (manager, Command::Capital { cash: money(one(c, &[5, 1_000, -5, 0, -9_000_000])) }),
        "Issue" => {
            let unit = one(c, &Unit::ALL);
            (manager, Command::Issue { unit, amount: money(one(c, &[5, 1_000, -5, 0])) })
        }
        "ProposeOffice" if c.below(3) == 0 => (manager, Command::ProposeOffice(roster(c, table, now))),
        "ProposeOffice" => (manager, Command::ProposeOffice(matter(house, c, table, player))),
        "TakeOver" => {
            let duty = house.office.roster.duties.iter().find(|duty| duty.may_begin(now));
            let named = duty.map(|duty| (duty.table, duty.post, duty.person));
            let (table, post, person) =
                named.filter(|_| c.below(8) != 0).unwrap_or((table, TablePost::Dealer, DEALER));
            (Actor::Person(person), Command::TakeOver { table, post })
        }
        "AuthoriseOffice" => (
            Actor::Person(one(c, &[INSPECTOR, CASHIER, MANAGER])),
            Command::AuthoriseOffice { proposal: open(house, c) },
        ),
        "WithdrawOffice" => (manager, Command::WithdrawOffice { proposal: open(house, c) }),
        // It is in order, and stores nothing twice.
        "StoreEditions" => (Actor::House, Command::StoreEditions),
        "NoteDocument" => {
            let document = DocumentHash([u8::try_from(c.below(4)).unwrap(); 32]);
            (Actor::Person(INSPECTOR), Command::NoteDocument { person: player, document })
        }
        "OpenDispute" => {
            let round = house.table(table).map_or(0, |table| table.rounds) + c.below(2);
            (Actor::Person(player), Command::OpenDispute { table, round, about: "a test".to_owned() })
        }
        "AnswerDispute" => {
            let dispute = u32::try_from(c.below(u64::from(house.office.disputes.made) + 2)).unwrap();
            let ruling = one(c, &["a ruling", ""]).to_owned();
            (Actor::Person(MANAGER), Command::AnswerDispute { dispute, ruling })
        }
        "EscalateDispute" => {
            let dispute = u32::try_from(c.below(u64::from(house.office.disputes.made) + 2)).unwrap();
            (manager, Command::EscalateDispute { dispute })
        }
        "RequestChips" | "LayOutChips" | "ConfirmChips" | "CancelChips" => chips(house, c, kind),
        _ => exchange(house, c, kind, table),
    }
}

/// A step of a request for chips or cash: at the cage or at the table where the player sits, in order or not.
fn chips(house: &House<'_>, c: &mut Seeded, kind: &str) -> (Actor, Command) {
    let open = &house.office.chip_requests.open;
    let place = usize::try_from(c.below(open.len() as u64 + 1)).unwrap();
    let (number, request) = match open.iter().nth(place) {
        Some((number, request)) => (*number, Some(request)),
        None => (7_000_000, None),
    };
    let owner = request.map_or(PLAYERS[0], |request| request.person);
    match kind {
        "RequestChips" => {
            let kind = one(c, &[ChipRequestKind::BuyIn, ChipRequestKind::CashOut]);
            let amount = money(one(c, &[2, 20, 300, 20_000, 0]));
            (Actor::Person(one(c, &PLAYERS)), Command::RequestChips { kind, amount })
        }
        "LayOutChips" => {
            let seat = house.tables().iter().find(|table| table.seated.contains(&owner));
            match seat.filter(|_| c.below(2) == 0) {
                Some(table) => {
                    let command = Command::LayOutChips { number, table: Some(table.id) };
                    (Actor::Person(MANAGER), command)
                }
                None => (Actor::Person(CASHIER), Command::LayOutChips { number, table: None }),
            }
        }
        "ConfirmChips" => (Actor::Person(owner), Command::ConfirmChips { number }),
        _ => {
            let by = one(c, &[owner, CASHIER, MANAGER]);
            let reason = one(c, &["", "a test"]).to_owned();
            (Actor::Person(by), Command::CancelChips { number, reason })
        }
    }
}

/// A matter that needs two people.
fn matter(house: &House<'_>, c: &mut Seeded, table: TableId, player: PersonId) -> OfficeAction {
    match c.below(7) {
        0 => OfficeAction::Approve(approval(c)),
        6 => OfficeAction::Ruling {
            dispute: u32::try_from(c.below(u64::from(house.office.disputes.made) + 2)).unwrap(),
            ruling: one(c, &["a ruling", ""]).into(),
            amount: money(one(c, &[5, 20, 0, -5, 90_000_000])),
        },
        5 => adopt_edition(c),
        1 => {
            let post = one(c, &[TablePost::Dealer, TablePost::Inspector, TablePost::BaseDealer]);
            OfficeAction::Assign {
                table,
                post,
                person: one(c, &[None, Some(DEALER), Some(INSPECTOR), Some(player)]),
            }
        }
        2 => OfficeAction::Capital { cash: money(one(c, &[5, 1_000, -5, 0, -9_000_000])) },
        3 => OfficeAction::Issue { unit: one(c, &Unit::ALL), amount: money(one(c, &[5, 1_000, -5, 0])) },
        _ => OfficeAction::AdoptHouseFile {
            file: if c.below(2) == 0 { CHARTER.into() } else { "name = 7".into() },
        },
    }
}

/// A roster for some days, with a duty that is in order or not. Days pass between commands: a duty must outlast them.
fn roster(c: &mut Seeded, table: TableId, now: i64) -> OfficeAction {
    let from = now - now.rem_euclid(60_000);
    let at = |hours: u64| from + i64::try_from(hours).unwrap() * 60 * 60_000;
    let (post, person) =
        one(c, &[(TablePost::Dealer, DEALER), (TablePost::Dealer, DEALER), (TablePost::Inspector, DEALER)]);
    let duty = Duty { from, to: at(200 + c.below(60)), table, post, person };
    OfficeAction::Roster { from, to: at(240), duties: vec![duty] }
}

/// The adoption of an edition: one of the two that the program knows, or one that nobody has.
fn adopt_edition(c: &mut Seeded) -> OfficeAction {
    let built_in = shelf().book("scotland-1970").unwrap().text();
    let text = one(c, &[built_in, other_edition(), "no edition"]);
    let digest = *blake3::hash(text.as_bytes()).as_bytes();
    let rulebook = "scotland-1970".into();
    match c.below(3) {
        0 => OfficeAction::AdoptText { rulebook, text: text.into() },
        _ => OfficeAction::AdoptEdition { rulebook, digest },
    }
}

/// The number of an open proposal to the office, or one that is not open.
fn open(house: &House<'_>, c: &mut Seeded) -> u32 {
    let last = house.office.proposals.open.keys().next_back().copied();
    last.filter(|_| c.below(8) != 0).unwrap_or(7_000_000)
}

fn enrol(house: &House<'_>, c: &mut Seeded) -> Command {
    let people = house.office.people().count();
    let fresh = format!("guest{people}");
    let handle = if people < PEOPLE && c.below(2) == 0 { fresh } else { "Ann".to_owned() };
    Command::Enrol { handle, role: one(c, &[Role::Player, Role::Player, Role::Dealer]), staff: None }
}

fn approval(c: &mut Seeded) -> ApprovalDraft {
    ApprovalDraft {
        reference: "test".into(),
        date: one(c, &["2001-02-05", "never"]).into(),
        of: "layout".into(),
        covers: vec!["Wheel 1".into()],
        hours: None,
        packs: Vec::new(),
    }
}

/// A request for an exchange, its confirmation or its withdrawal, at the cage or at a table.
fn exchange(house: &House<'_>, c: &mut Seeded, kind: &str, table: TableId) -> (Actor, Command) {
    let person = one(c, &PLAYERS);
    let pending = |at: Option<TableId>| {
        let exchanges = match at.and_then(|id| house.table(id).ok()) {
            Some(table) => &table.exchanges,
            None => &house.office.exchanges,
        };
        (exchanges.requests.len(), exchanges.requests.keys().next_back().copied())
    };
    let open = house.tables().iter().filter(|table| !table.exchanges.requests.is_empty());
    let waiting = open.map(|table| table.id).nth(usize::try_from(c.below(3)).unwrap());
    let at = if kind == "RequestExchange" { one(c, &[None, Some(table)]) } else { one(c, &[None, waiting]) };
    let (count, last) = pending(at);
    let number = last.unwrap_or(7);
    let cashier = if at.is_some() { MANAGER } else { CASHIER };
    // No list of requests grows for ever.
    if kind == "ConfirmExchange" {
        return (Actor::Person(cashier), Command::ConfirmExchange { at, number });
    }
    if kind == "WithdrawExchange" || count > 5 {
        return (Actor::Person(cashier), Command::WithdrawExchange { at, number });
    }
    let (with, amount) = (one(c, &Unit::ALL), money(one(c, &[2, 20, 300, 20_000, 0])));
    let colour = u8::try_from(person.0).unwrap();
    let exchange = match c.below(8) {
        0 | 1 => Exchange::BuyIn { with, amount },
        7 => Exchange::ToPlaques { amount },
        2 => Exchange::CashOut { amount },
        3 => Exchange::BuyPlaques { amount },
        4 => Exchange::CashPlaques { amount },
        5 => Exchange::ToWheel { with, amount, colour, value: money(2) },
        _ => Exchange::FromWheel { amount },
    };
    (Actor::Person(person), Command::RequestExchange { at, person, exchange })
}
