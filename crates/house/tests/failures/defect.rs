//! Defects that can be planted in a house. None is in the program: each changes what a node gets from its house.

/// A planted defect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HouseDefect {
    /// A command changes the house before it is refused.
    ChangesBeforeRefusal,
    /// An entry has other transactions than the house has posted.
    WritesOtherPostings,
    /// Of a command that leads to several entries, the last is not written.
    ForgetsLastEntry,
    /// A command is answered with more money than there is.
    AnswersMore,
    /// A command that is sent again is executed again.
    ForgetsKeys,
    /// The wall clock of the node is believed, also when it goes back.
    BelievesTheClock,
    /// The hash of an entry is not that of its bytes.
    WritesOtherBytes,
}

impl HouseDefect {
    /// All of them.
    pub(crate) const ALL: [Self; 7] = [
        Self::ChangesBeforeRefusal,
        Self::WritesOtherPostings,
        Self::ForgetsLastEntry,
        Self::AnswersMore,
        Self::ForgetsKeys,
        Self::BelievesTheClock,
        Self::WritesOtherBytes,
    ];
}
