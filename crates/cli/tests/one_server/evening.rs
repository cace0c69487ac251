//! People who play while a server fails, and what they were answered.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_evening::{
    Answer, Asked, Guest, HouseServers, NodeProcess, Operation, Staff, audit_house, check, play, until,
};
use croupier_house::store::Store;
use croupier_proof::ProofRow;
use serde_json::{Value, json};

/// The house that is played in.
const HOUSE: u16 = 1;
/// How long people try to be answered.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long nothing must be acknowledged for the server to have stalled.
const STALLED: Duration = Duration::from_secs(1);
/// The automatic tables at which somebody plays.
const TABLES: usize = 4;
/// Those who buy chips at the cage, again and again.
const BUYERS: [&str; 4] = ["ben", "cid", "dan", "eve"];

/// A folder of the test's own.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("croupier-one-server-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A random number from another.
pub(crate) fn random(from: u64) -> u64 {
    let mixed = from.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// An evening at a server that fails.
pub(crate) struct Evening<'s> {
    server: &'s mut NodeProcess,
    servers: Arc<HouseServers>,
    manager: Guest,
    /// The number of tables.
    pub(crate) tables: usize,
    /// From each failure to the next acknowledgement.
    recovered: Vec<Duration>,
}

impl<'s> Evening<'s> {
    /// Starts the server, lets people play while `fails` is done to it, and stops it.
    pub(crate) fn of(server: &'s mut NodeProcess, fails: impl FnOnce(&mut Self)) -> Sum {
        server.start();
        let servers = HouseServers::several(vec![server.base()], PATIENCE);
        let staff = Staff::new(&servers, HOUSE);
        let ann = Guest::enrol(&servers, HOUSE, "ann");
        staff.exchange(&ann, json!({"kind": "buy-in", "with": "cash", "amount": "8000"}));
        let buyers = BUYERS.map(|name| Guest::enrol(&servers, HOUSE, name));
        let is_automatic = |table: &Value| table["mode"] == "automatic" && table["learning"] == false;
        let all = ann.tables();
        let tables = all.iter().filter(|table| is_automatic(table)).take(TABLES);
        let tables: Vec<u64> = tables.map(|table| table["id"].as_u64().unwrap()).collect();
        let manager = staff.manager.clone();
        let mut evening =
            Self { server, servers: Arc::clone(&servers), manager, tables: all.len(), recovered: Vec::new() };
        let is_over = AtomicBool::new(false);
        let bought = thread::scope(|scope| {
            let is_over = &is_over;
            for table in &tables {
                let ann = ann.clone();
                scope.spawn(move || play(&ann, *table, |_| is_over.load(Ordering::Relaxed)));
            }
            let staff = &staff;
            let buying = buyers.each_ref().map(|buyer| scope.spawn(move || buy(staff, buyer, is_over)));
            let ended = OnDrop(is_over);
            fails(&mut evening);
            drop(ended);
            buying.map(|buying| buying.join().unwrap())
        });
        for (buyer, bought) in buyers.iter().zip(bought) {
            assert_eq!(buyer.chips(), format!("{}.00", 5 * bought), "each exchange, once");
        }
        let Evening { server, recovered, .. } = evening;
        let status = server.stop();
        assert!(status.success(), "{status}: {}", server.log());
        Sum { operations: servers.history.operations(), recovered }
    }

    /// Has the server fail, starts it again, and waits until a command is acknowledged.
    pub(crate) fn fail(&mut self, fault: impl FnOnce(&mut NodeProcess)) {
        let failed = self.servers.history.now();
        fault(self.server);
        self.server.start();
        self.acknowledged_after(failed);
        self.recovered.push(self.servers.history.now().saturating_sub(failed));
    }

    fn acknowledged_after(&self, time: Duration) {
        until("commands are acknowledged", || {
            let operations = self.servers.history.operations();
            let later = |operation: &Operation| is_done(operation) && operation.sent > time;
            operations.iter().rev().any(later).then_some(())
        });
    }

    /// Waits until nothing is acknowledged any more.
    pub(crate) fn stalls(&self) {
        let (mut count, mut since) = (0, Instant::now());
        until("commands are refused", || {
            let now = self.servers.history.operations().iter().filter(|one| is_done(one)).count();
            if now != count {
                (count, since) = (now, Instant::now());
            }
            (since.elapsed() > STALLED).then_some(())
        });
    }

    /// Waits until commands are acknowledged again, and people have played for a while.
    pub(crate) fn goes_on(&self) {
        self.acknowledged_after(self.servers.history.now());
        thread::sleep(STALLED);
    }

    /// How many tables the house shows.
    pub(crate) fn table_count(&self) -> usize {
        self.manager.tables().len()
    }
}

/// Whoever plays stops, also where a check has failed.
struct OnDrop<'o>(&'o AtomicBool);

impl Drop for OnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn is_done(operation: &Operation) -> bool {
    matches!(operation.answer, Answer::Done(_))
}

/// Buys chips at the cage until the evening is over. Returns how often that was acknowledged.
fn buy(staff: &Staff, player: &Guest, is_over: &AtomicBool) -> u64 {
    let mut bought = 0;
    while !is_over.load(Ordering::Relaxed) {
        staff.exchange(player, json!({"kind": "buy-in", "with": "cash", "amount": "5"}));
        bought += 1;
    }
    bought
}

/// What people were answered in an evening.
pub(crate) struct Sum {
    operations: Vec<Operation>,
    recovered: Vec<Duration>,
}

impl Sum {
    /// Compares what people were answered with the journal. Returns the row of docs/proof.md, and where it stands.
    pub(crate) fn check(&self, store: &dyn Store, order: u32, tried: &str) -> ProofRow {
        let audited = audit_house(store, HOUSE);
        let broken = check(HOUSE, &self.operations, &audited.journal);
        assert!(broken.is_empty(), "{broken:#?}");
        let done = self.operations.iter().filter(|operation| is_done(operation)).count();
        assert!(done > 40, "{done} commands");
        ProofRow::new(order, tried)
            .count("commands acknowledged", done)
            .count("lost or done twice", broken.len())
            .count("failures survived", self.recovered.len())
            .count("ms to the next acknowledgement at most", self.worst().as_millis())
    }

    /// The longest time from a failure to the next acknowledgement.
    fn worst(&self) -> Duration {
        self.recovered.iter().copied().max().unwrap_or_default()
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let commands = self.operations.iter().filter(|operation| operation.asked != Asked::Read);
        let done = self.operations.iter().filter(|operation| is_done(operation)).count();
        write!(f, "{} commands, {done} acknowledged", commands.count())?;
        let mut recovered = self.recovered.clone();
        recovered.sort_unstable();
        if let (Some(half), Some(worst)) = (recovered.get(recovered.len() / 2), recovered.last()) {
            let count = recovered.len();
            write!(
                f,
                "; {count} failures, to the next acknowledgement {half:.2?} in half of them, {worst:.2?} at most"
            )?;
        }
        Ok(())
    }
}

/// The audit of the program finds nothing.
pub(crate) fn audit_folder(data: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let output = command.arg("audit").arg(data).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}
