//! A real house behind a node of the simulation.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::rc::Rc;

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, Now};
use croupier_house::journal::{Entry, EntryBody};
use croupier_house::ledger::{Location, Unit};
use croupier_house::table::Pace;
use croupier_house::{Accepted, CommitError, House};
use croupier_kit::Money;
use croupier_nodes::simulation::{DecideTerms, SimHouse};
use croupier_nodes::{ChainHead, CommandAnswer, DecidedCommand, KeyedCommand, LinkedEntry};
use jiff::civil::date;

use crate::common::{TestVault, shelf};
use crate::defect::HouseDefect;
use crate::reached::Reached;

/// The start of the simulation, in milliseconds since 1970.
pub(crate) const START: i64 = 988_749_000_000;

/// A house without entries.
pub(crate) fn new_house() -> House<'static> {
    House::new(HouseId(1), shelf(), "test", Pace::NONE)
}

/// An entry as nodes send it.
pub(crate) fn linked(entry: &Entry) -> LinkedEntry {
    LinkedEntry {
        sequence: entry.body.sequence,
        before: entry.body.prev,
        hash: entry.hash,
        format: entry.body.event.format(),
        bytes: entry.bytes.to_vec().into(),
    }
}

/// The bytes of a command.
pub(crate) fn encoded(by: Actor, command: &Command) -> Vec<u8> {
    postcard::to_stdvec(&(by, command)).unwrap()
}

/// The chips in the hands of players.
fn chips_of_players(house: &House<'_>) -> i64 {
    let all = house.ledger.accounts().into_iter();
    let players = all.filter(|(account, _)| {
        matches!((account.unit, account.location), (Unit::Chips, Location::Player(_)))
    });
    players.map(|(_, balance)| balance.minor()).sum()
}

/// A house as one node has it.
pub(crate) struct RealHouse {
    /// The house with what is committed.
    committed: House<'static>,
    /// The house with what was decided beyond that, if anything was decided here since others wrote to it.
    ahead: Option<House<'static>>,
    decided: VecDeque<LinkedEntry>,
    /// The chips of players after each entry that was decided or applied here.
    totals: BTreeMap<u64, i64>,
    refused: BTreeSet<IdempotencyKey>,
    /// The time of the last entry.
    at: i64,
    vault: TestVault,
    reached: Rc<RefCell<Reached>>,
    defect: Option<HouseDefect>,
    /// For a defect only: how many keys were replaced.
    replaced: u128,
}

impl fmt::Debug for RealHouse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a house at {}, {} ahead", self.committed.last().sequence, self.decided.len())
    }
}

impl RealHouse {
    pub(crate) fn new(seed: u64, reached: Rc<RefCell<Reached>>, defect: Option<HouseDefect>) -> Self {
        Self {
            committed: new_house(),
            ahead: None,
            decided: VecDeque::new(),
            totals: BTreeMap::from([(0, 0)]),
            refused: BTreeSet::new(),
            at: START,
            vault: TestVault::new(seed),
            reached,
            defect,
            replaced: 0,
        }
    }

    fn has(&self, defect: HouseDefect) -> bool {
        self.defect == Some(defect)
    }

    /// Applies an entry to what is committed.
    fn commit_entry(&mut self, linked: &LinkedEntry) -> bool {
        let Ok(entry) = Entry::read_alone(&*linked.bytes) else { return false };
        let is_same = (entry.hash, entry.body.sequence, entry.body.prev)
            == (linked.hash, linked.sequence, linked.before);
        if !is_same || self.committed.apply(&entry).is_err() {
            return false;
        }
        let total = chips_of_players(&self.committed);
        self.note(&entry, total);
        true
    }

    fn note(&mut self, entry: &Entry, total: i64) {
        self.totals.insert(entry.body.sequence, total);
        self.at = self.at.max(entry.body.at);
        if let (Event::CommandRefused(_), Some((key, _))) = (&entry.body.event, entry.body.key) {
            self.refused.insert(key);
        }
    }

    fn now(&self, terms: DecideTerms) -> Now {
        let wall = START + terms.wall / 1_000;
        let at = if self.has(HouseDefect::BelievesTheClock) { wall } else { wall.max(self.at) };
        Now { at, date: date(2001, 5, 1), minute: 20 * 60 + 30 }
    }

    fn decide_one(&mut self, command: &KeyedCommand, terms: DecideTerms) -> DecidedCommand {
        let (by, order): (Actor, Command) = postcard::from_bytes(&command.body).unwrap();
        let mut key = IdempotencyKey(command.key.0);
        if command.again && self.has(HouseDefect::ForgetsKeys) {
            self.replaced += 1;
            key = IdempotencyKey(u128::MAX - self.replaced);
        }
        let request = Request { key: Some(key), by, command: order };
        let now = self.now(terms);
        let mut house = self.ahead.take().unwrap_or_else(|| self.committed.clone());
        house.permit_format(terms.format);
        let phase = phase_of(&house, &request.command);
        let done = house.commit(&request, now, &mut self.vault);
        let is_refused = matches!(done, Err(CommitError::Rejected(_)));
        self.reached.borrow_mut().note(&request.command, phase, !is_refused);
        let (entries, answer) = match done {
            Ok(done) => self.executed(&house, key, done, terms),
            Err(CommitError::Rejected(rejection)) => {
                if self.has(HouseDefect::ChangesBeforeRefusal) {
                    self.tick_first(&mut house, now);
                }
                let records = command.again && terms.records_refusals;
                match records.then(|| house.record_refusal(&request, rejection, now, &mut self.vault)) {
                    Some(Ok(done)) => (self.written(&house, done.entries), refused(true)),
                    // Another node cannot read it yet.
                    Some(Err(CommitError::Rejected(_))) => (Vec::new(), refused(false)),
                    Some(Err(CommitError::Fault(_))) => return self.fail(),
                    None => (Vec::new(), refused(command.again)),
                }
            }
            Err(CommitError::Fault(_)) => return self.fail(),
        };
        self.ahead = Some(house);
        self.decided.extend(entries.iter().cloned());
        DecidedCommand { entries, answer }
    }

