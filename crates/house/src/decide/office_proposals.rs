//! Proposals to the office: one person proposes a matter, and a second person from another post authorises it.

use super::new_event::{NewEvent, Origin};
use crate::bounds::{check_room, next_number};
use crate::event::Event;
use crate::given_by::SIGNS;
use crate::house::House;
use crate::ids::{Actor, PersonId};
use crate::office::{OFFICE_PROPOSALS_MAX, OfficeAction, OfficeProposal, Role};
use crate::rejection::{Rejection, RejectionCode};

impl House<'_> {
    /// Decides a matter of the office by one person: while the house is being founded, that is its manager or the house
    /// itself. After that it needs two people.
    pub(super) fn act_alone(
        &self,
        action: &OfficeAction,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        if self.office.founded && !self.is_awaited(action, origin.by) {
            return Err(self.needs_two(origin));
        }
        if self.office.version > 0 || !matches!(action, OfficeAction::AdoptHouseFile { .. }) {
            self.check_role(origin, &[Role::Manager])?;
        }
        self.office_matter(action, origin)
    }

    /// Whether the house enrols the manager whose post was recovered from the shell.
    fn is_awaited(&self, action: &OfficeAction, by: Actor) -> bool {
        match action {
            OfficeAction::Enrol { role: Role::Manager, staff: Some(staff), .. } => {
                by == Actor::House && self.office.awaited_manager.as_ref() == Some(staff)
            }
            _ => false,
        }
    }

    /// The rejection of a matter that one person wants to decide. Those who may not propose it hear that instead.
    fn needs_two(&self, origin: Origin) -> Rejection {
        match self.check_role(origin, SIGNS) {
            Err(rejection) => rejection,
            Ok(()) => Rejection::authority_because(
                "this needs two people from different posts",
                "propose it, and let a person of another post authorise it",
            ),
        }
    }

    /// Proposes a matter of the office.
    pub(super) fn propose_office(
        &self,
        action: &OfficeAction,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let by = origin.by.person().ok_or_else(|| Rejection::authority("only people can make proposals"))?;
        self.check_serves(origin)?;
        self.office_matter(action, origin)?;
        if let OfficeAction::Ruling { dispute, .. } = action {
            self.check_one_ruling(*dispute, origin)?;
        }
        let open = self.office.proposals.open_at(origin.now.at).count();
        let remedy = "have them authorised or withdraw them";
        check_room(open, OFFICE_PROPOSALS_MAX, "proposals to the office", remedy)?;
        let proposal = next_number(self.office.proposals.made, "proposals")?;
        let event = Event::OfficeProposed { proposal, by, action: action.clone() };
        Ok(vec![NewEvent::on(None, event, Vec::new())])
    }

    /// An open proposal to the office.
    fn office_proposal(&self, number: u32, origin: Origin) -> Result<&OfficeProposal, Rejection> {
        let found = self.office.proposals.open.get(&number);
        let found = found.ok_or_else(|| Rejection::unknown("such proposal"))?;
        if found.is_open(origin.now.at) {
            return Ok(found);
        }
        Err(Rejection::order("the proposal has expired", "propose it again"))
    }

    /// Authorises a proposal as the second person. The matter is then carried out.
    pub(super) fn authorise_office(&self, number: u32, origin: Origin) -> Result<Vec<NewEvent>, Rejection> {
        let second =
            origin.by.person().ok_or_else(|| Rejection::authority("only people can authorise proposals"))?;
        self.check_serves(origin)?;
        let OfficeProposal { by, action, .. } = self.office_proposal(number, origin)?;
        self.check_two(*by, second)?;
        match action {
            // The one who hears disputes decides, and the cage pays: no manager is needed.
            OfficeAction::Ruling { .. } => self.check_one_hears([*by, second], origin)?,
            _ => self.check_manages(*by, second)?,
        }
        self.check_role(Origin { by: Actor::Person(*by), ..origin }, SIGNS)?;
        let event = Event::OfficeAuthorised { proposal: number, signed: [*by, second] };
        let mut events = vec![NewEvent::on(None, event, Vec::new())];
        events.extend(self.office_matter(action, origin)?);
        Ok(events)
    }

    /// Checks that two people may decide together: not one person under two names, and from different posts.
    fn check_two(&self, first: PersonId, second: PersonId) -> Result<(), Rejection> {
        if self.office.is_one_person(first, second) {
            return Err(Rejection::authority("another person must authorise this proposal"));
        }
        let (one, other) = (self.office.post_of(first), self.office.post_of(second));
        if one.is_none() || one == other {
            return Err(Rejection::authority_because(
                "you hold the same post as the person who proposed this",
                "a person of another post authorises it",
            ));
        }
        Ok(())
    }

    /// Checks that one of two people is a manager.
    fn check_manages(&self, first: PersonId, second: PersonId) -> Result<(), Rejection> {
        let manages = |person| self.office.person(person).is_ok_and(|known| known.role == Role::Manager);
        if manages(first) || manages(second) {
            return Ok(());
        }
        Err(Rejection::authority("one of the two people must be a manager"))
    }

    /// Withdraws a proposal. Only the person who made it or a manager may do so.
    pub(super) fn withdraw_office(&self, number: u32, origin: Origin) -> Result<Vec<NewEvent>, Rejection> {
        let found = self.office.proposals.open.get(&number);
        let made_by = found.ok_or_else(|| Rejection::unknown("such proposal"))?.by;
        if origin.by.person() != Some(made_by) {
            self.check_role(origin, &[Role::Manager])?;
        }
        Ok(vec![NewEvent::on(None, Event::OfficeWithdrawn { proposal: number }, Vec::new())])
    }

    /// Gives the post of a manager access again. Only the house itself does, from the shell.
    pub(super) fn recover_manager(
        &self,
        staff: &str,
        reason: &str,
        origin: Origin,
    ) -> Result<Event, Rejection> {
        if origin.by != Actor::House {
            return Err(Rejection::authority("a house is recovered from the shell of its server"));
        }
        if reason.trim().is_empty() {
            return Err(Rejection::new(RejectionCode::Malformed, "no reason is given", "give a reason"));
        }
        let person = self.managing_account(staff);
        let named = self.office.house_file.as_ref().and_then(|file| file.person(staff));
        if person.is_none() && named.is_none_or(|named| !Role::Manager.fits(named.post)) {
            let found = format!("the house file names no manager `{staff}`");
            return Err(Rejection::new(RejectionCode::Unknown, found, "choose a manager of the house file"));
        }
        if person.is_some_and(|person| self.office.is_excluded(person, origin.now.at)) {
            return Err(Rejection::order(format!("{staff} is excluded"), "choose another manager"));
        }
        Ok(Event::ManagerRecovered { staff: staff.into(), person, reason: reason.into() })
    }

    /// The account of a manager by the name in the house file, or by the name in records for one without a post.
    fn managing_account(&self, name: &str) -> Option<PersonId> {
        let mut people = self.office.people().filter(|(_, person)| person.role == Role::Manager);
        people
            .find(|(_, person)| person.staff.as_ref().unwrap_or(&person.handle).as_ref() == name)
            .map(|(id, _)| id)
    }
}
