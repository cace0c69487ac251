//! A house: commands in memory, a table rebuilt from its journal, and durable commands compared with the store's raw
//! group commit of an event and a balance. Fails where durable commands reach less than 0.6 of that.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use croupier_bench::{Aims, Flight};
use croupier_house::command::{Command, PaidWith, Request, TableCommand};
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, Now, PersonId, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::store::{BalanceChange, Batch, Store, StoredEntry};
use croupier_house::table::{Mode, OutcomeSource, Pace};
use croupier_house::{Accepted, House};
use croupier_kit::{Card, Money, Pocket, Shoe, Wheel};
use croupier_rules::book::Shelf;
use croupier_store::{GroupCommit, MIGRATION_CHUNK, Migration, Sqlite, SqliteStore, StoreOptions};
use jiff::civil::date;

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TURNS: u32 = 3;
/// The least share of the raw limit that durable commands have to reach.
const SHARE_MIN: f64 = 0.6;
/// The chips of the house.
const CHIPS: Money = Money::from_minor(90_000_000_000_000);
const ANN: PersonId = PersonId(3);
const TABLE: TableId = TableId(1);
const NOW: Now = Now { at: 1_000, date: date(2001, 5, 1), minute: 20 * 60 };

struct Turning(usize);

impl OutcomeSource for Turning {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.0 += 7;
        wheel.order()[self.0 % wheel.order().len()]
    }

    fn dice(&mut self) -> [u32; 2] {
        [3, 4]
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        Card::pack().find(|card| left.count(*card) > 0).expect("a card is left")
    }

    fn salt(&mut self) -> [u8; 16] {
        self.0 = self.0.wrapping_add(1);
        (self.0 as u128).to_le_bytes()
    }
}

/// A house with a roulette table and a player.
struct Bench {
    house: House<'static>,
    chance: Turning,
    keys: u128,
}

impl Bench {
    fn give(&mut self, by: Actor, command: Command) -> Accepted {
        self.keys += 1;
        let order = Request { key: Some(IdempotencyKey(self.keys)), by, command };
        self.house.commit(&order, NOW, &mut self.chance).expect("it is in order")
    }

    fn tick(&mut self) -> Accepted {
        self.give(Actor::House, Command::Table(TABLE, TableCommand::Tick))
    }

    fn bet(&mut self, wager: &str) -> Accepted {
        let (person, amount, wager) = (ANN, Money::from_minor(200), wager.to_owned());
        let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::Chips };
        self.give(Actor::Person(ANN), Command::Table(TABLE, bet))
    }

    fn open(shelf: &'static Shelf, entries: &mut Vec<Entry>) -> Self {
        let house = House::new(HouseId(1), shelf, "bench", Pace::NONE);
        let mut bench = Self { house, chance: Turning(0), keys: 0 };
        let [manager, inspector, _, cashier] = [1, 2, 3, 4].map(|number| Actor::Person(PersonId(number)));
        let file = include_str!("../../../examples/house.toml").to_owned();
        let enrol = |handle: &str, role, staff: Option<&str>| Command::Enrol {
            handle: handle.to_owned(),
            role,
            staff: staff.map(ToOwned::to_owned),
        };
        let carl = OfficeAction::Enrol {
            handle: "carl".into(),
            role: Role::Cashier,
            staff: Some("Carl Weir".into()),
        };
        let exchange = Exchange::BuyIn { with: Unit::Cash, amount: Money::from_minor(1_000_000_000_000) };
        let opener = Count::default();
        let all = [
            (Actor::House, Command::AdoptHouseFile { file }),
            (Actor::House, enrol("moira", Role::Manager, Some("Moira Kerr"))),
            (Actor::House, enrol("iris", Role::Inspector, Some("Iris Moyo"))),
            (Actor::House, enrol("ann", Role::Player, None)),
            (manager, Command::ProposeOffice(carl)),
            (inspector, Command::AuthoriseOffice { proposal: 1 }),
            (manager, Command::ProposeOffice(OfficeAction::Issue { unit: Unit::Chips, amount: CHIPS })),
            (inspector, Command::AuthoriseOffice { proposal: 2 }),
            (Actor::Person(ANN), Command::RequestExchange { at: None, person: ANN, exchange }),
            (cashier, Command::ConfirmExchange { at: None, number: 1 }),
            (
                manager,
                Command::Table(
                    TABLE,
                    TableCommand::Propose(ProposedAction::Open { mode: Mode::Automatic, opener }),
                ),
            ),
            (inspector, Command::Table(TABLE, TableCommand::Authorise { proposal: 1 })),
            (Actor::Person(ANN), Command::Table(TABLE, TableCommand::Sit { person: ANN })),
        ];
        for (by, command) in all {
            entries.extend(bench.give(by, command).entries);
        }
        bench
    }

    /// Plays one round with `bets` bets and passes the result of every command to `each`.
    fn round(&mut self, bets: u32, mut each: impl FnMut(Accepted)) -> u64 {
        const WAGERS: [&str; 4] = ["red", "straight 17", "odd", "numbers 1 2 3 4"];
        each(self.tick());
        for bet in 0..bets {
            each(self.bet(WAGERS[bet as usize % WAGERS.len()]));
        }
        for _ in 0..3 {
            each(self.tick());
        }
        u64::from(bets) + 4
    }
}

