//! What earlier versions wrote goes through the store: every recorded journal comes back from `SQLite` byte for byte, and
//! the recorded database of a server opens and goes on.

#[allow(dead_code, reason = "the tests of the house use more of it")]
#[path = "../../house/tests/recorded/file.rs"]
mod file;

use crate::common;
use std::path::{Path, PathBuf};

use crate::common::scratch;
use crate::recorded::file::{Recorded, recorded_shelf};
use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId, Now, PersonId, StreamId};
use croupier_house::journal::Entry;
use croupier_house::office::{LimitKind, Role};
use croupier_house::store::{Batch, Store};
use croupier_house::table::Pace;
use croupier_house::{Accepted, EntryRange, House};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use croupier_store::{SqliteStore, StoreOptions};
use jiff::civil::date;

fn recorded_journals() -> Vec<PathBuf> {
    let sets = std::fs::read_dir(file::folder()).unwrap().map(|entry| entry.unwrap().path());
    let files = sets.filter(|path| path.is_dir()).flat_map(|set| std::fs::read_dir(set).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "journal")).collect()
}

/// The books that were recorded with a journal.
fn shelf_of(journal: &Path) -> &'static Shelf {
    let expected = std::fs::read_to_string(journal.with_extension("expected")).unwrap();
    let digests = expected.lines().filter_map(|line| line.strip_prefix("book ")?.split(' ').nth(1));
    recorded_shelf(journal.parent().unwrap(), &digests.collect::<Vec<_>>()).unwrap()
}

/// The entries by command: those of one command have one time.
fn commands(recorded: &Recorded) -> Vec<Accepted> {
    let mut all: Vec<Accepted> = Vec::new();
    for (sequence, (stream, bytes)) in (1..).zip(&recorded.entries) {
        let entry = Entry::read(*stream, sequence, bytes.clone()).unwrap();
        let version = entry.body.version;
        match all.last_mut().filter(|done| done.entries[0].body.at == entry.body.at) {
            Some(done) => {
                (done.range.to, done.range.sequence) = (version, sequence);
                done.entries.push(entry);
            }
            None => {
                let range = EntryRange { stream: *stream, from: version, to: version, sequence };
                all.push(Accepted { range, entries: vec![entry] });
            }
        }
    }
    all
}

/// Reads a house from a store, and checks that the balances are what the entries come to.
fn rebuilt(
    store: &SqliteStore,
    id: HouseId,
    shelf: &'static Shelf,
) -> (House<'static>, Vec<(StreamId, Vec<u8>)>) {
    let mut house = House::new(id, shelf, "recorded", Pace::default());
    let mut entries = Vec::new();
    store
        .read_all(id, 1, &mut |row| {
            let entry = Entry::read(row.stream, row.sequence, row.bytes).unwrap();
            assert_eq!(entry.hash, row.hash);
            house.apply(&entry).unwrap();
            entries.push((entry.stream, entry.bytes.into()));
            Ok(())
        })
        .unwrap();
    let accounts = house.ledger.accounts().into_iter();
    let mut balances: Vec<(i64, i64)> =
        accounts.map(|(account, there)| (account.number(), there.minor())).collect();
    balances.retain(|(_, minor)| *minor != 0);
    balances.sort_unstable();
    assert_eq!(store.balances(id).unwrap(), balances);
    (house, entries)
}

#[test]
fn every_recorded_journal_comes_back_from_the_store() {
    let folder = scratch("recorded");
    let all = recorded_journals();
    assert!(all.len() >= 30);
    for path in all {
        let recorded = Recorded::read(&std::fs::read(&path).unwrap()).unwrap();
        let set = path.parent().and_then(Path::file_name).unwrap();
        let file = folder.join(set).join(path.file_stem().unwrap());
        std::fs::create_dir_all(&file).unwrap();
        let store = SqliteStore::open(&file, StoreOptions::default()).unwrap();
        let commands = commands(&recorded);
        for group in commands.chunks(20) {
            let mut batch = Batch::default();
            group.iter().for_each(|done| batch.add(done.clone()));
            store.append(batch).unwrap();
        }
        drop(store);
        let store = SqliteStore::open(&file, StoreOptions::default()).unwrap();
        let (house, entries) = rebuilt(&store, recorded.house, shelf_of(&path));
        assert!(entries == recorded.entries, "{}", path.display());
        for done in commands {
            let head = house.head(done.range.stream);
            assert_eq!(store.version(done.range.stream).unwrap(), head.version);
            let in_one_journal = done.entries.iter().all(|entry| entry.stream == done.range.stream);
            if let Some((key, digest)) = done.entries[0].body.key.filter(|_| in_one_journal) {
                assert_eq!(store.find_key(key).unwrap(), Some((digest, done.range)));
            }
        }
    }
}

#[test]
fn the_database_of_a_recorded_server_opens_and_goes_on() {
    let folder = scratch("recorded-server");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/folders/1/journal.sqlite");
    std::fs::copy(from, folder.join("journal.db")).unwrap();
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let digests: Vec<String> =
        Shelf::built_in().books().iter().map(|book| book.digest().to_owned()).collect();
    let digests: Vec<&str> = digests.iter().map(String::as_str).collect();
    let shelf = recorded_shelf(&file::folder().join("1"), &digests).unwrap();
    for id in [1, 2].map(HouseId) {
        let (mut house, entries) = rebuilt(&store, id, shelf);
        assert!(entries.len() > 100, "{} entries", entries.len());
        let own = StreamId { house: id, table: None };
        let version = house.head(own).version;
        assert_eq!(store.read(own, version, 9).unwrap().len(), 1);
        let player = house.office.people().find(|(_, person)| person.role == Role::Player);
        let by = Actor::Person(player.map_or(PersonId(1), |(id, _)| id));
        let command = Command::SetLimit { limit: LimitKind::Stake, amount: Some(Money::from_minor(100)) };
        let now = Now { at: i64::MAX / 2, date: date(2027, 1, 15), minute: 600 };
        let done = house.commit(&Request { key: None, by, command }, now, &mut common::randomness()).unwrap();
        store.append(Batch::of(done)).unwrap();
        // The entry that raises the format, and that of the command.
        assert_eq!(store.version(own).unwrap(), version + 2);
        rebuilt(&store, id, shelf);
    }
}
