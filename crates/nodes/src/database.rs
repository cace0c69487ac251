//! What a node asks of the database, and the answers.

use std::sync::Arc;

use crate::ids::{ChainHead, CommandKey, EntryHash, HouseNumber, LinkedEntry, RunId};
use crate::rows::{ClusterView, JoinRefusal, MemberRow, SuspensionReason};

/// What a node asks of the database. Each is one transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseCall {
    /// Adds this node to the members. Refused if it has another key, or cannot read what may have been written.
    Announce(MemberRow),
    /// Gives a sign of life.
    Beat {
        /// Whether this node gives all its houses away.
        draining: bool,
    },
    /// Removes this node from the members.
    Leave,
    /// Removes a member, if it has given no sign of life since.
    Expel {
        /// The member.
        run: RunId,
        /// Its number of signs of life.
        beats: u64,
    },
    /// Permits a newer event format, if every member reads it.
    RaiseFormat(u16),
    /// Reads members and leases.
    Look,
    /// Ends the connection that the present owner writes through, and takes the lease with a raised fence, if owner and
    /// renewals are still those.
    Claim {
        /// The house.
        house: HouseNumber,
        /// The owner that was seen.
        run: Option<RunId>,
        /// The renewals that were seen.
        renewals: u64,
    },
    /// Renews a lease of this run.
    Renew {
        /// The house.
        house: HouseNumber,
    },
    /// Gives a lease of this run to another run with a raised fence, or to nobody.
    Release {
        /// The house.
        house: HouseNumber,
        /// The next owner.
        to: Option<RunId>,
    },
    /// Suspends a house and raises its fence, so that nobody writes to it.
    Suspend {
        /// The house.
        house: HouseNumber,
        /// Why.
        reason: SuspensionReason,
    },
    /// Writes a group, if fence and head are these.
    Write {
        /// The house.
        house: HouseNumber,
        /// The fence of the owner.
        fence: u64,
        /// The head that the group continues.
        before: ChainHead,
        /// The entries.
        entries: Vec<LinkedEntry>,
        /// The keys of the commands that led to them.
        keys: Vec<CommandKey>,
    },
    /// On a new connection: ends the earlier one of this run, which may hold the lock, raises the fence, so that what was sent over
    /// it is refused, and then reads the head.
    FindOut {
        /// The house.
        house: HouseNumber,
    },
    /// Reads entries.
    ReadTail {
        /// The house.
        house: HouseNumber,
        /// The sequence after which they begin.
        after: u64,
        /// At most so many.
        most: usize,
    },
}

/// What the database answers. Every call has one answer, `Lost` where there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseAnswer {
    /// The connection was lost, or there was no answer in time: what became of the call is unknown.
    Lost,
    /// It is done.
    Done,
    /// This node may not join.
    JoinRefused(JoinRefusal),
    /// This node is no member any more.
    NoMember,
    /// Members and leases.
    View(Arc<ClusterView>),
    /// This run has the lease, with this fence.
    Owned {
        /// The fence.
        fence: u64,
    },
    /// This run does not have the lease, or has an old fence.
    NotOwner,
    /// The group continues another head than that of the journal.
    OtherHead,
    /// The head, under a raised fence.
    Found {
        /// The fence.
        fence: u64,
        /// The head.
        head: ChainHead,
    },
    /// Entries.
    Tail {
        /// The hash of the entry after which they begin; `None` if there is no such entry.
        at: Option<EntryHash>,
        /// The head of the journal.
        head: ChainHead,
        /// The entries.
        entries: Vec<LinkedEntry>,
    },
}
