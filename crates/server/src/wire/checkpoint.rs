//! A checkpoint on the wire.

use serde::Serialize;
use utoipa::ToSchema;

/// A signed state of a house's transparency log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CheckpointView {
    /// Its number in the list of its house, from 1.
    pub number: u64,
    /// The incarnation of the house that signed it, from 1; a restored house begins a new one.
    pub incarnation: u32,
    /// The sequence number of the last entry: the size of the tree.
    pub sequence: u64,
    /// When it was signed, in milliseconds since 1970.
    pub at: i64,
    /// The public key, in the form of signed notes.
    pub key: String,
    /// The signed note.
    pub note: String,
}