fn rate(count: u64, time: Duration) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let count = count as f64;
    count / time.as_secs_f64()
}

fn pure_commands(shelf: &'static Shelf) {
    let mut bench = Bench::open(shelf, &mut Vec::new());
    let start = Instant::now();
    let mut commands = 0;
    while commands < 1_000_000 {
        commands += bench.round(16, drop);
    }
    println!(
        "house: {:.0} commands a second in memory, each hashed into its journal",
        rate(commands, start.elapsed())
    );
}

fn rebuild(shelf: &'static Shelf) {
    let mut entries = Vec::new();
    let mut bench = Bench::open(shelf, &mut entries);
    for _ in 0..100_000 {
        bench.round(2, |done| entries.extend(done.entries));
    }
    let stored: Vec<(StreamId, u64, Vec<u8>)> =
        entries.into_iter().map(|entry| (entry.stream, entry.body.sequence, entry.bytes)).collect();
    let count = stored.len() as u64;
    let mut again = House::new(HouseId(1), shelf, "bench", Pace::NONE);
    let start = Instant::now();
    for (stream, sequence, bytes) in stored {
        let entry = Entry::read(stream, sequence, bytes).expect("an entry");
        again.apply(&entry).expect("it follows");
    }
    let time = start.elapsed();
    assert_eq!(again.heads(), bench.house.heads());
    assert_eq!(again.tables()[0].rounds, 100_000);
    println!(
        "house: {:.0} events a second rebuilt, {count} events of 100,000 rounds in {time:.2?}",
        rate(count, time)
    );
}

fn scratch_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-bench-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The raw limit: one entry of typical size and one balance, synced in the log and in the head file, and nothing else:
/// neither keys nor an index.
fn raw(most: u32, count: u64) -> f64 {
    let mut silent = |_| ControlFlow::Continue(());
    let mut migration = Migration { chunk: MIGRATION_CHUNK, report: &mut silent };
    let folder = scratch_folder(&format!("raw-{most}"));
    let engine = Sqlite::open(&folder, StoreOptions::default(), &mut migration).expect("a store");
    let store = GroupCommit::start(engine).expect("a thread");
    let flight = Flight::new(most);
    let stream = StreamId { house: HouseId(1), table: Some(TABLE) };
    let account = Account { house: HouseId(1), unit: Unit::Chips, location: Location::Float(TABLE) };
    let start = Instant::now();
    for version in 1..=count {
        let entry =
            StoredEntry { stream, version, sequence: version, bytes: [7; 150][..].into(), hash: [7; 32] };
        let changes = vec![BalanceChange { account, by: 1, may_overdraw: true }];
        let batch = Batch { entries: vec![entry], changes, keys: Vec::new() };
        flight.submit(batch, |batch, done| store.submit(batch, done));
    }
    let (half, most_of) = flight.land();
    let rate = rate(count, start.elapsed());
    println!(
        "store: {rate:.0} raw entries a second with {most} in flight; p50 {half:.1?}, p99 {most_of:.1?}"
    );
    drop(store);
    std::fs::remove_dir_all(folder).expect("its own folder");
    rate
}

/// The clients of a house: each sends its next command when the last one is on disk.
struct Clients {
    shared: Arc<(Mutex<Landed>, Condvar)>,
    /// Those whose next command can be decided.
    idle: u32,
    batch: Batch,
    sent: Vec<Instant>,
}

#[derive(Default)]
struct Landed {
    /// The clients that were answered.
    answered: u32,
    groups: u32,
    waited: Vec<Duration>,
}

impl Clients {
    /// The commands from which a group is handed over while no more than as many others wait to be decided, as in the
    /// actor of a server.
    const HAND_OVER_FROM: usize = 32;

