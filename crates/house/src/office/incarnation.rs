//! The incarnation of a house: what distinguishes a restored house from the one that was copied.

use serde::{Deserialize, Serialize};

use crate::ids::PersonId;

/// The check value of the key that a house deals with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NotedKey {
    /// The number of the key.
    pub key: u32,
    /// The value by which it is recognised.
    pub check: [u8; 32],
}

/// The incarnation of a house. A restored house begins a new one, so that it deals nothing that the house it was
/// copied from has dealt or can deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Incarnation {
    /// Its number, from 1.
    pub number: u32,
    /// The sequence number of the last entry before it; 0 for the first incarnation.
    pub after: u64,
    /// The key that the house deals with, once it is noted.
    pub key: Option<NotedKey>,
}

impl Default for Incarnation {
    fn default() -> Self {
        Self { number: 1, after: 0, key: None }
    }
}

/// What a house begins a new incarnation with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewIncarnation {
    /// The sequence number and the hash of the last entry before it.
    pub copied: (u64, [u8; 32]),
    /// Whether the operator states that the house it was copied from no longer exists. Only then are the seeds of open
    /// rounds revealed: otherwise they would tell what that house is going to deal.
    pub original_gone: bool,
    /// The last checkpoint that is known of the incarnation before.
    pub checkpoint: Option<String>,
    /// The loss of acknowledged entries that it follows, if it does not follow a restore.
    pub loss: Option<AcceptedLoss>,
}

/// Two people accept that acknowledged entries are lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AcceptedLoss {
    /// The sequence number and the hash of the last entry that was acknowledged.
    pub acknowledged: (u64, [u8; 32]),
    /// The two people.
    pub by: [PersonId; 2],
}
