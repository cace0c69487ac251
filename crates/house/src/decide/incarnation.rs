//! Beginning a new incarnation of a house: what was open in the copy is ended, because the house that was copied may
//! have gone on with it.

use super::new_event::{NewEvent, Origin};
use crate::event::Event;
use crate::house::{DecisionScope, House};
use crate::ids::{PersonId, TableId};
use crate::office::{AcceptedLoss, NewIncarnation, Role};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::{OutcomeSource, Phase};

/// Why the chains of the incarnation before are given up.
const REASON: &str = "a new incarnation of the house began";

impl House<'_> {
    /// Begins a new incarnation: every open round is void, stakes go back, and every chain of seeds is given up. The
    /// next round of each table opens a new one.
    pub(crate) fn begin_incarnation(
        &self,
        new: &NewIncarnation,
        origin: Origin,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        origin.check_house()?;
        let incarnation = self.office.incarnation.number.checked_add(1).ok_or_else(|| {
            Rejection::new(RejectionCode::Malformed, "too many incarnations", "found a new house")
        })?;
        let mut events = Vec::new();
        if let Some(loss) = &new.loss {
            events.push(NewEvent::on(None, self.accept_loss(loss, new.copied, origin)?, Vec::new()));
        }
        let (sequence, hash) = new.copied;
        let (original_gone, checkpoint) = (new.original_gone, new.checkpoint.as_deref().map(Into::into));
        let restored = Event::Restored { incarnation, sequence, hash, original_gone, checkpoint };
        events.push(NewEvent::on(None, restored, Vec::new()));
        for table in self.tables().iter().filter(|table| table.is_open()) {
            events.extend(self.interrupt(table.id, original_gone, outcomes)?);
        }
        Ok(events)
    }

    /// Ends what is under way at a table. Stakes that are already decided are reversed where that is possible: a player
    /// may have spent what was paid, and a restore must not fail for it.
    fn interrupt(
        &self,
        id: TableId,
        reveals: bool,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let table = self.table(id)?;
        if let Some(suspension) = &table.suspension {
            let context = self.context(table);
            let undone = self.ledger.check(&suspension.laid.give_back(true, &context)).is_ok();
            let back = suspension.laid.give_back(undone, &context);
            let event = Event::RoundInterrupted { round: table.rounds, undone };
            let retired = suspension.retired_chain().map(|event| NewEvent::at(id, event, Vec::new()));
            return Ok([NewEvent::at(id, event, back)].into_iter().chain(retired).collect());
        }
        let DecisionScope { mut live, context, ledger, seeds, rounds, .. } = self.decision_scope(id)?;
        let is_open = !matches!(live.phase(), Phase::Waiting | Phase::Payment);
        let undone = is_open && ledger.check(&live.clone().interrupt(true, &context)).is_ok();
        let back = live.interrupt(undone, &context);
        let mut events = vec![NewEvent::at(id, Event::RoundInterrupted { round: rounds, undone }, back)];
        let mut after = Vec::new();
        if reveals {
            // Without the key the link stays sealed, which hides nothing that anybody could still be dealt.
            after.extend(live.clone().abandon_link(seeds, outcomes).unwrap_or_default());
        }
        let retired = after.iter().any(|event| matches!(event, Event::ChainRetired { .. }));
        if !retired {
            after.extend(live.retire_chain(REASON)?);
        }
        events.extend(after.into_iter().map(|event| NewEvent::at(id, event, Vec::new())));
        Ok(events)
    }

    /// Two people of different posts accept that acknowledged entries are lost.
    fn accept_loss(
        &self,
        loss: &AcceptedLoss,
        found: (u64, [u8; 32]),
        origin: Origin,
    ) -> Result<Event, Rejection> {
        let [first, second] = loss.by;
        for person in loss.by {
            let known = self.office.person(person)?;
            if matches!(known.role, Role::Player | Role::Regulator) {
                return Err(Rejection::authority(format!("{} is not on the staff", known.handle)));
            }
            self.check_in_service(person, origin.now)?;
        }
        if self.office.is_one_person(first, second) || self.role_of(first)? == self.role_of(second)? {
            return Err(Rejection::authority("two people of different posts must accept a loss"));
        }
        Ok(Event::LossAccepted { acknowledged: loss.acknowledged, found, by: loss.by })
    }

    fn role_of(&self, person: PersonId) -> Result<Role, Rejection> {
        self.office.person(person).map(|person| person.role)
    }
}
