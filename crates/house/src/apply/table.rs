//! Applying entries to the state of a table.

use croupier_kit::Money;

use crate::event::Event;
use crate::house::House;
use crate::ids::{PersonId, TableId};
use crate::journal::Entry;
use crate::ledger::{Location, Transaction, Unit};
use crate::office::{Exchange, ExchangeRequest};
use crate::paper::{Proposal, ProposedAction, Shift, Slip, SlipKind, SlipState, SlipStep};
use crate::rejection::Rejection;
use crate::table::{Absence, InspectorCall, OutcomeReader, OutcomeReaders, TableState, WheelChips};

impl House<'_> {
    /// Notes an entry in the state of its table, which is played here.
    pub(super) fn apply_to_table(&mut self, id: TableId, entry: &Entry) -> Result<(), Rejection> {
        self.note_laid(id, entry)?;
        self.note_followed(id, entry)?;
        if let Some(table) = self.table_mut(id) {
            table.note_time(entry.body.at, matches!(entry.body.event, Event::Acted { .. }));
        }
        Ok(())
    }

    /// Notes an entry in the state of its table, wherever that is played.
    pub(super) fn note_followed(&mut self, id: TableId, entry: &Entry) -> Result<(), Rejection> {
        let event = &entry.body.event;
        let float = match event {
            Event::Opened { .. } | Event::Closed { .. } => {
                self.ledger.balance(Unit::Chips, Location::Float(id))
            }
            _ => Money::ZERO,
        };
        self.note_edition(id, event)?;
        if matches!(event, Event::Closed { .. }) {
            self.office.chip_requests.take_back_at(id);
        }
        let absent: Box<str> = match event {
            Event::WentAway { person } => self.name_of(*person).into(),
            _ => Box::default(),
        };
        let by_staff =
            entry.body.by.person().is_some_and(|person| self.is_staff(person)) && is_dealing(event);
        let table = self.table_mut(id).ok_or_else(|| Rejection::unknown("such table"))?;
        if by_staff {
            table.dealt_by_staff = entry.body.at;
        }
        for transaction in &entry.body.ledger {
            tally(&mut table.papers.shift, transaction);
            table.note_played(transaction);
        }
        note_fair(table, event, entry.body.version);
        if let Some(person) = entry.body.by.person() {
            // Whoever acts is there.
            table.away.remove(&person);
        }
        match event {
            Event::Opened { opener, .. } => {
                let opening = opener.total()?;
                table.papers.shift = Shift { opening, opening_book: float, ..Shift::default() };
                drop_proposals(table, ProposedAction::is_opening);
            }
            Event::Closed { closer, .. } => close(table, closer.total()?, float),
            Event::Sat { person } => {
                table.seated.insert(*person);
            }
            Event::Left { person } => {
                table.seeds.remove(person);
                table.seated.remove(person);
                table.wheel.remove(person);
                table.away.remove(person);
            }
            Event::WentAway { person } => {
                table.away.insert(*person, Absence { since: entry.body.at, name: absent });
            }
            Event::CameBack { person } => {
                table.away.remove(person);
            }
            Event::RoundBegan { round, record, .. } => {
                (table.rounds, table.records) = (*round, *record);
                drop_proposals(table, |action| action.round().is_some());
                table.note_carried();
            }
            Event::RoundVoided { .. } | Event::RoundInterrupted { .. } => {
                drop_proposals(table, |action| action.round().is_some());
                reopen(table);
            }
            Event::ExchangeRequested { number, person, exchange } => {
                table.exchanges.last_number = *number;
                let request = ExchangeRequest { person: *person, exchange: *exchange, by: entry.body.by };
                table.exchanges.requests.insert(*number, request);
            }
            Event::ExchangeWithdrawn { number } => {
                table.exchanges.requests.remove(number);
            }
            Event::Exchanged { number } => exchanged(table, *number),
            Event::Proposed { proposal, by, action } => {
                table.papers.proposals_made = *proposal;
                table.papers.proposals.insert(*proposal, Proposal { by: *by, action: action.clone() });
            }
            Event::Authorised { proposal } | Event::Withdrawn { proposal } => {
                table.papers.proposals.remove(proposal);
            }
            Event::SlipRequested { number, kind, chips } => {
                table.papers.slips_made = *number;
                let (amount, state) = (chips.total()?, SlipState::Requested);
                let people = entry.body.by.person().into_iter().collect();
                let slip = Slip { kind: *kind, chips: chips.clone(), amount, state, people };
                table.papers.slips.insert(*number, slip);
            }
            Event::SlipStepped { number, step } => stepped(table, *number, step, entry.body.by.person()),
            Event::DropCounted { cash, .. } => {
                table.papers.shift.drop_counted += cash.total()?;
            }
            Event::Readied { person } => {
                table.ready.insert(*person);
            }
            Event::InspectorCalled { by, reason } => {
                table.called = Some(InspectorCall { by: *by, at: entry.body.at, reason: reason.clone() });
            }
            Event::CallAnswered { .. } => table.called = None,
            other => note_reader(&mut table.readers, other),
        }
        Ok(())
    }

    fn is_staff(&self, person: PersonId) -> bool {
        self.office.person(person).is_ok_and(|person| person.role.is_staff())
    }

    /// Notes the edition that a round is played by.
    fn note_edition(&mut self, id: TableId, event: &Event) -> Result<(), Rejection> {
        if let Event::RoundBegan { book, .. } = event {
            let game = self.table(id)?.game.clone();
            self.library.note_played(game.split('/').next().unwrap_or_default(), *book);
        }
        Ok(())
    }

    /// Notes what lies on a table according to the ledger: on a suspended one always, on others while entries are
    /// replayed.
    fn note_laid(&mut self, id: TableId, entry: &Entry) -> Result<(), Rejection> {
        let (event, ledger) = (&entry.body.event, &entry.body.ledger);
        let records = self.table(id)?.records;
        if let Some(replayed) = &mut self.replayed {
            replayed.entry(id).or_default().note(event, ledger, records)?;
        }
        if let Some(suspension) = self.table_mut(id).and_then(|table| table.suspension.as_mut()) {
            suspension.laid.note(event, ledger, records)?;
        }
        Ok(())
    }
}

