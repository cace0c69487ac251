//! Those who listen: what has changed is published to them, as often as the house can spare the time.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use croupier_house::ids::{Now, PersonId, TableId};
use croupier_house::table::{Phase, TableState};
use tokio::sync::{oneshot, watch};

use super::group::Then;
use super::publish::{balances, snapshot};
use super::run::Running;
use super::{Listening, Snapshot};
use crate::wire::{Balances, Problem};

/// A table that bets come in at is published so often at most.
const EVERY: Duration = Duration::from_millis(25);
/// So long tables are published one after another while commands wait.
const PORTION: Duration = Duration::from_micros(500);
/// What it takes of the machine to tell one listener.
const TELLING: Duration = Duration::from_micros(50);
/// For one moment of publishing there are so many without; the second where the house is busy.
const QUIET: [u32; 2] = [1, 10];

/// Where a table is published, and for whom.
pub(super) struct Feed {
    sender: Arc<watch::Sender<Arc<Snapshot>>>,
    listeners: Vec<(Option<PersonId>, Weak<()>)>,
    published: Instant,
    phase: Phase,
}

impl Running {
    pub(super) fn listen(
        &mut self,
        table: TableId,
        person: Option<PersonId>,
        tell: oneshot::Sender<Result<Listening, Problem>>,
    ) {
        let now = self.clock.now();
        if let Err(refusal) = self.rebuilt.house.table(table) {
            drop(tell.send(Err(refusal.into())));
            return;
        }
        let here = Arc::new(());
        let Some(fresh) = self.snapshot_for(table, person, now) else { return };
        let fresh = Arc::new(fresh);
        let feed = self.feeds.entry(table).or_insert_with(|| Feed {
            sender: Arc::new(watch::Sender::new(Arc::clone(&fresh))),
            listeners: Vec::new(),
            published: Instant::now(),
            phase: fresh.seen.phase,
        });
        feed.listeners.push((person, Arc::downgrade(&here)));
        let sender = Arc::clone(&feed.sender);
        let balances = person.map(|person| self.purse(person));
        let listening = Listening { first: fresh, table: sender.subscribe(), balances, here };
        // Whoever listens is shown the table as it is on disk: with all that is on its way.
        self.then(Then::Release(Box::new(move || drop(tell.send(Ok(listening))))));
    }

    fn purse(&mut self, person: PersonId) -> watch::Receiver<Arc<Balances>> {
        self.purses.retain(|_, sender| sender.receiver_count() > 0);
        let has = Arc::new(balances(&self.rebuilt.house, person));
        let sender =
            self.purses.entry(person).or_insert_with(|| Arc::new(watch::Sender::new(Arc::clone(&has))));
        let (sender, receiver) = (Arc::clone(sender), sender.subscribe());
        self.then(Then::Balance(sender, has));
        receiver
    }

    fn snapshot_for(&self, id: TableId, also: Option<PersonId>, now: Now) -> Option<Snapshot> {
        let board = self.rebuilt.boards.get(usize::from(id.0).wrapping_sub(1))?;
        let feed = self.feeds.get(&id);
        let listeners = feed.into_iter().flat_map(|feed| &feed.listeners);
        let people = listeners.filter_map(|(person, _)| *person).chain(also);
        snapshot(&self.rebuilt.house, board, &self.shared, id, people, now)
    }

    /// When something is to be published though nobody has asked anything.
    pub(super) fn publish_at(&self) -> Option<Instant> {
        let feeds = self.changed.iter().filter_map(|id| self.feeds.get(id));
        let table = feeds.map(|feed| feed.published + EVERY).min();
        let balance = (!self.touched.is_empty()).then_some(self.quiet);
        table.into_iter().chain(balance).min().map(|due| due.max(self.quiet))
    }

    /// Publishes what has changed, to those who listen: a phase at once, and what can wait for a small part of the time, so
    /// that however many listen, commands are not held up by it.
    pub(super) fn publish(&mut self) {
        if self.changed.is_empty() && self.touched.is_empty() {
            return;
        }
        let now = self.clock.now();
        for id in std::mem::take(&mut self.stirred) {
            self.beat(id, now);
        }
        let begun = Instant::now();
        let told = self.publish_tables(now, begun);
        if begun >= self.quiet {
            let told = told + self.publish_balances();
            let quiet = QUIET[usize::from(begun < self.busy_until)];
            self.quiet = begun + (begun.elapsed() + TELLING * told) * quiet;
        }
    }

    /// Publishes tables, the one that has waited longest first, and counts who is told.
    fn publish_tables(&mut self, now: Now, begun: Instant) -> u32 {
        let mut changed: Vec<TableId> = self.changed.drain().collect();
        changed.sort_unstable_by_key(|id| self.feeds.get(id).map(|feed| feed.published));
        let (mut told, may_wait) = (0, begun < self.quiet);
        for id in changed {
            let waits = may_wait || begun.elapsed() > PORTION;
            match self.publish_table(id, now, waits) {
                Some(listeners) => told += listeners,
                None => drop(self.changed.insert(id)),
            }
        }
        told
    }

    /// Publishes a table to its listeners, unless it waits.
    fn publish_table(&mut self, id: TableId, now: Now, waits: bool) -> Option<u32> {
        let phase = self.rebuilt.house.table(id).map(TableState::phase);
        let (Some(feed), Ok(phase)) = (self.feeds.get_mut(&id), phase) else { return Some(0) };
        if feed.phase == phase && (waits || feed.published.elapsed() < EVERY) {
            return None;
        }
        feed.listeners.retain(|(_, here)| here.strong_count() > 0);
        if feed.listeners.is_empty() {
            self.feeds.remove(&id);
            return Some(0);
        }
        (feed.phase, feed.published) = (phase, Instant::now());
        let listeners = u32::try_from(feed.listeners.len()).unwrap_or(u32::MAX);
        let sender = Arc::clone(&feed.sender);
        if let Some(snapshot) = self.snapshot_for(id, None, now) {
            self.then(Then::Table(sender, Arc::new(snapshot)));
        }
        Some(listeners)
    }

    /// Publishes what people have, and counts who is told.
    fn publish_balances(&mut self) -> u32 {
        let mut told = 0;
        for person in std::mem::take(&mut self.touched) {
            if let Some(sender) = self.purses.get(&person).map(Arc::clone) {
                let has = Arc::new(balances(&self.rebuilt.house, person));
                self.then(Then::Balance(sender, has));
                told += 1;
            }
        }
        told
    }
}
