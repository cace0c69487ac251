//! The storage trait. Stores implement it; this crate itself accesses no disk.

use std::fmt;

pub use crate::entry_bytes::EntryBytes;
use crate::ids::{HouseId, IdempotencyKey, StreamId};
use crate::journal::{Accepted, Entry, EntryBody, EntryContent, EntryRange, Hash, JournalError};
use crate::ledger::{Account, may_overdraw};

/// The data that one or several commands wrote. It is stored completely or not at all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The entries, in order.
    pub entries: Vec<StoredEntry>,
    /// The changes of balances, command by command.
    pub changes: Vec<BalanceChange>,
    /// The keys of the commands.
    pub keys: Vec<StoredKey>,
}

/// The key of a command as it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredKey {
    /// The key.
    pub key: IdempotencyKey,
    /// The digest of the command.
    pub digest: u64,
    /// The position of its entries.
    pub range: EntryRange,
    /// The time of the command, in milliseconds since 1970. Keys are stored for [`crate::ids::KEY_DAYS`].
    pub at: i64,
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
    pub bytes: EntryBytes,
    /// Their hash.
    pub hash: Hash,
}

impl StoredEntry {
    /// Decodes the content and believes the hash: it was just written, or is compared elsewhere. [`Entry::read`] computes
    /// it.
    ///
    /// # Errors
    /// When the bytes are not an entry, or an entry of another place.
    pub fn content(&self) -> Result<EntryContent, JournalError> {
        let body = EntryBody::read(self.stream, self.sequence, &self.bytes)?;
        Ok(EntryContent { stream: self.stream, body, hash: self.hash })
    }
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
        let keyed = done.entries.iter().find_map(|entry| Some((entry.body.key?, entry.body.at)));
        let key = keyed.map(|((key, digest), at)| StoredKey { key, digest, range: done.range, at });
        self.keys.extend(key);
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

    /// This batch with another one after it. They are stored together or not at all.
    #[must_use]
    pub fn followed_by(mut self, mut next: Self) -> Self {
        self.entries.append(&mut next.entries);
        self.changes.append(&mut next.changes);
        self.keys.append(&mut next.keys);
        self
    }

    /// Whether there is nothing to store.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// The changes of balances that an entry causes.
pub fn changes_of(entry: &Entry) -> Vec<BalanceChange> {
    let mut changes = Vec::new();
    add_changes(&mut changes, 0, entry);
    changes
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
    /// Somebody else has written to the house: read its entries and try again.
    OutOfSequence {
        /// The house.
        house: HouseId,
        /// The sequence it was expected to have.
        expected: u64,
    },
    /// Entries that were acknowledged are gone.
    Lost {
        /// The house.
        house: HouseId,
        /// The sequence of the last entry that was acknowledged.
        acknowledged: u64,
        /// The sequence of the last entry that was found.
        found: u64,
    },
    /// The projections of a house are not complete to the sequence that was asked for.
    Behind {
        /// The house.
        house: HouseId,
        /// The sequence to which they are complete.
        indexed: u64,
        /// The sequence that was asked for.
        needed: u64,
    },
    /// No connection to the store is free: the pool is used up, or the database permits no more.
    Busy,
    /// The key has been used before.
    KeyUsed(IdempotencyKey),
    /// An account would become negative.
    Overdrawn(Account),
    /// The disk is full.
    Full,
    /// Another process has locked the file.
    Locked,
    /// Another node owns the house, or none does: nothing may be written to it from here.
    NotOwner {
        /// The house.
        house: HouseId,
    },
    /// The connection was lost while the batch was stored, and it could not be found out whether it is. Whoever wrote
    /// it must read the journal again.
    Unknown(String),
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
            Self::OutOfSequence { house, expected } => {
                write!(f, "house {} is no longer at sequence {expected}", house.0)
            }
            Self::Lost { house, acknowledged, found } => write!(
                f,
                "house {} has acknowledged entries up to sequence {acknowledged}, but its journal ends at {found}: \
                 {} entries are lost. Run `croupier doctor` to see what can be done",
                house.0,
                acknowledged.saturating_sub(*found)
            ),
            Self::Behind { house, indexed, needed } => write!(
                f,
                "the index of house {} is complete to sequence {indexed}, and {needed} is needed: try again",
                house.0
            ),
            Self::Busy => f.write_str("no connection to the store is free: try again"),
            Self::KeyUsed(_) => f.write_str("the key of the command was used before"),
            Self::Overdrawn(account) => write!(f, "account {} would become negative", account.number()),
            Self::Full => f.write_str("the disk is full"),
            Self::Locked => f.write_str("another process has locked the database"),
            Self::NotOwner { house } => write!(f, "this node does not own house {}", house.0),
            Self::Unknown(why) => {
                write!(f, "it is not known whether the entries are stored: {why}. Read the journal again")
            }
            Self::Damaged(why) => write!(f, "the database is damaged: {why}"),
            Self::Failed(why) => write!(f, "the database failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// The callback for a batch: called when it is on disk or has failed.
pub type OnStored = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// How many entries are read at a time.
const READ_PAGE: usize = 1024;

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

    /// The houses that have entries, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    fn houses(&self) -> Result<Vec<HouseId>, StoreError>;

    /// The last entry of a house; `None` when it has none.
    ///
    /// # Errors
    /// When it cannot be read.
    fn head(&self, house: HouseId) -> Result<Option<HouseHead>, StoreError>;

    /// The version of a journal.
    ///
    /// # Errors
    /// When it cannot be read.
    fn version(&self, stream: StreamId) -> Result<u64, StoreError>;

    /// The entries of a house from a sequence on, at most `most` of them.
    ///
    /// # Errors
    /// When they cannot be read.
    fn entries(
        &self,
        house: HouseId,
        from_sequence: u64,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError>;

    /// The entries of a journal from a version on, at most `most` of them.
    ///
    /// # Errors
    /// When they cannot be read.
    fn read(&self, stream: StreamId, from_version: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError>;

    /// Every entry of a house from a sequence on, in order, to the last one that is there when it is reached. Reads page
    /// by page, so that no transaction is open while `each` works.
    ///
    /// # Errors
    /// When they cannot be read, or `each` fails.
    fn read_all(
        &self,
        house: HouseId,
        from_sequence: u64,
        each: &mut dyn FnMut(StoredEntry) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut from = from_sequence;
        loop {
            let page = self.entries(house, from, READ_PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            from = last.sequence + 1;
            page.into_iter().try_for_each(&mut *each)?;
        }
    }

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

    /// Stores a snapshot of a house at a sequence. It is a cache: only the latest few are stored, and all may be
    /// discarded.
    ///
    /// # Errors
    /// When it cannot be stored.
    fn put_snapshot(&self, house: HouseId, sequence: u64, bytes: &[u8]) -> Result<(), StoreError>;

    /// The latest snapshot of a house, with its sequence.
    ///
    /// # Errors
    /// When it cannot be read.
    fn snapshot(&self, house: HouseId) -> Result<Option<(u64, Vec<u8>)>, StoreError>;
}
