//! Proposals: actions that one person proposes and a second person authorises.
use croupier_kit::Chips;
use croupier_rules::house::check_table;

use super::new_event::{NewEvent, Origin};
use crate::bounds::{NOTE_LETTERS, PROPOSALS_PER_TABLE, check_room, next_number};
use crate::event::Event;
use crate::house::{DecisionScope, House};
use crate::ids::{Now, PersonId, TableId};
use crate::ledger::{Location, PostingError, Unit};
use crate::office::Role;
use crate::paper::{Count, Proposal, ProposedAction, Slip, SlipState};
use crate::postings::{cash_in_wheel_chips, close_table, empty_drop};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::{Mode, OutcomeSource, Phase, held};

impl House<'_> {
    /// Proposes an action that needs a second person.
    pub(crate) fn propose(
        &self,
        id: TableId,
        origin: Origin,
        action: &ProposedAction,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let Some(by) = origin.by.person() else {
            return Err(Rejection::authority("only people can make proposals"));
        };
        match action.is_drop() {
            true => self.check_serves(origin)?,
            false => self.check_staff_of_table(id, origin)?,
        }
        check_note(action.note())?;
        self.check_action(id, action, origin.now)?;
        if let ProposedAction::Correct { from, to, .. } = action {
            // What cannot be corrected is not proposed. Whether it can be paid is decided when it is authorised.
            let DecisionScope { mut live, context, .. } = self.decision_scope(id)?;
            live.correct(from, to, &context)?;
        }
        let papers = &self.table(id)?.papers;
        let remedy = "have them authorised or withdraw them";
        check_room(papers.proposals.len(), PROPOSALS_PER_TABLE, "proposals at this table", remedy)?;
        let proposal = next_number(papers.proposals_made, "proposals")?;
        Ok(vec![NewEvent::at(id, Event::Proposed { proposal, by, action: action.clone() }, Vec::new())])
    }

    fn check_action(&self, id: TableId, action: &ProposedAction, now: Now) -> Result<(), Rejection> {
        let table = self.table(id)?;
        match action {
            ProposedAction::Open { mode, opener } | ProposedAction::OpenNoted { mode, opener, .. } => {
                if table.is_open() {
                    return Err(Rejection::order(format!("{} is open", table.name), "close it first"));
                }
                check_count(opener)?;
                self.check_hours(id, now)?;
                self.book_of(id, now.date)?;
                self.check_regulation(id, now)?;
                self.check_opener(id, *mode, opener)
            }
            ProposedAction::Close { closer } | ProposedAction::CloseNoted { closer, .. } => {
                check_count(closer)?;
                self.check_closable(id)
            }
            ProposedAction::Drop { cash } | ProposedAction::DropNoted { cash, .. } => {
                Ok(cash.total().map(drop)?)
            }
            ProposedAction::Void { round, reason } => self.check_current_round(id, *round, reason),
            ProposedAction::Correct { round, reason, .. } => {
                self.check_current_round(id, *round, reason)?;
                match table.open()?.mode {
                    Mode::Attended => Ok(()),
                    // The outcome was fixed before the bets and has a proof, so it cannot have been misread.
                    Mode::Automatic => Err(Rejection::order(
                        "outcomes of an automatic table cannot be corrected",
                        "propose to void the round",
                    )),
                }
            }
        }
    }

    /// Checks an opening count against the float. At an automatic table nobody has to count.
    fn check_opener(&self, id: TableId, mode: Mode, opener: &Count) -> Result<(), Rejection> {
        let (counted, float) = (opener.total()?, self.ledger.balance(Unit::Chips, Location::Float(id)));
        let is_uncounted = mode == Mode::Automatic && opener.0.is_empty();
        if is_uncounted || counted == float {
            return Ok(());
        }
        let allowed = "count again; chips come to a table by a fill from the cage, and go back by a credit";
        Err(Rejection::order(format!("the count is {counted}, and the float has {float}"), allowed))
    }

    /// Checks that the round is the current one, because only that can be voided or corrected, and that a reason is
    /// given.
    fn check_current_round(&self, id: TableId, round: u64, reason: &str) -> Result<(), Rejection> {
        let table = self.table(id)?;
        let began = match &table.suspension {
            Some(suspension) => suspension.laid.began,
            None => table.open()?.began,
        };
        if reason.trim().is_empty() {
            return Err(Rejection::new(RejectionCode::Malformed, "no reason is given", "give a reason"));
        }
        if began && round == table.rounds {
            return Ok(());
        }
        let allowed = "only the current round can be voided or corrected; dispute an earlier one";
        Err(Rejection::order(format!("round {round} is not the current round"), allowed))
    }

    /// Checks that the house complies before a table opens: licence, bank, approvals, signs, staff.
    fn check_regulation(&self, id: TableId, now: Now) -> Result<(), Rejection> {
        let breaches =
            check_table(self.office.house_file()?, self.table_in_file(id)?, self.library.law(), now.date);
        breaches.first().map_or(Ok(()), |breach| Err(Rejection::by_breach(breach)))
    }

    /// Checks that a table may close: between rounds, with no standing stake and no slip under way.
    fn check_closable(&self, id: TableId) -> Result<(), Rejection> {
        let table = self.table(id)?;
        let is_clear = match &table.suspension {
            Some(suspension) => !suspension.laid.any_standing(),
            None => {
                let live = table.open()?;
                let between = matches!(live.phase(), Phase::Waiting | Phase::Payment | Phase::PlaceYourBets);
                between && !live.rules.any_standing()
            }
        };
        if !is_clear {
            return Err(Rejection::order("a round is in play", "close the table when no stake stands"));
        }
        let under_way = |slip: &Slip| slip.state != SlipState::Requested;
        if table.papers.slips.values().any(under_way) {
            return Err(Rejection::order("a slip is under way", "confirm or void it first"));
        }
        Ok(())
    }

    /// Authorises a proposal as the second person. The action is then executed.
    pub(crate) fn authorise(
        &self,
        id: TableId,
        origin: Origin,
        number: u32,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let second =
            origin.by.person().ok_or_else(|| Rejection::authority("only people can authorise proposals"))?;
        let found = self.table(id)?.papers.proposals.get(&number).cloned();
        let Proposal { by, action } = found.ok_or_else(|| Rejection::unknown("such proposal"))?;
        if self.office.is_one_person(by, second) {
            return Err(Rejection::authority("another person must authorise this proposal"));
        }
        // Cashiers do not decide about play.
        let agrees: &[Role] = match action.is_drop() {
            true => &[Role::Inspector, Role::Manager, Role::Cashier],
            false => &[Role::Inspector, Role::Manager],
        };
        self.check_role(origin, agrees)?;
        self.check_in_service(by, origin.now)?;
        self.check_action(id, &action, origin.now)?;
        let signed = [by, second];
        let mut events = vec![NewEvent::at(id, Event::Authorised { proposal: number }, Vec::new())];
        events.extend(match action {
            ProposedAction::Open { mode, opener } | ProposedAction::OpenNoted { mode, opener, .. } => {
                self.open_table(id, origin.now, mode, opener, signed, outcomes)?
            }
            ProposedAction::Close { closer } | ProposedAction::CloseNoted { closer, .. } => {
                self.close_table(id, closer, signed, outcomes)?
            }
            ProposedAction::Drop { cash } | ProposedAction::DropNoted { cash, .. } => {
                let moved = empty_drop(id, &self.ledger);
                vec![NewEvent::at(id, Event::DropCounted { cash, signed }, moved)]
            }
            ProposedAction::Void { reason, .. } => self.void_round(id, reason, signed, outcomes)?,
            ProposedAction::Correct { from, to, reason, .. } => {
                vec![self.correct_round(id, [from, to, reason], signed)?]
            }
        });
        Ok(events)
    }

    /// Opens a table. An automatic table publishes the anchor of its seed chain.
    fn open_table(
        &self,
        id: TableId,
        now: Now,
        mode: Mode,
        opener: Count,
        signed: [PersonId; 2],
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let date: Box<str> = now.date.to_string().into();
        let version = self.office.version;
        let mut live = self.opening_table(id, mode, version, &date, self.book_of(id, now.date)?)?;
        let stored = self.store_missing(std::iter::once(&*self.table(id)?.game));
        let mut events = vec![Event::Opened { mode, version, date, opener, signed }];
        if let Some(why) = outcomes.held().filter(|_| mode == Mode::Automatic) {
            return Err(held(why));
        }
        if let Some(vault) = outcomes.vault().filter(|_| mode == Mode::Automatic) {
            events.push(live.open_chain(&self.chain_name(id), vault)?);
        }
        Ok(stored.into_iter().chain(without_money(id, events)).collect())
    }

    /// Closes a table. The link that it has committed to is revealed and abandoned.
    fn close_table(
        &self,
        id: TableId,
        closer: Count,
        signed: [PersonId; 2],
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let table = self.table(id)?;
        let (home, revealed) = match &table.suspension {
            Some(suspension) => {
                let context = self.context(table);
                let mut home = cash_in_wheel_chips(&context, &self.ledger);
                home.extend(suspension.laid.return_bank(&context));
                (home, suspension.retired_chain().into_iter().collect())
            }
            None => {
                let DecisionScope { mut live, context, ledger, seeds, .. } = self.decision_scope(id)?;
                let revealed = live.abandon_link(seeds, outcomes)?;
                (close_table(&mut live, &context, ledger), revealed)
            }
        };
        self.ledger.check(&home).map_err(|short| {
            Rejection::new(
                RejectionCode::Funds,
                short.to_string(),
                "fill the float first, so that wheel chips can be cashed in",
            )
        })?;
        let closed = NewEvent::at(id, Event::Closed { closer, signed }, home);
        Ok(without_money(id, revealed).chain([closed]).collect())
    }

    /// Voids the round. The link that the table has committed to is revealed and abandoned.
    fn void_round(
        &self,
        id: TableId,
        reason: String,
        signed: [PersonId; 2],
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let table = self.table(id)?;
        let (back, after) = match &table.suspension {
            Some(suspension) => {
                let back = suspension.laid.give_back(true, &self.context(table));
                (back, suspension.retired_chain().into_iter().collect())
            }
            None => {
                let DecisionScope { mut live, context, seeds, .. } = self.decision_scope(id)?;
                (live.void_round(&context), live.abandon_link(seeds, outcomes)?)
            }
        };
        self.ledger.check(&back).map_err(already_spent)?;
        let event = Event::RoundVoided { round: table.rounds, reason: reason.into(), signed };
        let mut events = vec![NewEvent::at(id, event, back)];
        events.extend(without_money(id, after));
        Ok(events)
    }

    fn correct_round(
        &self,
        id: TableId,
        words: [String; 3],
        signed: [PersonId; 2],
    ) -> Result<NewEvent, Rejection> {
        let [from, to, reason] = words;
        let DecisionScope { mut live, context, ledger, rounds, .. } = self.decision_scope(id)?;
        let moved = live.correct(&from, &to, &context)?;
        ledger.check(&moved).map_err(already_spent)?;
        let (from, to, reason) = (from.into(), to.into(), reason.into());
        Ok(NewEvent::at(id, Event::Corrected { round: rounds, from, to, reason, signed }, moved))
    }

    /// Withdraws a proposal. Only the person who made it or a manager may do so.
    pub(crate) fn withdraw(
        &self,
        id: TableId,
        origin: Origin,
        proposal: u32,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let found = self.table(id)?.papers.proposals.get(&proposal);
        let made_by = found.ok_or_else(|| Rejection::unknown("such proposal"))?.by;
        if origin.by.person() != Some(made_by) {
            self.check_role(origin, &[Role::Manager])?;
        }
        Ok(vec![NewEvent::at(id, Event::Withdrawn { proposal }, Vec::new())])
    }
}

