//! Proofs against trees that are made by the definition of the standard, word for word.

use std::collections::HashMap;

use croupier_transparency::{
    CompactRange, ConsistencyProof, InclusionProof, NodeId, NodeSource, StoredTree, TILE_WIDTH, TileNodes,
    TileSource, TreeError, TreeHash, inclusion_spans, leaf_hash, node_hash, root,
};
use proptest::prelude::*;

/// The largest tree of which everything is compared.
const ALL_TO: u64 = 300;

/// A tree by the recursive definitions of RFC 6962, 2.1. Hashes of parts are remembered, so that this ends.
struct Defined {
    leaves: Vec<TreeHash>,
    known: HashMap<(usize, usize), TreeHash>,
}

impl Defined {
    fn of(size: u64) -> Self {
        Self { leaves: (0..size).map(leaf).collect(), known: HashMap::new() }
    }

    /// The largest power of two that is less than a number.
    fn split(count: usize) -> usize {
        let mut half = 1;
        while half * 2 < count {
            half *= 2;
        }
        half
    }

    fn hash(&mut self, from: usize, to: usize) -> TreeHash {
        if to - from == 1 {
            return self.leaves[from];
        }
        if let Some(known) = self.known.get(&(from, to)) {
            return *known;
        }
        let middle = from + Self::split(to - from);
        let hash = node_hash(&self.hash(from, middle), &self.hash(middle, to));
        self.known.insert((from, to), hash);
        hash
    }

    fn path(&mut self, index: usize, from: usize, to: usize) -> Vec<TreeHash> {
        if to - from == 1 {
            return Vec::new();
        }
        let middle = from + Self::split(to - from);
        let (mut path, beside) = if index < middle {
            (self.path(index, from, middle), self.hash(middle, to))
        } else {
            (self.path(index, middle, to), self.hash(from, middle))
        };
        path.push(beside);
        path
    }

    fn subproof(&mut self, size: usize, from: usize, to: usize, is_known: bool) -> Vec<TreeHash> {
        if size == to {
            return if is_known { Vec::new() } else { vec![self.hash(from, to)] };
        }
        let middle = from + Self::split(to - from);
        let (mut proof, beside) = if size <= middle {
            (self.subproof(size, from, middle, is_known), self.hash(middle, to))
        } else {
            (self.subproof(size, middle, to, false), self.hash(from, middle))
        };
        proof.push(beside);
        proof
    }
}

fn leaf(index: u64) -> TreeHash {
    leaf_hash(&index.to_le_bytes())
}

fn stored(size: u64) -> StoredTree {
    let mut tree = StoredTree::default();
    (0..size).for_each(|index| tree.append(leaf(index)));
    tree
}

fn place(of: u64) -> usize {
    usize::try_from(of).unwrap()
}

#[test]
fn every_root_and_every_inclusion_proof_is_as_defined() {
    let (tree, mut defined) = (stored(ALL_TO), Defined::of(ALL_TO));
    let mut range = CompactRange::default();
    for size in 1..=ALL_TO {
        range.append(leaf(size - 1));
        let root = defined.hash(0, place(size));
        assert_eq!((range.root(), tree.root(size).unwrap()), (root, root), "{size}");
        assert_eq!(CompactRange::of(&tree, size).unwrap(), range, "{size}");
        for index in 0..size {
            let proof = InclusionProof::of(&tree, index, size).unwrap();
            assert_eq!(proof.hashes, defined.path(place(index), 0, place(size)), "{index} {size}");
            assert_eq!(inclusion_spans(index, size).len(), proof.hashes.len());
            proof.verify(&leaf(index), &root).unwrap();
        }
    }
}

#[test]
fn every_consistency_proof_is_as_defined() {
    let (tree, mut defined) = (stored(ALL_TO), Defined::of(ALL_TO));
    for second in 1..=ALL_TO {
        let second_root = defined.hash(0, place(second));
        for first in 1..=second {
            let proof = ConsistencyProof::of(&tree, first, second).unwrap();
            assert_eq!(
                proof.hashes,
                defined.subproof(place(first), 0, place(second), true),
                "{first} {second}"
            );
            proof.verify(&defined.hash(0, place(first)), &second_root).unwrap();
        }
    }
}

/// The tiles of a tree that is in memory.
struct Tiled<'a>(&'a StoredTree);

impl TileSource for Tiled<'_> {
    fn tile(&self, level: u8, index: u64) -> Result<Vec<TreeHash>, TreeError> {
        let nodes = (index * TILE_WIDTH..(index + 1) * TILE_WIDTH)
            .map_while(|index| self.0.node(NodeId { level: level * 8, index }).ok());
        Ok(nodes.collect())
    }
}

