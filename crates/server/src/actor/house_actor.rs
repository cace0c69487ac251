//! The actor thread of a house.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use croupier_fair::Keyring;
use croupier_house::command::Command;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, IdempotencyKey, Now, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::Location;
use croupier_house::store::{Batch, Store};
use croupier_house::table::{OutcomeSource, Pace};
use croupier_house::{CommitError, EntryRange};
use croupier_rules::book::Shelf;
use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::{mpsc, oneshot};

use super::answer::{is_breach, number_of};
use super::backoff::Backoff;
use super::executed::{BetEntry, Executed};
use super::flight::{Flight, Landing};
use super::group::{CommandGroup, Effect, Effects};
use super::house_state::HouseState;
use super::key_window::KeyWindow;
use super::keyed_request::{KeyedRequest, check_round};
use super::mailbox::Mailbox;
use super::message::{Message, Outcome, Read, Reply};
use super::notify::{ChangeSender, TableChange};
use super::opening::{HouseOpener, OpenedState};
use super::publisher::Publisher;
use super::reader::HouseReader;
use super::replay::ReplayError;
use super::shared::{HouseOpening, SharedState, table_labels};
use super::snapshot_writer::seal;
use crate::clock::{Clock, ClockTrust, check_zone};
use crate::dealing::HeldChance;
use crate::node::NodeLink;
use crate::storage::{HouseStore, KeyLookup};
use crate::wire::{CommandResult, Problem, ProblemCode};

/// The maximum number of commands that are written together.
pub(crate) const GROUP_MAX: u64 = 2_048;

/// The number of commands from which a group is written beside the actor.
const BESIDE_FROM: u64 = 8;

/// The number of commands from which a group is handed over before all that have arrived are decided.
const HAND_OVER_FROM: u64 = 8;

/// The number of messages at once from which more are expected soon.
const BUSY_FROM: usize = 4;

/// The settings of an actor.
pub struct ActorSettings {
    /// The house.
    pub house: HouseId,
    /// The rulebooks, which live as long as the program.
    pub shelf: &'static Shelf,
    /// The version of the software, which is recorded with the rounds.
    pub build: String,
    /// The durations of the phases of automatic tables.
    pub pace: Pace,
    /// The store with the journal.
    pub store: Arc<HouseStore>,
    /// The keys that snapshots are sealed with; without them the whole journal is replayed.
    pub keys: Option<Keyring>,
    /// The number of entries after which a snapshot is made.
    pub snapshot_every: u64,
    /// The source of outcomes for automatic tables.
    pub chance: Box<dyn OutcomeSource + Send>,
    /// The channel for changes to tables.
    pub changes: Option<ChangeSender>,
    /// The names of the learning tables.
    pub learning: Vec<Box<str>>,
    /// Whether a system clock that is far ahead of the last entry is believed.
    pub clock: ClockTrust,
    /// Whether large groups are written beside the actor.
    pub beside: bool,
    /// Where a checkpoint is asked for when a table closes.
    pub checkpoints: Option<mpsc::Sender<HouseId>>,
    /// The node that drives the house; `None` for a house in a data folder.
    pub(crate) link: Option<NodeLink>,
}

