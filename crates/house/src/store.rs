//! What a house needs of a store. Those who keep it implement this; the house itself touches no disk.

use std::fmt;

use crate::house::{Answer, Done};
use crate::ids::{HouseId, Key, Stream};
use crate::journal::{Entry, Hash};
use crate::ledger::{Account, may_run_short};

/// What one command wrote, or several one after another: kept whole, or not at all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The entries, in order.
    pub entries: Vec<Kept>,
    /// What the balances change by, command by command.
    pub changes: Vec<Change>,
    /// The keys of the commands with their digests, and where their entries stand.
    pub keys: Vec<(Key, u64, Answer)>,
}

/// An entry as a store keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The journal.
    pub stream: Stream,
    /// Its version; the journal must stand at the one before.
    pub version: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Their hash.
    pub hash: Hash,
}

/// What a balance changes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The account.
    pub account: Account,
    /// By how much.
    pub by: i64,
    /// Whether it may end below nought.
    pub may_owe: bool,
}

impl Batch {
    /// What a command wrote, to be kept.
    pub fn of(done: Done) -> Self {
        let mut batch = Self::default();
        batch.add(done);
        batch
    }

    /// Adds what the next command wrote: it is kept with the rest, or nothing is.
    pub fn add(&mut self, done: Done) {
        let mark = done.entries.first().and_then(|entry| entry.body.mark);
        self.keys.extend(mark.map(|(key, digest)| (key, digest, done.answer)));
        let from = self.changes.len();
        done.entries.iter().for_each(|entry| add_changes(&mut self.changes, from, entry));
        self.entries.extend(done.entries.into_iter().map(|entry| Kept {
            stream: entry.stream,
            version: entry.body.version,
            bytes: entry.bytes,
            hash: entry.hash,
        }));
    }

    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Sums up what an entry does to the balances, with what the same command did from this place on.
fn add_changes(changes: &mut Vec<Change>, from: usize, entry: &Entry) {
    for transaction in &entry.body.ledger {
        for leg in &transaction.legs {
            for (place, by) in [(leg.from, -leg.amount.minor()), (leg.to, leg.amount.minor())] {
                let account = Account { house: entry.stream.house, unit: leg.unit, place };
                let may_owe = may_run_short(transaction.kind, account);
                match changes[from..].iter_mut().find(|change| change.account == account) {
                    Some(change) => {
                        change.by += by;
                        change.may_owe |= may_owe;
                    }
                    None => changes.push(Change { account, by, may_owe }),
                }
            }
        }
    }
}

/// Why something was not stored, or could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Somebody else has written to the journal: read on, and try again.
    Stale {
        /// The journal.
        stream: Stream,
        /// The version it was thought to have.
        expected: u64,
    },
    /// The key has been used.
    KeyUsed(Key),
    /// An account would go below nought.
    Overdrawn(Account),
    /// There is no room on the disk.
    Full,
    /// Another process has it.
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
                write!(f, "journal {} no longer stands at version {expected}", stream.number())
            }
            Self::KeyUsed(_) => f.write_str("the key of the command has been used"),
            Self::Overdrawn(account) => write!(f, "account {} would go below nought", account.number()),
            Self::Full => f.write_str("there is no room left on the disk"),
            Self::Locked => f.write_str("another process has the database"),
            Self::Damaged(why) => write!(f, "the database is damaged: {why}"),
            Self::Failed(why) => write!(f, "the database failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Called when a batch is on disk, or is not going to be.
pub type Stored = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Where houses are kept.
pub trait Store: Send + Sync {
    /// Hands a batch over; `done` is called once it is on disk. Many batches share one sync.
    fn submit(&self, batch: Batch, done: Stored);

    /// Keeps a batch, and returns once it is on disk.
    ///
    /// # Errors
    /// Why it is not kept; then none of it is.
    fn append(&self, batch: Batch) -> Result<(), StoreError> {
        let (tell, told) = std::sync::mpsc::sync_channel(1);
        self.submit(batch, Box::new(move |result| drop(tell.send(result))));
        told.recv().unwrap_or_else(|_| Err(StoreError::Failed("the store has stopped".to_owned())))
    }

    /// The version a journal stands at.
    ///
    /// # Errors
    /// When it cannot be read.
    fn version(&self, stream: Stream) -> Result<u64, StoreError>;

    /// The entries of a journal from a version on, at most so many.
    ///
    /// # Errors
    /// When they cannot be read.
    fn read(&self, stream: Stream, from: u64, most: usize) -> Result<Vec<Kept>, StoreError>;

    /// Every entry of a house, in the order in which they were kept.
    ///
    /// # Errors
    /// When they cannot be read, or `each` says so.
    fn read_all(
        &self,
        house: HouseId,
        each: &mut dyn FnMut(Kept) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// Every balance of a house that is not nought, by the number of the account.
    ///
    /// # Errors
    /// When they cannot be read.
    fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError>;

    /// Where the entries of a command stand, with its digest.
    ///
    /// # Errors
    /// When it cannot be read.
    fn answer(&self, key: Key) -> Result<Option<(u64, Answer)>, StoreError>;

    /// Keeps a snapshot of a journal at a version: a cache, which may be thrown away.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn put_snapshot(&self, stream: Stream, version: u64, bytes: &[u8]) -> Result<(), StoreError>;

    /// The latest snapshot of a journal.
    ///
    /// # Errors
    /// When it cannot be read.
    fn snapshot(&self, stream: Stream) -> Result<Option<(u64, Vec<u8>)>, StoreError>;
}
