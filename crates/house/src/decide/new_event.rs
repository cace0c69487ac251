//! The context of a command that is being decided, and the events that it leads to.

use crate::event::Event;
use crate::ids::{Actor, Now, TableId};
use crate::ledger::{Transaction, Unit};
use crate::rejection::Rejection;
use crate::table::{ActGroup, DecidedActs};

/// The person who gave a command, and the time.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) by: Actor,
    pub(crate) now: Now,
}

impl Origin {
    /// Checks that the house itself gives the command.
    pub(crate) fn check_house(self) -> Result<(), Rejection> {
        match self.by {
            Actor::House => Ok(()),
            Actor::Person(_) => Err(Rejection::authority("only the house itself may do this")),
        }
    }
}

/// An event to be written, with the transactions it causes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// The table in whose journal it is written; `None` for the journal of the house.
    pub table: Option<TableId>,
    /// The event.
    pub event: Event,
    /// The transactions it causes.
    pub ledger: Vec<Transaction>,
    /// The acts that its lines say, if it has lines of acts.
    pub acts: Option<DecidedActs>,
    /// Whether its transactions have been checked against the ledger as it is before the command.
    pub is_checked: bool,
}

impl NewEvent {
    pub(crate) fn at(table: TableId, event: Event, ledger: Vec<Transaction>) -> Self {
        Self::on(Some(table), event, ledger)
    }

    pub(crate) fn on(table: Option<TableId>, event: Event, ledger: Vec<Transaction>) -> Self {
        Self { table, event, ledger, acts: None, is_checked: false }
    }

    /// The event of acts at a table.
    pub(crate) fn acted(id: TableId, acts: ActGroup, with: Unit) -> Self {
        let ActGroup { lines, decided, why, transactions } = acts;
        let event = Event::Acted { lines: lines.into(), with, why };
        Self { acts: Some(decided), ..Self::at(id, event, transactions) }
    }
}

/// The events of these groups of acts.
pub(crate) fn act_events(id: TableId, groups: Vec<ActGroup>) -> impl Iterator<Item = NewEvent> {
    groups.into_iter().map(move |group| NewEvent::acted(id, group, Unit::Chips))
}
