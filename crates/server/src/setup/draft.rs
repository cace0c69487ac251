//! A draft of a house: what is wrong with it, field by field, and the founding that it leads to.

use croupier_house::command::{Command, Founder, Founding, Request};
use croupier_house::ids::{Actor, HouseId, Now};
use croupier_house::office::Role;
use croupier_house::robot::is_robot;
use croupier_house::table::Pace;
use croupier_house::{CommitError, House};
use croupier_kit::Money;
use croupier_rules::book::{Post, Shelf};
use croupier_rules::house::{HousePlan, PlanBreach};
use jiff::tz::TimeZone;

use crate::clock::Clock;
use crate::dealing::OsChance;
use crate::sessions::check_password;
use crate::wire::{BreachView, FieldBreach, FieldFault, PlannedPerson, Problem, SetupDraft, SetupReview};

/// The house that is set up: the first of its folder.
pub(crate) const fn first_house() -> HouseId {
    HouseId(1)
}

/// A draft that was reviewed.
pub(crate) struct ReviewedDraft {
    pub(crate) review: SetupReview,
    /// The founding it leads to; `None` if it has faults.
    pub(crate) founding: Option<Founding>,
}

impl ReviewedDraft {
    /// Reviews a draft.
    ///
    /// # Errors
    /// When the server fails.
    pub(crate) fn of(draft: &SetupDraft, shelf: &Shelf) -> Result<Self, Problem> {
        let plan = HousePlan::from(draft.plan.clone());
        let zone = TimeZone::get(&plan.time_zone).is_ok();
        let now = Clock::new(if zone { &plan.time_zone } else { "UTC" }, 0).now();
        let checked = plan.check(shelf, now.date);
        let mut faults: Vec<FieldFault> = checked
            .faults
            .into_iter()
            .map(|fault| FieldFault { field: fault.field, message: fault.message, help: fault.help })
            .collect();
        if !zone && faults.iter().all(|fault| fault.field != "time_zone") {
            let message = format!("there is no time zone `{}`", plan.time_zone);
            faults.push(fault("time_zone", message, "write an area and a place, such as Europe/London"));
        }
        let mut trial = Trial::new(shelf, now)?;
        faults.extend(trial.check_handles(&draft.plan.staff));
        if let Some(Err(problem)) = draft.password.as_deref().map(check_password) {
            faults.push(fault("password", problem.found, &problem.allowed));
        }
        let founding = founding(draft, &checked.text, &mut faults);
        // What only the house itself finds is said about the draft as a whole.
        if let Some(founding) = founding.clone().filter(|_| faults.is_empty()) {
            let refused = Trial::new(shelf, now)?.refusal_of(Command::Found(Box::new(founding)));
            faults.extend(refused.map(|problem| FieldFault {
                field: String::new(),
                message: problem.message,
                help: None,
            }));
        }
        let founding = founding.filter(|_| faults.is_empty());
        let breaches = checked.breaches.into_iter().map(breach).collect();
        Ok(Self { review: SetupReview { file: checked.text, faults, breaches }, founding })
    }
}

/// A house in memory on which a draft is tried.
struct Trial<'s> {
    house: House<'s>,
    now: Now,
    chance: OsChance,
}

impl<'s> Trial<'s> {
    fn new(shelf: &'s Shelf, now: Now) -> Result<Self, Problem> {
        let house = House::new(first_house(), shelf, "", Pace::default());
        Ok(Self { house, now, chance: OsChance::new().map_err(|_| Problem::internal())? })
    }

    /// Why a command of the house is refused, if it is.
    fn refusal_of(&mut self, command: Command) -> Option<Problem> {
        let request = Request { key: None, by: Actor::House, command };
        match self.house.commit(&request, self.now, &mut self.chance) {
            Ok(_) => None,
            Err(CommitError::Rejected(rejection)) => Some(rejection.into()),
            Err(CommitError::Fault(_)) => Some(Problem::internal()),
        }
    }

    /// The faults of names to log in with: malformed, taken, or those of robots.
    fn check_handles(&mut self, staff: &[PlannedPerson]) -> Vec<FieldFault> {
        let named = staff.iter().enumerate().filter(|(_, person)| !person.handle.is_empty());
        let mut faults = Vec::new();
        for (place, PlannedPerson { handle, .. }) in named {
            let (handle, field) = (handle.clone(), format!("staff.{place}.handle"));
            if is_robot(&handle) {
                faults.push(fault(&field, "such names are reserved for robots", "choose another name"));
                continue;
            }
            let enrol = Command::Enrol { handle, role: Role::Player, staff: None };
            let refused = self.refusal_of(enrol);
            faults.extend(refused.map(|problem| fault(&field, problem.found, &problem.allowed)));
        }
        faults
    }
}

/// The founding that a draft leads to, as far as its amounts and people can be read.
fn founding(draft: &SetupDraft, file: &str, faults: &mut Vec<FieldFault>) -> Option<Founding> {
    let amounts =
        [("cash", &draft.cash), ("chips", &draft.chips), ("plaques", &draft.plaques)].map(|(field, text)| {
            let read = amount(text).map_err(|message| fault(field, message, "write it as 100000 or 2500.50"));
            read.map_err(|fault| faults.push(fault)).ok()
        });
    let people = people(&draft.plan.staff).map_err(|fault| faults.push(fault)).ok();
    let ([Some(cash), Some(chips), Some(plaques)], Some((manager, staff))) = (amounts, people) else {
        return None;
    };
    Some(Founding { file: file.to_owned(), manager, staff, cash, chips, plaques })
}

fn fault(field: &str, message: impl Into<String>, help: &str) -> FieldFault {
    FieldFault { field: field.to_owned(), message: message.into(), help: Some(help.to_owned()) }
}

fn breach(PlanBreach { fields, breach }: PlanBreach) -> FieldBreach {
    FieldBreach { fields, breach: BreachView::from(breach) }
}

/// An amount; nothing where nothing is written.
fn amount(text: &str) -> Result<Money, String> {
    match text.trim() {
        "" => Ok(Money::ZERO),
        text => text.parse().map_err(|error| format!("`{text}` {error}")),
    }
}

/// The first manager, and everybody else who is enrolled.
fn people(staff: &[PlannedPerson]) -> Result<(Founder, Vec<Founder>), FieldFault> {
    let mut enrolled: Vec<Founder> =
        staff.iter().filter(|person| !person.handle.is_empty()).map(founder).collect();
    let Some(manager) = enrolled.iter().position(|person| person.role == Role::Manager) else {
        let message = "nobody can manage the house";
        return Err(fault("staff", message, "give the manager a name to log in with"));
    };
    let manager = enrolled.remove(manager);
    Ok((manager, enrolled))
}

fn founder(person: &PlannedPerson) -> Founder {
    let role = match Post::from(person.post) {
        Post::Dealer | Post::PalettePerson | Post::BaseDealer => Role::Dealer,
        Post::Inspector => Role::Inspector,
        Post::Cashier => Role::Cashier,
        Post::Manager => Role::Manager,
    };
    Founder { handle: person.handle.clone(), role, staff: person.name.clone() }
}