/// Checks a note on a count.
fn check_note(note: Option<&str>) -> Result<(), Rejection> {
    let Some(note) = note else { return Ok(()) };
    let letters = note.chars().count();
    if note.trim().is_empty() || letters > NOTE_LETTERS {
        let found = format!("the note has {letters} characters");
        let allowed = format!("say something in at most {NOTE_LETTERS} characters, or leave the note out");
        return Err(Rejection::new(RejectionCode::Malformed, found, allowed));
    }
    Ok(())
}

/// Events that move no money.
fn without_money(id: TableId, events: Vec<Event>) -> impl Iterator<Item = NewEvent> {
    events.into_iter().map(move |event| NewEvent::at(id, event, Vec::new()))
}

/// Checks that a count uses the denominations of the house.
pub(super) fn check_count(count: &Count) -> Result<(), Rejection> {
    count.total()?;
    if count.is_of(Chips::usual().values()) {
        return Ok(());
    }
    Err(Rejection::new(
        RejectionCode::Malformed,
        "the count has unknown or repeated denominations",
        "count each denomination of the house once",
    ))
}

fn already_spent(short: PostingError) -> Rejection {
    let allowed = "what was paid cannot be taken back any more: settle it as a dispute";
    Rejection::new(RejectionCode::Funds, short.to_string(), allowed)
}