#[test]
fn tiles_give_the_same_proofs() {
    let size = 66_000;
    let tree = stored(size);
    for size in [1, 255, 257, 65_536, size] {
        assert_eq!(root(&TileNodes::new(Tiled(&tree)), size), tree.root(size), "{size}");
        for index in [0, 255, 256, 65_535, size - 1].into_iter().filter(|index| *index < size) {
            let tiles = TileNodes::new(Tiled(&tree));
            assert_eq!(InclusionProof::of(&tiles, index, size), InclusionProof::of(&tree, index, size));
            let first = index + 1;
            assert_eq!(ConsistencyProof::of(&tiles, first, size), ConsistencyProof::of(&tree, first, size));
        }
    }
    assert!(root(&TileNodes::new(Tiled(&tree)), size + 1).is_err());
}

/// Every way of changing a list of hashes a little.
fn changed(hashes: &[TreeHash]) -> Vec<Vec<TreeHash>> {
    let mut all = Vec::new();
    for at in 0..hashes.len() {
        let mut flipped = hashes.to_vec();
        flipped[at][at % 32] ^= 1;
        let mut without = hashes.to_vec();
        without.remove(at);
        let mut twice = hashes.to_vec();
        twice.insert(at, hashes[at]);
        all.extend([flipped, without, twice]);
        if at > 0 {
            let mut swapped = hashes.to_vec();
            swapped.swap(at - 1, at);
            all.push(swapped);
        }
    }
    all.push([hashes, &[leaf(0)]].concat());
    all.retain(|other| other != hashes);
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_changed_inclusion_proof_shows_nothing((index, size) in (1_u64..=700).prop_flat_map(|size| (0..size, Just(size)))) {
        let tree = stored(size);
        let (proof, root) = (InclusionProof::of(&tree, index, size).unwrap(), tree.root(size).unwrap());
        prop_assert!(proof.verify(&leaf(index), &root).is_ok());
        prop_assert!(proof.verify(&leaf(index + 1), &root).is_err());
        prop_assert!(proof.verify(&leaf(index), &leaf(0)).is_err() || size == 1);
        for hashes in changed(&proof.hashes) {
            let changed = InclusionProof { hashes, ..proof.clone() };
            prop_assert!(changed.verify(&leaf(index), &root).is_err());
        }
        for index in (0..size).filter(|other| *other != index).take(50) {
            let moved = InclusionProof { index, ..proof.clone() };
            prop_assert!(moved.verify(&leaf(proof.index), &root).is_err());
        }
        let outside = InclusionProof { index: size, ..proof };
        prop_assert!(outside.verify(&leaf(index), &root).is_err());
    }

    #[test]
    fn a_changed_consistency_proof_shows_nothing((first, second) in (1_u64..=700).prop_flat_map(|size| (1..=size, Just(size)))) {
        let tree = stored(second);
        let (before, after) = (tree.root(first).unwrap(), tree.root(second).unwrap());
        let proof = ConsistencyProof::of(&tree, first, second).unwrap();
        prop_assert!(proof.verify(&before, &after).is_ok());
        prop_assert!(proof.verify(&leaf(1), &after).is_err());
        prop_assert!(proof.verify(&before, &leaf(1)).is_err());
        for hashes in changed(&proof.hashes) {
            let changed = ConsistencyProof { hashes, ..proof.clone() };
            prop_assert!(changed.verify(&before, &after).is_err());
        }
        let turned = ConsistencyProof { first: second, second: first, ..proof };
        prop_assert!(turned.verify(&after, &before).is_err() || first == second);
    }

    #[test]
    fn a_changed_entry_is_in_no_tree(changed in 0_u64..500, size in 500_u64..600) {
        let (tree, mut other) = (stored(size), StoredTree::default());
        (0..size).for_each(|index| other.append(if index == changed { leaf(size) } else { leaf(index) }));
        prop_assert_ne!(tree.root(size).unwrap(), other.root(size).unwrap());
        let proof = ConsistencyProof::of(&other, 500, size).unwrap();
        prop_assert!(proof.verify(&tree.root(500).unwrap(), &other.root(size).unwrap()).is_err());
    }
}

#[test]
fn proofs_are_json() {
    let proof = InclusionProof::of(&stored(3), 2, 3).unwrap();
    let json = serde_json::to_string(&proof).unwrap();
    assert!(json.starts_with(r#"{"index":2,"size":3,"hashes":[""#), "{json}");
    assert_eq!(serde_json::from_str::<InclusionProof>(&json).unwrap(), proof);
    assert!(serde_json::from_str::<ConsistencyProof>(r#"{"first":1,"second":2,"hashes":["AA=="]}"#).is_err());
}
