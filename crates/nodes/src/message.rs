//! What nodes send each other, over one authenticated connection between each two.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::{ChainHead, HouseNumber, KeyedCommand, LinkedEntry, RunId};
use crate::rows::SuspensionReason;
use crate::shared_bytes;

/// Where a node that does not own a house believes its owner to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnerHint {
    /// The owner.
    pub run: RunId,
    /// Its fence. Of two hints the one with the higher fence is right.
    pub fence: u64,
}

/// What became of a command at a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CommandAnswer {
    /// It is executed and committed, now or when its key was first used.
    Done {
        /// The fence of the owner that answers.
        fence: u64,
        /// The sequence of its last entry.
        sequence: u64,
        /// What the house answers.
        #[serde(with = "shared_bytes")]
        body: Arc<[u8]>,
    },
    /// The house refuses it.
    Refused {
        /// Whether the refusal is journalled under the key, so that an earlier copy of the command is refused too.
        recorded: bool,
        /// What the house answers.
        #[serde(with = "shared_bytes")]
        body: Arc<[u8]>,
    },
    /// This node does not own the house: the command was not executed here.
    NotOwner(Option<OwnerHint>),
    /// It may have been executed. Sent again with the same key, it is executed once.
    Unknown,
    /// Too many commands wait: it was not executed here.
    Busy,
    /// The house is suspended.
    Suspended(SuspensionReason),
}

/// A message from one node to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PeerMessage {
    /// Asks the owner of a house to be pushed its entries, for a while.
    Follow {
        /// The house.
        house: HouseNumber,
    },
    /// Committed entries, to those who follow the house. Without entries it reports the head: to them while nothing happens, and
    /// to all members when the house has a new owner.
    Push {
        /// The house.
        house: HouseNumber,
        /// The fence of the owner.
        fence: u64,
        /// The head after them.
        head: ChainHead,
        /// The entries.
        entries: Vec<LinkedEntry>,
    },
    /// A command for the owner.
    Forward {
        /// A number that the sender uses once.
        attempt: u64,
        /// The house.
        house: HouseNumber,
        /// The command.
        command: KeyedCommand,
    },
    /// The answer to a command.
    Answer {
        /// The number of the attempt.
        attempt: u64,
        /// What became of it.
        answer: CommandAnswer,
    },
    /// Asks whether a node would own a house.
    Offer {
        /// The house.
        house: HouseNumber,
        /// The fence of its owner.
        fence: u64,
        /// Its head.
        head: ChainHead,
        /// Whether the owner is draining.
        draining: bool,
    },
    /// The answer to an offer.
    OfferReply {
        /// The house.
        house: HouseNumber,
        /// The fence of the offer.
        fence: u64,
        /// Whether the node has applied what there is and waits for the lease.
        ready: bool,
    },
    /// The lease was given to the node that was ready.
    Granted {
        /// The house.
        house: HouseNumber,
        /// The new fence.
        fence: u64,
        /// The last entry of the earlier owner.
        head: ChainHead,
        /// Who is pushed its entries.
        audience: Vec<RunId>,
    },
}
