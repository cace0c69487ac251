//! What clients asked and what they were answered: all that the checker sees.

/// What a client asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClientRequest {
    /// Adds an amount to the total of a house, which must not become negative.
    Add {
        /// The idempotency key.
        key: u128,
        /// The amount.
        amount: i64,
    },
    /// Has the house decide something else.
    Command {
        /// The idempotency key.
        key: u128,
    },
    /// Reads the total.
    Read,
}

impl ClientRequest {
    /// The key of a command.
    pub const fn key(&self) -> Option<u128> {
        match self {
            Self::Add { key, .. } | Self::Command { key } => Some(*key),
            Self::Read => None,
        }
    }
}

/// What a client was answered in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClientResponse {
    /// The amount was added.
    Added {
        /// The sequence of the entry.
        sequence: u64,
        /// The total after it.
        total: i64,
        /// The fence of the owner that answered.
        fence: u64,
    },
    /// The total would have become negative.
    Refused,
    /// The total at a sequence.
    Shown {
        /// The sequence.
        sequence: u64,
        /// The total.
        total: i64,
    },
    /// The house is suspended.
    Suspended,
}

/// One request of a client, with all its attempts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientOperation {
    /// The client. It sends its next request after the answer to the one before.
    pub client: u32,
    /// The house.
    pub house: u16,
    /// When it was first sent, in microseconds.
    pub invoked: u64,
    /// What was asked.
    pub request: ClientRequest,
    /// The answer, with its time. Without one it may have been executed or not.
    pub response: Option<(u64, ClientResponse)>,
    /// How often a node answered that it could not be done now.
    pub turned_away: u32,
    /// How often a node answered that its build cannot read the house.
    pub unreadable: u32,
}

/// A line of a journal, read at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FinalLine {
    /// The key of the command that ends with this line.
    pub key: Option<u128>,
    /// What it changes the total by; zero where the line is a recorded refusal.
    pub amount: i64,
    /// Whether it records a refusal.
    pub is_refusal: bool,
    /// The fence under which it was written.
    pub fence: u64,
}

/// The journal of a house, read at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FinalJournal {
    /// Its lines.
    pub lines: Vec<FinalLine>,
    /// Whether the house says that it is suspended.
    pub is_suspended: bool,
}

/// Everything that clients asked and saw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClientHistory {
    /// Their requests, in the order in which each client sent its own.
    pub operations: Vec<ClientOperation>,
    /// The journals at the end, by house.
    pub journals: Vec<FinalJournal>,
}
