//! People who play: enrolling them, their documents, and their exclusion.
use croupier_kit::Money;
use croupier_rules::notation::{Act, read_act};

use super::new_event::{NewEvent, Origin};
use crate::bounds::{HANDLE_LETTERS, PEOPLE_PER_HOUSE, check_room};
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, DAY_MS, Now, PersonId, TableId};
use crate::ledger::{Location, Unit};
use crate::office::{DocumentHash, Role};
use crate::rejection::{Rejection, RejectionCode};
use crate::robot::is_robot;
use crate::table::TableState;

impl House<'_> {
    /// Checks a name for records: it is well formed and not taken.
    pub(super) fn check_handle(&self, handle: &str, origin: Origin) -> Result<(), Rejection> {
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
        check_room(
            self.office.people.len(),
            PEOPLE_PER_HOUSE,
            "people in this house",
            "found another house",
        )?;
        if self.office.is_taken(handle) {
            return Err(Rejection::order(format!("`{handle}` is taken"), "choose another name"));
        }
        Ok(())
    }

    /// Enrols a player. Players enrol themselves or are enrolled by staff. A document that is known belongs to somebody
    /// who has an account, and may be excluded.
    pub(super) fn enrol_player(
        &self,
        handle: &str,
        staff: Option<&str>,
        document: Option<DocumentHash>,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_handle(handle, origin)?;
        if let Some(name) = staff {
            let found = format!("`{name}` is not on the staff");
            return Err(Rejection::new(
                RejectionCode::Unknown,
                found,
                "players have no name in the house file",
            ));
        }
        if document.is_some_and(|document| !self.office.accounts_of(&document).is_empty()) {
            return Err(Rejection::order("this person has an account", "a person has one account"));
        }
        let person = self.office.next_person()?;
        let event = Event::Enrolled { person, handle: handle.into(), role: Role::Player, staff: None };
        let noted = document.map(|document| Event::DocumentNoted { person, document });
        let events = [event].into_iter().chain(noted);
        Ok(events.map(|event| NewEvent::on(None, event, Vec::new())).collect())
    }

    /// Notes the document of a player who has none yet. If it belongs to another account, an exclusion of one holds for
    /// both.
    pub(super) fn note_document(
        &self,
        person: PersonId,
        document: DocumentHash,
        origin: Origin,
    ) -> Result<Event, Rejection> {
        self.check_serves(origin)?;
        let known = self.office.person(person)?;
        if known.role != Role::Player {
            return Err(Rejection::order("this is not a player", "documents are noted for players"));
        }
        if known.document.is_some() {
            return Err(Rejection::order("the house knows a document of this person", "one is enough"));
        }
        Ok(Event::DocumentNoted { person, document })
    }

    /// Excludes a person: people exclude themselves, or the house excludes them. It takes effect at once and cannot
    /// be shortened.
    pub(super) fn exclude(
        &self,
        person: PersonId,
        days: Option<u32>,
        reason: &str,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
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
        let event = Event::Excluded { person, until, reason: reason.into() };
        let mut events = vec![NewEvent::on(None, event, Vec::new())];
        let accounts = self
            .office
            .person(person)?
            .document
            .map_or(&[][..], |document| self.office.accounts_of(&document));
        for account in [person].into_iter().chain(accounts.iter().copied().filter(|other| *other != person)) {
            let tables = self.tables().iter().filter(|table| self.may_be_unseated(table, account));
            events.extend(tables.map(|table| unseat(table.id, account)));
        }
        Ok(events)
    }

    /// Whether a person sits at a table with nothing at stake there.
    pub(super) fn may_be_unseated(&self, table: &TableState<'_>, person: PersonId) -> bool {
        let Some(live) = table.live.as_ref().filter(|_| table.seated.contains(&person)) else { return false };
        let standing = live.rules.standing_of(self.name_of(person));
        let declared = live.declared.iter().any(|declared| declared.person == person);
        let banks = live.bank.is_some_and(|(holder, _)| holder == person);
        let coloured = self.ledger.balance(Unit::Wheel, Location::Wheel(person, table.id));
        standing == Money::ZERO && coloured == Money::ZERO && !declared && !banks
    }

    /// The excluded people at a table who have nothing at stake there: they leave their seats.
    pub(super) fn unseat_excluded(&self, id: TableId, now: Now) -> Vec<NewEvent> {
        let Ok(table) = self.table(id) else { return Vec::new() };
        let excluded = table.seated.iter().filter(|person| self.office.is_excluded(**person, now.at));
        let leaving = excluded.filter(|person| self.may_be_unseated(table, **person));
        leaving.map(|person| unseat(id, *person)).collect()
    }
}

pub(super) fn unseat(table: TableId, person: PersonId) -> NewEvent {
    NewEvent::at(table, Event::Left { person }, Vec::new())
}
