//! A house: commands in memory, a table rebuilt from its journal, and durable commands compared with the store's raw
//! group commit of an event and a balance. Fails where durable commands reach less than 0.6 of that.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use croupier_bench::{Aims, BenchRow, BettingHouse, Flight, TABLE, a_second, durable_commands, per_second};
use croupier_house::House;
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::store::{BalanceChange, Batch, EntryBytes, StoredEntry};
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use croupier_store::{GroupCommit, MIGRATION_CHUNK, Migration, Sqlite, SqliteStore, StoreOptions};

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A single pair varies by a quarter, because a sync does.
const TURNS: u32 = 9;
/// The least share of the raw limit that durable commands have to reach.
const SHARE_MIN: f64 = 0.6;

/// The least number of commands a second that one core has to decide in memory.
const COMMANDS_MIN: f64 = 1e6;

fn pure_commands(shelf: &'static Shelf, aims: &mut Aims) {
    let mut bench = BettingHouse::open(shelf, &mut Vec::new());
    let start = Instant::now();
    let mut commands = 0;
    while commands < 1_000_000 {
        commands += bench.round(16, drop);
    }
    let rate = per_second(commands, start.elapsed());
    println!("house: {rate:.0} commands a second in memory, each hashed into its journal");
    let row = BenchRow::of("house: commands in memory, one core", a_second(rate));
    aims.row(row.aim(format!("at least {}", a_second(COMMANDS_MIN)), rate >= COMMANDS_MIN));
}

fn rebuild(shelf: &'static Shelf, aims: &mut Aims) {
    let mut entries = Vec::new();
    let mut bench = BettingHouse::open(shelf, &mut entries);
    for _ in 0..100_000 {
        bench.round(2, |done| entries.extend(done.entries));
    }
    let stored: Vec<(StreamId, u64, EntryBytes)> =
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
    println!("house: {count} events of 100,000 rounds rebuilt in {time:.2?}");
    aims.note("house: events rebuilt from the journal, one core", a_second(per_second(count, time)));
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
    let rate = per_second(count, start.elapsed());
    println!(
        "store: {rate:.0} raw entries a second with {most} in flight; p50 {half:.1?}, p99 {most_of:.1?}"
    );
    drop(store);
    std::fs::remove_dir_all(folder).expect("its own folder");
    rate
}

/// Durable commands on `SQLite`.
fn durable(shelf: &'static Shelf, most: u32, count: u64) -> f64 {
    let folder = scratch_folder(&format!("house-{most}"));
    let store = SqliteStore::open(&folder, StoreOptions::default()).expect("a store");
    let rate = durable_commands(&store, "house", shelf, most, count);
    drop(store);
    std::fs::remove_dir_all(folder).expect("its own folder");
    rate
}

fn main() -> ExitCode {
    let mut aims = Aims::of("house");
    let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
    pure_commands(shelf, &mut aims);
    rebuild(shelf, &mut aims);
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
