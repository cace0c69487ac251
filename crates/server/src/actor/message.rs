//! What is asked of an actor, and how it answers.

use std::sync::Arc;

use croupier_house::command::Request;
use croupier_house::ids::{PersonId, TableId};
use tokio::sync::{oneshot, watch};

use super::reader::HouseReader;
use super::snapshot::TableSnapshot;
use crate::wire::{Balances, CommandResult, Problem};

/// Reads the state, and returns what to do when everything it rests on is on disk.
pub(super) type Read = Box<dyn FnOnce(&HouseReader<'_>) -> Deferred + Send>;
/// What is done when everything before it is on disk.
pub(super) type Deferred = Box<dyn FnOnce() + Send>;
/// How a command came out.
pub(super) type Outcome = Result<CommandResult, Problem>;

/// A message to an actor.
pub(super) enum Message {
    /// Carry out a command. With a version, the journal of the command's table must be at it.
    Command { order: Request, at_version: Option<u64>, reply: Reply },
    /// Read the state.
    Read(Read),
    /// Subscribe to a table, as a person or as anybody.
    Subscribe {
        table: TableId,
        person: Option<PersonId>,
        reply: oneshot::Sender<Result<Subscription, Problem>>,
    },
    /// Accept no more commands, and answer when everything is on disk.
    Close(oneshot::Sender<()>),
}

/// Who gets the outcome of a command.
pub(super) enum Reply {
    Channel(oneshot::Sender<Outcome>),
    Callback(Box<dyn FnOnce(Outcome) + Send>),
    Nobody,
}

impl Reply {
    pub(super) fn send(self, outcome: Outcome) {
        match self {
            Self::Channel(sender) => drop(sender.send(outcome)),
            Self::Callback(callback) => callback(outcome),
            Self::Nobody => {}
        }
    }
}

/// A subscription to a table. While it exists, the table is published for its person.
pub struct Subscription {
    /// The table at the time of subscribing.
    pub first: Arc<TableSnapshot>,
    /// The table whenever it changes.
    pub table: watch::Receiver<Arc<TableSnapshot>>,
    /// What the person has, whenever it changes.
    pub balances: Option<watch::Receiver<Arc<Balances>>>,
    /// Keeps the subscription alive.
    pub(crate) alive: Arc<()>,
}
