//! The storage trait. Stores implement it; this crate itself accesses no disk.

use std::fmt;

use crate::ids::{HouseId, IdempotencyKey, StreamId};
use crate::journal::{Accepted, Entry, EntryRange, Hash};
use crate::ledger::{Account, may_overdraw};

/// The data that one or several commands wrote. It is stored completely or not at all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The entries, in order.
    pub entries: Vec<StoredEntry>,
    /// The changes of balances, command by command.
    pub changes: Vec<BalanceChange>,
    /// The keys of the commands, with their digests and the positions of their entries.
    pub keys: Vec<(IdempotencyKey, u64, EntryRange)>,
}

/// An entry as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEntry {
    /// The journal.
    pub stream: StreamId,
    /// Its version; the journal must be at the version before it.
    pub version: u64,
    /// Its position among all entries of the house, from 1; the house must be at the sequence before it.
    pub sequence: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Their hash.
    pub hash: Hash,
}

/// The last entry of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HouseHead {
    /// Its sequence, which is the number of entries.
    pub sequence: u64,
    /// Its hash.
    pub hash: Hash,
}

/// A change of a balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BalanceChange {
    /// The account.
    pub account: Account,
    /// The change.
    pub by: i64,
    /// Whether the balance may become negative.
    pub may_overdraw: bool,
}

impl Batch {
    /// The batch of one command.
    pub fn of(done: Accepted) -> Self {
        let mut batch = Self::default();
        batch.add(done);
        batch
    }

    /// Adds the entries of another command. They are stored together or not at all.
    pub fn add(&mut self, done: Accepted) {
        // What the house writes before the events of the command has no key.
        let key = done.entries.iter().find_map(|entry| entry.body.key);
        self.keys.extend(key.map(|(key, digest)| (key, digest, done.range)));
        let from = self.changes.len();
        done.entries.iter().for_each(|entry| add_changes(&mut self.changes, from, entry));
        self.entries.extend(done.entries.into_iter().map(|entry| StoredEntry {
            stream: entry.stream,
            version: entry.body.version,
            sequence: entry.body.sequence,
            bytes: entry.bytes,
            hash: entry.hash,
        }));
    }

    /// Whether there is nothing to store.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Adds the changes of balances that an entry causes; `from` is the index of the first change of its command.
fn add_changes(changes: &mut Vec<BalanceChange>, from: usize, entry: &Entry) {
    for transaction in &entry.body.ledger {
        for leg in &transaction.legs {
            for (location, by) in [(leg.from, -leg.amount.minor()), (leg.to, leg.amount.minor())] {
                let account = Account { house: entry.stream.house, unit: leg.unit, location };
                let may_overdraw = may_overdraw(transaction.kind, account);
                match changes[from..].iter_mut().find(|change| change.account == account) {
                    Some(change) => {
                        change.by += by;
                        change.may_overdraw |= may_overdraw;
                    }
                    None => changes.push(BalanceChange { account, by, may_overdraw }),
                }
            }
        }
    }
}

/// Why data could not be stored or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Somebody else has written to the journal: read it and try again.
    Stale {
        /// The journal.
        stream: StreamId,
        /// The version it was expected to have.
        expected: u64,
    },
    /// The key has been used before.
    KeyUsed(IdempotencyKey),
    /// An account would become negative.
    Overdrawn(Account),
    /// The disk is full.
    Full,
    /// Another process has locked the file.
    Locked,
    /// The file is damaged.
    Damaged(String),
    /// Anything else.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale { stream, expected } => {
                write!(f, "journal {} is no longer at version {expected}", stream.number())
            }
            Self::KeyUsed(_) => f.write_str("the key of the command was used before"),
            Self::Overdrawn(account) => write!(f, "account {} would become negative", account.number()),
            Self::Full => f.write_str("the disk is full"),
            Self::Locked => f.write_str("another process has locked the database"),
            Self::Damaged(why) => write!(f, "the database is damaged: {why}"),
            Self::Failed(why) => write!(f, "the database failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// The callback for a batch: called when it is on disk or has failed.
pub type OnStored = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// A store for houses.
pub trait Store: Send + Sync {
    /// Submits a batch; `done` is called when it is on disk. Many batches share one sync.
    fn submit(&self, batch: Batch, done: OnStored);

    /// Stores a batch, and returns when it is on disk.
    ///
    /// # Errors
    /// The reason why it was not stored; then no part of it is.
    fn append(&self, batch: Batch) -> Result<(), StoreError> {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        self.submit(batch, Box::new(move |result| drop(sender.send(result))));
        receiver.recv().unwrap_or_else(|_| Err(StoreError::Failed("the store has stopped".to_owned())))
    }

    /// The version of a journal.
    ///
    /// # Errors
    /// When it cannot be read.
    fn version(&self, stream: StreamId) -> Result<u64, StoreError>;

    /// The entries of a journal from version `from` on, at most `most` of them.
    ///
    /// # Errors
    /// When they cannot be read.
    fn read(&self, stream: StreamId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError>;

    /// Every entry of a house, in the order in which they were stored.
    ///
    /// # Errors
    /// When they cannot be read, or `each` fails.
    fn read_all(
        &self,
        house: HouseId,
        each: &mut dyn FnMut(StoredEntry) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// All balances of a house that are not 0, by account number.
    ///
    /// # Errors
    /// When they cannot be read.
    fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError>;

    /// The digest of the command with this key, and the position of its entries.
    ///
    /// # Errors
    /// When it cannot be read.
    fn find_key(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, StoreError>;

    /// Stores a snapshot of a journal at a version. It is a cache and may be discarded.
    ///
    /// # Errors
    /// When it cannot be stored.
    fn put_snapshot(&self, stream: StreamId, version: u64, bytes: &[u8]) -> Result<(), StoreError>;

    /// The latest snapshot of a journal.
    ///
    /// # Errors
    /// When it cannot be read.
    fn snapshot(&self, stream: StreamId) -> Result<Option<(u64, Vec<u8>)>, StoreError>;
}
