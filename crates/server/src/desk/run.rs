//! The thread of a desk.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use croupier_house::command::{Command, Request};
use croupier_house::ids::{Now, PersonId, StreamId, TableId};
use croupier_house::journal::{Entry, digest_of};
use croupier_house::ledger::Location;
use croupier_house::store::StoreError;
use croupier_house::{EntryRange, Rejection, RejectionCode};
use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::{oneshot, watch};

use super::group::{Group, Then};
use super::keeping::{Health, REST};
use super::listeners::Feed;
use super::mailbox::Mailbox;
use super::rebuild::{Rebuilt, Unopened, note_boards, note_passbooks, rebuild};
use super::{Answered, Ask, Look, Room, Settings, Shared, Tell};
use crate::clock::Clock;
use crate::floor::Beat;
use crate::wire::{Balances, Done, Kind, Problem};

/// The most commands that go to the disk together.
const GROUP_MAX: u64 = 2_048;
/// A house is busy for a while after so many commands have come in together.
const BUSY_FROM: u64 = 8;
const BUSY_FOR: Duration = Duration::from_millis(100);

/// The desk at work.
pub(super) struct Running {
    pub(super) settings: Settings,
    pub(super) shared: Arc<Shared>,
    mailbox: Arc<Mailbox<Ask>>,
    pub(super) rebuilt: Rebuilt,
    pub(super) clock: Clock,
    pub(super) feeds: FxHashMap<TableId, Feed>,
    pub(super) purses: FxHashMap<PersonId, Arc<watch::Sender<Arc<Balances>>>>,
    /// Tables that have changed since the floor was last told.
    pub(super) stirred: FxHashSet<TableId>,
    /// Tables and people that have changed since they were last published.
    pub(super) changed: FxHashSet<TableId>,
    pub(super) touched: FxHashSet<PersonId>,
    /// Until when nothing is published that can wait.
    pub(super) quiet: Instant,
    /// The group that is made.
    pub(super) making: Group,
    /// Until when the house is busy: a while after every large group.
    pub(super) busy_until: Instant,
    /// Why the house is to be read from its journal again.
    pub(super) broken: Option<String>,
    /// Whether the store keeps what it is given, and how long the next rest is.
    pub(super) health: Health,
    pub(super) rest: Duration,
    pub(super) closing: Option<oneshot::Sender<()>>,
}

impl Drop for Running {
    /// However it ends, nobody waits for an answer that does not come.
    fn drop(&mut self) {
        self.shared.open.store(false, Ordering::Release);
        self.mailbox.close();
    }
}

impl Running {
    pub(super) fn open(
        settings: Settings,
        mailbox: Arc<Mailbox<Ask>>,
        shared: Arc<Shared>,
    ) -> Result<Self, Unopened> {
        let rebuilt =
            rebuild(settings.house, settings.shelf, &settings.build, settings.pace, &*settings.store)?;
        let zone = rebuilt.house.office.house_file.as_ref().map(|charter| charter.time_zone.clone());
        let clock = Clock::new(zone.as_deref().unwrap_or("UTC"), rebuilt.at);
        let mut running = Self {
            settings,
            shared,
            mailbox,
            rebuilt,
            clock,
            feeds: FxHashMap::default(),
            purses: FxHashMap::default(),
            stirred: FxHashSet::default(),
            changed: FxHashSet::default(),
            touched: FxHashSet::default(),
            quiet: Instant::now(),
            making: Group::default(),
            busy_until: Instant::now(),
            broken: None,
            health: Health::Well,
            rest: REST[0],
            closing: None,
        };
        let now = running.clock.now();
        let tables: Vec<TableId> = running.rebuilt.house.tables().iter().map(|table| table.id).collect();
        tables.into_iter().for_each(|id| running.beat(id, now));
        running.making.release();
        Ok(running)
    }

    /// Works until it is closed.
    pub(super) fn run(mut self) {
        let mut asks = VecDeque::new();
        loop {
            self.mailbox.take(&mut asks, self.wake_at());
            let mut done = false;
            for ask in asks.drain(..) {
                done |= self.answer(ask);
            }
            if self.broken.is_none() {
                self.publish();
            }
            if self.making.commands >= BUSY_FROM {
                self.busy_until = Instant::now() + BUSY_FOR;
            }
            self.send_off();
            self.recover();
            self.probe();
            if done || self.is_closed() {
                break;
            }
        }
        self.mailbox.close();
        if let Some(closing) = self.closing.take() {
            let _ = closing.send(());
        }
    }

