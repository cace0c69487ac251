//! Deciding commands: each handler checks a command and returns the events that it leads to.

mod attended;
mod authority;
mod bets;
mod calls;
mod chip_requests;
mod days;
mod decisions;
mod disputes;
mod editions;
mod exchanges;
mod founding;
mod funds;
mod incarnation;
mod matters;
mod new_event;
mod office;
mod office_proposals;
mod people;
mod proposals;
mod readers;
mod relief;
mod roster;
mod rounds;
mod seats;
mod slips;

use bets::BetRequest;
pub(crate) use decisions::DecisionRequest;
pub use new_event::NewEvent;
use new_event::Origin;

use crate::command::{Announcement, Command, Request, TableCommand};
use crate::house::House;
use crate::ids::{Actor, Now, TableId};
use crate::rejection::Rejection;
use crate::table::OutcomeSource;

impl House<'_> {
    /// Decides a command: returns the events it leads to, or why it is rejected. Nothing changes: only applying the
    /// events changes the house.
    ///
    /// # Errors
    /// The reason for the rejection, with the provisions.
    pub fn decide(
        &self,
        request: &Request,
        now: Now,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let origin = Origin { by: request.by, now };
        self.check_given(&request.command, origin.by)?;
        let events = self.decide_command(&request.command, origin, outcomes)?;
        Ok(match self.new_day(&events, now) {
            Some(new_day) => [new_day].into_iter().chain(events).collect(),
            None => events,
        })
    }

    fn decide_command(
        &self,
        command: &Command,
        origin: Origin,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        match command {
            Command::Table(id, at) => self.decide_at_table(*id, at, origin, outcomes),
            Command::RequestExchange { at, person, exchange } => {
                self.request_exchange(*at, origin, *person, *exchange)
            }
            Command::ConfirmExchange { at, number } => self.confirm_exchange(*at, origin, *number),
            Command::WithdrawExchange { at, number } => self.withdraw_exchange(*at, origin, *number),
            Command::RequestChips { kind, amount } => self.request_chips(origin, *kind, *amount),
            Command::LayOutChips { number, table } => self.lay_out_chips(origin, *number, *table),
            Command::ConfirmChips { number } => self.confirm_chips(origin, *number),
            Command::CancelChips { number, reason } => self.cancel_chips(origin, *number, reason),
            Command::Found(founding) => self.found(founding, origin),
            Command::BeginIncarnation(new) => self.begin_incarnation(new, origin, outcomes),
            other => self.decide_office(other, origin),
        }
    }

    fn decide_at_table(
        &self,
        id: TableId,
        at: &TableCommand,
        origin: Origin,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        match at {
            TableCommand::Sit { person } => self.sit(id, origin, *person),
            TableCommand::Leave { person } => self.leave(id, origin, *person),
            TableCommand::Bet { person, amount, wager, area, with } => {
                let stake = BetRequest {
                    person: *person,
                    amount: *amount,
                    wager,
                    area: area.as_deref(),
                    with: *with,
                };
                self.bet(id, origin, &stake)
            }
            TableCommand::TakeBack { person, stake } => self.take_back(id, origin, *person, *stake),
            TableCommand::TakeHalf { person, stake } => self.take_half(id, origin, *person, *stake),
            TableCommand::Cancel { stake } => self.cancel(id, origin, *stake),
            TableCommand::Decide { person, decision, on } => self.take_decision(
                id,
                origin,
                DecisionRequest { person: *person, choice: *decision, on: on.as_deref() },
                outcomes,
            ),
            TableCommand::Decline { person } => self.decline(id, origin, *person, outcomes),
            TableCommand::GiveUpBank => self.give_up_bank(id, origin),
            TableCommand::Announce(what) => {
                let leaving = match what {
                    Announcement::PlaceYourBets => self.unseat_excluded(id, origin.now),
                    _ => Vec::new(),
                };
                let mut events = self.announce(id, origin, *what, outcomes)?;
                events.extend(leaving);
                Ok(events)
            }
            TableCommand::Enter { lines } => self.enter(id, origin, lines),
            TableCommand::ConfirmEntry => self.confirm_entry(id, origin),
            TableCommand::DropEntry => self.drop_entry(id, origin),
            TableCommand::Declare { person, decision, on } => self.declare(
                id,
                origin,
                DecisionRequest { person: *person, choice: *decision, on: on.as_deref() },
            ),
            TableCommand::Reveal { lines } => self.reveal(id, origin, lines),
            TableCommand::Tick => match origin.by {
                Actor::House => {
                    let leaving = self.unseat_excluded(id, origin.now);
                    let mut events = self.tick(id, origin.now, outcomes)?;
                    events.extend(leaving);
                    Ok(events)
                }
                Actor::Person(_) => Err(Rejection::authority("only the timers of the house may do this")),
            },
            TableCommand::Propose(action) => self.propose(id, origin, action),
            TableCommand::Authorise { proposal } => self.authorise(id, origin, *proposal, outcomes),
            TableCommand::Withdraw { proposal } => self.withdraw(id, origin, *proposal),
            TableCommand::RequestSlip { kind, chips } => self.request_slip(id, origin, *kind, chips),
            TableCommand::StepSlip { number, step } => self.step_slip(id, origin, *number, step),
            TableCommand::GiveSeed { person, seed } => self.give_seed(id, origin, *person, seed),
            TableCommand::Ready { person } => self.ready(id, origin, *person),
            TableCommand::NoteAway { person } => self.note_away(id, origin, *person),
            TableCommand::NoteBack { person } => self.note_back(id, origin, *person),
            TableCommand::ClearSeats => self.clear_seats(id, origin),
            TableCommand::AddReader { name } => self.add_reader(id, origin, name),
            TableCommand::RevokeReader { reader } => self.revoke_reader(id, origin, *reader),
            TableCommand::Read { reader, sequence, lines } => {
                self.note_reading(id, origin, *reader, *sequence, lines)
            }
            TableCommand::CallInspector { reason } => self.call_inspector(id, origin, reason),
            TableCommand::AnswerCall => self.answer_call(id, origin),
        }
    }
}
