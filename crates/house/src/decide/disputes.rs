//! Disputes: opened by a player, answered by the house, escalated.

use croupier_kit::Money;

use super::new_event::{NewEvent, Origin};
use crate::bounds::{
    DISPUTE_LETTERS, DISPUTES_OPEN_PER_PERSON, DISPUTES_PER_PERSON, check_room, next_number,
};
use crate::event::Event;
use crate::given_by::HEARS;
use crate::house::House;
use crate::ids::{Actor, DAY_MS, PersonId, TableId};
use crate::office::{Dispute, ESCALATION_LASTS, OfficeAction, OfficeProposal, Role};
use crate::postings::ruling_paid;
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
        let own = || self.office.disputes.of(person, origin.now.at);
        let unanswered = own().filter(|known| known.answered.is_none()).count();
        check_room(unanswered, DISPUTES_PER_PERSON, "disputes of one person", remedy)?;
        let remedy = "escalate those that were answered, or wait until they are closed";
        check_room(own().count(), DISPUTES_OPEN_PER_PERSON, "disputes of one person", remedy)?;
        let dispute = next_number(self.office.disputes.made, "disputes")?;
        Ok(Event::DisputeOpened { dispute, table, round, person, about: about.into() })
    }

    /// A dispute that is not closed.
    fn dispute(&self, dispute: u32, origin: Origin) -> Result<&Dispute, Rejection> {
        let known = &self.office.disputes;
        let found = known.open.get(&dispute).filter(|found| found.is_open(origin.now.at));
        found.ok_or_else(|| {
            if dispute == 0 || dispute > known.made {
                return Rejection::unknown("such dispute");
            }
            let days = ESCALATION_LASTS / DAY_MS;
            Rejection::order(
                "this dispute is closed",
                format!("a dispute is answered once, and escalated once within {days} days of its answer"),
            )
        })
    }

    /// Answers a dispute for the house.
    pub(super) fn answer(&self, dispute: u32, ruling: &str, origin: Origin) -> Result<Event, Rejection> {
        self.check_serves(origin)?;
        self.unanswered(dispute, origin)?;
        self.check_one_ruling(dispute, origin)?;
        self.check_hears(origin)?;
        check_words(ruling)?;
        Ok(Event::DisputeAnswered { dispute, ruling: ruling.into() })
    }

    /// A dispute that has no answer yet.
    fn unanswered(&self, dispute: u32, origin: Origin) -> Result<&Dispute, Rejection> {
        let known = self.dispute(dispute, origin)?;
        if known.answered.is_none() {
            return Ok(known);
        }
        let rejection = Rejection::order("this dispute has been answered", "it can only be escalated now");
        Err(self.citing(Some(known.table), rejection, |conduct| conduct.disputes, origin.now))
    }

    /// A ruling that pays, and its payment: chips of the cage. What the table won stays as it was.
    pub(super) fn rule_and_pay(
        &self,
        dispute: u32,
        ruling: &str,
        amount: Money,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let person = self.unanswered(dispute, origin)?.person;
        check_words(ruling)?;
        if amount <= Money::ZERO || amount > Money::AMOUNT_MAX {
            let allowed =
                format!("pay more than 0 and at most {}; an answer pays nothing", Money::AMOUNT_MAX);
            return Err(Rejection::new(RejectionCode::Malformed, format!("the amount is {amount}"), allowed));
        }
        let paid = ruling_paid(person, amount);
        self.ledger
            .check(std::slice::from_ref(&paid))
            .map_err(|short| Rejection::funds(&short, "the cage does not have as many chips"))?;
        let answered = Event::DisputeAnswered { dispute, ruling: ruling.into() };
        let paying = Event::DisputePaid { dispute, person, amount };
        Ok(vec![NewEvent::on(None, answered, Vec::new()), NewEvent::on(None, paying, vec![paid])])
    }

    /// Checks that no ruling in this dispute waits for its second person.
    pub(super) fn check_one_ruling(&self, dispute: u32, origin: Origin) -> Result<(), Rejection> {
        let ruled_in = |proposal: &OfficeProposal| match proposal.action {
            OfficeAction::Ruling { dispute, .. } => Some(dispute),
            _ => None,
        };
        let mut open = self.office.proposals.open_at(origin.now.at);
        let Some((number, proposal)) = open.find(|(_, proposal)| ruled_in(proposal) == Some(dispute)) else {
            return Ok(());
        };
        let by = self.name_of(proposal.by);
        Err(Rejection::order(
            format!("{by} has proposed a ruling in this dispute: proposal {number}"),
            "authorise that proposal, or have it withdrawn first",
        ))
    }

    /// Checks that one of two people hears disputes. Neither can be a party: staff may not play.
    pub(super) fn check_one_hears(&self, signed: [PersonId; 2], origin: Origin) -> Result<(), Rejection> {
        let [first, second] =
            signed.map(|person| self.check_hearer(Origin { by: Actor::Person(person), ..origin }));
        first.or(second)
    }

    /// Checks that the person hears disputes, by name and by role.
    fn check_hearer(&self, origin: Origin) -> Result<(), Rejection> {
        self.check_hears(origin)?;
        self.check_role(origin, HEARS)
    }

    /// Checks that the person is the one whom the house file names to hear disputes, if it names one.
    fn check_hears(&self, origin: Origin) -> Result<(), Rejection> {
        let Some(person) = origin.by.person() else { return Ok(()) };
        let named = self.office.house_file()?.disputes.as_ref().and_then(|named| named.heard_by.as_ref());
        match (named, self.office.person(person)?.staff.as_deref()) {
            (Some(named), staff) if staff != Some(named.get_ref()) => Err(Rejection::authority(format!(
                "only {} may do this, whom the house file names to hear disputes",
                named.get_ref()
            ))),
            _ => Ok(()),
        }
    }

    /// Escalates a dispute whose answer was not accepted.
    pub(super) fn escalate(&self, dispute: u32, origin: Origin) -> Result<Event, Rejection> {
        let known = self.dispute(dispute, origin)?;
        let cite =
            |rejection| self.citing(Some(known.table), rejection, |conduct| conduct.disputes, origin.now);
        if origin.by != Actor::Person(known.person) {
            self.check_role(origin, &[Role::Manager])?;
        }
        if known.answered.is_none() {
            return Err(cite(Rejection::order(
                "this dispute has no answer yet",
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