/// The actor of a house.
pub(super) struct HouseActor {
    pub(super) settings: ActorSettings,
    pub(super) shared: Arc<SharedState>,
    pub(super) mailbox: Arc<Mailbox<Message>>,
    pub(super) state: HouseState,
    /// The keys that need no lookup, and the connection for looking up the others.
    pub(super) key_window: KeyWindow,
    pub(super) key_lookup: KeyLookup,
    /// The keys of the group that is being decided, as far as they were looked up; `None` for those that were never used.
    pub(super) looked_up: FxHashMap<IdempotencyKey, Option<(u64, EntryRange)>>,
    pub(super) clock: Clock,
    pub(super) publisher: Publisher,
    /// Tables that have changed since the scheduler was last notified.
    pub(super) unnotified: FxHashSet<TableId>,
    /// The group that the next commands join.
    pub(super) group: CommandGroup,
    /// The groups that are on their way to the disk.
    pub(super) flight: Arc<Flight>,
    /// Why the house must be opened again from its journal, if it must.
    pub(super) broken: Option<String>,
    /// Whether the house may be written from here. A house in a data folder always may.
    pub(super) owned: bool,
    /// Whether the owner of the house has compared its balances with the database, and knows which keys may have been used.
    pub(super) is_compared: bool,
    /// The formats of the events of the command that is being decided.
    pub(super) formats: Vec<u16>,
    /// Whether the command that is being decided was refused before, under its key.
    pub(super) is_refusal_recorded: bool,
    pub(super) backoff: Backoff,
    pub(super) closing: Option<oneshot::Sender<()>>,
}

impl ActorSettings {
    /// Opens the house from its newest snapshot and the journal after it.
    pub(super) fn open(&self) -> Result<OpenedState, ReplayError> {
        let opener = HouseOpener {
            house: self.house,
            shelf: self.shelf,
            build: &self.build,
            pace: self.pace,
            store: &self.store,
            journal: &*self.store,
            keys: self.keys.as_ref(),
        };
        // The owner of a house that is followed may write meanwhile: its balances are checked by whoever owns it.
        match &self.link {
            Some(_) => opener.open_to(u64::MAX, &|| true),
            None => opener.open(),
        }
    }
}

impl Drop for HouseActor {
    /// Closes the mailbox, so that nobody waits for a reply that never comes.
    fn drop(&mut self) {
        self.shared.set_open(false);
        self.mailbox.close();
    }
}

impl HouseActor {
    /// Opens the house. If that took more entries than there are between two snapshots, a new one is made.
    pub(super) fn open(
        settings: ActorSettings,
        mailbox: Arc<Mailbox<Message>>,
        shared: Arc<SharedState>,
    ) -> Result<Self, ReplayError> {
        let ActorSettings { house, store, keys, snapshot_every, .. } = &settings;
        let OpenedState { mut state, from, applied } = settings.open()?;
        shared.set_opening(HouseOpening { from, applied });
        if let Some(keys) = keys.as_ref().filter(|_| applied >= *snapshot_every) {
            match seal(&state.house, keys) {
                Ok(snapshot) => shared.set_first_snapshot(snapshot),
                Err(error) => tracing::warn!(house = house.0, %error, "no snapshot could be made"),
            }
        }
        let key_lookup = store.key_lookup().map_err(|error| ReplayError(error.to_string()))?;
        let distrusted = |why| ReplayError(format!("house {}: {why}", house.0));
        settings.clock.check(state.at).map_err(distrusted)?;
        let zone = state.house.office.time_zone();
        let mut clock = Clock::new(zone.as_deref().unwrap_or("UTC"), state.at);
        let key_window = KeyWindow::new(clock.now().at);
        shared.set_stored_to(state.house.last().sequence);
        shared.set_tables(table_labels(&state.house));
        state.tables_changed = false;
        let owned = settings.link.is_none();
        shared.set_owned(owned);
        let mut actor = Self {
            settings,
            shared,
            mailbox,
            state,
            key_window,
            key_lookup,
            looked_up: FxHashMap::default(),
            clock,
            publisher: Publisher::new(),
            unnotified: FxHashSet::default(),
            group: CommandGroup::default(),
            flight: Arc::default(),
            broken: None,
            owned,
            is_compared: false,
            formats: Vec::new(),
            is_refusal_recorded: false,
            backoff: Backoff::new(),
            closing: None,
        };
        let now = actor.clock.now();
        let tables: Vec<TableId> = actor.state.house.tables().iter().map(|table| table.id).collect();
        tables.into_iter().for_each(|id| actor.notify(id, now));
        actor.group.release();
        Ok(actor)
    }

