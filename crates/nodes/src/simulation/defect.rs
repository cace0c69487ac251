//! Defects that can be planted. None is in the protocol: each changes what passes between a node and its surroundings, as
//! if the node or the database had the defect.

/// A planted defect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defect {
    /// The database compares neither the fence nor the head of a write.
    UnfencedWrites,
    /// An owner answers before the commit.
    AnswersBeforeCommit,
    /// A claimant compares the time of the last renewal with its own wall clock.
    TrustsWallClock,
    /// A follower applies entries that arrive twice twice.
    AppliesTwice,
    /// A follower applies what arrives, although entries before it are missing.
    SkipsGaps,
    /// A command that is sent again gets another key.
    ForgetsKeys,
    /// A command whose outcome is unknown is answered as refused.
    UnknownIsRefused,
    /// A write whose outcome is unknown counts as committed.
    UnknownIsCommitted,
    /// An owner pushes entries before their commit.
    PushesBeforeCommit,
    /// A read is answered whatever its client has seen.
    IgnoresTokens,
    /// A new owner does not apply the tail.
    SkipsTail,
    /// A new owner does not know the keys of its predecessor, and the database does not compare them.
    ForgetsKeysOfOthers,
    /// A claimant does not end the connection of the owner that holds the lock.
    LeavesLocks,
    /// A node that is ahead of the database forgets what it has, and goes on with what the database has.
    IgnoresLostTail,
    /// An owner writes a new event format before all nodes can read it.
    WritesNewFormatEarly,
    /// A refusal of a command that was sent again is not recorded.
    ForgetsRefusals,
    /// A command that arrives while a house is handed over is turned away.
    TurnsAwayAtHandOver,
    /// A house goes on from what it has decided, although that was not committed.
    KeepsLostGroups,
}

impl Defect {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::UnfencedWrites,
        Self::AnswersBeforeCommit,
        Self::TrustsWallClock,
        Self::AppliesTwice,
        Self::SkipsGaps,
        Self::ForgetsKeys,
        Self::UnknownIsRefused,
        Self::UnknownIsCommitted,
        Self::PushesBeforeCommit,
        Self::IgnoresTokens,
        Self::SkipsTail,
        Self::ForgetsKeysOfOthers,
        Self::LeavesLocks,
        Self::IgnoresLostTail,
        Self::WritesNewFormatEarly,
        Self::ForgetsRefusals,
        Self::TurnsAwayAtHandOver,
        Self::KeepsLostGroups,
    ];
}
