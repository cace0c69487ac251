//! Playing the event of a table: the live table changes, and the transactions that follow are returned.

use super::misplaced;
use super::money::exchanged;
use crate::event::Event;
use crate::house::House;
use crate::ids::{StreamId, TableId};
use crate::journal::Hash;
use crate::ledger::{Ledger, Transaction, Unit};
use crate::library::hex;
use crate::postings::{cash_played, close_table, empty_drop, reserve_extra, slip_moves};
use crate::rejection::Rejection;
use crate::table::{DecidedActs, DeclaredDecision, LiveTable, TableContext, TableState, WaitingEntry};

/// An open table, with the parts of the house that acts at the table need.
struct OpenTable<'h, 'b> {
    live: &'h mut LiveTable<'b>,
    context: TableContext<'h>,
    ledger: &'h Ledger,
    records: u64,
}

impl<'b> House<'b> {
    /// Plays an event at its table. The acts that its lines say are read, unless they are known.
    pub(super) fn play(
        &mut self,
        id: TableId,
        event: &Event,
        acts: Option<&DecidedActs>,
    ) -> Result<Vec<Transaction>, Rejection> {
        match event {
            Event::Opened { mode, version, date, .. } => {
                let live = self.opened_table(id, *mode, *version, date)?;
                self.set_live(id, live)?;
                Ok(Vec::new())
            }
            Event::Exchanged { number } => exchanged(&self.table(id)?.exchanges, *number, Some(id)),
            Event::ChipsConfirmed { number } => self.handed_over(*number, Some(id)),
            Event::CashPlayed { person, amount } => Ok(vec![cash_played(id, *person, *amount)]),
            Event::SlipStepped { number, step } => {
                let slip = self.table(id)?.papers.slips.get(number);
                let slip = slip.ok_or_else(|| Rejection::unknown("such slip"))?;
                Ok(slip_moves(id, slip, step))
            }
            Event::DropCounted { .. } => Ok(empty_drop(id, &self.ledger)),
            Event::Sat { .. }
            | Event::Left { .. }
            | Event::ExchangeRequested { .. }
            | Event::ExchangeWithdrawn { .. }
            | Event::Breached { .. }
            | Event::Proposed { .. }
            | Event::Authorised { .. }
            | Event::Withdrawn { .. }
            | Event::SlipRequested { .. }
            | Event::SeedGiven { .. }
            | Event::Readied { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::ReaderAdded { .. }
            | Event::ReaderRevoked { .. }
            | Event::InspectorCalled { .. }
            | Event::CallAnswered { .. } => self.table(id).map(|_| Vec::new()),
            _ if self.table(id)?.suspension.is_some() => self.play_suspended(id, event),
            _ => self.play_live(id, event, acts),
        }
    }

    /// Plays an event that changes the live table.
    fn play_live(
        &mut self,
        id: TableId,
        event: &Event,
        acts: Option<&DecidedActs>,
    ) -> Result<Vec<Transaction>, Rejection> {
        let stream = StreamId { house: self.id, table: Some(id) };
        let OpenTable { live, context, ledger, records } = self.open_table_mut(id)?;
        let mut moved = Vec::new();
        match event {
            Event::Acted { lines, with, .. } => {
                moved = live.perform_lines(lines, acts, *with, &context)?;
                if live.entry.as_ref().is_some_and(|entry| entry.lines == *lines) {
                    live.entry = None;
                }
            }
            Event::Revealed { lines } => {
                moved = live.release_declared(&context);
                moved.extend(live.perform_lines(lines, acts, Unit::Chips, &context)?);
            }
            Event::RoundVoided { .. } => moved = live.void_round(&context),
            Event::RoundInterrupted { undone, .. } => moved = live.interrupt(*undone, &context),
            Event::Corrected { from, to, .. } => moved = live.correct(from, to, &context)?,
            Event::BankGivenUp { .. } => moved.extend(live.give_up_bank(&context)),
            Event::Closed { .. } => moved = close_table(live, &context, ledger),
            Event::RoundBegan { record, book, .. } => {
                if *book != live.in_force.digest {
                    return Err(other_edition(book));
                }
                live.begin_round(*record > records)?;
            }
            Event::ChainOpened { .. }
            | Event::Committed { .. }
            | Event::SeedsClosed { .. }
            | Event::SeedRevealed { .. }
            | Event::ChainRetired { .. } => live.apply_fair(event)?,
            Event::InsuranceClosed => live.insurance_closed = true,
            Event::Declined { person } => live.declined.push(*person),
            Event::Entered { lines } => {
                live.entry = Some(WaitingEntry { lines: lines.clone(), reader: None });
            }
            Event::OutcomeRead { lines, reader, .. } => {
                live.entry = Some(WaitingEntry { lines: lines.clone(), reader: Some(*reader) });
            }
            Event::EntryDropped => live.entry = None,
            Event::Declared { line, person, extra } => {
                live.declared.push(DeclaredDecision { line: line.clone(), person: *person, extra: *extra });
                moved = reserve_extra(id, *person, *extra);
            }
            _ => return Err(misplaced(event, stream)),
        }
        Ok(moved)
    }

    fn set_live(&mut self, id: TableId, live: LiveTable<'b>) -> Result<(), Rejection> {
        let table = self.table_mut(id).ok_or_else(|| Rejection::unknown("such table"))?;
        if table.is_open() {
            return Err(Rejection::order(format!("{} is open", table.name), "close it first"));
        }
        table.live = Some(live);
        Ok(())
    }

    fn open_table_mut(&mut self, id: TableId) -> Result<OpenTable<'_, 'b>, Rejection> {
        let Self { office, ledger, tables, .. } = self;
        let table = usize::from(id.0).checked_sub(1).and_then(|index| tables.get_mut(index));
        let TableState { live, name, wheel, records, .. } =
            table.ok_or_else(|| Rejection::unknown("such table"))?;
        let live = live.as_mut().ok_or_else(|| TableState::closed(name))?;
        let context = TableContext { table: id, office, wheel };
        Ok(OpenTable { live, context, ledger, records: *records })
    }
}

/// The error for a round that was played by another edition than the table was opened under.
fn other_edition(book: &Hash) -> Rejection {
    let found = format!("the round was played by edition {}, which is not at hand", &hex(book)[..16]);
    Rejection::order(found, "the edition that the table was opened under")
}
