//! A demo house: what is still to be done until it is open, one ordinary command after another.
//!
//! Each command is worked out from what the house is, so that a start that was broken off, and a second start, go on
//! from where the house stands.

use croupier_kit::Money;
use croupier_rules::book::Post;

use crate::command::{AtTable, Command, Exchange, Mode, Order};
use crate::house::House;
use crate::ids::{Actor, PersonId};
use crate::ledger::{Place, Unit};
use crate::office::Role;
use crate::paper::{Count, Matter, SlipKind, SlipState, SlipStep};
use crate::robot;
use crate::table::Table;

/// The people of a demo house who can log in, with what they are.
pub const PEOPLE: [(&str, Role); 6] = [
    ("demo_manager", Role::Manager),
    ("demo_inspector", Role::Inspector),
    ("demo_dealer", Role::Dealer),
    ("demo_cashier", Role::Cashier),
    ("demo_regulator", Role::Regulator),
    ("demo_player", Role::Player),
];

/// Those who play when somebody wants company.
pub const ROBOTS: [&str; 3] = ["Robot_Ada", "Robot_Bo", "Robot_Cleo"];

/// What a demo house is made of.
#[derive(Clone, Copy, Debug)]
pub struct Demo {
    /// Its house file.
    pub file: &'static str,
    /// The tables that a dealer attends; the house deals at the others.
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
    pub fn next(&self, house: &House<'_>) -> Option<Order> {
        let by_house = |command| Order { key: None, by: Actor::House, command };
        let found = self.found(house).map(by_house);
        let mut tables = house.tables().iter();
        found.or_else(|| stock(house)).or_else(|| purse(house)).or_else(|| {
            tables.find_map(|table| {
                let (by, act) = self.open(house, table)?;
                Some(Order { key: None, by: Actor::Person(by), command: Command::At(table.id, act) })
            })
        })
    }

    fn found(&self, house: &House<'_>) -> Option<Command> {
        if house.office.charter.is_none() {
            return Some(Command::Charter { file: self.file.to_owned() });
        }
        let people = PEOPLE.into_iter().chain(ROBOTS.map(|robot| (robot, Role::Player)));
        let (handle, role) = people.into_iter().find(|(handle, _)| house.office.called(handle).is_none())?;
        let post = match role {
            Role::Manager => Some(Post::Manager),
            Role::Inspector => Some(Post::Inspector),
            Role::Dealer => Some(Post::Dealer),
            Role::Cashier => Some(Post::Cashier),
            Role::Player | Role::Regulator => None,
        };
        let staff = house.office.charter.iter().flat_map(|charter| &charter.staff);
        let staff = staff.into_iter().find(|person| Some(person.post) == post);
        let staff = staff.map(|person| person.name.get_ref().clone());
        Some(Command::Enrol { handle: handle.to_owned(), role, staff })
    }

    /// What a table needs: to be proposed, to be authorised, to be filled.
    fn open(&self, house: &House<'_>, table: &Table<'_>) -> Option<(PersonId, AtTable)> {
        let [manager, inspector, cashier] = ["demo_manager", "demo_inspector", "demo_cashier"]
            .map(|handle| house.office.called(handle).unwrap_or(PersonId(0)));
        let known = house.office.charter.iter().flat_map(|charter| &charter.tables);
        known.into_iter().find(|known| **known.name.get_ref() == *table.name)?;
        if table.sitting.is_none() {
            let opens = |proposal: &crate::paper::Proposal| matches!(proposal.matter, Matter::Open { .. });
            let proposed = table.papers.proposals.iter().find(|(_, proposal)| opens(proposal));
            let attended = self.attended.contains(&&*table.name);
            let mode = if attended { Mode::Attended } else { Mode::Automatic };
            return Some(match proposed {
                Some((number, _)) => (inspector, AtTable::Authorise { proposal: *number }),
                None => (manager, AtTable::Propose(Matter::Open { mode, opener: Count::default() })),
            });
        }
        let fill = table.papers.slips.iter().find(|(_, slip)| slip.kind == SlipKind::Fill);
        if let Some((number, slip)) = fill {
            let (by, step) = match slip.state {
                SlipState::Requested => (cashier, SlipStep::Send),
                SlipState::Sent => (cashier, SlipStep::Deliver),
                _ => (manager, SlipStep::Confirm),
            };
            return Some((by, AtTable::StepSlip { number: *number, step }));
        }
        let float = house.ledger.balance(Unit::Chips, Place::Float(table.id)).minor();
        let chips = u32::try_from((FLOAT - float) / CHIP.minor()).ok().filter(|count| *count > 0)?;
        let chips = Count(vec![(CHIP, chips)]);
        (float < FLOAT / 2).then_some((manager, AtTable::RequestSlip { kind: SlipKind::Fill, chips }))
    }
}

/// The bank's money, and chips from their maker.
fn stock(house: &House<'_>) -> Option<Order> {
    let by = Actor::Person(house.office.called("demo_manager")?);
    let has = |unit, place| house.ledger.balance(unit, place) != Money::ZERO;
    let command = if !has(Unit::Cash, Place::Bank) {
        Command::Capital { cash: CAPITAL }
    } else if !has(Unit::Chips, Place::Issued) {
        Command::Issue { unit: Unit::Chips, amount: ISSUED }
    } else if !has(Unit::Plaques, Place::Issued) {
        Command::Issue { unit: Unit::Plaques, amount: CAPITAL }
    } else {
        return None;
    };
    Some(Order { key: None, by, command })
}

/// Chips for those who have none: laid out, then confirmed by the cashier.
fn purse(house: &House<'_>) -> Option<Order> {
    let cashier = house.office.called("demo_cashier")?;
    let wants = |person: PersonId| {
        let name = house.name_of(person);
        let amount = if robot::is_robot(name) { ROBOTS_HAVE } else { PLAYERS };
        let listed = name == "demo_player" || robot::is_robot(name);
        let has = house.ledger.balance(Unit::Chips, Place::Held(person));
        (listed && has.minor() * 10 < amount.minor()).then_some(amount)
    };
    let laid = house.office.desk.laid.iter().find(|(_, laid)| wants(laid.person).is_some());
    if let Some((number, _)) = laid {
        let command = Command::Confirm { at: None, number: *number };
        return Some(Order { key: None, by: Actor::Person(cashier), command });
    }
    let (person, amount) =
        house.office.people().find_map(|(person, _)| wants(person).map(|amount| (person, amount)))?;
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount };
    Some(Order {
        key: None,
        by: Actor::Person(person),
        command: Command::LayOut { at: None, person, exchange },
    })
}
