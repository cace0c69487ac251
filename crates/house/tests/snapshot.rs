//! A house that is restored from its snapshot is the same house: it has the same bytes and views, and goes on in the same
//! way, after every entry of every recorded journal and in random play of all games.

use std::fmt::{Debug, Write};
use std::path::PathBuf;

use crate::common::commands::command;
use crate::common::{GAMES, PLAYERS, Rig, Seeded, money, shelf};
use crate::recorded::file::{self, Recorded, recorded_shelf};
use croupier_fair::{HouseKey, KeyId, Keyring};
use croupier_house::House;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::snapshot::{STATE_FORMAT, SealedSnapshot, SnapshotError};
use croupier_house::table::{Mode, Pace, Phase};
use croupier_rules::book::Shelf;

const BUILD: &str = "test";

/// The house of a snapshot.
fn restored(bytes: &[u8], shelf: &'static Shelf, pace: Pace) -> House<'static> {
    House::from_snapshot(bytes, shelf, BUILD, pace).unwrap_or_else(|error| panic!("{error}"))
}

/// Looks at everything that people can see of the house and of one of its tables, or of all.
fn look(house: &House<'_>, of: Option<TableId>, mut see: impl FnMut(&dyn Debug)) {
    let people: Vec<Option<PersonId>> =
        house.office.people().map(|(person, _)| Some(person)).chain([None]).collect();
    see(&(&house.office.house_file, &house.office.exchanges, &house.office.chip_requests));
    for (id, person) in house.office.people() {
        see(&(id, person, house.office.person_named(&person.handle)));
    }
    for table in house.tables().iter().filter(|table| of.is_none_or(|of| table.id == of)) {
        // A closed table looks the same to everybody.
        let viewers = if table.live.is_some() { &people[..] } else { &[None] };
        for person in viewers {
            see(&house.view(table.id, *person));
            see(&house.fair(table.id, *person));
        }
        let moves: Vec<_> = people.iter().flatten().map(|person| house.moves(table.id, *person)).collect();
        see(&(moves, &table.papers, table.deadline(&house.pace())));
        if let Some(live) = &table.live {
            see(&(live.rules.describe(), live.rules.result(), live.rules.continuation()));
            see(&(&live.record, live.rules.verdict("the table")));
            let (source, shoe) = live.rules.shoe();
            see(&(source, shoe.left(), live.rules.spin_due()));
        }
    }
}

/// What they see, one thing a line.
fn views(house: &House<'_>, of: Option<TableId>) -> String {
    let mut all = String::new();
    look(house, of, |seen| {
        let _ = writeln!(all, "{seen:?}");
    });
    all
}

/// Checks that two houses look alike; says where they differ, and not everything that people can see.
fn assert_alike(one: &House<'_>, other: &House<'_>, of: Option<TableId>, place: &str) {
    let (one, other) = (views(one, of), views(other, of));
    if one == other {
        return;
    }
    for (left, right) in one.lines().zip(other.lines()) {
        let from = left.bytes().zip(right.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(100);
        let part = |line: &str| line.chars().skip(from).take(300).collect::<String>();
        assert!(left == right, "{place}:\n{}\n{}", part(left), part(right));
    }
    assert_eq!(one.lines().count(), other.lines().count(), "{place}");
}

/// A recorded journal, with the books it was recorded under.
struct Fixture {
    name: String,
    entries: Vec<Entry>,
    shelf: &'static Shelf,
}

fn fixtures() -> Vec<Fixture> {
    let sets = std::fs::read_dir(file::folder()).unwrap().map(|entry| entry.unwrap().path());
    let files = sets.filter(|set| set.is_dir()).flat_map(|set| std::fs::read_dir(set).unwrap());
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "journal"));
    paths.sort();
    paths.iter().map(|path| fixture(path)).collect()
}

fn fixture(path: &std::path::Path) -> Fixture {
    let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
    let book =
        |line: &'_ str| line.strip_prefix("book ").and_then(|book| Some(book.split_once(' ')?.1.to_owned()));
    let books: Vec<String> = expected.lines().filter_map(book).collect();
    let books: Vec<&str> = books.iter().map(String::as_str).collect();
    let recorded = Recorded::read(&std::fs::read(path).unwrap()).unwrap();
    let entries = recorded.read_entries().into_iter();
    Fixture {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        entries: entries.collect(),
        shelf: recorded_shelf(path.parent().unwrap(), &books).unwrap(),
    }
}

