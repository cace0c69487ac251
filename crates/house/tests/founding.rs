//! Founding a house in one step: all of it or nothing, with every post that its people need.

use croupier_house::command::{Command, Founder, Founding};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, Now, PersonId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{OfficeAction, Role};
use croupier_house::table::Pace;
use croupier_house::{House, RejectionCode};
use croupier_kit::Money;
use jiff::civil::date;

use crate::common::{CHARTER, Rig, Seeded, assert_same, money, shelf, state_digest};

/// A house without any entry.
fn empty() -> Rig {
    let now = Now { at: 988_749_000_000, date: date(2001, 5, 1), minute: 20 * 60 + 30 };
    let house = House::new(HouseId(1), shelf(), "test", Pace::NONE);
    Rig { house, chance: Seeded(7), now, journal: Vec::new(), keys: 0, audited: true }
}

fn founder(handle: &str, role: Role, staff: &str) -> Founder {
    Founder { handle: handle.to_owned(), role, staff: staff.to_owned() }
}

fn founding() -> Founding {
    Founding {
        file: CHARTER.to_owned(),
        manager: founder("moira", Role::Manager, "Moira Kerr"),
        staff: vec![
            founder("iris", Role::Inspector, "Iris Moyo"),
            founder("dora", Role::Dealer, "Dora Lund"),
            founder("carl", Role::Cashier, "Carl Weir"),
        ],
        cash: money(1_000),
        chips: money(500),
        plaques: Money::ZERO,
    }
}

fn found(founding: Founding) -> Command {
    Command::Found(Box::new(founding))
}

#[test]
fn a_house_is_founded_in_one_step_and_replays_to_the_same() {
    let mut rig = empty();
    let done = rig.must(Actor::House, found(founding()));
    let ends = |event: &Event| matches!(event, Event::FoundingEnded { people } if *people == [PersonId(1), PersonId(2)]);
    assert_eq!(done.entries.iter().filter(|entry| ends(&entry.body.event)).count(), 1);
    assert!(ends(rig.last_event()), "the founding ends with the last of its people");
    let office = &rig.house.office;
    assert!(office.founded && office.house_file.is_some());
    let roles: Vec<Role> = office.people().map(|(_, person)| person.role).collect();
    assert_eq!(roles, [Role::Manager, Role::Inspector, Role::Dealer, Role::Cashier]);
    let cage = |unit| rig.house.ledger.balance(unit, Location::Cage);
    assert_eq!(
        (cage(Unit::Cash), cage(Unit::Chips), cage(Unit::Plaques)),
        (money(1_000), money(500), Money::ZERO)
    );
    assert_same(&rig.house, &rig.replay());
    // From now on two people decide.
    let capital = Command::Capital { cash: money(1) };
    assert_eq!(rig.give(Actor::Person(PersonId(1)), capital).unwrap_err().code, RejectionCode::Authority);
    rig.agree_office(OfficeAction::Capital { cash: money(1) }).unwrap();
    assert_eq!(
        rig.give(Actor::House, found(founding())).unwrap_err().code,
        RejectionCode::Order,
        "only once"
    );
}

#[test]
fn a_founding_that_is_refused_changes_nothing_however_far_it_came() {
    type Change = fn(&mut Founding);
    let changes: [(Change, RejectionCode); 7] = [
        (|it| it.file = "licence_holder = 1".to_owned(), RejectionCode::Malformed),
        (|it| it.manager.staff = "Nobody".to_owned(), RejectionCode::Unknown),
        (|it| it.cash = Money::from_minor(-1), RejectionCode::Funds),
        (|it| it.staff[0].handle = "moira".to_owned(), RejectionCode::Order),
        (|it| it.staff[2].role = Role::Dealer, RejectionCode::Authority),
        (|it| it.staff.retain(|person| person.role == Role::Dealer), RejectionCode::Order),
        (|it| it.manager = it.staff.remove(2), RejectionCode::Order),
    ];
    let before = state_digest(&empty().house);
    for (change, code) in changes {
        let (mut rig, mut wrong) = (empty(), founding());
        change(&mut wrong);
        let refused = rig.give(Actor::House, found(wrong)).unwrap_err();
        assert_eq!(refused.code, code, "{refused}");
        assert_eq!(state_digest(&rig.house), before, "{refused}");
        rig.must(Actor::House, found(founding()));
    }
}

#[test]
fn nobody_but_the_house_founds() {
    let mut rig = Rig::founded();
    let refused = rig.give(Actor::Person(PersonId(1)), found(founding())).unwrap_err();
    assert_eq!(refused.code, RejectionCode::Authority);
}
