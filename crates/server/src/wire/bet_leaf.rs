//! A bet as a leaf of the transparency log.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use croupier_transparency::leaf_hash;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::command::CommandResult;
use crate::actor::{BetEntry, Executed};

/// A bet as a leaf of the transparency log. Whoever has it can check that the bet stays in the journal as it was accepted: with
/// the next checkpoint, `GET /houses/{h}/checkpoint/inclusion` proves that the leaf is in the tree that the house has signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BetLeaf {
    /// The index of the leaf in the tree: the sequence of the entry less one.
    pub index: u64,
    /// The hash of the leaf, in base64: `SHA-256(0x00 || entry)`.
    pub leaf: String,
    /// The random bytes in the entry, in base64: without them nobody can guess the entry from the hash.
    pub salt: String,
    /// The entry as it is stored, in base64. `croupier verify` shows what it says.
    pub entry: String,
}

impl From<&BetEntry> for BetLeaf {
    fn from(BetEntry { sequence, salt, bytes }: &BetEntry) -> Self {
        Self {
            // The first sequence is 1.
            index: sequence - 1,
            leaf: STANDARD.encode(leaf_hash(bytes)),
            salt: STANDARD.encode(salt),
            entry: STANDARD.encode(bytes),
        }
    }
}

/// The result of a command at a table that was carried out and is on disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TableResult {
    /// The result, as of every command.
    #[serde(flatten)]
    pub done: CommandResult,
    /// A bet as a leaf of the transparency log; null for other commands.
    #[serde(serialize_with = "leaf_of")]
    #[schema(value_type = Option<BetLeaf>)]
    pub leaf: Option<BetEntry>,
}

impl From<Executed> for TableResult {
    fn from(Executed { result, bet }: Executed) -> Self {
        Self { done: result, leaf: bet }
    }
}

/// Hashes when it is sent: the thread that answers when a group is on disk has others to answer.
#[allow(clippy::ref_option, reason = "serde passes a field as it is")]
fn leaf_of<S: Serializer>(bet: &Option<BetEntry>, to: S) -> Result<S::Ok, S::Error> {
    bet.as_ref().map(BetLeaf::from).serialize(to)
}
