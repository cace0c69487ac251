//! The audit of a house: with one thread, with two, and with all that the machine has, compared with replaying the house.
//!
//! The journal is read into memory first: what is measured is the audit and not the disk. Fails where two threads are
//! less than 1.8 times as fast as one, or all threads less than three times as fast as the replay.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use croupier_audit::{AuditOptions, AuditReport, ExportedJournal, JournalSource, ReadSoFar, audit};
use croupier_bench::aged::AgedHouse;
use croupier_bench::{Aims, a_second, per_second};
use croupier_house::House;
use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::store::{HouseHead, StoredEntry};
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use croupier_store::{SqliteStore, StoreOptions};

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The rounds of the house, at all its tables.
const ROUNDS: u64 = 40_000;
/// The speed of the machine drifts, so what is compared takes turns.
const TURNS: u32 = 3;
/// How much faster two threads have to be than one, and all threads than a replay.
const TWO_THREADS_MIN: f64 = 1.8;
const REPLAY_MIN: f64 = 3.0;
const PAGE: usize = 65_536;

/// A journal in memory, and where it ends.
struct Journal {
    stored: Vec<StoredEntry>,
    exported: ExportedJournal,
    head: HouseHead,
}

fn scratch_folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-bench-{}-audit", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Makes a house, and reads its journal.
fn make(folder: &Path, shelf: &'static Shelf) -> Journal {
    let mut aged = AgedHouse::found(folder, shelf, ROUNDS);
    (0..ROUNDS).for_each(|_| aged.play());
    aged.finish();
    let (id, head) = (aged.house().id, aged.house().last());
    drop(aged);
    let store = SqliteStore::open(folder, StoreOptions::default()).expect("a store");
    let (mut stored, mut read) = (Vec::new(), ReadSoFar::default());
    loop {
        let page = store.page(id, read, PAGE).expect("entries");
        if page.is_empty() {
            break;
        }
        read = read.and(&page);
        stored.extend(page);
    }
    Journal { exported: ExportedJournal::of(stored.iter().cloned()), stored, head }
}

/// Replays the house as a server does that has no snapshot.
fn replay(journal: &Journal, shelf: &'static Shelf) -> Duration {
    let stored = journal.stored.clone();
    let start = Instant::now();
    let mut house = House::new(HouseId(1), shelf, "bench", Pace::NONE);
    house.begin_replay();
    for StoredEntry { stream, sequence, bytes, hash, .. } in stored {
        let entry = Entry::read(stream, sequence, bytes).expect("an entry");
        assert_eq!(entry.hash, hash);
        house.apply(&entry).expect("it follows");
    }
    house.end_replay();
    let took = start.elapsed();
    assert_eq!(house.last(), journal.head, "all of it is replayed");
    took
}

/// Audits the journal with so many threads.
fn audited(journal: &Journal, shelf: &Shelf, threads: usize) -> Duration {
    let options = AuditOptions { threads, subject: "bench".to_owned(), replayed_until: 0 };
    let start = Instant::now();
    let report = audit(&journal.exported, shelf, &options, &|_| {}).expect("a journal in memory");
    let took = start.elapsed();
    check(&report, journal);
    took
}

/// Nothing is found, and nothing was left out.
fn check(report: &AuditReport, journal: &Journal) {
    let [house] = &report.houses[..] else { panic!("one house") };
    assert!(house.findings.is_empty(), "{:?}", &house.findings[..1]);
    assert_eq!((house.entries, house.sequence), (journal.stored.len() as u64, journal.head.sequence));
    assert!(house.rounds >= ROUNDS && house.unjudged.entries == 0, "every round is judged");
    assert!(house.commands * 2 > house.entries, "every command is decided again");
}

fn main() -> ExitCode {
    let mut aims = Aims::of("audit");
    let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
    let folder = scratch_folder();
    let journal = make(&folder, shelf);
    std::fs::remove_dir_all(&folder).expect("its own folder");
    let all = std::thread::available_parallelism().expect("processors").get();
    let mut times = [Duration::ZERO; 4];
    for _ in 0..TURNS {
        times[0] += replay(&journal, shelf);
        for (time, threads) in times[1..].iter_mut().zip([1, 2, all]) {
            *time += audited(&journal, shelf, threads);
        }
    }
    let entries = journal.stored.len() as u64;
    let names =
        ["replayed", "audited with one thread", "audited with two threads", "audited with all threads"];
    for (name, time) in names.into_iter().zip(times) {
        aims.note(&format!("audit: entries {name}"), a_second(per_second(entries * u64::from(TURNS), time)));
    }
    let [replayed, one, two, most] = times.map(|time| time.as_secs_f64());
    aims.at_least("audit: two threads to one", one / two, TWO_THREADS_MIN);
    aims.at_least(&format!("audit: all {all} threads to a replay"), replayed / most, REPLAY_MIN);
    aims.verdict()
}
