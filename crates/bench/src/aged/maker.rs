//! A house that is made by its own commands: decided by `House::commit`, stored in large groups by the store.
//!
//! Everything goes the way that it goes in a server, but for three things: the time of a command is given, so that a year
//! passes in minutes; a group has more commands than a server would wait for, so that there are fewer syncs; and keys that a
//! server would have deleted by now, because they are older than thirty days, are not stored in the first place.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{
    Actor, DAY_MS, HouseId, IdempotencyKey, KEY_DAYS, Now, PersonId, StreamId, TableId,
};
use croupier_house::snapshot::SealedSnapshot;
use croupier_house::store::{Batch, Store, StoreError};
use croupier_house::table::{OutcomeSource, Pace, TableState};
use croupier_house::{CommitError, House, Rejection};
use croupier_rules::book::Shelf;
use croupier_server::checkpoints::{CheckpointLog, CheckpointSigner};
use croupier_server::dealing::{KeyFile, KeyVault};
use croupier_store::index::{EndedRound, RoundPlay};
use croupier_store::{LogTree, LogTreeWriter, SqliteStore, StoreOptions};
use jiff::Timestamp;
use jiff::civil::Date;

use super::charter::REGULAR;

/// The commands of a group. A busy server writes up to 2,048 at once.
const GROUP: u64 = 4_096;
/// How far the index may be behind what is stored, in entries. What it reads is then still in memory.
const BEHIND_MAX: u64 = 200_000;
const PATIENCE: Duration = Duration::from_mins(10);

pub(crate) const HOUSE: HouseId = HouseId(1);

/// Numbers that look random: a generator must be fast, not unpredictable.
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

/// A house that is being made.
pub(crate) struct Maker {
    pub(crate) house: House<'static>,
    pub(crate) draw: Draw,
    /// The checkpoints so far.
    pub(crate) checkpoints: u64,
    store: Arc<SqliteStore>,
    _tree_writer: LogTreeWriter,
    signer: CheckpointSigner,
    key: KeyFile,
    chance: KeyVault,
    at: i64,
    day: (i64, Date),
    /// Keys of commands before this time are not stored.
    keys_from: i64,
    batch: Batch,
    /// The result of the group that is being stored.
    in_flight: Option<Receiver<Result<(), StoreError>>>,
    commands: u64,
    results: Vec<EndedRound>,
}

impl Maker {
    /// An empty house in a folder that is new. It begins at one time and is to end at another, in milliseconds since
    /// 1970.
    pub(crate) fn new(folder: &Path, shelf: &'static Shelf, begins: i64, ends: i64) -> Self {
        let store = Arc::new(SqliteStore::open(folder, StoreOptions::default()).expect("a store"));
        let key = KeyFile::create(folder).expect("a house key");
        let chance = KeyVault::new(&key).expect("a source of chance");
        let log = Arc::new(CheckpointLog::open(folder).expect("a log of checkpoints"));
        let journals = Arc::clone(&store) as Arc<dyn Store>;
        let tree = LogTree::open(folder, StoreOptions::default().busy, Arc::clone(&journals));
        let (tree, tree_writer) = tree.expect("a tree");
        let signer = CheckpointSigner::new(log, journals, tree);
        Self {
            house: House::new(HOUSE, shelf, "growth", Pace::NONE),
            draw: Draw(7),
            checkpoints: 0,
            store,
            _tree_writer: tree_writer,
            signer,
            key,
            chance,
            at: begins,
            day: (i64::MIN, Date::ZERO),
            keys_from: ends - KEY_DAYS * DAY_MS,
            batch: Batch::default(),
            in_flight: None,
            commands: 0,
            results: Vec::new(),
        }
    }

    pub(crate) const fn key(&self) -> &KeyFile {
        &self.key
    }

    /// Lets time pass.
    pub(crate) const fn wait(&mut self, milliseconds: i64) {
        self.at += milliseconds;
    }

    /// The time; the house is in UTC.
    fn now(&mut self) -> Now {
        let day = self.at.div_euclid(DAY_MS);
        if self.day.0 != day {
            let midnight = Timestamp::from_millisecond(day * DAY_MS).expect("a time of this century");
            self.day = (day, midnight.to_zoned(jiff::tz::TimeZone::UTC).date());
        }
        let minute = u16::try_from(self.at.rem_euclid(DAY_MS) / 60_000).expect("a minute of a day");
        Now { at: self.at, date: self.day.1, minute }
    }