impl Fixture {
    fn new_house(&self) -> House<'static> {
        House::new(self.entries[0].stream.house, self.shelf, BUILD, Pace::default())
    }

    /// After every entry the house is restored, and the restored one applies the next.
    fn restore_at_every_entry(&self) {
        let (mut whole, mut again) = (self.new_house(), self.new_house());
        for (place, entry) in (1..).zip(&self.entries) {
            whole.apply(entry).unwrap();
            again.apply(entry).unwrap_or_else(|fault| panic!("{}, entry {place}: {fault}", self.name));
            let bytes = whole.snapshot().unwrap();
            assert!(
                again.snapshot().unwrap() == bytes,
                "{}, entry {place}: applied to a restored house",
                self.name
            );
            again = restored(&bytes, self.shelf, Pace::default());
            assert!(again.snapshot().unwrap() == bytes, "{}, entry {place}: restored", self.name);
            assert_alike(&again, &whole, entry.stream.table, &format!("{}, entry {place}", self.name));
        }
    }

    /// A house that is restored once applies the rest of the journal.
    fn restore_once(&self, at: usize) {
        let mut whole = self.new_house();
        self.entries[..at].iter().for_each(|entry| whole.apply(entry).unwrap());
        let mut again = restored(&whole.snapshot().unwrap(), self.shelf, Pace::default());
        for entry in &self.entries[at..] {
            whole.apply(entry).unwrap();
            again.apply(entry).unwrap_or_else(|fault| panic!("{}, restored at {at}: {fault}", self.name));
        }
        assert_eq!(
            whole.state_digest().unwrap(),
            again.state_digest().unwrap(),
            "{}, restored at {at}",
            self.name
        );
        assert_alike(&again, &whole, None, &format!("{}, restored at {at}", self.name));
    }
}

#[test]
fn every_recorded_journal_can_be_restored_after_every_entry() {
    let all = fixtures();
    assert!(all.len() >= 29, "{} journals are there", all.len());
    for fixture in &all {
        fixture.restore_at_every_entry();
    }
}

#[test]
fn a_house_that_was_restored_once_applies_the_rest_of_its_journal() {
    for fixture in fixtures() {
        // Each place on its own is the test above; these are journals that go on for long after one restore.
        let step = fixture.entries.len() / 12 + 1;
        for at in (1..fixture.entries.len()).step_by(step) {
            fixture.restore_once(at);
        }
    }
}

/// A stream of random commands at one table. One house only applies the entries, and another is restored now and then.
fn play_and_restore(name: &str, mode: Mode, seed: u64, commands: u32) -> u32 {
    let mut rig = Rig::new();
    let id = rig.open(name, mode);
    rig.audited = false;
    let mut choice = Seeded(seed);
    let mut whole = restored(&rig.house.snapshot().unwrap(), shelf(), Pace::NONE);
    let mut again = whole.clone();
    let mut accepted = 0;
    for number in 0..commands {
        let (by, command) = command(&rig, &mut choice, &[id]);
        let Ok(done) = rig.give(by, command) else { continue };
        accepted += 1;
        let place = format!("{name} {mode:?} seed {seed}, command {number}");
        for entry in &done.entries {
            whole.apply(entry).unwrap_or_else(|fault| panic!("{place}: {fault}"));
            again.apply(entry).unwrap_or_else(|fault| panic!("{place}, restored: {fault}"));
        }
        let bytes = whole.snapshot().unwrap();
        assert!(again.snapshot().unwrap() == bytes, "{place}");
        assert!(rig.house.snapshot().unwrap() == bytes, "{place}: deciding changed the house");
        if choice.below(4) == 0 {
            again = restored(&bytes, shelf(), Pace::NONE);
            assert!(again.snapshot().unwrap() == bytes, "{place}");
            assert_alike(&again, &whole, Some(id), &place);
        }
        if choice.below(64) == 0 {
            // From here on a restored house decides, too.
            rig.house = restored(&bytes, shelf(), Pace::NONE);
        }
    }
    accepted
}

#[test]
fn random_play_of_every_game_goes_on_after_restoring() {
    let mut accepted = 0;
    for (place, (name, _)) in (1..).zip(GAMES) {
        for mode in [Mode::Automatic, Mode::Attended] {
            accepted += play_and_restore(name, mode, place, 700);
        }
    }
    assert!(accepted > 3_000, "{accepted} commands were in order");
}

/// A house in the middle of things: an open shoe, stakes, a proposal, an exchange that waits.
fn busy() -> (Rig, TableId) {
    let mut rig = Rig::new();
    let id = rig.open("Punto", Mode::Automatic);
    while rig.phase(id) != Phase::PlaceYourBets {
        rig.tick(id).unwrap();
    }
    for person in PLAYERS {
        rig.bet(person, id, "punto", money(20)).unwrap();
    }
    (rig, id)
}