/// Whether an event is what somebody does who deals.
const fn is_dealing(event: &Event) -> bool {
    is_step_of_round(event) || matches!(event, Event::InspectorCalled { .. })
}

/// Whether an event is a step of a round.
pub(super) const fn is_step_of_round(event: &Event) -> bool {
    matches!(
        event,
        Event::RoundBegan { .. }
            | Event::Acted { .. }
            | Event::Entered { .. }
            | Event::EntryDropped
            | Event::Declared { .. }
            | Event::Revealed { .. }
            | Event::Declined { .. }
            | Event::InsuranceClosed
    )
}

/// Lets a suspended table whose round is void go on as it was opened, if its rules are available.
fn reopen(table: &mut TableState<'_>) {
    if let Some(live) = table.suspension.as_ref().and_then(|suspension| suspension.reopened(None)) {
        (table.live, table.suspension) = (Some(live), None);
    }
}

/// Notes players' seeds, and the positions of links in the journal.
fn note_fair(table: &mut TableState<'_>, event: &Event, version: u64) {
    let last = table.links.last_mut();
    match (event, last) {
        (Event::ChainOpened { .. }, _) => {
            table.seeds.clear();
            table.links.chain = version;
        }
        (Event::Committed { .. }, _) => table.links.commit(table.rounds + 1, version),
        (Event::SeedGiven { person, seed }, _) => {
            if seed.is_empty() {
                table.seeds.remove(person);
            } else {
                table.seeds.insert(*person, seed.clone());
            }
        }
        (Event::SeedsClosed { .. }, Some(link)) => link.closed = version,
        (Event::SeedRevealed { .. }, Some(link)) => link.revealed = version,
        _ => {}
    }
}

/// Notes which readers there are, and the last reading of each.
fn note_reader(readers: &mut OutcomeReaders, event: &Event) {
    match event {
        Event::ReaderAdded { reader, name } => {
            readers.made = *reader;
            readers.active.insert(*reader, OutcomeReader { name: name.clone(), last: 0 });
        }
        Event::ReaderRevoked { reader } => drop(readers.active.remove(reader)),
        Event::OutcomeRead { reader, sequence, .. } => {
            if let Some(known) = readers.active.get_mut(reader) {
                known.last = *sequence;
            }
        }
        _ => {}
    }
}

/// Closes the table: the shift is complete and the seats are empty.
fn close(table: &mut TableState<'_>, closing: Money, float: Money) {
    let shift = &mut table.papers.shift;
    (shift.closing, shift.closing_book) = (Some(closing), Some(float));
    if let Some(live) = table.live.take() {
        (shift.staked, shift.returned) = (live.staked, live.returned);
    }
    if let Some(suspension) = table.suspension.take() {
        (shift.staked, shift.returned) = (suspension.laid.staked, suspension.laid.returned);
    }
    table.seated.clear();
    table.away.clear();
    table.seeds.clear();
    table.wheel.clear();
    table.exchanges.requests.clear();
    table.called = None;
    drop_proposals(table, |action| !action.is_drop());
}

/// Drops proposals that have become obsolete.
fn drop_proposals(table: &mut TableState<'_>, stale: impl Fn(&ProposedAction) -> bool) {
    table.papers.proposals.retain(|_, proposal| !stale(&proposal.action));
}

/// Applies a confirmed request: notes the colour and value of wheel chips.
fn exchanged(table: &mut TableState<'_>, number: u32) {
    let request = table.exchanges.requests.remove(&number);
    if let Some(ExchangeRequest { person, exchange: Exchange::ToWheel { colour, value, .. }, .. }) = request {
        table.wheel.insert(person, WheelChips { colour, value });
    }
}

fn stepped(table: &mut TableState<'_>, number: u32, step: &SlipStep, by: Option<PersonId>) {
    let Some(slip) = table.papers.slips.get_mut(&number) else { return };
    let Some(state) = slip.after(step) else { return };
    let (kind, amount, before) = (slip.kind, slip.amount, slip.state);
    slip.state = state;
    slip.people.extend(by);
    // What reaches or leaves the float of an open table belongs to its shift, whenever the slip is finished. What moves
    // while the table is closed belongs to none: the next opening counts it.
    if table.live.is_some() || table.suspension.is_some() {
        let shift = &mut table.papers.shift;
        match (kind, step) {
            (SlipKind::Fill, SlipStep::Confirm) => shift.fills += amount,
            (SlipKind::Credit, SlipStep::Send) => shift.credits += amount,
            (SlipKind::Credit, SlipStep::Void(_)) if before != SlipState::Requested => {
                shift.credits = shift.credits - amount;
            }
            _ => {}
        }
    }
    if matches!(state, SlipState::Confirmed | SlipState::Void) {
        table.papers.slips.remove(&number);
    }
}

/// Adds the amounts that go into the drop box to the shift.
fn tally(shift: &mut Shift, transaction: &Transaction) {
    for leg in transaction.legs.iter().filter(|leg| matches!(leg.to, Location::Drop(_))) {
        shift.drop += leg.amount;
    }
}
