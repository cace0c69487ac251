//! Slips: chips that move between the cage and a table.

use croupier_kit::Money;

use super::new_event::{NewEvent, Origin};
use super::proposals::check_count;
use crate::bounds::{SLIPS_PER_TABLE, check_room, next_number};
use crate::event::Event;
use crate::house::House;
use crate::ids::TableId;
use crate::office::Role;
use crate::paper::{Count, Slip, SlipKind, SlipStep};
use crate::postings::slip_moves;
use crate::rejection::{Rejection, RejectionCode};

impl House<'_> {
    /// Requests a fill from the cage, or a credit to it.
    pub(crate) fn request_slip(
        &self,
        id: TableId,
        origin: Origin,
        kind: SlipKind,
        chips: &Count,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_staff_of_table(id, origin)?;
        check_count(chips)?;
        if chips.total()? <= Money::ZERO {
            return Err(Rejection::new(RejectionCode::Malformed, "the slip has no chips", "name the chips"));
        }
        let papers = &self.table(id)?.papers;
        let remedy = "finish them or declare them void";
        check_room(papers.slips.len(), SLIPS_PER_TABLE, "slips at this table", remedy)?;
        let number = next_number(papers.slips_made, "slips")?;
        Ok(vec![NewEvent::at(id, Event::SlipRequested { number, kind, chips: chips.clone() }, Vec::new())])
    }

    /// Executes the next step of a slip. Each step has its own authorised people.
    pub(crate) fn step_slip(
        &self,
        id: TableId,
        origin: Origin,
        number: u32,
        step: &SlipStep,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let slip =
            self.table(id)?.papers.slips.get(&number).ok_or_else(|| Rejection::unknown("such slip"))?;
        match (slip.kind, step) {
            (SlipKind::Fill, SlipStep::Send) | (SlipKind::Credit, SlipStep::Confirm) => {
                self.check_role(origin, &[Role::Cashier])?;
            }
            // Automatic tables have no posts: there an inspector counts.
            (SlipKind::Fill, SlipStep::Confirm) => self
                .check_staff_of_table(id, origin)
                .or_else(|refused| self.check_role(origin, &[Role::Inspector]).map_err(|_| refused))?,
            (SlipKind::Credit, SlipStep::Send) => self.check_staff_of_table(id, origin)?,
            (_, SlipStep::Deliver) => self.check_serves(origin)?,
            (_, SlipStep::Void(reason)) => {
                self.check_role(origin, &[Role::Cashier, Role::Inspector, Role::Manager])?;
                if reason.trim().is_empty() {
                    return Err(Rejection::new(
                        RejectionCode::Malformed,
                        "no reason is given",
                        "give a reason for voiding the slip",
                    ));
                }
            }
        }
        self.check_steps_apart(slip, origin, step)?;
        if slip.after(step).is_none() {
            let found = format!("slip {number} is {:?}", slip.state).to_lowercase();
            return Err(Rejection::order(found, "the steps are: request, send, deliver, confirm"));
        }
        let moved = slip_moves(id, slip, step);
        self.ledger.check(&moved).map_err(|short| {
            Rejection::new(RejectionCode::Funds, short.to_string(), "there are not enough chips to send")
        })?;
        Ok(vec![NewEvent::at(id, Event::SlipStepped { number, step: step.clone() }, moved)])
    }

    /// Checks that who counts the chips at their destination has neither requested nor delivered them: otherwise one
    /// person alone could move them.
    fn check_steps_apart(&self, slip: &Slip, origin: Origin, step: &SlipStep) -> Result<(), Rejection> {
        let Some(person) = origin.by.person().filter(|_| *step == SlipStep::Confirm) else { return Ok(()) };
        let mut earlier = slip.people.first().into_iter().chain(slip.people.last());
        if earlier.any(|other| self.office.is_one_person(*other, person)) {
            return Err(Rejection::authority("whoever requested or delivered chips may not confirm them"));
        }
        Ok(())
    }
}
