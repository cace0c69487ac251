//! Replaying entries that were written before. Nothing that was once written stops a house from starting: a table whose
//! entries cannot be played again is suspended, and its money is what the journal says. New entries are never treated
//! like this.

use super::check_money;
use crate::event::Event;
use crate::house::House;
use crate::ids::TableId;
use crate::journal::{EntryBody, Hash};
use crate::ledger::Transaction;
use crate::postings::cash_in_wheel_chips;
use crate::rejection::Rejection;
use crate::table::{DecidedActs, LaidStakes, LiveTable, Suspension, TableContext, TableState, read_lines};

impl<'b> House<'b> {
    /// Begins to replay entries that were written before, until [`House::end_replay`].
    pub fn begin_replay(&mut self) {
        let laid = |table: &TableState<'_>| {
            let suspended = table.suspension.as_ref().map(|suspension| suspension.laid.clone());
            (table.id, suspended.or_else(|| table.live.as_ref().map(LaidStakes::of)).unwrap_or_default())
        };
        self.replayed = Some(self.tables.iter().map(laid).collect());
    }

    /// The entries that follow are new.
    pub fn end_replay(&mut self) {
        self.replayed = None;
    }

    /// Notes an edition whose text comes later in the journal. A house that is older than adopted editions has played
    /// by it before it stored the text.
    pub fn foresee_edition(&mut self, rulebook: &str, text: &str) {
        self.library.foresee(rulebook, text);
    }

    /// Plays an entry at its table, and checks its transactions. While entries are replayed, a table that cannot be
    /// played is suspended instead.
    pub(super) fn play_entry(
        &mut self,
        id: TableId,
        body: &EntryBody,
        acts: Option<&DecidedActs>,
    ) -> Result<(), Rejection> {
        let is_replay = self.replayed.is_some();
        let is_suspended = self.table(id).is_ok_and(|table| table.suspension.is_some());
        if !(is_replay && is_suspended) {
            let played = self.play(id, &body.event, acts).and_then(|due| check_money(&due, &body.ledger));
            match played {
                Err(why) if is_replay => self.suspend(id, &body.event, why)?,
                other => return other,
            }
        }
        self.follow(id, &body.event);
        Ok(())
    }

    /// Suspends a table that is open, or that this event opens.
    fn suspend(&mut self, id: TableId, event: &Event, why: Rejection) -> Result<(), Rejection> {
        let replayed = self.replayed.as_ref().and_then(|replayed| replayed.get(&id));
        let laid = replayed.cloned().unwrap_or_default();
        let Some(table) = self.table_mut(id) else { return Err(why) };
        let suspension = match (event, table.live.take()) {
            (_, Some(live)) => Suspension::of(live, laid, &why.found),
            (Event::Opened { mode, version, .. }, None) => Suspension {
                reason: why.found.into(),
                mode: *mode,
                settings: *version,
                in_force: None,
                laid: LaidStakes::default(),
                seed_chain: None,
            },
            (_, None) => return Err(why),
        };
        table.suspension = Some(suspension);
        Ok(())
    }

    /// Follows an entry of a suspended table that was written before.
    fn follow(&mut self, id: TableId, event: &Event) {
        if let Event::RoundBegan { record, book, .. } = event {
            self.go_on_at_round(id, *record, book);
            return;
        }
        let Some(suspension) = self.table_mut(id).and_then(|table| table.suspension.as_mut()) else { return };
        match event {
            Event::ChainOpened { .. }
            | Event::Committed { .. }
            | Event::SeedsClosed { .. }
            | Event::SeedRevealed { .. }
            | Event::ChainRetired { .. } => suspension.follow_fair(event),
            Event::Acted { lines, .. } | Event::Revealed { lines } => {
                // Lines that this program cannot read are no outcomes that it could check.
                suspension.note_dealt(&read_lines(lines).unwrap_or_default());
            }
            _ => {}
        }
    }

    /// A round begins at a suspended table in the journal. If it begins a record, and nothing lies on the table, it can be
    /// played again from here by the edition that it names.
    fn go_on_at_round(&mut self, id: TableId, record: u64, book: &Hash) {
        if let Ok(live) = self.fresh_table(id, record, book)
            && let Some(table) = self.table_mut(id)
        {
            (table.live, table.suspension) = (Some(live), None);
        }
    }

    fn fresh_table(&self, id: TableId, record: u64, book: &Hash) -> Result<LiveTable<'b>, Rejection> {
        let table = self.table(id)?;
        let suspended = || Rejection::order("the table is suspended", "void its round");
        let suspension = table.suspension.as_ref().ok_or_else(suspended)?;
        let is_clear = !suspension.laid.any_standing() && suspension.laid.bank.is_none();
        if record <= table.records || !is_clear {
            return Err(suspended());
        }
        let opened = suspension.in_force.as_ref().ok_or_else(suspended)?;
        let rulebook = table.game.split('/').next().unwrap_or_default();
        let law = match opened.digest == *book {
            true => opened.clone(),
            false => opened.under(self.library.find(rulebook, book)?)?,
        };
        let mut live = suspension.reopened(Some(&law)).ok_or_else(suspended)?;
        live.begin_round(false)?;
        Ok(live)
    }

    /// The transactions of a new event at a suspended table: its round is voided, its chain given up, or it closes.
    pub(super) fn play_suspended(
        &mut self,
        id: TableId,
        event: &Event,
    ) -> Result<Vec<Transaction>, Rejection> {
        let Self { office, ledger, tables, .. } = self;
        let table = usize::from(id.0).checked_sub(1).and_then(|index| tables.get_mut(index));
        let TableState { suspension, name, wheel, .. } =
            table.ok_or_else(|| Rejection::unknown("such table"))?;
        let suspension = suspension.as_mut().ok_or_else(|| TableState::closed(name))?;
        let context = TableContext { table: id, office, wheel };
        match event {
            Event::RoundVoided { .. } => Ok(suspension.laid.give_back(true, &context)),
            Event::RoundInterrupted { undone, .. } => Ok(suspension.laid.give_back(*undone, &context)),
            Event::ChainRetired { .. } => {
                suspension.follow_fair(event);
                Ok(Vec::new())
            }
            Event::Closed { .. } => {
                let mut home = cash_in_wheel_chips(&context, ledger);
                home.extend(suspension.laid.return_bank(&context));
                Ok(home)
            }
            _ => Err(suspension.rejection(name)),
        }
    }
}
