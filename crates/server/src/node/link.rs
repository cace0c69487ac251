//! The way from the houses of a server to the node that the server is, and back.

use std::sync::Arc;

use croupier_house::ids::HouseId;
use croupier_house::store::{Batch, OnStored};
use croupier_nodes::{
    ChainHead, ClientAnswer, DecidedCommand, KeyedCommand, LeaseState, LinkedEntry, ReadAnswer,
};
use tokio::sync::{mpsc, oneshot};

/// A house at this node, as the node drives it. Nothing here waits for the house.
pub(crate) trait NodeHouse: Send {
    /// Decides commands on the house as it is, and sends the decisions to the node, under the number of the request. Events up to
    /// this format may be written.
    fn decide(&self, request: DecideRequest);
    /// Applies committed entries.
    fn apply(&self, entries: Vec<LinkedEntry>);
    /// Forgets what the house has decided and the node has not written: it will not be.
    fn forget(&self);
    /// This node owns the house from now on, or no longer.
    fn set_owned(&self, owned: bool);
    /// Sends the head of the house to the node.
    fn report_head(&self);
    /// Nobody may write to the house, for this reason.
    fn suspend(&self, why: String);
}

/// What a house is to decide.
pub(crate) struct DecideRequest {
    /// The number of the request.
    pub(crate) number: u64,
    /// The fence under which the node owns the house.
    pub(crate) fence: u64,
    /// The newest event format that may be written.
    pub(crate) format: u16,
    /// The commands.
    pub(crate) commands: Vec<KeyedCommand>,
}

/// A group that a house has decided and that is not written yet: what is to be stored, and what happens then.
pub(crate) struct DecidedGroup {
    pub(crate) batch: Batch,
    pub(crate) stored: OnStored,
}

/// What happens with the answer to a command.
pub(crate) type OnAnswer = Box<dyn FnOnce(ClientAnswer) + Send>;

/// What a house, or somebody who waits for one, sends to the node.
pub(crate) enum NodeRequest {
    /// A house is served here.
    Serve { house: HouseId, actor: Box<dyn NodeHouse> },
    /// A house is loaded up to this head.
    Opened { house: HouseId, head: ChainHead },
    /// Execute a command, here or at the owner of its house.
    Command { house: HouseId, command: KeyedCommand, answer: OnAnswer },
    /// Answer when the house is at this sequence.
    Read { house: HouseId, token: u64, answer: oneshot::Sender<ReadAnswer> },
    /// The house has decided a group.
    Decided { house: HouseId, number: u64, decisions: Vec<DecidedCommand>, group: Option<DecidedGroup> },
    /// An entry could not be applied.
    ApplyFailed { house: HouseId, sequence: u64 },
    /// Give all houses away; answered when that is done.
    Drain(oneshot::Sender<()>),
    /// Release what is owned, and end; answered when that is done.
    Stop(oneshot::Sender<()>),
    /// Report how this node stands.
    Report(oneshot::Sender<NodeReport>),
}

/// How a node stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeReport {
    /// The houses.
    pub(crate) houses: Vec<HouseReport>,
    /// Why this node cannot serve, if it cannot.
    pub(crate) trouble: Option<String>,
    /// Commands that wait for an answer.
    pub(crate) waiting: usize,
}

/// How a house stands at a node.
#[derive(Clone, Debug)]
pub(crate) struct HouseReport {
    pub(crate) house: HouseId,
    /// What this node is to the house.
    pub(crate) state: LeaseState,
    /// How many known entries are not applied here.
    pub(crate) behind: u64,
}

/// Sends to the node. Clones send to the same node.
#[derive(Clone)]
pub(crate) struct NodeLink {
    requests: mpsc::UnboundedSender<NodeRequest>,
    /// The name of the node, for people.
    pub(crate) name: Arc<str>,
}

impl NodeLink {
    /// A link, and what receives from it. What waits in it is bounded by those who wait for an answer.
    pub(crate) fn new(name: &str) -> (Self, mpsc::UnboundedReceiver<NodeRequest>) {
        let (requests, receiver) = mpsc::unbounded_channel();
        (Self { requests, name: name.into() }, receiver)
    }

    /// Sends to the node; nothing happens if it has ended, and whoever waits for an answer learns that.
    pub(crate) fn send(&self, request: NodeRequest) {
        drop(self.requests.send(request));
    }

    /// Waits until a house is at a sequence.
    pub(crate) async fn read(&self, house: HouseId, token: u64) -> ReadAnswer {
        let (answer, receiver) = oneshot::channel();
        self.send(NodeRequest::Read { house, token, answer });
        receiver.await.unwrap_or(ReadAnswer::NotServed)
    }

    /// How the node stands; `None` when it has ended.
    pub(crate) async fn report(&self) -> Option<NodeReport> {
        let (answer, receiver) = oneshot::channel();
        self.send(NodeRequest::Report(answer));
        receiver.await.ok()
    }
}
