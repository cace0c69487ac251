//! What an audit finds: a closed list of kinds, and one finding with its place.

use std::fmt;

use croupier_house::journal::JournalError;
use croupier_house::ledger::PostingError;
use croupier_house::{Rejection, RejectionCode};
use serde::Serialize;

/// Declares the kinds with their ids and meanings, so that none lacks either.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $id:literal: $meaning:literal,)*) => {
        /// The kind of a finding.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum FindingKind {
            $(#[doc = $meaning] $kind,)*
        }

        impl FindingKind {
            /// All kinds, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// The name that programs use. It never changes.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$kind => $id,)* }
            }

            /// What it means, in a line.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$kind => $meaning,)* }
            }
        }
    };
}

kinds! {
    UnreadableEntry = "unreadable-entry": "the bytes are no entry, or one of another place",
    WrongHash = "wrong-hash": "the bytes of an entry do not have the hash that is stored with it",
    BrokenChain = "broken-chain": "an entry does not have the hash of the one before it",
    SequenceGap = "sequence-gap": "an entry of the house is missing, doubled or out of order",
    VersionGap = "version-gap": "an entry of one journal is missing, doubled or out of order",
    WrongFormat = "wrong-format": "an entry has a format that its place does not permit, or the change of format binds other heads",
    TimeOrder = "time-order": "an entry is older than the one before it",
    ReusedKey = "reused-key": "two commands have the same idempotency key",
    WrongKey = "wrong-key": "an entry has not the key of its command",
    WrongActor = "wrong-actor": "an entry names another originator than its command has",
    ForbiddenMove = "forbidden-move": "a transaction moves money in a way that its kind does not permit",
    Overdrawn = "overdrawn": "an account has less than was taken from it",
    Uncountable = "uncountable": "an amount is too large to be counted exactly",
    WrongPostings = "wrong-postings": "an entry has other transactions than follow from it",
    Unbalanced = "unbalanced": "the sum over all accounts of a unit is not zero",
    AgainstRules = "against-rules": "the rules of the game or the regulation of the house do not permit it",
    AgainstAuthority = "against-authority": "the person may not do this, or signs what somebody else must",
    AgainstService = "against-service": "the person is excluded or refused service",
    AgainstLimit = "against-limit": "it exceeds a limit that the person has set",
    AgainstFunds = "against-funds": "there was not enough money for it",
    AgainstOrder = "against-order": "it was not possible in the state of the house",
    UnknownSubject = "unknown-subject": "it names a person, table, paper or stake that does not exist",
    Malformed = "malformed": "no command can say this",
    OtherEvent = "other-event": "the command leads to another event than is written",
    MissingEvent = "missing-event": "the command leads to an event that is not written",
    NoCommand = "no-command": "no command leads to this event",
    NotReplayable = "not-replayable": "the entry cannot be applied to the state before it",
    WrongEdition = "wrong-edition": "the text of a rulebook has another digest than the journal says, or another edition was played",
    WrongSeed = "wrong-seed": "a revealed seed is not the next of its chain, or not the one that was committed to",
    WrongOutcome = "wrong-outcome": "a card, ball or throw does not follow from the seeds",
    WrongCut = "wrong-cut": "the cutting card did not come where the seeds place it",
    WrongCommitment = "wrong-commitment": "a commitment names another link, round, device or chain than is due",
    LateCommitment = "late-commitment": "a round or shoe was committed to when it had begun",
    ReusedChain = "reused-chain": "two chains have the same anchor",
    StoredHead = "stored-head": "the store names another last entry, or another number of entries, than its journal has",
    StoredBalance = "stored-balance": "a stored balance is not the sum of the entries",
    StoredKey = "stored-key": "a stored key names other entries than the command has, or is missing",
    StoredProjection = "stored-projection": "the index or a snapshot is damaged",
    LostEntries = "lost-entries": "entries that were acknowledged are missing",
    WrongCheckpoint = "wrong-checkpoint": "a signed checkpoint does not fit the journal, or its signature is wrong",
    WrongHouseKey = "wrong-house-key": "the house key is missing, or is not the one that the journal names",
    UnreadableText = "unreadable-text": "this program cannot read a rulebook or a house file that the journal has",
}

