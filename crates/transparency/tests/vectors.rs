//! The test vectors that implementations of RFC 6962 share: a tree of eight leaves.

use croupier_transparency::{
    CompactRange, ConsistencyProof, EMPTY_ROOT, InclusionProof, StoredTree, TreeHash, leaf_hash,
};

const LEAVES: [&str; 8] =
    ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];

const ROOTS: [&str; 8] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const SECOND_LEAF: &str = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
const THIRD_PAIR: &str = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
const RIGHT_HALF: &str = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
const FIFTH_LEAF: &str = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
const LAST_PAIR: &str = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
const FIFTH_PAIR: &str = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a";

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn hash(hex: &str) -> TreeHash {
    bytes(hex).try_into().unwrap()
}

fn tree() -> StoredTree {
    let mut tree = StoredTree::default();
    LEAVES.iter().for_each(|leaf| tree.append(leaf_hash(&bytes(leaf))));
    tree
}

#[test]
fn roots_are_the_published_ones() {
    let (tree, mut range) = (tree(), CompactRange::default());
    assert_eq!((range.root(), EMPTY_ROOT), (EMPTY_ROOT, tree.root(0).unwrap()));
    for (size, (leaf, root)) in (1..).zip(LEAVES.iter().zip(ROOTS)) {
        range.append(leaf_hash(&bytes(leaf)));
        assert_eq!((range.root(), tree.root(size).unwrap()), (hash(root), hash(root)), "{size}");
    }
    assert!(tree.root(9).is_err());
}

#[test]
fn inclusion_proofs_are_the_published_ones() {
    let published: [(u64, u64, &[&str]); 5] = [
        (0, 1, &[]),
        (0, 8, &[SECOND_LEAF, THIRD_PAIR, RIGHT_HALF]),
        (5, 8, &[FIFTH_LEAF, LAST_PAIR, ROOTS[3]]),
        (2, 3, &[ROOTS[1]]),
        (1, 5, &[ROOTS[0], THIRD_PAIR, FIFTH_LEAF]),
    ];
    for (index, size, hashes) in published {
        let proof = InclusionProof::of(&tree(), index, size).unwrap();
        assert_eq!(proof.hashes, hashes.iter().map(|hex| hash(hex)).collect::<Vec<_>>(), "{index} {size}");
        let leaf = leaf_hash(&bytes(LEAVES[usize::try_from(index).unwrap()]));
        proof.verify(&leaf, &hash(ROOTS[usize::try_from(size).unwrap() - 1])).unwrap();
    }
    assert!(InclusionProof::of(&tree(), 8, 8).is_err());
}

#[test]
fn consistency_proofs_are_the_published_ones() {
    let published: [(u64, u64, &[&str]); 4] = [
        (1, 1, &[]),
        (1, 8, &[SECOND_LEAF, THIRD_PAIR, RIGHT_HALF]),
        (6, 8, &[FIFTH_PAIR, LAST_PAIR, ROOTS[3]]),
        (2, 5, &[THIRD_PAIR, FIFTH_LEAF]),
    ];
    for (first, second, hashes) in published {
        let proof = ConsistencyProof::of(&tree(), first, second).unwrap();
        assert_eq!(proof.hashes, hashes.iter().map(|hex| hash(hex)).collect::<Vec<_>>(), "{first} {second}");
        let root = |size: u64| hash(ROOTS[usize::try_from(size).unwrap() - 1]);
        proof.verify(&root(first), &root(second)).unwrap();
    }
    assert!(ConsistencyProof::of(&tree(), 8, 7).is_err());
    assert!(ConsistencyProof::of(&tree(), 8, 9).is_err());
}
