//! What goes into a node and what comes out of it.

use crate::database::{DatabaseAnswer, DatabaseCall};
use crate::desk::DecidedCommand;
use crate::forward::ClientAnswer;
use crate::ids::{ChainHead, HouseNumber, KeyedCommand, LinkedEntry, RunId};
use crate::message::PeerMessage;
use crate::rows::{JoinRefusal, SuspensionReason};

/// What goes into a node.
#[derive(Clone, Debug)]
pub enum NodeInput {
    /// Time has passed. Comes at least every 20 ms.
    Tick,
    /// The database has answered a call, or the call is lost.
    Database {
        /// The call.
        call: u64,
        /// The answer.
        answer: DatabaseAnswer,
    },
    /// Another node has sent a message.
    Peer {
        /// Who.
        from: RunId,
        /// What.
        message: PeerMessage,
    },
    /// This node is to serve a house to clients.
    Serve(HouseNumber),
    /// A house is loaded, up to this head. One that is loaded already stays as it is.
    Opened {
        /// The house.
        house: HouseNumber,
        /// Its head.
        head: ChainHead,
    },
    /// A client has sent a command.
    Command {
        /// A number for the answer.
        client: u64,
        /// The house.
        house: HouseNumber,
        /// The command.
        command: KeyedCommand,
    },
    /// A client wants to read a house, of which it has seen a sequence.
    Read {
        /// A number for the answer.
        read: u64,
        /// The house.
        house: HouseNumber,
        /// The highest sequence that the client has seen.
        token: u64,
    },
    /// The house has decided a group.
    Decided {
        /// The house.
        house: HouseNumber,
        /// The number of the request.
        number: u64,
        /// The decisions, one for each command in order; none where the house was replaced by one that has not heard of it.
        decisions: Vec<DecidedCommand>,
    },
    /// An entry could not be applied.
    ApplyFailed {
        /// The house.
        house: HouseNumber,
        /// The sequence of the entry.
        sequence: u64,
    },
    /// This node is to give all its houses away, and leave.
    Drain,
}

/// The answer to a read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadAnswer {
    /// Show the house as it is now.
    Show,
    /// It is behind what the client has seen: 503, try again.
    Late,
    /// This node does not serve the house.
    NotServed,
    /// This build cannot read an entry of the house.
    Unreadable,
    /// The house is suspended.
    Suspended(SuspensionReason),
}

/// Something worth a line in the log and a metric.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeNote {
    /// This node owns a house from now on.
    Owns {
        /// The house.
        house: HouseNumber,
        /// The fence.
        fence: u64,
        /// Whether it was given by plan.
        by_plan: bool,
    },
    /// This node does not own a house any more.
    Lost {
        /// The house.
        house: HouseNumber,
    },
    /// This node accepts no further group of a house, because it gives it away.
    Closing {
        /// The house.
        house: HouseNumber,
    },
    /// This node has suspended a house.
    Suspended {
        /// The house.
        house: HouseNumber,
        /// Why.
        reason: SuspensionReason,
    },
    /// This node may not join.
    JoinRefused(JoinRefusal),
    /// This node has given everything away and left.
    Left,
}

/// What a node wants done.
#[derive(Clone, Debug)]
pub enum NodeAction {
    /// Ask the database. The answer comes as an input with the same number; `Lost` where there is none.
    Call {
        /// The number of the call.
        call: u64,
        /// What to ask.
        what: DatabaseCall,
    },
    /// Send a message to another node, if it can be reached.
    Send {
        /// To whom.
        to: RunId,
        /// What.
        message: PeerMessage,
    },
    /// Load a house from its snapshot and journal.
    Open(HouseNumber),
    /// Forget a house.
    Close(HouseNumber),
    /// Apply committed entries to a house.
    Apply {
        /// The house.
        house: HouseNumber,
        /// The entries.
        entries: Vec<LinkedEntry>,
    },
    /// Decide these commands, one after the other, on the house as it is with all that it has decided before and did not
    /// have to forget. Every request is answered before the next one comes.
    Decide {
        /// The house.
        house: HouseNumber,
        /// A number for the answer.
        number: u64,
        /// The fence.
        fence: u64,
        /// The newest event format that may be written.
        format: u16,
        /// The commands.
        commands: Vec<KeyedCommand>,
    },
    /// The oldest group of a house that was sent to the database is stored. Its entries are applied later, for those who did not
    /// decide them.
    Stored(HouseNumber),
    /// A house is to forget all that it has decided and that is not stored.
    Forget(HouseNumber),
    /// Answer a command.
    AnswerCommand {
        /// The number of the command.
        client: u64,
        /// The answer.
        answer: ClientAnswer,
    },
    /// Answer a read.
    AnswerRead {
        /// The number of the read.
        read: u64,
        /// The answer.
        answer: ReadAnswer,
    },
    /// Write a line into the log.
    Note(NodeNote),
}