    /// Runs until it is closed.
    pub(super) fn run(mut self) {
        let (mut messages, mut is_busy) = (VecDeque::new(), false);
        loop {
            if is_busy {
                self.mailbox.watch();
            }
            self.mailbox.take(&mut messages, self.wake_at());
            is_busy = messages.len() >= BUSY_FROM;
            while let Some(message) = messages.pop_front() {
                self.handle(message, messages.len() as u64);
            }
            if self.broken.is_none() {
                self.publish();
            }
            self.publisher.note_load(self.group.commands);
            self.write();
            self.look_at_flight();
            self.recover();
            self.probe();
            if self.closing.is_some() && self.group.batch.is_empty() {
                break;
            }
        }
        self.flight.wait();
        self.mailbox.close();
        if let Some(closing) = self.closing.take() {
            let _ = closing.send(());
        }
    }

    /// The time to wake up if no message arrives.
    fn wake_at(&self) -> Option<Instant> {
        self.publisher.publish_at().into_iter().chain(self.backoff.retry_at()).min()
    }

    /// Handles a message, after which so many others have arrived.
    fn handle(&mut self, message: Message, waiting: u64) {
        match message {
            Message::Command { mut order, at_version, reply } => {
                self.order_key(&mut order);
                self.command(&order, at_version, reply);
                self.hand_over(waiting);
            }
            Message::Read(read) => self.read(read),
            Message::Subscribe { table, person, reply } => {
                if self.broken.is_some() {
                    return;
                }
                if let Err(refusal) = self.state.house.table(table) {
                    drop(reply.send(Err(refusal.into())));
                    return;
                }
                let now = self.clock.now();
                let Self { publisher, state, shared, group, .. } = self;
                // The subscriber gets the first view when everything in it is on disk.
                if let Some(subscription) = publisher.subscribe(state, shared, table, person, now, group) {
                    group.wait(Effect::Run(Box::new(move || drop(reply.send(Ok(subscription))))));
                }
            }
            Message::Wake => {}
            Message::Node(message) => self.handle_node(message),
            Message::Close(closing) => {
                self.shared.set_open(false);
                self.closing = Some(closing);
            }
        }
    }

    fn read(&mut self, read: Read) {
        // What is in memory may never have been stored: whoever asks is answered that the house cannot answer.
        if self.broken.is_some() {
            return;
        }
        let now = self.clock.now();
        let HouseState { house, tables, .. } = &self.state;
        let reader = HouseReader { house, tables, now, shared: &self.shared };
        // A panic in one read must not end the actor.
        if let Ok(deferred) = catch_unwind(AssertUnwindSafe(|| read(&reader))) {
            self.group.wait(Effect::Run(deferred));
        }
    }

    fn command(&mut self, order: &KeyedRequest, at_version: Option<u64>, reply: Reply) {
        let outcome = self.carry_out(order, at_version);
        self.group.wait(Effect::Reply(reply, outcome));
    }

    /// Writes the group before all that have arrived are decided: when it is full, or when half of them are decided
    /// and could be written beside the others.
    fn hand_over(&mut self, waiting: u64) {
        let half = HAND_OVER_FROM.max(waiting);
        if self.group.commands >= GROUP_MAX {
            self.publish();
            self.write();
        } else if self.settings.beside && self.group.commands >= half && self.flight.is_written() {
            self.write();
        }
    }