    /// When to look again though nobody has asked anything.
    fn wake_at(&self) -> Option<Instant> {
        let rested = match self.health {
            Health::Resting(until) => Some(until),
            Health::Well => None,
        };
        self.publish_at().into_iter().chain(rested).min()
    }

    fn is_closed(&self) -> bool {
        self.closing.is_some() && self.making.batch.is_empty()
    }

    fn answer(&mut self, ask: Ask) -> bool {
        match ask {
            Ask::Give { order, at_version, tell } => self.give(&order, at_version, tell),
            Ask::Look(look) => self.look(look),
            Ask::Listen { table, person, tell } => self.listen(table, person, tell),
            Ask::Close(closing) => {
                self.shared.open.store(false, Ordering::Release);
                self.closing = Some(closing);
            }
        }
        false
    }

    fn look(&mut self, look: Look) {
        let now = self.clock.now();
        let Rebuilt { house, boards, passbooks, .. } = &self.rebuilt;
        let room = Room { house, boards, passbooks, now, shared: &self.shared };
        // A fault in one question is not the end of the house.
        if let Ok(release) = catch_unwind(AssertUnwindSafe(|| look(&room))) {
            self.then(Then::Release(release));
        }
    }

    /// Does something when all that it rests on is on disk.
    pub(super) fn then(&mut self, then: Then) {
        self.making.then.push(then);
    }

    fn give(&mut self, order: &Request, at_version: Option<u64>, tell: Tell) {
        let answer = self.carry_out(order, at_version);
        self.then(Then::Answer(tell, answer));
        if self.making.commands >= GROUP_MAX {
            self.publish();
            self.send_off();
        }
    }

    fn carry_out(&mut self, order: &Request, at_version: Option<u64>) -> Answered {
        self.check_open()?;
        // First of all: whoever sends a command again has not seen what it did to the version.
        if let Some(known) = self.known(order)? {
            return Ok(known);
        }
        let stream = self.stream_of(&order.command);
        let version = self.rebuilt.house.head(stream).version;
        if let Some(expected) = at_version.filter(|expected| *expected != version) {
            let found = format!("the journal stands at version {version} and not at {expected}");
            return Err(Problem::new(Kind::Stale, found, "look again, and decide again"));
        }
        let now = self.clock.now();
        let house = &mut self.rebuilt.house;
        let chance = &mut *self.settings.chance;
        let Ok(result) = catch_unwind(AssertUnwindSafe(|| house.commit(order, now, chance))) else {
            // Nobody knows how far it got: what is kept is the truth.
            self.fail("a command has failed".to_owned());
            return Err(Problem::internal());
        };
        let done = result?;
        if done.is_repeat() {
            let (number, breached) = self.told_of(&done.range);
            return Ok(Done { from: done.range.from, to: done.range.to, again: true, number, breached });
        }
        let number = done.entries.iter().find_map(number_of);
        let breached = done.entries.iter().any(is_breach);
        let answer = Done { from: done.range.from, to: done.range.to, again: false, number, breached };
        done.entries.iter().for_each(|entry| self.note(entry));
        self.making.batch.add(done);
        self.making.commands += 1;
        Ok(answer)
    }

