//! Messages to an actor, and its replies.

use std::sync::Arc;

use croupier_house::ids::{PersonId, TableId};
use croupier_nodes::LinkedEntry;
use tokio::sync::{oneshot, watch};

use super::executed::Executed;
use super::keyed_request::KeyedRequest;
use super::reader::HouseReader;
use super::snapshot::TableSnapshot;
use crate::node::DecideRequest;
use crate::wire::{Balances, Problem};

/// Reads the state, and returns the action for when that state is on disk.
pub(super) type Read = Box<dyn FnOnce(&HouseReader<'_>) -> Deferred + Send>;
/// An action for when everything before it is on disk.
pub(super) type Deferred = Box<dyn FnOnce() + Send>;
/// The result of a command, or its refusal.
pub(super) type Outcome = Result<Executed, Problem>;

/// A message to an actor.
pub(super) enum Message {
    /// Execute a command. If a version is given, the journal of the command's table must be at that version.
    Command { order: Box<KeyedRequest>, at_version: Option<u64>, reply: Reply },
    /// Read the state.
    Read(Read),
    /// Subscribe to a table, as a person or anonymously.
    Subscribe {
        table: TableId,
        person: Option<PersonId>,
        reply: oneshot::Sender<Result<Subscription, Problem>>,
    },
    /// Look at what has happened outside the mailbox: a group could not be stored.
    Wake,
    /// The node that drives the house wants something.
    Node(NodeMessage),
    /// Stop accepting commands, and reply when everything is on disk.
    Close(oneshot::Sender<()>),
}

/// What the node that drives a house wants; see [`crate::node::NodeHouse`].
pub(super) enum NodeMessage {
    /// Decide commands.
    Decide(DecideRequest),
    /// Apply committed entries.
    Apply(Vec<LinkedEntry>),
    /// Forget what is decided and not written: it will not be.
    Forget,
    /// The node owns the house from now on, or no longer.
    Owned(bool),
    /// Send the head of the house to the node.
    ReportHead,
    /// Nobody may write to the house.
    Suspend(String),
}

/// The receiver of the result of a command.
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

/// A subscription to a table. While it exists, the table is published for its subscriber.
pub struct Subscription {
    /// The table at the time of subscribing.
    pub first: Arc<TableSnapshot>,
    /// The table, updated whenever it changes.
    pub table: watch::Receiver<Arc<TableSnapshot>>,
    /// The balances of the person, updated whenever they change.
    pub balances: Option<watch::Receiver<Arc<Balances>>>,
    /// The subscription ends when this is dropped.
    pub(crate) alive: Arc<()>,
}
