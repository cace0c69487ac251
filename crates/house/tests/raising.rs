//! A journal of the first format goes on in the second: its first new entry binds the heads of all its journals.

use crate::common::{self, TestVault, rejected, state_digest};
use crate::recorded::file::{self, Recorded};
use croupier_house::command::{Command, Request};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, IdempotencyKey, Now};
use croupier_house::journal::{Entry, EntryBody, JournalError};
use croupier_house::office::Role;
use croupier_house::store::Batch;
use croupier_house::table::Pace;
use croupier_house::{Accepted, House};

/// A journal that was recorded in the first format.
fn recorded() -> Vec<Entry> {
    let set = file::folder().join("1");
    let mut names: Vec<_> = std::fs::read_dir(set).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "journal"));
    names.sort();
    let read = |path: &std::path::PathBuf| Recorded::read(&std::fs::read(path).unwrap()).unwrap();
    let journals = names.iter().map(read);
    // The longest of house 1: it has several journals.
    let longest = journals.filter(|recorded| recorded.house.0 == 1).max_by_key(|one| one.entries.len());
    longest.unwrap().read_entries()
}

fn opened(entries: &[Entry]) -> Result<House<'static>, JournalError> {
    let mut house = House::new(entries[0].stream.house, common::shelf(), "test", Pace::NONE);
    entries.iter().try_for_each(|entry| house.apply(entry))?;
    Ok(house)
}

fn enrol(house: &mut House<'static>, handle: &str, key: u128) -> Accepted {
    let at = 4_000_000_000_000;
    let now = Now { at, date: jiff::civil::date(2001, 5, 1), minute: 0 };
    let command = Command::Enrol { handle: handle.to_owned(), role: Role::Player, staff: None };
    let request = Request { key: Some(IdempotencyKey(key)), by: Actor::House, command };
    house.commit(&request, now, &mut TestVault::new(3)).map_err(rejected).unwrap()
}

#[test]
fn the_first_new_entry_binds_the_heads_of_all_journals() {
    let old = recorded();
    let mut house = opened(&old).unwrap();
    let sequence = house.last().sequence;
    assert_eq!(sequence, old.len() as u64);
    let done = enrol(&mut house, "newcomer", 900);
    let [raised, enrolled] = done.entries.as_slice() else { panic!("two entries") };
    let Event::FormatRaised { heads } = &raised.body.event else { panic!("{:?}", raised.body.event) };
    let last = |table| old.iter().rfind(|entry| entry.stream.table == table).unwrap();
    assert!(heads.len() > 2, "the house and several tables have journals");
    for (table, version, hash) in heads {
        assert_eq!((*version, *hash), (last(*table).body.version, last(*table).hash));
    }
    assert_eq!(raised.body.prev, old.last().unwrap().hash, "the entry before it in the store");
    assert_eq!((raised.body.sequence, enrolled.body.sequence), (sequence + 1, sequence + 2));
    assert_eq!((raised.body.by, raised.body.key), (Actor::House, None));
    assert_eq!(enrolled.body.prev, raised.hash);
    // The range of the command is that of its own entries, and its key is stored though it is not on the first.
    assert_eq!((done.range.from, done.range.to), (enrolled.body.version, enrolled.body.version));
    assert_eq!(done.range.sequence, sequence + 2);
    assert_eq!(Batch::of(done.clone()).keys.len(), 1);
    assert_eq!(house.entries_of_key(IdempotencyKey(900)).unwrap().1, done.range);
    // It is raised once.
    let second = enrol(&mut house, "another", 901);
    assert_eq!(second.entries.len(), 1);
    let whole: Vec<Entry> = [old, done.entries, second.entries].concat();
    assert_eq!(state_digest(&opened(&whole).unwrap()), state_digest(&house));
}

#[test]
fn a_raised_journal_with_other_heads_or_formats_is_found() {
    let old = recorded();
    let mut house = opened(&old).unwrap();
    let done = enrol(&mut house, "newcomer", 900);
    let [raised, enrolled] = done.entries.as_slice() else { panic!("two entries") };
    let after_old = |entry: &Entry| {
        let mut house = opened(&old).unwrap();
        house.apply(entry).unwrap_err()
    };
    // Without the binding, and with a binding of other heads.
    let sequence = raised.body.sequence;
    let body = EntryBody { prev: raised.body.prev, sequence, ..enrolled.body.clone() };
    let body = EntryBody { version: raised.body.version, ..body };
    assert!(matches!(after_old(&Entry::write(enrolled.stream, body).unwrap()), JournalError::Chain(_)));
    let Event::FormatRaised { heads } = &raised.body.event else { panic!() };
    for place in 0..heads.len() {
        let mut heads = heads.clone();
        heads[place].2[7] ^= 1;
        let body = EntryBody { event: Event::FormatRaised { heads }, ..raised.body.clone() };
        assert!(matches!(after_old(&Entry::write(raised.stream, body).unwrap()), JournalError::Chain(_)));
    }
    // The format is not raised twice, and nothing of the first format follows.
    let again = EntryBody {
        prev: house.last().hash,
        sequence: house.last().sequence + 1,
        version: enrolled.body.version + 1,
        ..raised.body.clone()
    };
    assert!(matches!(
        house.apply(&Entry::write(raised.stream, again).unwrap()).unwrap_err(),
        JournalError::Chain(_)
    ));
    let mut shorter = opened(&old[..old.len() - 1]).unwrap();
    enrol(&mut shorter, "newcomer", 900);
    let late =
        Entry { body: EntryBody { sequence: shorter.last().sequence + 1, ..last_body(&old) }, ..last(&old) };
    assert!(shorter.apply(&late).is_err());
}

fn last(entries: &[Entry]) -> Entry {
    entries.last().unwrap().clone()
}

fn last_body(entries: &[Entry]) -> EntryBody {
    last(entries).body
}

#[test]
fn an_entry_missing_from_any_journal_is_found_by_the_sequence() {
    let mut rig = common::Rig::new();
    rig.open("Wheel 1", croupier_house::table::Mode::Automatic);
    let whole = &rig.journal;
    for (place, entry) in whole.iter().enumerate() {
        assert_eq!(entry.body.sequence, place as u64 + 1);
        let prev = place.checked_sub(1).map_or([0; 32], |before| whole[before].hash);
        assert_eq!(entry.body.prev, prev);
    }
    // The last entry of a table's journal is missing: no later entry of that journal shows it, but the sequence does.
    for place in 0..whole.len() - 1 {
        let mut cut = whole.clone();
        cut.remove(place);
        assert!(opened(&cut).is_err(), "entry {place}");
    }
}
