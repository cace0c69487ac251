//! Calling an inspector to a table.

use super::new_event::{NewEvent, Origin};
use crate::bounds::CALL_LETTERS;
use crate::event::Event;
use crate::house::House;
use crate::ids::{PersonId, TableId};
use crate::rejection::{Rejection, RejectionCode};

impl House<'_> {
    /// Calls an inspector. The staff of the table may; one call waits at a time.
    pub(crate) fn call_inspector(
        &self,
        id: TableId,
        origin: Origin,
        reason: &str,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let by = acting_person(origin)?;
        self.check_staff_of_table(id, origin)?;
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > CALL_LETTERS {
            let allowed = format!("say why, in at most {CALL_LETTERS} letters");
            return Err(Rejection::new(RejectionCode::Malformed, "a call needs a reason", allowed));
        }
        if let Some(call) = &self.table(id)?.called {
            let found = format!("{} has called an inspector already", self.name_of(call.by));
            return Err(Rejection::order(found, "an inspector answers that call first"));
        }
        Ok(vec![NewEvent::at(id, Event::InspectorCalled { by, reason: reason.into() }, Vec::new())])
    }

    /// Answers the call.
    pub(crate) fn answer_call(&self, id: TableId, origin: Origin) -> Result<Vec<NewEvent>, Rejection> {
        let by = acting_person(origin)?;
        self.check_serves(origin)?;
        if self.table(id)?.called.is_none() {
            return Err(Rejection::order(
                "nobody has called an inspector",
                "the call was answered, or none was made",
            ));
        }
        Ok(vec![NewEvent::at(id, Event::CallAnswered { by }, Vec::new())])
    }
}

/// The person who gives the command: calls are made and answered by people.
fn acting_person(origin: Origin) -> Result<PersonId, Rejection> {
    origin.by.person().ok_or_else(|| Rejection::authority("only people may do this"))
}
