//! A demo house: the commands that are still needed to open it.
//!
//! Each command is derived from the current state of the house. An interrupted start therefore continues at the next
//! restart where it stopped.

use croupier_kit::Money;
use croupier_rules::book::Post;

use crate::command::{Command, Request, TableCommand};
use crate::house::House;
use crate::ids::{Actor, PersonId};
use crate::ledger::{Location, Unit};
use crate::office::{Exchange, OfficeAction, Role};
use crate::paper::{Count, Proposal, ProposedAction, Slip, SlipKind, SlipState, SlipStep};
use crate::robot;
use crate::table::{Mode, TableState};

/// The people of a demo house who can log in, with their roles.
pub const PEOPLE: [(&str, Role); 6] = [
    ("demo_manager", Role::Manager),
    ("demo_inspector", Role::Inspector),
    ("demo_dealer", Role::Dealer),
    ("demo_cashier", Role::Cashier),
    ("demo_regulator", Role::Regulator),
    ("demo_player", Role::Player),
];

/// The robots, which play along with people.
pub const ROBOTS: [&str; 3] = ["Robot_Ada", "Robot_Bo", "Robot_Cleo"];

/// The description of a demo house.
#[derive(Clone, Copy, Debug)]
pub struct Demo {
    /// Its house file.
    pub file: &'static str,
    /// The attended tables; the others are automatic.
    pub attended: &'static [&'static str],
}

const CAPITAL: Money = whole(5_000_000);
const ISSUED: Money = whole(20_000_000);
const PLAYERS: Money = whole(5_000);
const ROBOTS_HAVE: Money = whole(100_000);
const FLOAT: i64 = whole(50_000).minor();
const CHIP: Money = whole(1_000);

const fn whole(units: i64) -> Money {
    Money::from_minor(units * 100)
}

impl Demo {
    /// The next command that is needed; `None` when the house is open.
    pub fn next(&self, house: &House<'_>) -> Option<Request> {
        let by_house = |command| Request { key: None, by: Actor::House, command };
        let found = self.found(house).map(by_house).or_else(|| staff(house));
        let mut tables = house.tables().iter();
        found.or_else(|| stock(house)).or_else(|| chips(house)).or_else(|| {
            tables.find_map(|table| {
                let (by, act) = self.open(house, table)?;
                Some(Request { key: None, by: Actor::Person(by), command: Command::Table(table.id, act) })
            })
        })
    }

    fn found(&self, house: &House<'_>) -> Option<Command> {
        if house.office.house_file.is_none() {
            return Some(Command::AdoptHouseFile { file: self.file.to_owned() });
        }
        let (handle, role) = next_person(house)?;
        // The first two people found the house; they make the others staff.
        let by_house = !house.office.founded || role == Role::Player;
        let staff = staff_name(house, role).map(Into::into);
        by_house.then(|| Command::Enrol { handle: handle.to_owned(), role, staff })
    }

    /// The next step that a table needs: a proposal to open it, its authorisation, or a fill. What somebody else has proposed or
    /// asked for is for somebody else to end: the house may be served by other nodes already.
    fn open(&self, house: &House<'_>, table: &TableState<'_>) -> Option<(PersonId, TableCommand)> {
        let [Some(manager), Some(inspector), Some(cashier)] =
            ["demo_manager", "demo_inspector", "demo_cashier"]
                .map(|handle| house.office.person_named(handle))
        else {
            return None;
        };
        let known = house.office.house_file.iter().flat_map(|house_file| &house_file.tables);
        known.into_iter().find(|known| **known.name.get_ref() == *table.name)?;
        if table.suspension.is_some() {
            return None;
        }
        if table.live.is_none() {
            let opens = |proposal: &Proposal| matches!(proposal.action, ProposedAction::Open { .. });
            let proposed = table.papers.proposals.iter().find(|(_, proposal)| opens(proposal));
            let attended = self.attended.contains(&&*table.name);
            let mode = if attended { Mode::Attended } else { Mode::Automatic };
            return match proposed {
                Some((number, proposal)) => (proposal.by == manager)
                    .then_some((inspector, TableCommand::Authorise { proposal: *number })),
                None => {
                    let open = ProposedAction::Open { mode, opener: Count::default() };
                    Some((manager, TableCommand::Propose(open)))
                }
            };
        }
        let own = |slip: &Slip| slip.kind == SlipKind::Fill && slip.people.first() == Some(&manager);
        let fill = table.papers.slips.iter().find(|(_, slip)| own(slip));
        if let Some((number, slip)) = fill {
            let (by, step) = match slip.state {
                SlipState::Requested => (cashier, SlipStep::Send),
                SlipState::Sent => (cashier, SlipStep::Deliver),
                _ => (inspector, SlipStep::Confirm),
            };
            return Some((by, TableCommand::StepSlip { number: *number, step }));
        }
        let float = house.ledger.balance(Unit::Chips, Location::Float(table.id)).minor();
        let chips = u32::try_from((FLOAT - float) / CHIP.minor()).ok().filter(|count| *count > 0)?;
        let chips = Count(vec![(CHIP, chips)]);
        (float < FLOAT / 2).then_some((manager, TableCommand::RequestSlip { kind: SlipKind::Fill, chips }))
    }
}

