//! Publishing: changes are sent to the subscribers as often as the load of the house permits.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use croupier_house::ids::{Now, PersonId, TableId};
use croupier_house::table::{Phase, TableState};
use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::watch;

use super::group::{CommandGroup, Effect};
use super::house_state::HouseState;
use super::message::Subscription;
use super::shared::SharedState;
use super::snapshot::{TableSnapshot, balances, snapshot};
use crate::wire::Balances;

/// The minimum interval between publications of a table while bets are made.
const EVERY: Duration = Duration::from_millis(25);
/// The maximum time spent publishing tables in one go while commands wait.
const PORTION: Duration = Duration::from_micros(500);
/// The estimated cost of sending to one subscriber.
const SENDING: Duration = Duration::from_micros(50);
/// The pause after publishing, in multiples of the time spent publishing: normally, and while the house is busy.
const PAUSE: [u32; 2] = [1, 10];
/// The number of commands in one group from which a house counts as busy for a while.
const BUSY_FROM: u64 = 8;
const BUSY_FOR: Duration = Duration::from_millis(100);

/// The channels of a table, and its subscribers.
struct Feed {
    sender: Arc<watch::Sender<Arc<TableSnapshot>>>,
    subscribers: Vec<(Option<PersonId>, Weak<()>)>,
    published: Instant,
    phase: Phase,
}

/// The subscribers of a house, and the changes that they have not been sent yet.
pub(super) struct Publisher {
    feeds: FxHashMap<TableId, Feed>,
    balances: FxHashMap<PersonId, Arc<watch::Sender<Arc<Balances>>>>,
    changed_tables: FxHashSet<TableId>,
    changed_people: FxHashSet<PersonId>,
    /// The time until which only urgent changes are published.
    paused_until: Instant,
    /// The time until which the house counts as busy.
    busy_until: Instant,
}

impl Publisher {
    pub(super) fn new() -> Self {
        Self {
            feeds: FxHashMap::default(),
            balances: FxHashMap::default(),
            changed_tables: FxHashSet::default(),
            changed_people: FxHashSet::default(),
            paused_until: Instant::now(),
            busy_until: Instant::now(),
        }
    }

    /// Subscribes a person, or an anonymous viewer, to a table. The table must exist.
    pub(super) fn subscribe(
        &mut self,
        state: &HouseState,
        shared: &SharedState,
        table: TableId,
        person: Option<PersonId>,
        now: Now,
        group: &mut CommandGroup,
    ) -> Option<Subscription> {
        let alive = Arc::new(());
        let fresh = Arc::new(self.snapshot_for(state, shared, table, person, now)?);
        let feed = self.feeds.entry(table).or_insert_with(|| Feed {
            sender: Arc::new(watch::Sender::new(Arc::clone(&fresh))),
            subscribers: Vec::new(),
            published: Instant::now(),
            phase: fresh.seen.phase.into(),
        });
        feed.subscribers.push((person, Arc::downgrade(&alive)));
        let table = feed.sender.subscribe();
        let balances = person.map(|person| self.subscribe_to_balances(state, person, group));
        Some(Subscription { first: fresh, table, balances, alive })
    }

    fn subscribe_to_balances(
        &mut self,
        state: &HouseState,
        person: PersonId,
        group: &mut CommandGroup,
    ) -> watch::Receiver<Arc<Balances>> {
        self.balances.retain(|_, sender| sender.receiver_count() > 0);
        let current = Arc::new(balances(&state.house, person));
        let fresh = || Arc::new(watch::Sender::new(Arc::clone(&current)));
        let sender = Arc::clone(self.balances.entry(person).or_insert_with(fresh));
        let receiver = sender.subscribe();
        group.wait(Effect::PublishBalance(sender, current));
        receiver
    }

    fn snapshot_for(
        &self,
        state: &HouseState,
        shared: &SharedState,
        id: TableId,
        also: Option<PersonId>,
        now: Now,
    ) -> Option<TableSnapshot> {
        let history = state.tables.get(usize::from(id.0).wrapping_sub(1))?;
        let subscribers = self.feeds.get(&id).into_iter().flat_map(|feed| &feed.subscribers);
        let people = subscribers.filter_map(|(person, _)| *person).chain(also);
        snapshot(&state.house, history, shared, id, people, now)
    }

    /// Whether anybody is subscribed to a table.
    pub(super) fn has_subscribers(&self, table: TableId) -> bool {
        self.feeds.contains_key(&table)
    }

    /// Notes that a table has changed.
    pub(super) fn table_changed(&mut self, table: TableId) {
        self.changed_tables.insert(table);
    }

