//! The migration to schema 3: it runs once, goes on where it was killed, and changes no entry.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::common::{crash_image, scratch};
use croupier_house::ids::{DAY_MS, HouseId, IdempotencyKey, StreamId};
use croupier_house::store::{Store, StoreError};
use croupier_store::{
    Migration, MigrationProgress, MigrationStage, Repair, SqliteStore, StoreOptions, verify,
};

/// Stream, version, hash and bytes of every entry of a house, in order.
type Entries = Vec<(i64, u64, Vec<u8>, Vec<u8>)>;

/// The database of a server of an earlier version, in a folder of its own: two houses whose entries alternate.
fn recorded(name: &str) -> PathBuf {
    let folder = scratch(name);
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/folders/1/journal.sqlite");
    std::fs::copy(from, folder.join("journal.db")).unwrap();
    folder
}

/// What the old table says.
fn before(folder: &Path) -> [Entries; 2] {
    let connection = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    [1, 2].map(|house| {
        let sql = "select stream, ver, hash, body from events where stream >> 16 = ? order by id";
        let mut select = connection.prepare(sql).unwrap();
        let row = |row: &rusqlite::Row<'_>| {
            Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned(), row.get(2)?, row.get(3)?))
        };
        select.query_map([house], row).unwrap().map(Result::unwrap).collect()
    })
}

fn after(store: &SqliteStore) -> [Entries; 2] {
    [1, 2].map(|house| {
        let mut all = Entries::new();
        store
            .read_all(HouseId(house), 1, &mut |entry| {
                assert_eq!(entry.sequence, all.len() as u64 + 1, "the sequence has no gaps");
                all.push((entry.stream.number(), entry.version, entry.hash.to_vec(), entry.bytes.into()));
                Ok(())
            })
            .unwrap();
        all
    })
}

fn open(
    folder: &Path,
    chunk: u32,
    mut report: impl FnMut(MigrationProgress) -> ControlFlow<()>,
) -> Result<SqliteStore, StoreError> {
    SqliteStore::open_with(folder, StoreOptions::default(), Migration { chunk, report: &mut report })
}

fn old_key(folder: &Path) -> (IdempotencyKey, u64, i64, i64, i64) {
    let connection = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    connection
        .query_row("select key, digest, stream, first, last from keys limit 1 offset 7", [], |row| {
            let key = IdempotencyKey(u128::from_be_bytes(row.get(0)?));
            let digest = row.get::<_, i64>(1)?.cast_unsigned();
            Ok((key, digest, row.get(2)?, row.get(3)?, row.get(4)?))
        })
        .unwrap()
}

#[test]
fn every_entry_gets_its_place_in_its_house_and_nothing_else_changes() {
    let folder = recorded("migrated");
    let (due, key) = (before(&folder), old_key(&folder));
    assert!(due.iter().all(|entries| entries.len() > 100));
    let mut reports = Vec::new();
    let store = open(&folder, 100, |progress| {
        reports.push(progress);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(after(&store), due);
    for stage in [MigrationStage::Copying, MigrationStage::Proving, MigrationStage::Clearing] {
        let last = reports.iter().rfind(|progress| progress.stage == stage).unwrap();
        assert_eq!(last.done, last.of, "{last:?}");
    }
    // Keys are found as before, with the sequence that they did not have.
    let (key, digest, stream, first, last) = key;
    let (found, range) = store.find_key(key).unwrap().unwrap();
    let stream = StreamId::numbered(stream).unwrap();
    assert_eq!((found, range.stream), (digest, stream));
    assert_eq!((range.from.cast_signed(), range.to.cast_signed()), (first, last));
    assert_eq!(store.entries(stream.house, range.sequence, 1).unwrap()[0].version, range.to);
    drop(store);
    let again = open(&folder, 100, |_| panic!("it runs once")).unwrap();
    assert_eq!(after(&again), due);
    drop(again);
    for house in [1, 2].map(HouseId) {
        let found = verify(&folder, house, 0).unwrap();
        assert_eq!((found.findings, found.entries), (vec![], due[usize::from(house.0) - 1].len() as u64));
    }
    let tables = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    let old: i64 = tables
        .query_row(
            "select count(*) from sqlite_schema where name in ('events', 'marks', 'snapshots', 'migration', 'proofs')",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(old, 0);
}

#[test]
fn a_migration_that_is_killed_after_any_chunk_goes_on() {
    let folder = recorded("killed-migration");
    let due = before(&folder);
    let mut images = Vec::new();
    let store = open(&folder, 64, |_| {
        let image = folder.join(format!("image-{}", images.len()));
        crash_image(&folder, &image);
        images.push(image);
        ControlFlow::Continue(())
    })
    .unwrap();
    drop(store);
    assert!(images.len() > 10, "{}", images.len());
    for image in images {
        let store = open(&image, 64, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(after(&store), due, "{}", image.display());
        drop(store);
        assert_eq!(verify(&image, HouseId(1), 0).unwrap().findings, []);
        std::fs::remove_dir_all(image).unwrap();
    }
}

#[test]
fn a_migration_that_is_interrupted_after_every_chunk_ends() {
    let folder = recorded("interrupted");
    let due = before(&folder);
    let mut starts = 0;
    let store = loop {
        starts += 1;
        match open(&folder, 64, |_| ControlFlow::Break(())) {
            Ok(store) => break store,
            Err(error) => assert!(error.to_string().contains("interrupted"), "{error}"),
        }
    };
    assert!(starts > 10, "{starts}");
    assert_eq!(after(&store), due);
}

#[test]
fn what_was_copied_wrong_is_found_before_the_old_table_is_cleared() {
    let folder = recorded("wrong-copy");
    let mut chunks = 0;
    let spoil = |_| {
        chunks += 1;
        if chunks == 3 {
            let other = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
            let sql = "update entries set body = x'00' where id = (select min(id) + 50 from entries)";
            assert_eq!(other.execute(sql, []).unwrap(), 1);
        }
        ControlFlow::Continue(())
    };
    let error = open(&folder, 64, spoil).err().unwrap();
    assert!(matches!(&error, StoreError::Damaged(why) if why.contains("not copied it as it was")), "{error}");
    assert!(before(&folder).iter().all(|entries| entries.len() > 100), "nothing was cleared");
}

#[test]
fn keys_from_before_count_from_the_migration_on() {
    let folder = recorded("old-keys");
    let (key, ..) = old_key(&folder);
    drop(SqliteStore::open(&folder, StoreOptions::default()).unwrap());
    let connection = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    let sql = "select at from keys where key = ?";
    let at: i64 = connection.query_row(sql, [&key.0.to_be_bytes()[..]], |row| row.get(0)).unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let age = i64::try_from(now.as_millis()).unwrap() - at;
    assert!((0..DAY_MS).contains(&age), "{age}");
}

#[test]
fn an_older_folder_is_not_repaired_before_it_is_migrated() {
    let folder = recorded("not-yet");
    let error = Repair::open(&folder, StoreOptions::default()).err().unwrap();
    assert!(error.to_string().contains("schema 2"), "{error}");
}