    fn check_open(&self) -> Result<(), Problem> {
        if self.closing.is_some() {
            return Err(Problem::unavailable("the house closes"));
        }
        if self.broken.is_some() {
            return Err(Problem::unavailable("the house is read from its journal again"));
        }
        match self.health {
            Health::Well => Ok(()),
            Health::Resting(_) => Err(Problem::unavailable("the store has failed")),
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

    /// What a command with this key came to: the house remembers the latest, and the store all that are on disk.
    fn known(&self, order: &Request) -> Remembered {
        let Some(key) = order.key.filter(|key| self.rebuilt.used.may_hold(*key)) else { return Ok(None) };
        let failed = |error: StoreError| Problem::unavailable(error.to_string());
        let known = match self.rebuilt.house.entries_of_key(key) {
            Some(late) => Some(late),
            None => self.settings.store.find_key(key).map_err(failed)?,
        };
        let Some((digest, answer)) = known else { return Ok(None) };
        if digest != digest_of(order.by, &order.command) {
            let refusal = Rejection::new(
                RejectionCode::Key,
                "this key belongs to another command",
                "each command has a key of its own",
            );
            return Err(refusal.into());
        }
        let (number, breached) = self.told_of(&answer);
        Ok(Some(Done { from: answer.from, to: answer.to, again: true, number, breached }))
    }

    /// What a command that was carried out before made: it is on disk, or in the group that is made.
    fn told_of(&self, answer: &EntryRange) -> (Option<u32>, bool) {
        let versions = answer.from..=answer.to;
        let count = usize::try_from(answer.to.saturating_sub(answer.from) + 1).unwrap_or(1);
        let kept = self.settings.store.read(answer.stream, answer.from, count).unwrap_or_default();
        let making = self.making.batch.entries.iter();
        let making = making.filter(|kept| kept.stream == answer.stream && versions.contains(&kept.version));
        let all = kept.into_iter().chain(making.cloned());
        let entries: Vec<Entry> = all.filter_map(|kept| Entry::read(kept.stream, kept.bytes).ok()).collect();
        (entries.iter().find_map(number_of), entries.iter().any(is_breach))
    }

    fn note(&mut self, entry: &Entry) {
        if let Some((key, _)) = entry.body.key {
            self.rebuilt.used.note(key);
        }
        let Rebuilt { house, boards, passbooks, .. } = &mut self.rebuilt;
        note_boards(boards, house, entry);
        note_passbooks(passbooks, house, entry);
        if let Some(id) = entry.stream.table {
            let by = entry.body.by.person().map_or("house", |person| house.name_of(person));
            // Whoever begins to listen is told what comes after.
            let heard = self.feeds.contains_key(&id);
            if let Some(board) = boards.get_mut(usize::from(id.0).wrapping_sub(1)).filter(|_| heard) {
                board.tell(entry, by);
            }
            self.stirred.insert(id);
            self.changed.insert(id);
        } else if let Some(charter) = &house.office.house_file {
            self.clock.set_zone(&charter.time_zone);
        }
        let legs = entry.body.ledger.iter().flat_map(|transaction| &transaction.legs);
        let people = legs.flat_map(|leg| [leg.from, leg.to]).filter_map(Location::person);
        self.touched.extend(people.filter(|person| self.purses.contains_key(person)));
    }

    /// Tells the floor of a table.
    pub(super) fn beat(&mut self, id: TableId, now: Now) {
        let Some(beats) = self.settings.beats.clone() else { return };
        let house = &self.rebuilt.house;
        let Ok(table) = house.table(id) else { return };
        let mode = table.live.as_ref().map(|sitting| sitting.mode);
        let (phase, seated) = (table.phase(), table.seated.len());
        let stream = StreamId { house: house.id, table: Some(id) };
        let beat = Beat {
            house: house.id,
            table: id,
            version: house.head(stream).version,
            mode,
            phase,
            deadline: table.deadline(&self.settings.pace),
            seated,
            now: now.at,
        };
        self.then(Then::Beat(beats, beat));
    }
}

/// What a command came to, where it was carried out before.
type Remembered = Result<Option<Done>, Problem>;

/// The number of what an entry made.
fn number_of(entry: &Entry) -> Option<u32> {
    use croupier_house::event::Event;
    match &entry.body.event {
        Event::ExchangeRequested { number, .. } | Event::SlipRequested { number, .. } => Some(*number),
        Event::Proposed { proposal, .. } => Some(*proposal),
        Event::DisputeOpened { dispute, .. } => Some(*dispute),
        Event::Enrolled { person, .. } => Some(person.0),
        Event::Acted { .. } => entry.body.ledger.iter().find_map(|transaction| transaction.stake),
        _ => None,
    }
}

/// Whether what was turned up breaks the rules.
fn is_breach(entry: &Entry) -> bool {
    matches!(entry.body.event, croupier_house::event::Event::Breached { .. })
}