    /// Notes that the balances of people have changed.
    pub(super) fn people_changed(&mut self, people: impl Iterator<Item = PersonId>) {
        let Self { changed_people, balances, .. } = self;
        changed_people.extend(people.filter(|person| balances.contains_key(person)));
    }

    /// Notes that everything may have changed.
    pub(super) fn all_changed(&mut self, tables: impl Iterator<Item = TableId>) {
        self.changed_tables.extend(tables);
        self.changed_people.extend(self.balances.keys());
    }

    /// Whether there is nothing to publish.
    pub(super) fn is_current(&self) -> bool {
        self.changed_tables.is_empty() && self.changed_people.is_empty()
    }

    /// Notes the number of commands in a group.
    pub(super) fn note_load(&mut self, commands: u64) {
        if commands >= BUSY_FROM {
            self.busy_until = Instant::now() + BUSY_FOR;
        }
    }

    /// The time to publish again if no message arrives.
    pub(super) fn publish_at(&self) -> Option<Instant> {
        let feeds = self.changed_tables.iter().filter_map(|id| self.feeds.get(id));
        let table = feeds.map(|feed| feed.published + EVERY).min();
        let balance = (!self.changed_people.is_empty()).then_some(self.paused_until);
        table.into_iter().chain(balance).min().map(|due| due.max(self.paused_until))
    }

    /// Publishes changes. A new phase is published at once. Everything else gets a small part of the time, so that
    /// commands are not delayed, however many subscribers there are.
    pub(super) fn publish(
        &mut self,
        state: &HouseState,
        shared: &SharedState,
        now: Now,
        group: &mut CommandGroup,
    ) {
        let begun = Instant::now();
        let sent = self.publish_tables(state, shared, now, begun, group);
        if begun >= self.paused_until {
            let sent = sent + self.publish_balances(state, group);
            let pause = PAUSE[usize::from(begun < self.busy_until)];
            self.paused_until = begun + (begun.elapsed() + SENDING * sent) * pause;
        }
    }

    /// Publishes tables, the one that has waited longest first, and counts the subscribers.
    fn publish_tables(
        &mut self,
        state: &HouseState,
        shared: &SharedState,
        now: Now,
        begun: Instant,
        group: &mut CommandGroup,
    ) -> u32 {
        let mut changed: Vec<TableId> = self.changed_tables.drain().collect();
        let (mut sent, may_wait) = (0, begun < self.paused_until);
        // In a pause only new phases are published, all of them: their order does not matter.
        if !may_wait {
            changed.sort_by_cached_key(|id| self.feeds.get(id).map(|feed| feed.published));
        }
        for id in changed {
            let waits = may_wait || begun.elapsed() > PORTION;
            match self.publish_table(state, shared, id, now, waits, group) {
                Some(subscribers) => sent += subscribers,
                None => drop(self.changed_tables.insert(id)),
            }
        }
        sent
    }

    /// Publishes a table to its subscribers, unless it has to wait.
    fn publish_table(
        &mut self,
        state: &HouseState,
        shared: &SharedState,
        id: TableId,
        now: Now,
        waits: bool,
        group: &mut CommandGroup,
    ) -> Option<u32> {
        let phase = state.house.table(id).map(TableState::phase);
        let (Some(feed), Ok(phase)) = (self.feeds.get_mut(&id), phase) else { return Some(0) };
        if feed.phase == phase && (waits || feed.published.elapsed() < EVERY) {
            return None;
        }
        feed.subscribers.retain(|(_, alive)| alive.strong_count() > 0);
        if feed.subscribers.is_empty() {
            self.feeds.remove(&id);
            return Some(0);
        }
        (feed.phase, feed.published) = (phase, Instant::now());
        let subscribers = u32::try_from(feed.subscribers.len()).unwrap_or(u32::MAX);
        let sender = Arc::clone(&feed.sender);
        if let Some(snapshot) = self.snapshot_for(state, shared, id, None, now) {
            group.wait(Effect::PublishTable(sender, Arc::new(snapshot)));
        }
        Some(subscribers)
    }

    /// Publishes balances, and counts the people.
    fn publish_balances(&mut self, state: &HouseState, group: &mut CommandGroup) -> u32 {
        let mut sent = 0;
        for person in std::mem::take(&mut self.changed_people) {
            if let Some(sender) = self.balances.get(&person).map(Arc::clone) {
                let current = Arc::new(balances(&state.house, person));
                group.wait(Effect::PublishBalance(sender, current));
                sent += 1;
            }
        }
        sent
    }
}
