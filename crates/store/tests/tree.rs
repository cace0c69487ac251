//! The trees of the transparency logs: over the entries of the journal, and the same when they are made again.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::common::{PlayedHouse, played_store, scratch};
use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError};
use croupier_store::{LogTree, LogTreeWriter, SqliteStore, StoreOptions, TREE_FILE};
use croupier_transparency::{CompactRange, TileId, TreeHash, leaf_hash};

const HOUSE: HouseId = HouseId(1);
/// How long the tree may take on a busy machine.
const SOON: Duration = Duration::from_mins(2);

fn open(folder: &Path, store: &Arc<SqliteStore>) -> (Arc<LogTree>, LogTreeWriter) {
    let journals = Arc::clone(store) as Arc<dyn Store>;
    LogTree::open(folder, Duration::from_secs(5), journals).unwrap()
}

fn head(store: &SqliteStore) -> u64 {
    store.head(HOUSE).unwrap().unwrap().sequence
}

/// The roots by the entries themselves: of the tree of the first entry, the first two, …
fn roots(store: &SqliteStore) -> Vec<TreeHash> {
    let mut range = CompactRange::default();
    let entries = store.entries(HOUSE, 1, usize::MAX).unwrap();
    let add = |entry: &croupier_house::store::StoredEntry| {
        range.append(leaf_hash(&entry.bytes));
        range.root()
    };
    entries.iter().map(add).collect()
}

fn assert_whole(tree: &LogTree, store: &SqliteStore) {
    let size = head(store);
    tree.wait_for(HOUSE, size, SOON).unwrap();
    let roots = roots(store);
    assert_eq!((tree.size(HOUSE), roots.len() as u64), (size, size));
    for (size, root) in (1..).zip(&roots) {
        assert_eq!(tree.root(HOUSE, size).as_ref(), Ok(root), "{size}");
    }
}

/// A tree that is begun in the middle of a house's life, follows the index, and is made again.
#[test]
fn the_tree_is_over_the_entries_however_it_is_made() {
    let (folder, store, PlayedHouse { batches, .. }) = played_store("tree", 40);
    let store = Arc::new(store);
    let (tree, writer) = open(&folder, &store);
    assert_whole(&tree, &store);
    assert!(head(&store) > 300, "more than a tile: {}", head(&store));
    drop((tree, writer, store));
    // Entry by entry, handed over by the index, with restarts.
    let piecewise = scratch("tree-piecewise");
    for group in batches.chunks(60) {
        let store = Arc::new(SqliteStore::open(&piecewise, StoreOptions::default()).unwrap());
        let (tree, _writer) = open(&piecewise, &store);
        let followed = Arc::clone(&tree);
        store.index().on_projected(Box::new(move |house, groups| followed.follow(house, groups))).unwrap();
        for batch in group {
            store.append(batch.clone()).unwrap();
        }
        store.index().wait_for(HOUSE, head(&store), SOON).unwrap();
        tree.wait_for(HOUSE, head(&store), SOON).unwrap();
    }
    let store = Arc::new(SqliteStore::open(&piecewise, StoreOptions::default()).unwrap());
    let (tree, writer) = open(&piecewise, &store);
    assert_eq!(tree.size(HOUSE), head(&store), "nothing is read again");
    assert_whole(&tree, &store);
    drop((tree, writer));
    // A file that is no tree of this journal, and one that is missing.
    std::fs::remove_file(piecewise.join(TREE_FILE)).unwrap();
    let (tree, _writer) = open(&piecewise, &store);
    assert_whole(&tree, &store);
}

#[test]
fn a_tree_of_another_journal_is_made_again() {
    let (folder, store, _) = played_store("tree-one", 5);
    let store = Arc::new(store);
    let (tree, writer) = open(&folder, &store);
    tree.wait_for(HOUSE, head(&store), SOON).unwrap();
    drop((tree, writer));
    let (other_folder, other, _) = played_store("tree-shorter", 2);
    let other = Arc::new(other);
    for ending in ["", "-wal"] {
        let name = format!("{TREE_FILE}{ending}");
        drop(std::fs::copy(folder.join(&name), other_folder.join(&name)));
    }
    let (tree, _writer) = open(&other_folder, &other);
    assert_whole(&tree, &other);
}

#[test]
fn proofs_and_tiles_are_those_of_the_tree() {
    let (folder, store, _) = played_store("tree-proofs", 40);
    let store = Arc::new(store);
    let (tree, _writer) = open(&folder, &store);
    let size = head(&store);
    tree.wait_for(HOUSE, size, SOON).unwrap();
    let entries = store.entries(HOUSE, 1, usize::MAX).unwrap();
    let roots = roots(&store);
    let root = roots.last().unwrap();
    for (index, entry) in (0..size).zip(&entries).step_by(7) {
        tree.inclusion(HOUSE, index, size).unwrap().verify(&leaf_hash(&entry.bytes), root).unwrap();
        let first = &roots[usize::try_from(index).unwrap()];
        tree.consistency(HOUSE, index + 1, size).unwrap().verify(first, root).unwrap();
    }
    let leaves: Vec<TreeHash> = entries.iter().map(|entry| leaf_hash(&entry.bytes)).collect();
    assert_eq!(tree.tile(HOUSE, TileId::full(0, 0)).unwrap().as_deref(), Some(&leaves[..256]));
    let partial = TileId { level: 0, index: 1, width: 3 };
    assert_eq!(tree.tile(HOUSE, partial).unwrap().as_deref(), Some(&leaves[256..259]));
    let above = TileId { level: 1, index: 0, width: 1 };
    assert_eq!(tree.tile(HOUSE, above).unwrap(), Some(vec![roots[255]]));
    assert_eq!(tree.tile(HOUSE, TileId::full(0, 9)).unwrap(), None);
    assert!(
        matches!(tree.root(HOUSE, size + 1), Err(StoreError::Behind { needed, .. }) if needed == size + 1)
    );
    assert!(tree.inclusion(HOUSE, size, size).is_err());
    assert!(tree.root(HouseId(2), 1).is_err());
}
