//! What the Merkle tree of the transparency log costs the thread that decides: the same durable commands with a tree that
//! follows them and without one, in turns. Fails where a command costs that thread over 5 % more with the tree.
//!
//! A thread of the tree's own hashes the entries. What that costs the whole process is printed beside it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use croupier_bench::{Aims, durable_commands};
use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoredEntry};
use croupier_rules::book::Shelf;
use croupier_store::{LogTree, LogTreeWriter, SqliteStore, StoreOptions};

/// The memory allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The speed of the machine drifts, so the two take turns.
const TURNS: u32 = 9;
const COMMANDS: u64 = 200_000;
const IN_FLIGHT: u32 = 1_024;
/// How much a command may cost the deciding thread with the tree, compared with one without.
const RATIO_MAX: f64 = 1.05;
const HOUSE: HouseId = HouseId(1);
/// The tree may have this long to follow the last entry.
const PATIENCE: Duration = Duration::from_secs(30);

/// What commands have cost: the thread that decides, and the process.
#[derive(Clone, Copy, Default)]
struct Cost {
    desk: Duration,
    process: Duration,
}

impl Cost {
    /// What has been spent until now.
    fn now() -> Self {
        // The first number is the time on a processor, in nanoseconds.
        let spent = |path: &str| {
            let text = std::fs::read_to_string(path).expect("the scheduler counts");
            let nanos = text.split(' ').next().and_then(|number| number.parse().ok());
            Duration::from_nanos(nanos.expect("a number"))
        };
        let tasks = std::fs::read_dir("/proc/self/task").expect("threads");
        let process =
            tasks.map(|task| spent(&task.expect("a thread").path().join("schedstat").display().to_string()));
        Self { desk: spent("/proc/thread-self/schedstat"), process: process.sum() }
    }

    fn add_since(&mut self, before: Self) {
        let now = Self::now();
        self.desk += now.desk.checked_sub(before.desk).expect("a thread gives no time back");
        self.process += now.process.saturating_sub(before.process);
    }

    fn report(self, what: &str) {
        let commands = u32::try_from(COMMANDS * u64::from(TURNS)).expect("not so many commands");
        let each = |time: Duration| (time / commands).as_secs_f64() * 1e6;
        println!(
            "tree: {what} a command costs the deciding thread {:.2} µs, and the process {:.2} µs",
            each(self.desk),
            each(self.process)
        );
    }
}

fn scratch_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-bench-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A store whose tree follows its index, as in a server.
fn follow(store: &Arc<SqliteStore>, folder: &std::path::Path) -> (Arc<LogTree>, LogTreeWriter) {
    let journals = Arc::clone(store) as Arc<dyn Store>;
    let (tree, writer) = LogTree::open(folder, StoreOptions::default().busy, journals).expect("a tree");
    let followed = Arc::clone(&tree);
    let projected = Box::new(move |house, groups: &[Vec<StoredEntry>]| followed.follow(house, groups));
    store.index().on_projected(projected).expect("nothing else follows");
    (tree, writer)
}

/// Runs the commands, and adds what they have cost.
fn run(name: &str, shelf: &'static Shelf, has_tree: bool, cost: &mut Cost) {
    let folder = scratch_folder(name);
    let store = Arc::new(SqliteStore::open(&folder, StoreOptions::default()).expect("a store"));
    let tree = has_tree.then(|| follow(&store, &folder));
    let before = Cost::now();
    durable_commands(&*store, name, shelf, IN_FLIGHT, COMMANDS);
    let head = store.head(HOUSE).expect("a store").expect("a head").sequence;
    store.index().wait_for(HOUSE, head, PATIENCE).expect("the index follows");
    if let Some((tree, _)) = &tree {
        tree.wait_for(HOUSE, head, PATIENCE).expect("the tree follows");
        tree.root(HOUSE, head).expect("a root of all entries");
    }
    cost.add_since(before);
    drop((tree, store));
    std::fs::remove_dir_all(folder).expect("its own folder");
}

fn main() -> ExitCode {
    let mut aims = Aims::of("tree");
    let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
    let (mut without, mut with) = (Cost::default(), Cost::default());
    for _ in 0..TURNS {
        run("without a tree", shelf, false, &mut without);
        run("with a tree", shelf, true, &mut with);
    }
    without.report("without a tree");
    with.report("with a tree");
    let ratio = with.desk.as_secs_f64() / without.desk.as_secs_f64();
    aims.at_most("tree: the deciding thread, with a tree to without", ratio, RATIO_MAX);
    aims.verdict()
}
