//! What matters of the office lead to, when one person decides them during the founding or two people after it.
use croupier_kit::Money;
use croupier_rules::book;
use croupier_rules::house::check;

use smallvec::smallvec;

use super::new_event::{NewEvent, Origin};
use crate::bounds::{APPROVALS_PER_FILE, TABLES_PER_HOUSE, check_room, next_number};
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, Now, PersonId, TableId};
use crate::ledger::{Leg, Location, Transaction, TransactionKind, Unit};
use crate::office::{Office, OfficeAction, Person, Role, TablePost, set_post};
use crate::rejection::{Rejection, RejectionCode};

/// A post at a table that somebody gets, or that is left vacant.
#[derive(Clone, Copy)]
pub(super) struct PostChange {
    pub(super) table: TableId,
    pub(super) post: TablePost,
    pub(super) person: Option<PersonId>,
}

impl House<'_> {
    /// The events of a matter of the office. Who may decide it has been checked.
    pub(super) fn office_matter(
        &self,
        action: &OfficeAction,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let (event, ledger) = match action {
            OfficeAction::AdoptHouseFile { file } => {
                let (adopted, named) = self.adopt_house_file(file, origin.now)?;
                let mut events = self.store_missing(named.iter().map(String::as_str));
                events.push(NewEvent::on(None, adopted, Vec::new()));
                return Ok(events);
            }
            OfficeAction::AdoptEdition { rulebook, digest } => {
                return self.adopt_edition(rulebook, digest);
            }
            OfficeAction::AdoptText { rulebook, text } => {
                return self.adopt_text(rulebook, text, origin.now.date);
            }
            OfficeAction::Ruling { dispute, ruling, amount } => {
                return self.rule_and_pay(*dispute, ruling, *amount, origin);
            }
            OfficeAction::Enrol { handle, role, staff } => {
                return self.enrol_staff(handle, *role, staff.as_deref(), origin);
            }
            OfficeAction::Approve(approval) => {
                self.office.house_file()?;
                let remedy = "adopt a house file that has them";
                check_room(self.office.approved.len(), APPROVALS_PER_FILE, "approvals", remedy)?;
                approval.checked()?;
                (Event::Approved(approval.clone()), Vec::new())
            }
            OfficeAction::Assign { table, post, person } => {
                (self.assign(*table, *post, *person, origin.now)?, Vec::new())
            }
            OfficeAction::Roster { from, to, duties } => {
                (self.adopt_roster(*from, *to, duties, origin.now)?, Vec::new())
            }
            OfficeAction::Capital { cash } => (
                Event::CapitalMoved,
                vec![self.outside(TransactionKind::Capital, Unit::Cash, Location::Bank, *cash)?],
            ),
            OfficeAction::Issue { unit, amount } => {
                (Event::Issued, vec![self.outside(TransactionKind::Issue, *unit, Location::Issued, *amount)?])
            }
            OfficeAction::ResetPassword { person } => {
                if !self.office.person(*person)?.role.is_staff_or_regulator() {
                    return Err(Rejection::order(
                        "this is a player",
                        "a manager resets the password of a player alone",
                    ));
                }
                (Event::PasswordReset { person: *person }, Vec::new())
            }
        };
        Ok(vec![NewEvent::on(None, event, ledger)])
    }

    /// Adopts a house file, and returns the games of its tables too. Open tables continue under the file that was in force
    /// when they opened.
    fn adopt_house_file(&self, file: &str, now: Now) -> Result<(Event, Vec<String>), Rejection> {
        let house_file = Office::read_house_file(file, self.library.law())?;
        for table in self.tables() {
            let same = house_file
                .tables
                .iter()
                .any(|new| **new.name.get_ref() == *table.name && **new.game.get_ref() == *table.game);
            if table.is_open() && !same {
                return Err(Rejection::order(
                    format!("{} is open", table.name),
                    "the new file must have every open table, with the same game",
                ));
            }
        }
        let is_new = |name: &str| self.tables().iter().all(|table| *table.name != *name);
        let new = house_file.tables.iter().filter(|table| is_new(table.name.get_ref())).count();
        if self.tables().len() + new > TABLES_PER_HOUSE {
            let found = format!("the house would have {} tables", self.tables().len() + new);
            let allowed =
                format!("at most {TABLES_PER_HOUSE}, with those it had before: use their names again");
            return Err(Rejection::new(RejectionCode::Limit, found, allowed));
        }
        let is_served = |person| self.office.check_served(person, now).is_ok();
        if self.office.founded && !self.office.has_manager_under(&house_file, is_served) {
            return Err(Rejection::order(
                "the file names no manager who has an account",
                "name one, until the next manager is enrolled",
            ));
        }
        let games = house_file.tables.iter().map(|table| table.game.get_ref().clone()).collect();
        let version = next_number(self.office.version, "house files")?;
        Ok((Event::HouseFileAdopted { version, file: file.into() }, games))
    }

    /// Enrols a member of the staff or a regulator. Staff are listed in the house file, in a post that fits the role.
    fn enrol_staff(
        &self,
        handle: &str,
        role: Role,
        staff: Option<&str>,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_handle(handle, origin)?;
        let is_first = staff.is_none() && role == Role::Manager && origin.by == Actor::House;
        let staff = if is_first { self.manager_without_account() } else { staff };
        // Where the house file names no manager, the founder manages the house without a post.
        if !(is_first && self.names_no_manager()) {
            self.check_staff(role, staff)?;
        }
        let person = self.office.next_person()?;
        let event = Event::Enrolled { person, handle: handle.into(), role, staff: staff.map(Into::into) };
        let mut events = vec![NewEvent::on(None, event, Vec::new())];
        events.extend(self.founding_ends(handle, role, staff));
        Ok(events)
    }

    /// The end of the founding, if this enrolment fills the second post.
    fn founding_ends(&self, handle: &str, role: Role, staff: Option<&str>) -> Option<NewEvent> {
        if self.office.founded {
            return None;
        }
        let added = Person::new(handle.into(), role, staff.map(Into::into));
        let people = self.office.filling_with(&added)?;
        Some(NewEvent::on(None, Event::FoundingEnded { people }, Vec::new()))
    }

    /// The first manager in the house file who has no account yet. The house itself enrols this person.
    fn manager_without_account(&self) -> Option<&str> {
        let staff = self.office.house_file.iter().flat_map(|house_file| &house_file.staff);
        let mut managers = staff.filter(|person| person.post == book::Post::Manager);
        managers
            .find(|person| !self.has_account(person.name.get_ref()))
            .map(|person| person.name.get_ref().as_str())
    }

    fn names_no_manager(&self) -> bool {
        let staff = self.office.house_file.iter().flat_map(|house_file| &house_file.staff);
        staff.into_iter().all(|person| person.post != book::Post::Manager)
    }

    fn has_account(&self, staff: &str) -> bool {
        self.office.people().any(|(_, person)| person.staff.as_deref() == Some(staff))
    }

    /// Checks that a member of staff is listed in the house file, in a post that fits, and has no other account.
    fn check_staff(&self, role: Role, staff: Option<&str>) -> Result<(), Rejection> {
        let malformed = |found: &str, allowed: &str| Rejection::new(RejectionCode::Malformed, found, allowed);
        let Some(name) = staff else {
            return match role.is_staff() {
                false => Ok(()),
                true => Err(malformed("no name in the house file is given", "name the member of staff")),
            };
        };
        if !role.is_staff() {
            return Err(malformed("a regulator is not on the staff", "leave `staff` out"));
        }
        let unknown = || {
            let found = format!("`{name}` is not on the staff");
            Rejection::new(RejectionCode::Unknown, found, "choose a name in the house file")
        };
        let post = self.office.house_file()?.person(name).ok_or_else(unknown)?.post;
        if self.has_account(name) {
            return Err(Rejection::order(format!("{name} has an account"), "staff have one account each"));
        }
        if role.fits(post) {
            return Ok(());
        }
        let found = format!("the house file names {name} as {}, not as {}", post.name(), role.name());
        Err(Rejection::authority_because(found, "a role is held through a post of the house file"))
    }

    /// Assigns a post.
    fn assign(
        &self,
        table: TableId,
        post: TablePost,
        person: Option<PersonId>,
        now: Now,
    ) -> Result<Event, Rejection> {
        self.check_posts(&[PostChange { table, post, person }], now)?;
        Ok(Event::Assigned { table, post, person })
    }

    /// Checks changes of posts. The result is checked like a house file: for example, an inspector must not have too
    /// many tables, and the person must be allowed to hold the post.
    pub(super) fn check_posts(&self, changes: &[PostChange], now: Now) -> Result<(), Rejection> {
        let named = changes.iter().map(|PostChange { table, post, person }| {
            let name = &self.table(*table)?.name;
            Ok((name, *post, person.map(|person| self.staff_name(person)).transpose()?))
        });
        let named = named.collect::<Result<Vec<_>, Rejection>>()?;
        let before = self.office.house_file()?;
        let (mut vacated, mut after) = (before.clone(), before.clone());
        for (table, post, staff) in named {
            set_post(&mut after, table, post, staff);
            if staff.is_none() {
                set_post(&mut vacated, table, post, None);
            }
        }
        if changes.iter().all(|change| change.person.is_none()) {
            return Ok(());
        }
        // A post may be left vacant: only what somebody's new post brings about is refused.
        let breaches = |file| check(file, self.library.law(), now.date);
        let known = [breaches(before), breaches(&vacated)].concat();
        let fresh = breaches(&after).into_iter().find(|breach| {
            !known.iter().any(|old| (&old.found, &old.cites) == (&breach.found, &breach.cites))
        });
        fresh.map_or(Ok(()), |breach| Err(Rejection::by_breach(&breach)))
    }

    /// The name of a person in the house file.
    pub(super) fn staff_name(&self, person: PersonId) -> Result<&str, Rejection> {
        let known = self.office.person(person)?.staff.as_deref();
        known.ok_or_else(|| Rejection::authority("only staff can hold a post"))
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
        let moved = Transaction::new(kind, smallvec![Leg { unit, from, to, amount: amount_there }]);
        self.ledger
            .check(std::slice::from_ref(&moved))
            .map_err(|error| Rejection::funds(&error, "the cage does not have as much"))?;
        Ok(moved)
    }
}