    /// Gives a command, which may be refused. Players' commands have keys, as those of a page have.
    pub(crate) fn try_give(&mut self, by: Actor, command: Command) -> Result<(), Rejection> {
        self.at += 1;
        let is_player = by.person().is_some_and(|person| person >= REGULAR);
        let key = is_player.then(|| IdempotencyKey(u128::from_le_bytes(self.chance.salt())));
        let (request, now) = (Request { key, by, command }, self.now());
        match self.house.commit(&request, now, &mut self.chance) {
            Ok(accepted) => {
                self.batch.add(accepted);
                if self.at < self.keys_from {
                    self.batch.keys.clear();
                }
                self.commands += 1;
                if self.commands.is_multiple_of(GROUP) {
                    self.write();
                }
                Ok(())
            }
            Err(CommitError::Rejected(rejection)) => Err(rejection),
            Err(fault @ CommitError::Fault(_)) => panic!("{:?}: {fault}", request.command),
        }
    }

    /// Gives a command that must be accepted.
    pub(crate) fn give(&mut self, by: Actor, command: Command) {
        let described = format!("{command:?}");
        self.try_give(by, command).unwrap_or_else(|rejection| panic!("{described}: {rejection}"));
    }

    /// Gives a command at a table.
    pub(crate) fn at_table(&mut self, by: PersonId, table: TableId, command: TableCommand) {
        self.give(Actor::Person(by), Command::Table(table, command));
    }

    pub(crate) fn table(&self, id: TableId) -> &TableState<'static> {
        self.house.table(id).expect("a table of the house")
    }

    /// Notes the result of the round that has just ended at a table, as a server does.
    pub(crate) fn note_result(&mut self, table: TableId) {
        let live = self.table(table).open().expect("an open table");
        let (round, result) = (self.table(table).rounds, live.rules.result().into());
        let version = self.house.head(StreamId { house: HOUSE, table: Some(table) }).version;
        let figures = Some(live.round_figures());
        let play = Some(Arc::new(RoundPlay { version, dealer: None, is_corrected: false, figures }));
        self.results.push(EndedRound { house: HOUSE, table, round, at: self.at, result, play });
    }

    /// Hands what has been decided to the store's writer, which stores it while the next group is decided. Waits for the
    /// group before it, and for the index if that is far behind.
    fn write(&mut self) {
        self.land();
        let batch = std::mem::take(&mut self.batch);
        if !batch.is_empty() {
            let (sender, receiver) = sync_channel(1);
            self.store.submit(batch, Box::new(move |stored| drop(sender.send(stored))));
            self.in_flight = Some(receiver);
        }
        let results = std::mem::take(&mut self.results);
        self.store.index().put_results(results).expect("there is room for results");
        self.wait_for_index(self.house.last().sequence.saturating_sub(BEHIND_MAX));
    }

    /// Waits for the group that is being stored.
    fn land(&mut self) {
        if let Some(receiver) = self.in_flight.take() {
            receiver.recv().expect("a writer").expect("it is stored");
        }
    }

    fn wait_for_index(&self, sequence: u64) {
        self.store.index().wait_for(HOUSE, sequence, PATIENCE).expect("the index follows");
    }

    /// Stores the house so far and signs it, as a server does every minute.
    pub(crate) fn sign(&mut self) {
        self.write_all();
        self.checkpoints += u64::from(self.signer.sign(HOUSE).expect("a checkpoint"));
    }

    fn write_all(&mut self) {
        self.write();
        self.land();
    }

    /// Makes it known whose key signs.
    pub(crate) fn begin_signing(&mut self) {
        self.write_all();
        let keys = self.key.keys().expect("a house key");
        self.signer.add(HOUSE, 1, keys.current()).expect("a key that signs");
    }

    /// Stores the rest, completes the index, and puts a snapshot.
    pub(crate) fn finish(&mut self) {
        self.sign();
        self.wait_for_index(self.house.last().sequence);
        let keys = self.key.keys().expect("a house key");
        let sealed = SealedSnapshot::seal(&self.house, keys).expect("a snapshot");
        self.store.put_snapshot(HOUSE, sealed.sequence, &sealed.to_bytes()).expect("it is stored");
    }
}