/// Every place of a snapshot up to the texts of its rulebooks, and some in them.
fn places(house: &House<'_>, bytes: &[u8]) -> Vec<usize> {
    let texts: usize = house.library.stored().map(|(_, edition)| edition.text.len()).sum();
    assert!(texts > 1_000, "the texts are in the snapshot");
    let state = bytes.len() - texts;
    (0..bytes.len())
        .filter(|place| *place < state || place % 1_009 == 0 || place + 40 > bytes.len())
        .collect()
}

#[test]
fn what_is_not_a_snapshot_is_refused_without_panic() {
    let (rig, _) = busy();
    let bytes = rig.house.snapshot().unwrap();
    let open = |bytes: &[u8]| House::from_snapshot(bytes, shelf(), BUILD, Pace::NONE).map(|_| ());
    for length in places(&rig.house, &bytes) {
        assert!(open(&bytes[..length]).is_err(), "the first {length} bytes are no snapshot");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(open(&longer), Err(SnapshotError::Unreadable(_))));
    for place in places(&rig.house, &bytes) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        // It is refused, or is another house; a sealed snapshot with a changed bit is always refused.
        if let Ok(house) = House::from_snapshot(&changed, shelf(), BUILD, Pace::NONE) {
            assert!(house.snapshot().is_ok_and(|again| again != bytes), "byte {place}");
            look(&house, None, |_| ());
        }
    }
    let later = [(STATE_FORMAT + 1).to_le_bytes().to_vec(), bytes[2..].to_vec()].concat();
    assert_eq!(open(&later), Err(SnapshotError::Format(STATE_FORMAT + 1)));
}

/// The format of states, and the hash of the states of [`PINNED_HOUSES`] in it.
const PINNED_STATES: (u16, &str) = (7, "0e887dfd601a95aac33e83b272d3261adf8f03472d663228f2c3d5400c1ddbaa");

/// Recorded journals whose houses have together most of what a state has.
const PINNED_HOUSES: [&str; 8] = [
    "1/automatic-chemin",
    "1/automatic-jack-a",
    "3/attended-declared",
    "3/attended-wheel-chips",
    "3/incarnations",
    "3/office",
    "3/papers",
    "4/editions",
];

/// The house at the end of a recorded journal.
fn recorded_house(name: &str) -> House<'static> {
    let fixture = fixture(&file::folder().join(format!("{name}.journal")));
    let mut house = fixture.new_house();
    fixture.entries.iter().for_each(|entry| house.apply(entry).unwrap());
    house
}

#[test]
fn whoever_changes_the_stored_form_of_a_state_raises_its_format() {
    let states = PINNED_HOUSES.map(|name| recorded_house(name).state_digest().unwrap());
    let hash = blake3::hash(&states.concat()).to_hex();
    assert_eq!(
        (STATE_FORMAT, hash.as_str()),
        PINNED_STATES,
        "the stored form of a state, or what it means, has changed: a snapshot that an earlier program made would be \
         read wrongly. Raise STATE_FORMAT, and write the new hash here"
    );
}

/// The variable that has the seeds of the fuzzer written again.
const WRITE_SEEDS: &str = "CROUPIER_WRITE_SEEDS";

/// The seeds of the fuzz target for snapshots: states with the texts they need, as they are and sealed.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    for name in ["4/editions", "4/editions-stored"] {
        let house = recorded_house(name);
        let of = name.replace("4/", "");
        seeds.push((of.clone(), house.snapshot().unwrap()));
        seeds.push((
            format!("{of}.sealed"),
            SealedSnapshot::seal(&house, &keys(1, [7; 32])).unwrap().to_bytes(),
        ));
    }
    let new = House::new(HouseId(1), shelf(), BUILD, Pace::NONE);
    seeds.push(("new".to_owned(), new.snapshot().unwrap()));
    seeds
}

#[test]
fn the_seeds_of_the_fuzzer_are_snapshots_of_this_format() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/snapshot");
    for (name, bytes) in seeds() {
        assert!(bytes.len() < 64 * 1024, "{name} has {} bytes: a fuzzer needs small seeds", bytes.len());
        if std::env::var_os(WRITE_SEEDS).is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join(&name), &bytes).unwrap();
        }
        let stored = std::fs::read(folder.join(&name)).unwrap_or_default();
        assert!(
            stored == bytes,
            "fuzz/corpus/snapshot/{name} is out of date: run the test with {WRITE_SEEDS}=1"
        );
        // The fuzz target has the books of the program alone.
        let opened = match name.ends_with(".sealed") {
            true => {
                let sealed = SealedSnapshot::read(&bytes, &keys(1, [7; 32])).unwrap();
                sealed.open(sealed.house, shelf(), BUILD, Pace::NONE)
            }
            false => House::from_snapshot(&bytes, shelf(), BUILD, Pace::NONE),
        };
        assert!(opened.is_ok_and(|house| house.snapshot().is_ok()), "{name}");
    }
}

