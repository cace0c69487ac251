//! Copying accounts, sessions and checkpoints.

use croupier_house::ids::HouseId;

use super::end::MigrationEnd;
use crate::checkpoints::CheckpointLog;
use crate::error::{ServeError, failed};

/// The number of checkpoints that are read at once.
const PAGE: usize = 256;

/// Copies who may log in, and who is logged in.
pub(super) fn copy(from: &MigrationEnd, to: &MigrationEnd) -> Result<(), ServeError> {
    to.accounts.copy_from(&from.accounts).map_err(failed)
}

/// Copies the checkpoints of a house that the other end lacks.
pub(super) fn copy_checkpoints(
    from: &MigrationEnd,
    to: &MigrationEnd,
    house: HouseId,
) -> Result<(), ServeError> {
    copy_published(&from.checkpoints, &to.checkpoints, house, u64::MAX)
}

/// Copies the checkpoints of a house that another log lacks, up to a number.
pub(crate) fn copy_published(
    from: &CheckpointLog,
    to: &CheckpointLog,
    house: HouseId,
    up_to: u64,
) -> Result<(), ServeError> {
    let mut after = to.latest(house)?.map_or(0, |latest| latest.number);
    loop {
        let page = from.page(house, after, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.number;
        for published in page.iter().filter(|published| published.number <= up_to) {
            to.put(house, published)?;
        }
        if after >= up_to {
            return Ok(());
        }
    }
}
