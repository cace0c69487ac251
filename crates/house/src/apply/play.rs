//! Replaying an entry of a table: the live table repeats what it did when the entry was written.

use crate::event::Event;
use crate::house::{House, OpenTable};
use crate::ids::TableId;
use crate::ledger::{Transaction, Unit};
use crate::rejection::Rejection;
use crate::table::{DeclaredDecision, read_lines};

impl House<'_> {
    /// Plays the acts of an entry again and compares the transactions with the stored ones.
    pub(super) fn play_again(
        &mut self,
        id: TableId,
        event: &Event,
        ledger: &[Transaction],
    ) -> Result<(), Rejection> {
        if let Event::Opened { mode, version, date, .. } = event {
            return self.open_live_table(id, *mode, *version, date);
        }
        if self.table(id)?.live.is_none() {
            return Ok(());
        }
        let OpenTable { live, context, records, .. } = self.live_table(id)?;
        let replayed: Vec<Transaction> = match event {
            Event::Acted { lines, with, .. } => {
                live.entry = None;
                live.perform(&read_lines(lines)?, *with, &context)?
            }
            Event::Revealed { lines } => {
                let mut back = live.release_declared(&context);
                back.extend(live.perform(&read_lines(lines)?, Unit::Chips, &context)?);
                back
            }
            Event::RoundVoided { .. } => live.void_round(&context),
            Event::Corrected { from, to, .. } => live.correct(from, to, &context)?,
            Event::BankGivenUp { .. } => live.give_up_bank(&context).into_iter().collect(),
            Event::RoundBegan { record, .. } => {
                live.begin_round(*record > records);
                return Ok(());
            }
            Event::ChainOpened { .. }
            | Event::Committed { .. }
            | Event::SeedsClosed { .. }
            | Event::SeedRevealed { .. } => return live.apply_fair(event),
            Event::InsuranceClosed => {
                live.insurance_closed = true;
                return Ok(());
            }
            Event::Declined { person } => {
                live.declined.push(*person);
                return Ok(());
            }
            Event::Entered { lines } => {
                live.entry = Some(lines.clone());
                return Ok(());
            }
            Event::EntryDropped => {
                live.entry = None;
                return Ok(());
            }
            Event::Declared { line, person, extra } => {
                live.declared.push(DeclaredDecision { line: line.clone(), person: *person, extra: *extra });
                return Ok(());
            }
            _ => return Ok(()),
        };
        if replayed == ledger {
            Ok(())
        } else {
            Err(Rejection::order("the replayed round gives other transactions", "those in the journal"))
        }
    }
}
