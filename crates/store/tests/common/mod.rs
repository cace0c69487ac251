//! Batches to store, and a house that was played.
#![allow(unreachable_pub, reason = "the tests are its only users")]
#![allow(dead_code, reason = "each test uses a part")]

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_house::House;
use croupier_house::command::{Command, PaidWith, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, Now, PersonId, StreamId, TableId};
use croupier_house::journal::{Entry, EntryBody};
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::store::{Batch, Store, StoredEntry};
use croupier_house::table::{Mode, OutcomeSource, Pace};
use croupier_kit::{Card, Money, Pocket, Shoe, Wheel};
use croupier_rules::book::Shelf;
use croupier_store::{SqliteStore, StoreOptions};
use jiff::civil::date;

/// A folder of its own for a test.
pub fn scratch(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{name}-{process}-{number}"));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Some entries of a house's only journal from a version on.
pub fn batch(stream: StreamId, from: u64, count: u64) -> Batch {
    batch_at(stream, from, from, count)
}

/// Some entries of a journal from a version and a sequence on.
pub fn batch_at(stream: StreamId, version: u64, sequence: u64, count: u64) -> Batch {
    let entry = |place: u64| entry_at(stream, version + place, sequence + place);
    Batch { entries: (0..count).map(entry).collect(), ..Batch::default() }
}

/// An entry that says little.
pub fn entry_at(stream: StreamId, version: u64, sequence: u64) -> StoredEntry {
    let event = match stream.table {
        None => Event::CapitalMoved,
        Some(_) => Event::Readied { person: PersonId(1) },
    };
    let body = EntryBody {
        prev: [0; 32],
        salt: [1; 16],
        sequence,
        version,
        at: 1_000,
        by: Actor::House,
        key: None,
        event,
        ledger: Vec::new(),
    };
    let entry = Entry::write(stream, body).unwrap();
    StoredEntry { stream, version, sequence, bytes: entry.bytes.into(), hash: entry.hash }
}

/// Everything a journal has up to a version, for comparison.
pub fn digest(store: &dyn Store, stream: StreamId, to: u64) -> Vec<(u64, Vec<u8>, [u8; 32])> {
    let all = store.read(stream, 1, usize::MAX).unwrap().into_iter();
    all.filter(|entry| entry.version <= to)
        .map(|entry| (entry.version, entry.bytes.into(), entry.hash))
        .collect()
}

struct Counting(usize);

impl OutcomeSource for Counting {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.0 += 7;
        wheel.order()[self.0 % wheel.order().len()]
    }

    fn dice(&mut self) -> [u32; 2] {
        [3, 4]
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        Card::pack().find(|card| left.count(*card) > 0).unwrap()
    }

    fn salt(&mut self) -> [u8; 16] {
        [5; 16]
    }
}

/// Randomness that is never asked for anything surprising.
pub fn randomness() -> impl OutcomeSource {
    Counting(0)
}

/// A house that was played: how it stands, and what it wrote.
pub struct Played {
    pub house: House<'static>,
    pub batches: Vec<Batch>,
}

/// An empty house.
pub fn house() -> House<'static> {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    House::new(HouseId(1), SHELF.get_or_init(Shelf::built_in), "test", Pace::NONE)
}

/// A wheel with one player, for so many rounds.
pub fn played(rounds: usize) -> Played {
    let mut played = Played { house: house(), batches: Vec::new() };
    let now = Now { at: 1_000, date: date(2001, 5, 1), minute: 20 * 60 };
    let (mut key, mut chance) = (0, Counting(0));
    let mut give = |by: Actor, command: Command| {
        key += 1;
        let order = Request { key: Some(IdempotencyKey(key)), by, command };
        let done = played.house.commit(&order, now, &mut chance).unwrap();
        played.batches.push(Batch::of(done));
    };
    let [manager, cashier, ann, inspector] = [1, 2, 3, 4].map(|number| Actor::Person(PersonId(number)));
    let person = PersonId(3);
    let file = include_str!("../../../../examples/house.toml").to_owned();
    give(Actor::House, Command::AdoptHouseFile { file });
    for (handle, role, staff) in [
        ("moira", Role::Manager, Some("Moira Kerr")),
        ("carl", Role::Cashier, Some("Carl Weir")),
        ("ann", Role::Player, None),
    ] {
        let (handle, staff) = (handle.to_owned(), staff.map(ToOwned::to_owned));
        give(Actor::House, Command::Enrol { handle, role, staff });
    }
    let money = Money::from_minor;
    for (proposal, action) in (1..).zip([
        OfficeAction::Enrol { handle: "iris".into(), role: Role::Inspector, staff: Some("Iris Moyo".into()) },
        OfficeAction::Capital { cash: money(10_000_000) },
        OfficeAction::Issue { unit: Unit::Chips, amount: money(100_000_000) },
    ]) {
        give(manager, Command::ProposeOffice(action));
        give(cashier, Command::AuthoriseOffice { proposal });
    }
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(1_000_000) };
    give(ann, Command::RequestExchange { at: None, person, exchange });
    give(cashier, Command::ConfirmExchange { at: None, number: 1 });
    let id = TableId(1);
    let open = ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() };
    give(manager, Command::Table(id, TableCommand::Propose(open)));
    give(inspector, Command::Table(id, TableCommand::Authorise { proposal: 1 }));
    give(ann, Command::Table(id, TableCommand::Sit { person }));
    for _ in 0..rounds {
        give(Actor::House, Command::Table(id, TableCommand::Tick));
        let (amount, wager) = (money(2000), "red".to_owned());
        give(
            ann,
            Command::Table(
                id,
                TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::default() },
            ),
        );
        for _ in 0..3 {
            give(Actor::House, Command::Table(id, TableCommand::Tick));
        }
    }
    played
}

/// A copy of the files of a folder as a crash would leave them, while the store is open.
pub fn crash_image(from: &Path, to: &Path) {
    drop(std::fs::remove_dir_all(to));
    std::fs::create_dir_all(to).unwrap();
    for name in ["journal.db", "journal.db-wal", "heads", "index.db", "index.db-wal"] {
        if from.join(name).exists() {
            std::fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
}

/// A store in a new folder with a house that was played.
pub fn played_store(name: &str, rounds: usize) -> (PathBuf, SqliteStore, Played) {
    let folder = scratch(name);
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let played = played(rounds);
    for batch in &played.batches {
        store.append(batch.clone()).unwrap();
    }
    (folder, store, played)
}
