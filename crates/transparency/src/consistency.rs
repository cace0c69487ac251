//! Proofs that a later tree has everything that an earlier one had, in the same places.

use serde::{Deserialize, Serialize};

use crate::base64_text::hashes;
use crate::hash::{EMPTY_ROOT, TreeHash, node_hash};
use crate::nodes::{NodeSource, span_hash};
use crate::span::consistency_spans;
use crate::tree_error::{ProofFailure, TreeError};

/// The proof that one tree extends another (RFC 6962, 2.1.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ConsistencyProof {
    /// The size of the earlier tree.
    pub first: u64,
    /// The size of the later tree.
    pub second: u64,
    /// The hashes from which both roots follow.
    #[serde(with = "hashes")]
    pub hashes: Vec<TreeHash>,
}

impl ConsistencyProof {
    /// Makes the proof for two sizes of a tree.
    ///
    /// # Errors
    /// When the first is the larger one, or a node is not stored.
    pub fn of(source: &impl NodeSource, first: u64, second: u64) -> Result<Self, TreeError> {
        if first > second {
            return Err(TreeError::Outside { place: first, size: second });
        }
        let spans = consistency_spans(first, second);
        let hashes = spans.into_iter().map(|span| span_hash(source, span)).collect::<Result<_, _>>()?;
        Ok(Self { first, second, hashes })
    }

    /// Checks that the tree with the second root extends the one with the first (RFC 9162, 2.1.4.2).
    ///
    /// # Errors
    /// Why the proof does not show it.
    pub fn verify(&self, first_root: &TreeHash, second_root: &TreeHash) -> Result<(), ProofFailure> {
        if self.first > self.second {
            return Err(ProofFailure::Outside);
        }
        if self.first == 0 || self.first == self.second {
            return self.verify_nothing(first_root, second_root);
        }
        // A complete part of the later tree is known to whoever has its root.
        let known = self.first.is_power_of_two().then_some(first_root);
        let mut hashes = known.into_iter().chain(&self.hashes);
        let Some(begin) = hashes.next() else { return Err(ProofFailure::Length) };
        let shift = (self.first - 1).trailing_ones();
        let (mut place, mut last) = ((self.first - 1) >> shift, (self.second - 1) >> shift);
        let (mut first, mut second) = (*begin, *begin);
        for beside in hashes {
            if last == 0 {
                return Err(ProofFailure::Length);
            }
            if place % 2 == 1 || place == last {
                (first, second) = (node_hash(beside, &first), node_hash(beside, &second));
                while place % 2 == 0 && place != 0 {
                    (place, last) = (place / 2, last / 2);
                }
            } else {
                second = node_hash(&second, beside);
            }
            (place, last) = (place / 2, last / 2);
        }
        match (last, first == *first_root, second == *second_root) {
            (0, true, true) => Ok(()),
            (0, false, _) => Err(ProofFailure::FirstRoot),
            (0, true, false) => Err(ProofFailure::Root),
            _ => Err(ProofFailure::Length),
        }
    }

    /// Checks a proof that needs no hashes: from a tree without leaves, or between equal sizes.
    fn verify_nothing(&self, first_root: &TreeHash, second_root: &TreeHash) -> Result<(), ProofFailure> {
        if !self.hashes.is_empty() {
            return Err(ProofFailure::Length);
        }
        let expected = if self.first == 0 { &EMPTY_ROOT } else { second_root };
        if first_root == expected { Ok(()) } else { Err(ProofFailure::FirstRoot) }
    }
}
