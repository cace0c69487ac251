//! Proofs of the transparency log on the wire.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use croupier_transparency::{ConsistencyProof, InclusionProof, TreeHash};
use serde::Serialize;
use utoipa::ToSchema;

/// The proof that an entry is in the tree of a size (RFC 6962, 2.1.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct InclusionView {
    /// The index of the entry in the tree: its sequence less one.
    pub index: u64,
    /// The size of the tree.
    pub size: u64,
    /// The hashes beside the way from the entry to the root, in base64.
    pub hashes: Vec<String>,
}

/// The proof that the tree of one size extends that of another (RFC 6962, 2.1.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ConsistencyView {
    /// The size of the earlier tree.
    pub first: u64,
    /// The size of the later tree.
    pub second: u64,
    /// The hashes from which both roots follow, in base64.
    pub hashes: Vec<String>,
}

impl From<InclusionProof> for InclusionView {
    fn from(proof: InclusionProof) -> Self {
        Self { index: proof.index, size: proof.size, hashes: texts(&proof.hashes) }
    }
}

impl From<ConsistencyProof> for ConsistencyView {
    fn from(proof: ConsistencyProof) -> Self {
        Self { first: proof.first, second: proof.second, hashes: texts(&proof.hashes) }
    }
}

fn texts(hashes: &[TreeHash]) -> Vec<String> {
    hashes.iter().map(|hash| STANDARD.encode(hash)).collect()
}