/// The next of the people who has no account yet.
fn next_person(house: &House<'_>) -> Option<(&'static str, Role)> {
    let people = PEOPLE.into_iter().chain(ROBOTS.map(|robot| (robot, Role::Player)));
    people.into_iter().find(|(handle, _)| house.office.person_named(handle).is_none())
}

/// The name in the house file for a role.
fn staff_name<'a>(house: &'a House<'_>, role: Role) -> Option<&'a str> {
    let staff = house.office.house_file.iter().flat_map(|house_file| &house_file.staff);
    // Of the posts of dealers, the first of that name.
    let fits = |post: Post| role.fits(post) && !matches!(post, Post::PalettePerson | Post::BaseDealer);
    staff.into_iter().find(|person| fits(person.post)).map(|person| person.name.get_ref().as_str())
}

/// A role of the staff that the house file names nobody for.
pub fn lacking(house: &House<'_>) -> Option<Role> {
    let mut staff = PEOPLE.into_iter().map(|(_, role)| role).filter(|role| role.is_staff());
    staff.find(|role| staff_name(house, *role).is_none())
}

/// Makes the next person staff.
fn staff(house: &House<'_>) -> Option<Request> {
    let (handle, role) = next_person(house)?;
    let staff = staff_name(house, role).map(Into::into);
    agreed(house, OfficeAction::Enrol { handle: handle.into(), role, staff })
}

/// A matter of the office: the manager proposes it, then the inspector authorises it.
fn agreed(house: &House<'_>, action: OfficeAction) -> Option<Request> {
    let [manager, inspector] = ["demo_manager", "demo_inspector"].map(|name| house.office.person_named(name));
    let proposed = house.office.proposals.open.iter().find(|(_, proposal)| proposal.action == action);
    let (by, command) = match proposed {
        Some((number, _)) => (inspector?, Command::AuthoriseOffice { proposal: *number }),
        None => (manager?, Command::ProposeOffice(action)),
    };
    Some(Request { key: None, by: Actor::Person(by), command })
}

/// Funds the cage: money for the bank, and chips from their maker.
fn stock(house: &House<'_>) -> Option<Request> {
    let has = |unit, location| house.ledger.balance(unit, location) != Money::ZERO;
    let action = if !has(Unit::Cash, Location::Bank) {
        OfficeAction::Capital { cash: CAPITAL }
    } else if !has(Unit::Chips, Location::Issued) {
        OfficeAction::Issue { unit: Unit::Chips, amount: ISSUED }
    } else if !has(Unit::Plaques, Location::Issued) {
        OfficeAction::Issue { unit: Unit::Plaques, amount: CAPITAL }
    } else {
        return None;
    };
    agreed(house, action)
}

/// Chips for people who have too few: the exchange is requested, then confirmed by the cashier.
fn chips(house: &House<'_>) -> Option<Request> {
    let cashier = house.office.person_named("demo_cashier")?;
    let wants = |person: PersonId| {
        let name = house.name_of(person);
        let amount = if robot::is_robot(name) { ROBOTS_HAVE } else { PLAYERS };
        let listed = name == "demo_player" || robot::is_robot(name);
        let has = house.ledger.balance(Unit::Chips, Location::Player(person));
        (listed && has.minor() * 10 < amount.minor()).then_some(amount)
    };
    let request = house.office.exchanges.requests.iter().find(|(_, request)| wants(request.person).is_some());
    if let Some((number, _)) = request {
        let command = Command::ConfirmExchange { at: None, number: *number };
        return Some(Request { key: None, by: Actor::Person(cashier), command });
    }
    let (person, amount) =
        house.office.people().find_map(|(person, _)| wants(person).map(|amount| (person, amount)))?;
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount };
    Some(Request {
        key: None,
        by: Actor::Person(person),
        command: Command::RequestExchange { at: None, person, exchange },
    })
}