    pub(super) fn carry_out(&mut self, keyed: &KeyedRequest, at_version: Option<u64>) -> Outcome {
        self.check_open()?;
        let KeyedRequest { request: order, made, in_round, .. } = keyed;
        let now = self.clock.now();
        // This comes first: a client that repeats a command does not know the version that resulted from it.
        if let Some(known) = self.earlier_result(keyed, now)? {
            return Ok(known);
        }
        check_zone(&order.command)?;
        let stream = self.stream_of(&order.command);
        let version = self.state.house.head(stream).version;
        if let Some(expected) = at_version.filter(|expected| *expected != version) {
            let found = format!("the journal is at version {version}, not {expected}");
            return Err(Problem::new(ProblemCode::Stale, found, "read the table again and decide again"));
        }
        if let Some(round) = in_round {
            check_round(&self.state.house, &order.command, *round)?;
        }
        let house = &mut self.state.house;
        let chance = &mut *self.settings.chance;
        let held = self.shared.held();
        let Ok(result) = catch_unwind(AssertUnwindSafe(|| match held {
            None => house.commit(order, now, chance),
            Some(why) => house.commit(order, now, &mut HeldChance { inner: chance, why }),
        })) else {
            // It is unknown how far the command got: the journal is authoritative.
            self.fail("a command failed".to_owned());
            return Err(Problem::internal());
        };
        let done = match result {
            Ok(done) => done,
            Err(CommitError::Rejected(rejection)) => return Err(rejection.into()),
            Err(CommitError::Fault(fault)) => {
                tracing::error!(house = self.settings.house.0, %fault, "a command contradicts the house");
                self.fail("a command failed".to_owned());
                return Err(Problem::internal());
            }
        };
        if done.is_repeat() {
            return self.result_of(order, &done.range);
        }
        if order.key.is_some() {
            self.key_window.note(now.at, *made);
        }
        let number = done.entries.iter().find_map(number_of);
        let breached = done.entries.iter().any(is_breach);
        let (EntryRange { from, to, sequence, .. }, again) = (done.range, false);
        let result = CommandResult { from, to, again, number, breached, sequence };
        let bet = BetEntry::of(order, &done.entries);
        done.entries.iter().for_each(|entry| self.note(entry));
        self.group.add(done);
        Ok(Executed { result, bet })
    }

    fn check_open(&self) -> Result<(), Problem> {
        if self.closing.is_some() {
            return Err(Problem::unavailable("the house is closing"));
        }
        if let Some(why) = self.shared.frozen() {
            return Err(Problem::unavailable(why));
        }
        if let Some(why) = self.shared.suspended() {
            return Err(Problem::unavailable(why));
        }
        if self.broken.is_some() {
            return Err(Problem::unavailable("the house is being replayed from its journal"));
        }
        match self.backoff.retry_at() {
            None => Ok(()),
            Some(_) => Err(Problem::unavailable("the store failed")),
        }
    }

    fn stream_of(&self, command: &Command) -> StreamId {
        let table = match command {
            Command::Table(table, _) => Some(*table),
            Command::RequestExchange { at, .. }
            | Command::ConfirmExchange { at, .. }
            | Command::WithdrawExchange { at, .. } => *at,
            _ => None,
        };
        StreamId { house: self.settings.house, table }
    }

    /// Updates the projections with an entry, and notes who must be notified.
    pub(super) fn note(&mut self, entry: &Entry) {
        self.state.note(entry);
        if self.settings.link.is_some() {
            self.formats.push(entry.body.event.format());
        }
        let checkpoints = self.settings.checkpoints.clone().filter(|_| self.owned);
        if let (Event::Closed { .. }, Some(due)) = (&entry.body.event, checkpoints) {
            let house = self.settings.house;
            // If nobody takes it, the head is signed at the next minute.
            self.group.wait(Effect::Run(Box::new(move || {
                let _ = due.try_send(house);
            })));
        }
        if let Some(id) = entry.stream.table {
            // Later subscribers need only later events.
            if self.publisher.has_subscribers(id) {
                self.state.note_event(id, entry);
            }
            self.unnotified.insert(id);
            self.publisher.table_changed(id);
        } else if let Some(charter) = &self.state.house.office.house_file {
            self.clock.set_zone(&charter.time_zone);
        }
        if matches!(entry.body.event, Event::OwnerNoted { .. }) {
            // The phases last their full time again.
            self.all_changed();
        }
        let legs = entry.body.ledger.iter().flat_map(|transaction| &transaction.legs);
        self.publisher.people_changed(legs.flat_map(|leg| [leg.from, leg.to]).filter_map(Location::person));
    }