    fn new(most: u32) -> Self {
        Self { shared: Arc::default(), idle: most, batch: Batch::default(), sent: Vec::new() }
    }

    /// A command was decided: it goes to the disk with others, and its client waits.
    fn decided(&mut self, store: &SqliteStore, done: Accepted) {
        self.batch.add(done);
        self.sent.push(Instant::now());
        self.idle -= 1;
        let is_free = || self.shared.0.lock().expect("no panic").groups == 0;
        let is_half = self.sent.len() >= Self::HAND_OVER_FROM.max(self.idle as usize);
        if self.idle == 0 || (is_half && is_free()) {
            self.hand_over(store);
        }
        if self.idle == 0 {
            let (landed, changed) = &*self.shared;
            let landed = landed.lock().expect("no panic");
            let mut landed = changed.wait_while(landed, |landed| landed.answered == 0).expect("no panic");
            self.idle = std::mem::take(&mut landed.answered);
        }
    }

    fn hand_over(&mut self, store: &SqliteStore) {
        let (batch, sent) = (std::mem::take(&mut self.batch), std::mem::take(&mut self.sent));
        // The next group will be about as large, as in the actor of a server.
        self.batch.entries.reserve(batch.entries.len());
        self.batch.changes.reserve(batch.changes.len());
        self.shared.0.lock().expect("no panic").groups += 1;
        let shared = Arc::clone(&self.shared);
        let done = move |stored: Result<(), _>| {
            assert_eq!(stored, Ok(()), "everything is stored");
            let mut landed = shared.0.lock().expect("no panic");
            landed.groups -= 1;
            landed.answered += u32::try_from(sent.len()).expect("few clients");
            landed.waited.extend(sent.iter().map(Instant::elapsed));
            shared.1.notify_one();
        };
        store.submit(batch, Box::new(done));
    }

    /// Waits for the rest, and says how long half of the commands, and 99 of 100, have waited.
    fn land(mut self, store: &SqliteStore, commands: u64) -> (Duration, Duration) {
        self.hand_over(store);
        let landed = self.shared.0.lock().expect("no panic");
        let mut landed = self.shared.1.wait_while(landed, |landed| landed.groups > 0).expect("no panic");
        assert_eq!(landed.waited.len() as u64, commands, "every command is answered");
        landed.waited.sort_unstable();
        (landed.waited[landed.waited.len() / 2], landed.waited[landed.waited.len() * 99 / 100])
    }
}

/// The whole path: command, rules, ledger, journal synced, acknowledged. Each of the clients bets once a round.
fn durable(shelf: &'static Shelf, most: u32, count: u64) -> f64 {
    let folder = scratch_folder(&format!("house-{most}"));
    let store = SqliteStore::open(&folder, StoreOptions::default()).expect("a store");
    let mut clients = Clients::new(most);
    let mut entries = Vec::new();
    let mut bench = Bench::open(shelf, &mut entries);
    for entry in entries {
        let range = croupier_house::EntryRange {
            stream: entry.stream,
            from: entry.body.version,
            to: entry.body.version,
            sequence: entry.body.sequence,
        };
        let mut batch = Batch::of(Accepted { range, entries: vec![entry] });
        batch.keys.clear();
        store.append(batch).expect("it is stored");
    }
    let start = Instant::now();
    let mut commands = 0;
    while commands < count {
        commands += bench.round(most, |done| clients.decided(&store, done));
    }
    let (half, most_of) = clients.land(&store, commands);
    let rate = rate(commands, start.elapsed());
    println!(
        "house: {rate:.0} durable commands a second with {most} in flight; p50 {half:.1?}, p99 {most_of:.1?}"
    );
    drop(store);
    std::fs::remove_dir_all(folder).expect("its own folder");
    rate
}

fn main() -> ExitCode {
    let mut aims = Aims::default();
    let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
    pure_commands(shelf);
    rebuild(shelf);
    for (most, count) in [(64, 100_000), (1024, 400_000)] {
        // The speed of the machine drifts, so the two take turns.
        let turns = (0..TURNS).map(|_| (raw(most, count), durable(shelf, most, count)));
        let (limit, reached) =
            turns.fold((0.0, 0.0), |(limit, reached), turn| (limit + turn.0, reached + turn.1));
        let what = format!("house: durable commands to the raw limit, with {most} in flight");
        aims.at_least(&what, reached / limit, SHARE_MIN);
    }
    aims.verdict()
}
