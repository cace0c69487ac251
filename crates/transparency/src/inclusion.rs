//! Proofs that an entry is in the tree of a checkpoint.

use serde::{Deserialize, Serialize};

use crate::base64_text::hashes;
use crate::hash::{TreeHash, node_hash};
use crate::nodes::{NodeSource, span_hash};
use crate::span::inclusion_spans;
use crate::tree_error::{ProofFailure, TreeError};

/// The proof that a leaf is in a tree (RFC 6962, 2.1.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InclusionProof {
    /// The index of the leaf, from 0.
    pub index: u64,
    /// The size of the tree.
    pub size: u64,
    /// The hashes beside the way from the leaf to the root.
    #[serde(with = "hashes")]
    pub hashes: Vec<TreeHash>,
}

impl InclusionProof {
    /// Makes the proof for a leaf of a tree.
    ///
    /// # Errors
    /// When the tree has no such leaf, or a node is not stored.
    pub fn of(source: &impl NodeSource, index: u64, size: u64) -> Result<Self, TreeError> {
        if index >= size {
            return Err(TreeError::Outside { place: index, size });
        }
        let spans = inclusion_spans(index, size);
        let hashes = spans.into_iter().map(|span| span_hash(source, span)).collect::<Result<_, _>>()?;
        Ok(Self { index, size, hashes })
    }

    /// Checks that the leaf is in the tree with this root (RFC 9162, 2.1.3.2).
    ///
    /// # Errors
    /// Why the proof does not show it.
    pub fn verify(&self, leaf: &TreeHash, root: &TreeHash) -> Result<(), ProofFailure> {
        if self.index >= self.size {
            return Err(ProofFailure::Outside);
        }
        let (mut place, mut last, mut hash) = (self.index, self.size - 1, *leaf);
        for beside in &self.hashes {
            if last == 0 {
                return Err(ProofFailure::Length);
            }
            if place % 2 == 1 || place == last {
                hash = node_hash(beside, &hash);
                while place % 2 == 0 && place != 0 {
                    (place, last) = (place / 2, last / 2);
                }
            } else {
                hash = node_hash(&hash, beside);
            }
            (place, last) = (place / 2, last / 2);
        }
        match (last, hash == *root) {
            (0, true) => Ok(()),
            (0, false) => Err(ProofFailure::Root),
            _ => Err(ProofFailure::Length),
        }
    }
}
