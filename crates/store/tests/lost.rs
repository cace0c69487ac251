//! Acknowledged entries that are gone are noticed: the head file is ahead of the journal.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use crate::common::{batch, batch_at, crash_image, scratch};
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::store::{Store, StoreError};
use croupier_store::{HEAD_FILE, JournalPart, Repair, SqliteStore, StoreOptions, verify};

const HOUSE: StreamId = StreamId { house: HouseId(1), table: None };

/// A store with so many acknowledged entries, and what a crash leaves of its folder.
fn crashed(name: &str, entries: u64) -> PathBuf {
    let folder = scratch(name);
    let store = SqliteStore::open(folder.join("live"), StoreOptions::default());
    assert!(store.is_err(), "the folder must be there");
    std::fs::create_dir_all(folder.join("live")).unwrap();
    let store = SqliteStore::open(folder.join("live"), StoreOptions::default()).unwrap();
    for version in 1..=entries {
        store.append(batch(HOUSE, version, 1)).unwrap();
    }
    crash_image(&folder.join("live"), &folder.join("crashed"));
    folder.join("crashed")
}

fn opened(folder: &Path) -> Result<SqliteStore, StoreError> {
    SqliteStore::open(folder, StoreOptions::default())
}

#[test]
fn a_log_cut_in_half_is_not_opened_as_if_nothing_had_happened() {
    let folder = crashed("cut", 200);
    let wal = OpenOptions::new().write(true).open(folder.join("journal.db-wal")).unwrap();
    let length = wal.metadata().unwrap().len();
    assert!(length > 100_000, "{length}");
    wal.set_len(length / 2).unwrap();
    drop(wal);
    let error = opened(&folder).err().unwrap();
    let StoreError::Lost { house: HouseId(1), acknowledged: 200, found } = error else { panic!("{error}") };
    assert!((1..200).contains(&found), "{found}");
    let words = error.to_string();
    for part in ["up to sequence 200", &format!("ends at {found}"), "croupier doctor"] {
        assert!(words.contains(part), "{words}");
    }
    let findings = verify(&folder, HouseId(1), 0).unwrap().findings;
    assert!(findings.iter().any(|found| found.part == JournalPart::HeadFile), "{findings:?}");
    // The loss is accepted: the journal goes on where it ends.
    Repair::open(&folder, StoreOptions::default()).unwrap().rewrite_head_file().unwrap();
    let store = opened(&folder).unwrap();
    assert_eq!(store.head(HouseId(1)).unwrap().unwrap().sequence, found);
    store.append(batch(HOUSE, found + 1, 1)).unwrap();
}

#[test]
fn a_log_that_is_gone_is_noticed_too() {
    let folder = crashed("gone", 50);
    std::fs::remove_file(folder.join("journal.db-wal")).unwrap();
    let error = opened(&folder).err().unwrap();
    assert!(matches!(error, StoreError::Lost { acknowledged: 50, found: 0, .. }), "{error}");
    std::fs::remove_file(folder.join("journal.db")).unwrap();
    let error = opened(&folder).err().unwrap();
    assert!(matches!(error, StoreError::Lost { acknowledged: 50, found: 0, .. }), "a new journal: {error}");
}

#[test]
fn a_whole_log_opens_and_a_head_file_that_is_behind_is_normal() {
    let folder = crashed("whole", 50);
    let earlier = std::fs::read(folder.join(HEAD_FILE)).unwrap();
    let store = opened(&folder).unwrap();
    store.append(batch(HOUSE, 51, 3)).unwrap();
    let other = StreamId { house: HouseId(2), table: Some(TableId(3)) };
    store.append(batch(other, 1, 1)).unwrap();
    drop(store);
    // As a crash between the commit and the head file leaves it.
    std::fs::write(folder.join(HEAD_FILE), earlier).unwrap();
    let store = opened(&folder).unwrap();
    assert_eq!(store.head(HouseId(1)).unwrap().unwrap().sequence, 53);
    assert_eq!(store.houses().unwrap(), [HouseId(1), HouseId(2)]);
    store.append(batch(HOUSE, 54, 1)).unwrap();
}

#[test]
fn the_head_file_must_be_there_and_be_about_this_journal() {
    let folder = crashed("no-heads", 20);
    let heads = std::fs::read(folder.join(HEAD_FILE)).unwrap();
    std::fs::remove_file(folder.join(HEAD_FILE)).unwrap();
    let error = opened(&folder).err().unwrap();
    assert!(matches!(&error, StoreError::Damaged(why) if why.contains("is missing")), "{error}");
    assert!(!folder.join(HEAD_FILE).exists(), "it is not made again by itself");
    // The head file of another house with as many entries.
    std::fs::write(folder.join(HEAD_FILE), heads).unwrap();
    let other = scratch("other-heads");
    let store = opened(&other).unwrap();
    store.append(batch_at(StreamId { house: HouseId(1), table: Some(TableId(7)) }, 1, 1, 20)).unwrap();
    drop(store);
    std::fs::copy(other.join(HEAD_FILE), folder.join(HEAD_FILE)).unwrap();
    let error = opened(&folder).err().unwrap();
    assert!(error.to_string().contains("entry 20 is not the one that was acknowledged"), "{error}");
}

#[test]
fn every_group_moves_the_head_file_before_it_is_answered() {
    let folder = scratch("heads-move");
    let store = opened(&folder).unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    for version in 1..=500 {
        let (sender, folder) = (sender.clone(), folder.clone());
        let done = move |result: Result<(), StoreError>| {
            result.unwrap();
            let file = croupier_store::HeadFile::open(&folder).unwrap().unwrap();
            sender.send(file.heads()[0].1.sequence >= version).unwrap();
        };
        store.submit(batch(HOUSE, version, 1), Box::new(done));
    }
    drop(sender);
    assert_eq!(receiver.iter().filter(|there| *there).count(), 500);
}
