//! Commands to the office: the house file, people, approvals, posts, limits, capital and chips.
use croupier_kit::Money;
use croupier_rules::book;
use croupier_rules::house::check;
use croupier_rules::notation::{Act, read_act};

use super::new_event::{NewEvent, Origin};
use crate::bounds::{HANDLE_LETTERS, PEOPLE_PER_HOUSE, check_room};
use crate::command::Command;
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, DAY_MS, PersonId, TableId};
use crate::ledger::{Leg, Location, Transaction, TransactionKind, Unit};
use crate::office::{LimitKind, Office, Person, Role, TablePost, set_post};
use crate::rejection::{Rejection, RejectionCode};
use crate::robot::is_robot;

impl House<'_> {
    pub(crate) fn decide_office(
        &self,
        command: &Command,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let (event, ledger) = match command {
            Command::AdoptHouseFile { file } => (self.adopt_house_file(file, origin)?, Vec::new()),
            Command::Enrol { handle, role, staff } => {
                (self.enrol(handle, *role, staff.as_deref(), origin)?, Vec::new())
            }
            Command::Approve(approval) => {
                self.check_role(origin, &[Role::Manager])?;
                self.office.house_file()?;
                approval.checked()?;
                (Event::Approved(approval.clone()), Vec::new())
            }
            Command::Assign { table, post, person } => {
                (self.assign(*table, *post, *person, origin)?, Vec::new())
            }
            Command::RefuseService { person, reason } => {
                self.check_role(origin, &[Role::Inspector, Role::Manager])?;
                self.check_dismisses(*person, origin)?;
                (Event::ServiceRefused { person: *person, reason: reason.as_str().into() }, Vec::new())
            }
            Command::ResumeService { person, reason } => {
                self.check_role(origin, &[Role::Manager])?;
                if self.office.person(*person)?.refused.is_none() {
                    return Err(Rejection::order("service is not refused", "nothing to resume"));
                }
                (Event::ServiceResumed { person: *person, reason: reason.as_str().into() }, Vec::new())
            }
            Command::Exclude { person, days, reason } => {
                (self.exclude(*person, *days, reason, origin)?, Vec::new())
            }
            Command::SetLimit { limit, amount } => (self.set_limit(*limit, *amount, origin)?, Vec::new()),
            Command::Capital { cash } => {
                self.check_role(origin, &[Role::Manager])?;
                (
                    Event::CapitalMoved,
                    vec![self.outside(TransactionKind::Capital, Unit::Cash, Location::Bank, *cash)?],
                )
            }
            Command::Issue { unit, amount } => {
                self.check_role(origin, &[Role::Manager])?;
                (Event::Issued, vec![self.outside(TransactionKind::Issue, *unit, Location::Issued, *amount)?])
            }
            Command::OpenDispute { table, round, about } => {
                (self.open_dispute(*table, *round, about, origin)?, Vec::new())
            }
            Command::AnswerDispute { dispute, ruling } => {
                (self.answer(*dispute, ruling, origin)?, Vec::new())
            }
            Command::EscalateDispute { dispute } => (self.escalate(*dispute, origin)?, Vec::new()),
            Command::Table(..)
            | Command::RequestExchange { .. }
            | Command::ConfirmExchange { .. }
            | Command::WithdrawExchange { .. } => {
                return Err(Rejection::unknown("such command of the office"));
            }
        };
        Ok(vec![NewEvent::on(None, event, ledger)])
    }

    /// Adopts a house file. Open tables continue under the file that was in force when they opened.
    fn adopt_house_file(&self, file: &str, origin: Origin) -> Result<Event, Rejection> {
        if self.office.version > 0 {
            self.check_role(origin, &[Role::Manager])?;
        }
        let house_file = Office::read_house_file(file, self.shelf)?;
        for table in self.tables() {
            let same = house_file
                .tables
                .iter()
                .any(|new| **new.name.get_ref() == *table.name && **new.game.get_ref() == *table.game);
            if table.live.is_some() && !same {
                return Err(Rejection::order(
                    format!("{} is open", table.name),
                    "the new file must have every open table, with the same game",
                ));
            }
        }
        if house_file.tables.len() > usize::from(u16::MAX) / 2 {
            return Err(Rejection::new(
                RejectionCode::Malformed,
                "the file has too many tables",
                format!("at most {}", u16::MAX / 2),
            ));
        }
        Ok(Event::HouseFileAdopted { version: self.office.version + 1, file: file.into() })
    }

    /// Enrols a person. Staff must be listed in the house file. Players enrol themselves or are enrolled by staff.
    fn enrol(
        &self,
        handle: &str,
        role: Role,
        staff: Option<&str>,
        origin: Origin,
    ) -> Result<Event, Rejection> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let bounded = HANDLE_LETTERS.contains(&handle.len()) && handle.chars().all(plain);
        if !bounded || !matches!(read_act(&format!("{handle} cuts")), Ok(Act::Cuts(name)) if *name == *handle)
        {
            let allowed = "2 to 32 letters, digits, `_` and `-`, beginning with a letter, and not a word of the notation";
            return Err(Rejection::new(
                RejectionCode::Malformed,
                format!("`{handle}` is not a valid name"),
                allowed,
            ));
        }
        if is_robot(handle) && origin.by != Actor::House {
            return Err(Rejection::authority("such names are reserved for the robots of the house"));
        }
        let people = self.office.next_person().0.saturating_sub(1);
        check_room(people, PEOPLE_PER_HOUSE, "people in this house", "found another house")?;
        if self.office.is_taken(handle) {
            return Err(Rejection::order(format!("`{handle}` is taken"), "choose another name"));
        }
        if role != Role::Player {
            self.check_role(origin, &[Role::Manager])?;
        }
        let first = staff.is_none() && role == Role::Manager && origin.by == Actor::House;
        let staff = if first { self.manager_without_account() } else { staff };
        if !first {
            self.check_staff(role, staff)?;
        }
        let person = self.office.next_person();
        Ok(Event::Enrolled { person, handle: handle.into(), role, staff: staff.map(Into::into) })
    }

    /// The first manager in the house file who has no account yet. The house itself enrols this person.
    fn manager_without_account(&self) -> Option<&str> {
        let staff = self.office.house_file.iter().flat_map(|house_file| &house_file.staff);
        let mut managers = staff.filter(|person| person.post == book::Post::Manager);
        managers
            .find(|person| !self.has_account(person.name.get_ref()))
            .map(|person| person.name.get_ref().as_str())
    }

    fn has_account(&self, staff: &str) -> bool {
        self.office.people().any(|(_, person)| person.staff.as_deref() == Some(staff))
    }

    /// Checks that a member of staff is listed in the house file and has no other account.
    fn check_staff(&self, role: Role, staff: Option<&str>) -> Result<(), Rejection> {
        let Some(name) = staff else {
            return match role {
                Role::Player | Role::Regulator => Ok(()),
                _ => Err(Rejection::new(
                    RejectionCode::Malformed,
                    "no name in the house file is given",
                    "name the member of staff",
                )),
            };
        };
        if role == Role::Player || self.office.house_file()?.person(name).is_none() {
            let found = format!("`{name}` is not on the staff");
            return Err(Rejection::new(RejectionCode::Unknown, found, "choose a name in the house file"));
        }
        if self.has_account(name) {
            return Err(Rejection::order(format!("{name} has an account"), "staff have one account each"));
        }
        Ok(())
    }

    /// Assigns a post. The result is checked like a house file: for example, an inspector must not have too many
    /// tables, and the person must be allowed to hold the post.
    fn assign(
        &self,
        table: TableId,
        post: TablePost,
        person: Option<PersonId>,
        origin: Origin,
    ) -> Result<Event, Rejection> {
        self.check_role(origin, &[Role::Manager, Role::Inspector])?;
        let name = &self.table(table)?.name;
        let staff = match person {
            Some(person) => {
                let known = self.office.person(person)?.staff.clone();
                Some(known.ok_or_else(|| Rejection::authority("only staff can hold a post"))?)
            }
            None => None,
        };
        let before = self.office.house_file()?;
        let mut after = before.clone();
        set_post(&mut after, name, post, staff.as_deref());
        let known = check(before, self.shelf, origin.now.date);
        let fresh = check(&after, self.shelf, origin.now.date).into_iter().find(|breach| {
            person.is_some()
                && !known.iter().any(|old| (&old.found, &old.cites) == (&breach.found, &breach.cites))
        });
        match fresh {
            Some(breach) => Err(Rejection::by_breach(&breach)),
            None => Ok(Event::Assigned { table, post, person }),
        }
    }

    /// Checks that a person may be dismissed: staff by a manager or by themselves, and one manager must remain.
    fn check_dismisses(&self, person: PersonId, origin: Origin) -> Result<(), Rejection> {
        let role = self.office.person(person)?.role;
        if role != Role::Player && origin.by != Actor::Person(person) {
            self.check_role(origin, &[Role::Manager])?;
        }
        let manages = |(id, other): (PersonId, &Person)| {
            id != person && other.role == Role::Manager && self.office.check_served(id, origin.now).is_ok()
        };
        if role != Role::Manager || origin.by == Actor::House || self.office.people().any(manages) {
            return Ok(());
        }
        Err(Rejection::order("the house would have no manager", "enrol another manager first"))
    }

    /// Excludes a person: people exclude themselves, or the house excludes them. It takes effect at once and cannot
    /// be shortened.
    fn exclude(
        &self,
        person: PersonId,
        days: Option<u32>,
        reason: &str,
        origin: Origin,
    ) -> Result<Event, Rejection> {
        if origin.by != Actor::Person(person) {
            self.check_role(origin, &[Role::Inspector, Role::Manager])?;
        }
        self.check_dismisses(person, origin)?;
        let until = days.map(|days| origin.now.at + i64::from(days) * DAY_MS);
        let sooner = match (self.office.person(person)?.excluded, until) {
            (Some(None), Some(_)) => true,
            (Some(Some(known)), Some(until)) => until < known,
            _ => false,
        };
        if sooner {
            return Err(Rejection::order(
                "the exclusion would end sooner",
                "an exclusion can be extended, never shortened",
            ));
        }
        Ok(Event::Excluded { person, until, reason: reason.into() })
    }

    /// Sets a personal limit. A lower limit applies at once, a higher one after a day.
    fn set_limit(&self, limit: LimitKind, amount: Option<Money>, origin: Origin) -> Result<Event, Rejection> {
        let own = || Rejection::authority("people set their own limits");
        let person = origin.by.person().ok_or_else(own)?;
        if amount.is_some_and(|amount| amount < Money::ZERO) {
            return Err(Rejection::new(RejectionCode::Malformed, "the limit is negative", "set 0 or more"));
        }
        let raises = self.office.person(person)?.limit(limit).is_raised_by(amount, origin.now.at);
        let from = if raises { origin.now.at + DAY_MS } else { origin.now.at };
        Ok(Event::LimitSet { person, limit, amount, from })
    }

    /// Moves money or chips from outside into the cage, or back if the amount is negative.
    fn outside(
        &self,
        kind: TransactionKind,
        unit: Unit,
        outside: Location,
        amount: Money,
    ) -> Result<Transaction, Rejection> {
        let size = amount.minor().checked_abs().map(Money::from_minor);
        let size = size.filter(|size| *size > Money::ZERO && *size <= Money::AMOUNT_MAX);
        let amount_there = size.ok_or_else(|| {
            Rejection::new(
                RejectionCode::Malformed,
                format!("the amount is {amount}"),
                "name an amount other than 0",
            )
        })?;
        let (from, to) =
            if amount > Money::ZERO { (outside, Location::Cage) } else { (Location::Cage, outside) };
        let moved = Transaction::new(kind, vec![Leg { unit, from, to, amount: amount_there }]);
        self.ledger
            .check(std::slice::from_ref(&moved))
            .map_err(|error| Rejection::funds(&error, "the cage does not have as much"))?;
        Ok(moved)
    }
}
