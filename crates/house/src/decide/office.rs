//! Commands to the office: whom they belong to, service, and the limits that people set themselves.
use croupier_kit::Money;

use super::new_event::{NewEvent, Origin};
use crate::command::Command;
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, DAY_MS, PersonId};
use crate::office::{LimitKind, OfficeAction, Person, Role};
use crate::rejection::{Rejection, RejectionCode};

impl House<'_> {
    pub(crate) fn decide_office(
        &self,
        command: &Command,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        if let Some(action) = two_people_matter(command) {
            return self.act_alone(&action, origin);
        }
        let event = match command {
            Command::ProposeOffice(action) => return self.propose_office(action, origin),
            Command::AuthoriseOffice { proposal } => return self.authorise_office(*proposal, origin),
            Command::WithdrawOffice { proposal } => return self.withdraw_office(*proposal, origin),
            Command::Enrol { handle, staff, .. } => {
                return self.enrol_player(handle, staff.as_deref(), None, origin);
            }
            Command::EnrolPlayer { handle, document } => {
                return self.enrol_player(handle, None, Some(*document), origin);
            }
            Command::NoteDocument { person, document } => self.note_document(*person, *document, origin)?,
            Command::RecoverManager { staff, reason } => self.recover_manager(staff, reason, origin)?,
            Command::Exclude { person, days, reason } => {
                return self.exclude(*person, *days, reason, origin);
            }
            Command::RefuseService { person, reason } => {
                self.check_serves(origin)?;
                self.check_dismisses(*person, origin)?;
                Event::ServiceRefused { person: *person, reason: reason.as_str().into() }
            }
            Command::ResumeService { person, reason } => {
                self.check_serves(origin)?;
                if self.office.person(*person)?.refused.is_none() {
                    return Err(Rejection::order("service is not refused", "nothing to resume"));
                }
                Event::ServiceResumed { person: *person, reason: reason.as_str().into() }
            }
            Command::SetLimit { limit, amount } => self.set_limit(*limit, *amount, origin)?,
            Command::OpenDispute { table, round, about } => {
                self.open_dispute(*table, *round, about, origin)?
            }
            Command::AnswerDispute { dispute, ruling } => self.answer(*dispute, ruling, origin)?,
            Command::EscalateDispute { dispute } => self.escalate(*dispute, origin)?,
            Command::TakeOver { table, post } => return self.take_over(*table, *post, origin),
            Command::NoteKey(key) => {
                origin.check_house()?;
                Event::KeyNoted(*key)
            }
            Command::NoteOwner { node } => {
                origin.check_house()?;
                Event::OwnerNoted { node: node.clone() }
            }
            Command::StoreEditions => {
                origin.check_house()?;
                return Ok(self.store_editions());
            }
            Command::Table(..)
            | Command::BeginIncarnation(_)
            | Command::Found(_)
            | Command::RequestExchange { .. }
            | Command::ConfirmExchange { .. }
            | Command::WithdrawExchange { .. }
            | Command::RequestChips { .. }
            | Command::LayOutChips { .. }
            | Command::ConfirmChips { .. }
            | Command::CancelChips { .. }
            | Command::AdoptHouseFile { .. }
            | Command::Approve(_)
            | Command::Assign { .. }
            | Command::Capital { .. }
            | Command::Issue { .. } => return Err(Rejection::unknown("such command of the office")),
        };
        Ok(vec![NewEvent::on(None, event, Vec::new())])
    }

    /// Checks that a person may be dismissed: staff by a manager or by themselves, and one manager must remain.
    pub(super) fn check_dismisses(&self, person: PersonId, origin: Origin) -> Result<(), Rejection> {
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
}

/// The matter of two people that a command of one person asks for.
fn two_people_matter(command: &Command) -> Option<OfficeAction> {
    Some(match command {
        Command::AdoptHouseFile { file } => OfficeAction::AdoptHouseFile { file: file.as_str().into() },
        Command::Enrol { handle, role, staff } if *role != Role::Player => OfficeAction::Enrol {
            handle: handle.as_str().into(),
            role: *role,
            staff: staff.as_deref().map(Into::into),
        },
        Command::Approve(approval) => OfficeAction::Approve(approval.clone()),
        Command::Assign { table, post, person } => {
            OfficeAction::Assign { table: *table, post: *post, person: *person }
        }
        Command::Capital { cash } => OfficeAction::Capital { cash: *cash },
        Command::Issue { unit, amount } => OfficeAction::Issue { unit: *unit, amount: *amount },
        _ => return None,
    })
}
