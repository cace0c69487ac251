//! Where one record of a table ends and the next begins.

use croupier_rules::notation::Act;

use super::live::LiveTable;
use crate::rejection::Rejection;

/// The number of acts after which a record ends at the next round even if stakes are standing. They are restated at the
/// beginning of the next record, so that no record grows with the age of its table.
pub const RECORD_ACTS_MAX: usize = 4_096;

impl LiveTable<'_> {
    /// The acts with which a new record begins in this round: the standing stakes, if the old one has become too long;
    /// `None` if the record continues.
    pub(crate) fn next_record(&self) -> Option<Vec<Act>> {
        if self.rules.may_renew() {
            return Some(Vec::new());
        }
        let acts = self.record.lines().count().saturating_sub(self.in_force.head.lines().count());
        let carried = if acts < RECORD_ACTS_MAX { None } else { self.rules.carried_stakes() };
        carried.map(|stakes| stakes.into_iter().map(|(_, stake)| Act::Carries(stake)).collect())
    }

    /// Ends a record with standing stakes. They are numbered from 1 again; the acts that restate them come next.
    pub(super) fn carry_over(&mut self) -> Result<(), Rejection> {
        let unfinished = || Rejection::order("the record cannot end here", "it continues in this round");
        let carried = self.rules.carried_stakes().ok_or_else(unfinished)?;
        let placed = carried.iter().map(|(number, _)| {
            let index = (*number as usize).checked_sub(1)?;
            self.placed.get(index).copied()
        });
        let placed = placed.collect::<Option<_>>().ok_or_else(unfinished)?;
        self.start = self.rules.continuation();
        self.rules = self.in_force.table();
        self.rules.resume(&self.start);
        self.placed = placed;
        self.record.clear();
        self.record.push_str(&self.in_force.head);
        Ok(())
    }

    /// Whether a new record has begun whose carried stakes are not restated yet.
    pub(crate) fn is_restating(&self) -> bool {
        self.record.len() == self.in_force.head.len()
            && self.rules.next_number() == 1
            && !self.placed.is_empty()
    }
}
