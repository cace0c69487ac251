//! The hashes of a tree: RFC 6962 with SHA-256.

use ring::digest::{Context, SHA256};

/// A hash of the tree: of a leaf, or of two nodes.
pub type TreeHash = [u8; 32];

/// What is hashed before a leaf, so that no leaf can pass for a node.
const LEAF: u8 = 0;

/// What is hashed before two nodes.
const NODE: u8 = 1;

/// The root of a tree without leaves: the hash of nothing.
pub const EMPTY_ROOT: TreeHash = [
    0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14, 0x9a, 0xfb, 0xf4, 0xc8, 0x99, 0x6f, 0xb9, 0x24, 0x27,
    0xae, 0x41, 0xe4, 0x64, 0x9b, 0x93, 0x4c, 0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55,
];

/// The hash of a leaf: of the bytes of an entry as they are stored.
pub fn leaf_hash(entry: &[u8]) -> TreeHash {
    hash_of(LEAF, &[entry])
}

/// The hash of a node with two children.
pub fn node_hash(left: &TreeHash, right: &TreeHash) -> TreeHash {
    hash_of(NODE, &[left, right])
}

fn hash_of(domain: u8, parts: &[&[u8]]) -> TreeHash {
    let mut context = Context::new(&SHA256);
    context.update(&[domain]);
    parts.iter().for_each(|part| context.update(part));
    let mut hash = TreeHash::default();
    hash.copy_from_slice(context.finish().as_ref());
    hash
}
