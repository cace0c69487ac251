//! The transparency log of a house: whoever remembers one signed checkpoint can check that nothing before it was changed.
//!
//! The entries of a house's journal are the leaves of a Merkle tree as RFC 6962 describes it. A [`Checkpoint`] names the
//! size and the root of the tree, and the house signs it. An [`InclusionProof`] shows that an entry is in the tree of a
//! checkpoint, and a [`ConsistencyProof`] that a later checkpoint has everything that an earlier one had. A [`Witness`]
//! follows the checkpoints of houses, checks each against the last, and cosigns it.
//!
//! Formats are those that transparency logs share (C2SP): `signed-note` and `tlog-checkpoint` for checkpoints,
//! `tlog-cosignature` for witnesses, `tlog-tiles` for tiles. `docs/transparency.md` describes what a house makes of them.
//!
//! This crate has no clock, files, network or randomness: what is stored comes through [`NodeSource`], times and secret
//! keys are arguments.
//!
//! ```
//! use croupier_transparency::{InclusionProof, StoredTree, leaf_hash};
//! let mut tree = StoredTree::default();
//! for entry in [b"first".as_slice(), b"second", b"third"] {
//!     tree.append(leaf_hash(entry));
//! }
//! let proof = InclusionProof::of(&tree, 1, 3)?;
//! assert!(proof.verify(&leaf_hash(b"second"), &tree.root(3)?).is_ok());
//! assert!(proof.verify(&leaf_hash(b"other"), &tree.root(3)?).is_err());
//! # Ok::<(), croupier_transparency::TreeError>(())
//! ```

mod alarm;
mod base64_text;
mod checkpoint;
mod compact_range;
mod consistency;
mod cosignature;
mod entry_proof;
mod hash;
mod inclusion;
mod keys;
mod nodes;
mod origin;
mod silence;
mod span;
mod stored_tree;
mod tile;
mod tile_nodes;
mod tree_error;
mod witness;

pub use alarm::{Alarm, AlarmKind};
pub use checkpoint::{Checkpoint, NoteSignature, SignedCheckpoint, read_notes};
pub use compact_range::CompactRange;
pub use consistency::ConsistencyProof;
pub use cosignature::{CosigningKey, WitnessKey, cosigned_at};
pub use entry_proof::{EntryCheck, EntryProof, EntryProofFailure, EntryProofReport};
pub use hash::{EMPTY_ROOT, TreeHash, leaf_hash, node_hash};
pub use inclusion::InclusionProof;
pub use keys::{SigningKey, VerifyingKey};
pub use nodes::{NodeId, NodeSource, root};
pub use origin::{HouseIdentity, LogForm, NoteError, Origin};
pub use span::{LeafSpan, consistency_spans, inclusion_spans};
pub use stored_tree::StoredTree;
pub use tile::{TILE_HEIGHT, TILE_WIDTH, TileError, TileId, tiles_of};
pub use tile_nodes::{TileNodes, TileSource};
pub use tree_error::{ProofFailure, TreeError};
pub use witness::{FollowedLog, Judgement, Witness};
