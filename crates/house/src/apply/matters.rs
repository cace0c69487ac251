//! Applying events about who may do what: proposals to the office, rosters, the founding, documents, recoveries, days.

use crate::event::Event;
use crate::office::{Office, OfficeProposal, Recovery, Role};
use crate::rejection::Rejection;

/// Enrols a person. The founding ends when the second post is filled, also in journals that have no event for it.
pub(super) fn enrolled(
    office: &mut Office,
    handle: &str,
    role: Role,
    staff: Option<&str>,
) -> Result<(), Rejection> {
    office.enrol(handle, role, staff.map(Into::into))?;
    if role.is_staff() {
        office.founded |= office.is_filled();
        if office.awaited_manager.as_deref().is_some_and(|awaited| staff == Some(awaited)) {
            office.awaited_manager = None;
        }
    }
    Ok(())
}

/// Applies an event of the office; other events change nothing here.
pub(super) fn apply_matter(office: &mut Office, event: &Event, at: i64) {
    match event {
        Event::OfficeProposed { proposal, by, action } => {
            office.proposals.put(*proposal, OfficeProposal { by: *by, at, action: action.clone() });
        }
        Event::OfficeAuthorised { proposal, .. } | Event::OfficeWithdrawn { proposal } => {
            office.proposals.open.remove(proposal);
        }
        Event::FoundingEnded { .. } => office.founded = true,
        Event::DocumentNoted { person, document } => office.note_document(*person, *document),
        Event::ManagerRecovered { staff, person, reason } => {
            office.note_recovery(Recovery { at, staff: staff.clone(), reason: reason.clone() });
            match person.and_then(|person| office.person_mut(person)) {
                Some(person) => person.refused = None,
                None => office.awaited_manager = Some(staff.clone()),
            }
        }
        Event::DayBegan { day } => office.day = Some(*day),
        Event::RosterAdopted { from, to, duties } => {
            office.roster = office.roster.with(*from, *to, duties, at);
        }
        _ => {}
    }
}
