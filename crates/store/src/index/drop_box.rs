//! The cash that goes into the drop box of each table, as a series of cumulative sums.

use croupier_house::journal::EntryContent;
use croupier_house::store::StoreError;
use rusqlite::Connection;

use super::figure_series::{SeriesKey, SeriesStage};
use super::series_parts::cash_dropped;

/// The drops of a step.
#[derive(Default)]
pub(super) struct DropStage {
    series: SeriesStage,
}

impl DropStage {
    pub(super) fn note(
        &mut self,
        at: &Connection,
        entry: &EntryContent,
        sequence: u64,
    ) -> Result<(), StoreError> {
        for (table, sums) in cash_dropped(&entry.body) {
            let series = self.series.number(at, &SeriesKey::drop_of(entry.stream.house, table))?;
            self.series.add(at, series, (entry.body.at, sequence), &sums)?;
        }
        Ok(())
    }

    pub(super) fn finish(self, at: &Connection) -> Result<(), StoreError> {
        self.series.finish(at)
    }
}