#[test]
fn a_snapshot_has_the_books_it_was_made_under() {
    let (rig, id) = busy();
    let bytes = rig.house.snapshot().unwrap();
    let mut other = Shelf::default();
    for (file, text) in Shelf::built_in_files() {
        other.add(file, &format!("{text}\n# another edition\n")).unwrap();
    }
    let restored = House::from_snapshot(&bytes, &other, BUILD, Pace::NONE).unwrap();
    assert_eq!(restored.state_digest(), rig.house.state_digest());
    let edition = |house: &House<'_>| house.table(id).unwrap().open().unwrap().in_force.digest;
    assert_eq!(edition(&restored), edition(&rig.house));
}

#[test]
fn a_snapshot_of_a_house_without_texts_needs_the_books_it_was_made_under() {
    let old = fixtures().into_iter().find(|fixture| fixture.name == "automatic-own-book").unwrap();
    let mut house = old.new_house();
    old.entries.iter().for_each(|entry| house.apply(entry).unwrap());
    let bytes = house.snapshot().unwrap();
    let refused = House::from_snapshot(&bytes, shelf(), BUILD, Pace::NONE).map(|_| ());
    assert!(matches!(refused, Err(SnapshotError::Law(_))), "{refused:?}");
}

fn keys(number: u32, bytes: [u8; 32]) -> Keyring {
    Keyring::new(HouseKey::new(KeyId(number), bytes), vec![]).unwrap()
}

#[test]
fn a_sealed_snapshot_opens_for_its_own_house_and_key_alone() {
    let (rig, _) = busy();
    let own = keys(1, [7; 32]);
    let sealed = SealedSnapshot::seal(&rig.house, &own).unwrap();
    let bytes = sealed.to_bytes();
    let read = SealedSnapshot::read(&bytes, &own).unwrap();
    assert_eq!(read, sealed);
    let last = rig.house.last();
    assert_eq!((read.house, read.sequence, read.hash), (rig.house.id, last.sequence, last.hash));
    let open = |sealed: &SealedSnapshot, house| sealed.open(house, shelf(), BUILD, Pace::NONE);
    let house = open(&read, rig.house.id).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(house.state_digest(), rig.house.state_digest());
    assert_eq!(
        open(&read, HouseId(2)).map(|_| ()),
        Err(SnapshotError::OtherHouse(HouseId(1))),
        "another house"
    );
    for other in [keys(1, [8; 32]), keys(2, [7; 32])] {
        let refused = SealedSnapshot::read(&bytes, &other);
        assert!(matches!(refused, Err(SnapshotError::NotAuthentic(_))), "{refused:?}");
    }
}

#[test]
fn no_byte_of_a_sealed_snapshot_can_be_changed() {
    let (rig, _) = busy();
    let own = keys(1, [7; 32]);
    let bytes = SealedSnapshot::seal(&rig.house, &own).unwrap().to_bytes();
    for place in places(&rig.house, &bytes) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        let refused = SealedSnapshot::read(&changed, &own);
        assert!(matches!(refused, Err(SnapshotError::NotAuthentic(_))), "byte {place}");
        assert!(SealedSnapshot::read(&bytes[..place], &own).is_err(), "the first {place} bytes");
    }
}

#[test]
fn a_sealed_state_of_a_later_format_is_refused_as_such() {
    let (rig, _) = busy();
    let own = keys(1, [7; 32]);
    let bytes = SealedSnapshot::seal(&rig.house, &own).unwrap().to_bytes();
    let state = rig.house.snapshot().unwrap();
    let at = bytes.windows(state.len()).position(|window| window == state).unwrap();
    let mut later = bytes[..bytes.len() - 32].to_vec();
    later[at..at + 2].copy_from_slice(&(STATE_FORMAT + 1).to_le_bytes());
    let code = own.authenticate("croupier house v1: snapshot", &later);
    later.extend(code.as_bytes());
    let sealed = SealedSnapshot::read(&later, &own).unwrap();
    let refused = sealed.open(rig.house.id, shelf(), BUILD, Pace::NONE).map(|_| ());
    assert_eq!(refused, Err(SnapshotError::Format(STATE_FORMAT + 1)));
}