impl FindingKind {
    /// The kind for a command that the house would reject.
    pub(crate) const fn of_rejection(code: RejectionCode) -> Self {
        match code {
            RejectionCode::Rules => Self::AgainstRules,
            RejectionCode::Unknown => Self::UnknownSubject,
            RejectionCode::Authority => Self::AgainstAuthority,
            RejectionCode::Order | RejectionCode::Stale => Self::AgainstOrder,
            RejectionCode::Funds => Self::AgainstFunds,
            RejectionCode::Service => Self::AgainstService,
            RejectionCode::Limit => Self::AgainstLimit,
            RejectionCode::Key => Self::ReusedKey,
            RejectionCode::Malformed => Self::Malformed,
        }
    }

    /// The kind for an entry that cannot be applied.
    pub(crate) fn of_error(error: &JournalError) -> Self {
        match error {
            JournalError::Unreadable(_) | JournalError::Unwritable(_) => Self::UnreadableEntry,
            JournalError::Version { .. } => Self::VersionGap,
            JournalError::Sequence { .. } => Self::SequenceGap,
            JournalError::Chain(_) => Self::BrokenChain,
            JournalError::Ledger(_, PostingError::Short { .. }) => Self::Overdrawn,
            JournalError::Ledger(_, PostingError::Overflow) => Self::Uncountable,
            JournalError::Ledger(_, PostingError::NotPermitted(..) | PostingError::Unequal(_)) => {
                Self::ForbiddenMove
            }
            JournalError::Replay(_, why) if why.contains("transactions") => Self::WrongPostings,
            JournalError::Replay(_, why) if why.contains("another digest") => Self::WrongEdition,
            JournalError::Replay(..) | JournalError::Halted => Self::NotReplayable,
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// One thing that is wrong, with its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct AuditFinding {
    /// The house; `None` for what belongs to all of them.
    pub house: Option<u16>,
    /// The entry; `None` for what is not in the journal.
    pub sequence: Option<u64>,
    /// The table in whose journal the entry is.
    pub table: Option<u16>,
    /// The round that was in play at the table, or the last one.
    pub round: Option<u64>,
    /// The kind.
    pub kind: FindingKind,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// The provisions that do not permit it, the decisive one first.
    pub provisions: Vec<String>,
}

impl AuditFinding {
    /// A finding of a house that has no place in its journal.
    pub fn of_house(
        house: Option<u16>,
        kind: FindingKind,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let (found, expected) = (found.into(), expected.into());
        Self {
            house,
            sequence: None,
            table: None,
            round: None,
            kind,
            found,
            expected,
            provisions: Vec::new(),
        }
    }

    /// The same finding with what a rejection says.
    pub(crate) fn rejected(mut self, rejection: &Rejection) -> Self {
        self.kind = FindingKind::of_rejection(rejection.code);
        (self.found, self.expected) = (rejection.found.clone(), rejection.allowed.clone());
        self.provisions.clone_from(&rejection.cites);
        self
    }
}

impl fmt::Display for AuditFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut place = Vec::new();
        place.extend(self.house.map(|house| format!("house {house}")));
        place.extend(self.sequence.map(|sequence| format!("entry {sequence}")));
        place.extend(self.table.map(|table| format!("table {table}")));
        place.extend(self.round.filter(|round| *round > 0).map(|round| format!("round {round}")));
        let place = if place.is_empty() { "everywhere".to_owned() } else { place.join(", ") };
        write!(f, "{place}: {}: {}\n  expected: {}", self.kind, self.found, self.expected)?;
        if self.provisions.is_empty() {
            return Ok(());
        }
        write!(f, "\n  provision: {}", self.provisions.join(", "))
    }
}
