//! Durable commands: decided by a house, stored, and acknowledged.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use croupier_house::store::{Batch, Store};
use croupier_house::{Accepted, EntryRange};
use croupier_rules::book::Shelf;

use crate::betting_house::BettingHouse;

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
    fn decided(&mut self, store: &dyn Store, done: Accepted) {
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

    fn hand_over(&mut self, store: &dyn Store) {
        // As in the actor of a server.
        let next = Batch::after(&self.batch);
        let (batch, sent) = (std::mem::replace(&mut self.batch, next), std::mem::take(&mut self.sent));
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
    fn land(mut self, store: &dyn Store, commands: u64) -> (Duration, Duration) {
        self.hand_over(store);
        let landed = self.shared.0.lock().expect("no panic");
        let mut landed = self.shared.1.wait_while(landed, |landed| landed.groups > 0).expect("no panic");
        assert_eq!(landed.waited.len() as u64, commands, "every command is answered");
        landed.waited.sort_unstable();
        (landed.waited[landed.waited.len() / 2], landed.waited[landed.waited.len() * 99 / 100])
    }
}

/// The whole path: command, rules, ledger, journal synced, acknowledged. Each of the clients bets once a round. Returns how
/// many commands a second are acknowledged.
///
/// # Panics
/// When something is not stored.
pub fn durable_commands(store: &dyn Store, name: &str, shelf: &'static Shelf, most: u32, count: u64) -> f64 {
    let mut clients = Clients::new(most);
    let mut entries = Vec::new();
    let mut bench = BettingHouse::open(shelf, &mut entries);
    for entry in entries {
        let range = EntryRange {
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
        commands += bench.round(most, |done| clients.decided(store, done));
    }
    let (half, most_of) = clients.land(store, commands);
    let rate = per_second(commands, start.elapsed());
    println!(
        "{name}: {rate:.0} durable commands a second with {most} in flight; p50 {half:.1?}, p99 {most_of:.1?}"
    );
    rate
}

/// How many a second.
pub fn per_second(count: u64, time: Duration) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let count = count as f64;
    count / time.as_secs_f64()
}