    /// Notes that every table may have changed.
    pub(super) fn all_changed(&mut self) {
        let tables = || self.state.house.tables().iter().map(|table| table.id);
        self.unnotified.extend(tables());
        self.publisher.all_changed(tables());
    }

    pub(super) fn publish(&mut self) {
        if self.publisher.is_current() {
            return;
        }
        let now = self.clock.now();
        for id in std::mem::take(&mut self.unnotified) {
            self.notify(id, now);
        }
        self.publisher.publish(&self.state, &self.shared, now, &mut self.group);
    }

    /// Sends the state of a table to the scheduler.
    fn notify(&mut self, id: TableId, now: Now) {
        let Some(changes) = self.settings.changes.clone().filter(|_| self.owned) else { return };
        let house = &self.state.house;
        let Ok(table) = house.table(id) else { return };
        let change = TableChange {
            house: house.id,
            table: id,
            version: house.head(StreamId { house: house.id, table: Some(id) }).version,
            mode: table.live.as_ref().map(|sitting| sitting.mode),
            phase: table.phase(),
            deadline: table.deadline(&self.settings.pace),
            seated: table.seated.len(),
            now: now.at,
        };
        self.group.wait(Effect::Notify(changes, change));
    }

    /// Sends the group to the disk, and releases its effects when it is there. Effects that need no write, and wait for
    /// none, are released at once. With few processors the actor writes every group itself, and with more a small one,
    /// because waking another thread costs more than the write. A large one is written by the thread of the store, while
    /// the actor goes on.
    fn write(&mut self) {
        let is_alone = self.flight.is_empty();
        // What was read or decided after a group that could not be stored was never in the journal.
        self.look_at_flight();
        if self.group.waiting.is_empty() && self.group.batch.is_empty() {
            return;
        }
        // The node writes the groups of a house that it drives. What waits here is released after them.
        if self.settings.link.is_some() && !is_alone {
            return;
        }
        if is_alone && self.group.batch.is_empty() {
            self.group.release();
            return;
        }
        let (batch, landing) = self.landing();
        let commands = landing.group.commands;
        metrics::histogram!(crate::telemetry::GROUP_COMMANDS)
            .record(f64::from(u32::try_from(commands).unwrap_or(u32::MAX)));
        self.flight.depart(commands);
        if is_alone && (commands < BESIDE_FROM || !self.settings.beside) {
            landing.land(self.settings.store.append(batch));
        } else {
            self.settings.store.submit(batch, Box::new(move |stored| landing.land_elsewhere(stored)));
        }
    }

    /// Takes the group: what is to be stored, and what happens then.
    pub(super) fn landing(&mut self) -> (Batch, Landing) {
        let mut group = std::mem::take(&mut self.group);
        let batch = std::mem::take(&mut group.batch);
        // The next group will be about as large.
        self.group.batch = Batch::after(&batch);
        self.group.waiting.reserve(group.waiting.len());
        let HouseState { house, ended, tables_changed, .. } = &mut self.state;
        let landing = Landing {
            house: house.id,
            group,
            sequence: house.last().sequence,
            tables: std::mem::take(tables_changed).then(|| table_labels(house)),
            ended: std::mem::take(ended),
            shared: Arc::clone(&self.shared),
            store: Arc::clone(&self.settings.store),
            flight: Arc::clone(&self.flight),
            mailbox: Arc::clone(&self.mailbox),
            is_awaited: self.settings.link.is_some(),
        };
        (batch, landing)
    }

    /// Notes whether groups were stored, or could not be: then what waits for the next group is answered that it was not
    /// carried out.
    pub(super) fn look_at_flight(&mut self) {
        if self.flight.take_success() {
            self.backoff.succeed();
        }
        if let Some(why) = self.flight.take_failure() {
            self.fail(why);
            self.discard_group();
        }
    }
}
