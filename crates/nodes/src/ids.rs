//! The small types by which the protocol knows houses, nodes, entries and commands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::shared_bytes;

/// The number of a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct HouseNumber(pub u16);

/// One run of one node: a node that starts again has another. It is the incarnation in the row of a lease.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RunId(pub u128);

impl RunId {
    /// Eight of its bytes, for spreading.
    pub(crate) fn low(self) -> u64 {
        let mut low = [0; 8];
        low.copy_from_slice(&self.0.to_le_bytes()[..8]);
        u64::from_le_bytes(low)
    }
}

/// The idempotency key of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct CommandKey(pub u128);

/// The hash of an entry.
pub type EntryHash = [u8; 32];

/// The last entry of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChainHead {
    /// Its sequence; 0 where there is no entry.
    pub sequence: u64,
    /// Its hash.
    pub hash: EntryHash,
}

impl ChainHead {
    /// The head of a journal without entries.
    pub const EMPTY: Self = Self { sequence: 0, hash: [0; 32] };
}

/// An entry of a journal, linked to the one before it. Its bytes mean nothing to the protocol. Whether the hash is that of
/// the bytes is checked by the house when it applies the entry, as in a replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkedEntry {
    /// Its place in the journal of the house; the first is 1.
    pub sequence: u64,
    /// The hash of the entry before it.
    pub before: EntryHash,
    /// Its own hash.
    pub hash: EntryHash,
    /// The format of the event in it.
    pub format: u16,
    /// The entry.
    #[serde(with = "shared_bytes")]
    pub bytes: Arc<[u8]>,
}

impl LinkedEntry {
    /// The head of a journal that ends with this entry.
    pub const fn head(&self) -> ChainHead {
        ChainHead { sequence: self.sequence, hash: self.hash }
    }
}

/// A command with its key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeyedCommand {
    /// The key.
    pub key: CommandKey,
    /// Whether a copy of it may have been sent before. The house journals a refusal of such a command under its key, so
    /// that the earlier copy, should it arrive later, is refused too.
    pub again: bool,
    /// The command.
    #[serde(with = "shared_bytes")]
    pub body: Arc<[u8]>,
}

/// Spreads two numbers over 64 bits, the same on every node.
pub(crate) fn spread(one: u64, other: u64) -> u64 {
    let mut mixed = one.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ other.wrapping_add(0xD1B5_4A32_D192_ED03);
    for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(factor);
    }
    mixed ^ (mixed >> 32)
}
