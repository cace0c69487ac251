//! Disputes: opened by a player, answered by the house, escalated.

use super::new_event::Origin;
use crate::bounds::{DISPUTE_LETTERS, DISPUTES_PER_PERSON, check_room};
use crate::event::Event;
use crate::house::House;
use crate::ids::{Actor, TableId};
use crate::office::{Dispute, DisputeStage, Role};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::ROUNDS_REMEMBERED;

impl House<'_> {
    /// Opens a dispute about a round.
    pub(super) fn open_dispute(
        &self,
        table: TableId,
        round: u64,
        about: &str,
        origin: Origin,
    ) -> Result<Event, Rejection> {
        let person =
            origin.by.person().ok_or_else(|| Rejection::authority("only people can open a dispute"))?;
        self.office.person(person)?;
        let cite = |rejection| self.citing(Some(table), rejection, |conduct| conduct.disputes, origin.now);
        check_words(about)?;
        if round == 0 || round > self.table(table)?.rounds {
            return Err(cite(Rejection::unknown(format!("round {round} of this table"))));
        }
        if !self.table(table)?.remembers(round) {
            let allowed = format!("dispute one of the last {ROUNDS_REMEMBERED} rounds of the table");
            return Err(cite(Rejection::order("the round is too long ago", allowed)));
        }
        if !self.table(table)?.has_played(person, round) {
            return Err(cite(Rejection::authority("only people who played the round can dispute it")));
        }
        let remedy = "wait for the answers of the house";
        let is_unanswered = |known: &&Dispute| known.person == person && known.stage == DisputeStage::Opened;
        let unanswered = self.office.disputes.iter().filter(is_unanswered).count();
        check_room(unanswered, DISPUTES_PER_PERSON, "disputes of one person", remedy)?;
        let dispute = u32::try_from(self.office.disputes.len() + 1).unwrap_or(u32::MAX);
        Ok(Event::DisputeOpened { dispute, table, round, person, about: about.into() })
    }

    fn dispute(&self, dispute: u32) -> Result<&Dispute, Rejection> {
        let index = (dispute as usize).checked_sub(1);
        index
            .and_then(|index| self.office.disputes.get(index))
            .ok_or_else(|| Rejection::unknown("such dispute"))
    }

    /// Answers a dispute for the house.
    pub(super) fn answer(&self, dispute: u32, ruling: &str, origin: Origin) -> Result<Event, Rejection> {
        self.check_role(origin, &[Role::Inspector, Role::Manager])?;
        let known = self.dispute(dispute)?;
        if known.stage != DisputeStage::Opened {
            let rejection =
                Rejection::order("this dispute has been answered", "it can only be escalated now");
            return Err(self.citing(Some(known.table), rejection, |conduct| conduct.disputes, origin.now));
        }
        check_words(ruling)?;
        Ok(Event::DisputeAnswered { dispute, ruling: ruling.into() })
    }

    /// Escalates a dispute whose answer was not accepted.
    pub(super) fn escalate(&self, dispute: u32, origin: Origin) -> Result<Event, Rejection> {
        let known = self.dispute(dispute)?;
        let cite =
            |rejection| self.citing(Some(known.table), rejection, |conduct| conduct.disputes, origin.now);
        if origin.by != Actor::Person(known.person) {
            self.check_role(origin, &[Role::Manager])?;
        }
        if !matches!(known.stage, DisputeStage::Answered(_)) {
            return Err(cite(Rejection::order(
                "this dispute has no answer, or was escalated before",
                "a dispute is answered first, and escalated once",
            )));
        }
        let escalated =
            self.office.house_file()?.disputes.as_ref().and_then(|disputes| disputes.escalated_to.as_ref());
        let to = escalated.map(|to| to.get_ref().as_str().into());
        to.map(|to| Event::DisputeEscalated { dispute, to }).ok_or_else(|| {
            cite(Rejection::order(
                "the house file does not say who hears escalated disputes",
                "add `escalated_to` to it",
            ))
        })
    }
}

/// Checks that the text is neither empty nor too long.
fn check_words(words: &str) -> Result<(), Rejection> {
    if !words.trim().is_empty() && words.chars().count() <= DISPUTE_LETTERS {
        return Ok(());
    }
    let found = format!("the text has {} characters", words.trim().chars().count());
    Err(Rejection::new(RejectionCode::Malformed, found, format!("write 1 to {DISPUTE_LETTERS} characters")))
}
