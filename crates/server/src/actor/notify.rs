//! Notices of changes to tables, for the scheduler.

use croupier_house::ids::{HouseId, TableId};
use croupier_house::table::{Mode, Phase};
use tokio::sync::mpsc;

/// A change at a table that is on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableChange {
    /// The house.
    pub house: HouseId,
    /// The table.
    pub table: TableId,
    /// The version of its journal.
    pub version: u64,
    /// How the table is run; `None` while it is closed.
    pub mode: Option<Mode>,
    /// The phase of the round.
    pub phase: Phase,
    /// When the phase ends, in milliseconds since 1970; `None` where no timer ends it.
    pub deadline: Option<i64>,
    /// How many players sit there.
    pub seated: usize,
    /// The time in the house.
    pub now: i64,
}

/// Where changes are sent.
#[derive(Clone)]
pub struct ChangeSender(mpsc::UnboundedSender<TableChange>);

impl ChangeSender {
    /// A channel for changes. It holds a few a table at most: the scheduler does little with each.
    pub fn channel() -> (Self, mpsc::UnboundedReceiver<TableChange>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), receiver)
    }

    /// Sends one.
    pub fn send(&self, change: TableChange) {
        let _ = self.0.send(change);
    }
}
