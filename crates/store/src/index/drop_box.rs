//! The cash that goes into the drop box of each table, as a series of cumulative sums.

use croupier_house::journal::EntryContent;
use croupier_house::ledger::Location;
use croupier_house::store::StoreError;
use croupier_house::table::FigureSums;
use rusqlite::Connection;

use super::figure_series::{SeriesKey, SeriesStage};

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
        for leg in entry.body.ledger.iter().flat_map(|transaction| &transaction.legs) {
            let Location::Drop(table) = leg.to else { continue };
            let series = self.series.number(at, &SeriesKey::drop_of(entry.stream.house, table))?;
            let sums = FigureSums { staked: leg.amount.minor().into(), ..FigureSums::default() };
            self.series.add(at, series, (entry.body.at, sequence), &sums)?;
        }
        Ok(())
    }

    pub(super) fn finish(self, at: &Connection) -> Result<(), StoreError> {
        self.series.finish(at)
    }
}
