//! What is beside the journals of a house, in a folder or in a database: its key, its accounts, its checkpoints.

use croupier_house::ids::HouseId;

use super::report::Remedy;
use crate::checkpoints::CheckpointLog;
use crate::dealing::KeyFile;
use crate::error::ServeError;

/// Whether somebody has a password.
type HasAccount<'d> = dyn Fn(HouseId, &str) -> Result<bool, ServeError> + 'd;
/// Opens the published checkpoints; `None` where there are none.
type OpenCheckpoints<'d> = dyn Fn() -> Result<Option<CheckpointLog>, ServeError> + 'd;

/// What is beside the journals.
pub(super) struct Beside<'d> {
    /// The house key; `None` where no folder has been named that should have it.
    pub(super) key: Option<KeyFile>,
    pub(super) has_account: Box<HasAccount<'d>>,
    pub(super) checkpoints: Box<OpenCheckpoints<'d>>,
    /// What can be done where the checkpoints cannot be read.
    pub(super) lost_checkpoints: Remedy,
}
