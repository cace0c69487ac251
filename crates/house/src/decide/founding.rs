//! Founding a house in one step: its house file, people, capital and chips, all of it or nothing.

use croupier_kit::Money;

use super::new_event::{NewEvent, Origin};
use crate::command::Founding;
use crate::event::Event;
use crate::house::House;
use crate::ledger::Unit;
use crate::office::OfficeAction;
use crate::rejection::Rejection;

impl House<'_> {
    /// Founds the house. Each matter is decided on a copy that has those before it, so that a refusal changes nothing and
    /// everything is stored together. The founding ends with the last of its people.
    pub(super) fn found(&self, founding: &Founding, origin: Origin) -> Result<Vec<NewEvent>, Rejection> {
        origin.check_house()?;
        if self.office.version > 0 || self.office.people().next().is_some() {
            return Err(Rejection::order("this house is founded already", "found another house"));
        }
        let mut trial = self.clone();
        let (mut events, mut end) = (Vec::new(), None);
        for action in actions(founding) {
            for new in trial.office_matter(&action, origin)? {
                if matches!(new.event, Event::FoundingEnded { .. }) {
                    end = Some(new);
                    continue;
                }
                trial.apply_to_office(&new.event, origin.now.at, origin.by)?;
                trial
                    .ledger
                    .post(&new.ledger)
                    .map_err(|error| Rejection::funds(&error, "name another amount"))?;
                events.push(new);
            }
        }
        events.push(end.ok_or_else(|| {
            Rejection::order(
                "nobody could authorise what the manager proposes",
                "enrol an inspector or a cashier too",
            )
        })?);
        Ok(events)
    }
}

/// The matters of a founding, in order. Amounts of nothing are left out.
fn actions(founding: &Founding) -> Vec<OfficeAction> {
    let Founding { file, manager, staff, cash, chips, plaques } = founding;
    let enrol = |handle: &str, role, staff: &str| OfficeAction::Enrol {
        handle: handle.into(),
        role,
        staff: Some(staff.into()),
    };
    let mut actions = vec![
        OfficeAction::AdoptHouseFile { file: file.as_str().into() },
        enrol(&manager.handle, manager.role, &manager.staff),
    ];
    let has = |amount: &&Money| **amount != Money::ZERO;
    actions.extend(Some(cash).filter(has).map(|cash| OfficeAction::Capital { cash: *cash }));
    for (unit, amount) in [(Unit::Chips, chips), (Unit::Plaques, plaques)] {
        actions.extend(Some(amount).filter(has).map(|amount| OfficeAction::Issue { unit, amount: *amount }));
    }
    actions.extend(staff.iter().map(|person| enrol(&person.handle, person.role, &person.staff)));
    actions
}
