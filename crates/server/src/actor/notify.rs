//! Notifications of changes to tables, for the scheduler.

use croupier_house::ids::{HouseId, TableId};
use croupier_house::table::{Mode, Phase};
use tokio::sync::mpsc;

/// A change to a table that is on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableChange {
    /// The house.
    pub house: HouseId,
    /// The table.
    pub table: TableId,
    /// The version of its journal.
    pub version: u64,
    /// The mode in which the table is run; `None` while it is closed.
    pub mode: Option<Mode>,
    /// The phase of the round.
    pub phase: Phase,
    /// The time when the phase ends, in milliseconds since 1970; `None` if no timer ends it.
    pub deadline: Option<i64>,
    /// The number of seated players.
    pub seated: usize,
    /// The time by the clock of the house.
    pub now: i64,
}

/// The sender of changes.
#[derive(Clone)]
pub struct ChangeSender(mpsc::UnboundedSender<TableChange>);

impl ChangeSender {
    /// Creates a channel for changes. It holds only a few per table, because the scheduler handles each quickly.
    pub fn channel() -> (Self, mpsc::UnboundedReceiver<TableChange>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), receiver)
    }

    /// Sends a change.
    pub fn send(&self, change: TableChange) {
        let _ = self.0.send(change);
    }
}