    /// The house contradicts itself: it is made again from what is committed.
    fn fail(&mut self) -> DecidedCommand {
        self.forget_decisions();
        DecidedCommand { entries: Vec::new(), answer: CommandAnswer::Busy }
    }

    fn executed(
        &mut self,
        house: &House<'static>,
        key: IdempotencyKey,
        done: Accepted,
        terms: DecideTerms,
    ) -> (Vec<LinkedEntry>, CommandAnswer) {
        let (sequence, is_repeat) = (done.range.sequence, done.is_repeat());
        let entries = self.written(house, done.entries);
        if is_repeat && self.refused.contains(&key) {
            return (entries, refused(true));
        }
        let more = i64::from(self.has(HouseDefect::AnswersMore));
        let total = self.totals.get(&sequence).copied().unwrap_or_default() + more;
        let body = total.to_le_bytes().to_vec().into();
        (entries, CommandAnswer::Done { fence: terms.fence, sequence, body })
    }

    /// The entries of a command as nodes send them.
    fn written(&mut self, house: &House<'static>, entries: Vec<Entry>) -> Vec<LinkedEntry> {
        // The total after an entry is that of its command: nobody is shown one in the middle.
        let total = chips_of_players(house);
        let mut written = Vec::with_capacity(entries.len());
        for entry in entries {
            self.note(&entry, total);
            written.push(self.planted(entry));
        }
        if written.len() > 1 && self.has(HouseDefect::ForgetsLastEntry) {
            written.pop();
        }
        written
    }

    fn planted(&self, entry: Entry) -> LinkedEntry {
        if self.has(HouseDefect::WritesOtherPostings) && !entry.body.ledger.is_empty() {
            let Entry {
                stream,
                body: EntryBody { mut ledger, event, by, key, at, version, sequence, salt, prev },
                ..
            } = entry;
            let leg = &mut ledger[0].legs[0];
            leg.amount = Money::from_minor(leg.amount.minor() + 100);
            let body = EntryBody { prev, salt, sequence, version, at, by, key, event, ledger };
            return linked(&Entry::write(stream, body).unwrap());
        }
        let mut linked = linked(&entry);
        if self.has(HouseDefect::WritesOtherBytes) && linked.sequence.is_multiple_of(8) {
            linked.hash[0] ^= 1;
        }
        linked
    }

    /// For a defect only: a table goes on, and nothing of it is written.
    fn tick_first(&mut self, house: &mut House<'static>, now: Now) {
        let tables: Vec<_> = house.tables().iter().map(|table| table.id).collect();
        for table in tables {
            let command = Command::Table(table, TableCommand::Tick);
            let request = Request { key: None, by: Actor::House, command };
            if house.commit(&request, now, &mut self.vault).is_ok() {
                return;
            }
        }
    }
}

const EMPTY: [u8; 0] = [];

fn refused(recorded: bool) -> CommandAnswer {
    CommandAnswer::Refused { recorded, body: EMPTY.into() }
}

fn phase_of(house: &House<'_>, command: &Command) -> Option<croupier_house::table::Phase> {
    let Command::Table(id, _) = command else { return None };
    house.table(*id).ok().map(croupier_house::table::TableState::phase)
}

impl SimHouse for RealHouse {
    fn head(&self) -> ChainHead {
        let last = self.committed.last();
        ChainHead { sequence: last.sequence, hash: last.hash }
    }

    fn total(&self) -> i64 {
        chips_of_players(&self.committed)
    }

    fn apply(&mut self, entry: &LinkedEntry) -> bool {
        match self.decided.pop_front() {
            Some(decided) if decided.head() != entry.head() => return false,
            Some(_) => {}
            // Somebody else has written to the house.
            None => self.ahead = None,
        }
        self.commit_entry(entry)
    }

    fn is_ahead(&self) -> bool {
        !self.decided.is_empty()
    }

    fn forget_decisions(&mut self) {
        self.ahead = None;
        self.decided.clear();
    }

    fn decide(&mut self, commands: &[KeyedCommand], terms: DecideTerms) -> Vec<DecidedCommand> {
        commands.iter().map(|command| self.decide_one(command, terms)).collect()
    }

    fn force(&mut self, entry: &LinkedEntry) {
        self.commit_entry(entry);
    }

    fn repeat(&mut self, _: &LinkedEntry) {}

    fn forget_keys(&mut self) {}
}
