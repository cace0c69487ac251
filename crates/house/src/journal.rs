//! The journal: events in order, each with the hash of the entry before it.
//!
//! Every entry of a house has a sequence number, without gaps from 1, and a version in its own journal: that of the
//! house or of one table. An entry of format 2 consists of the format, the hash of the entry before it in the house,
//! random salt, and its content in postcard, which is compact and has exactly one encoding for each value. The hash
//! covers the stored bytes, so that the chain can be verified even if later versions decode them differently.
//!
//! Entries of format 1 have neither sequence nor salt, and each journal has a chain of its own. They are still read:
//! their sequence is their position in the store. New events are only added at the end of their enum.

use std::fmt;

use crate::command::Command;
use crate::encoding::with_encoded;
use crate::entry_bytes::EntryBytes;
use crate::event::Event;
use crate::ids::{Actor, HouseId, IdempotencyKey, StreamId, TableId};
use crate::ledger::{PostingError, Transaction};

/// A BLAKE3 hash.
pub type Hash = [u8; 32];

/// Random bytes in an entry, so that nobody can guess its content from its hash.
pub type Salt = [u8; 16];

/// The first encoding: one hash chain for each journal.
const FIRST_FORMAT: u8 = 1;

/// The encoding of new entries: one hash chain for the whole house.
const FORMAT: u8 = 2;

/// The content of an entry of format 1.
type FirstContent = (u64, i64, Actor, Option<(IdempotencyKey, u64)>, Event, Vec<Transaction>);

/// The content of an entry of format 2. It begins with the house and the table, so that an entry cannot be moved.
type Content =
    (HouseId, Option<TableId>, u64, u64, i64, Actor, Option<(IdempotencyKey, u64)>, Event, Vec<Transaction>);

/// The length of what precedes the content of an entry of format 2: the format, the hash before it, and the salt.
const HEAD: usize = 1 + size_of::<Hash>() + size_of::<Salt>();

/// What the content of most entries takes without its transactions, and what most transactions take.
const USUAL_CONTENT: usize = 192;
const USUAL_TRANSACTION: usize = 24;

/// The content of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryBody {
    /// The hash of the preceding entry of the house, or in format 1 of its journal; zeros for the first.
    pub prev: Hash,
    /// Random bytes; zeros in format 1.
    pub salt: Salt,
    /// Its position among all entries of the house, from 1.
    pub sequence: u64,
    /// Its position in its journal, from 1.
    pub version: u64,
    /// The time of the event, in milliseconds since 1970.
    pub at: i64,
    /// The person, or the house itself, that caused it.
    pub by: Actor,
    /// The key of the command, and a digest that identifies its content.
    pub key: Option<(IdempotencyKey, u64)>,
    /// The event.
    pub event: Event,
    /// The transactions it caused.
    pub ledger: Vec<Transaction>,
}

/// An entry of a journal, with the bytes that are stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The journal.
    pub stream: StreamId,
    /// The content.
    pub body: EntryBody,
    /// The stored bytes.
    pub bytes: EntryBytes,
    /// The hash of the bytes.
    pub hash: Hash,
}

/// An entry without its bytes, which nobody needs who only reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryContent {
    /// The journal.
    pub stream: StreamId,
    /// The content.
    pub body: EntryBody,
    /// The hash of the bytes.
    pub hash: Hash,
}

/// The end of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JournalHead {
    /// The number of entries.
    pub version: u64,
    /// The hash of the last entry.
    pub hash: Hash,
}

/// The position of the entries of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryRange {
    /// The journal.
    pub stream: StreamId,
    /// The version of the first entry.
    pub from: u64,
    /// The version of the last entry.
    pub to: u64,
    /// The sequence of the last entry.
    pub sequence: u64,
}

/// A command that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The position of its entries.
    pub range: EntryRange,
    /// The entries; empty if the command had been executed before.
    pub entries: Vec<Entry>,
}

impl Accepted {
    /// Whether the command had been executed before.
    pub fn is_repeat(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Why a journal cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalError {
    /// The bytes are not an entry.
    Unreadable(String),
    /// The entry or command cannot be encoded.
    Unwritable(String),
    /// An entry is missing or duplicated.
    Version {
        /// The expected version.
        due: u64,
        /// The version found.
        found: u64,
    },
    /// An entry of the house is missing or duplicated.
    Sequence {
        /// The expected sequence.
        due: u64,
        /// The sequence found.
        found: u64,
    },
    /// The entry does not have the hash of the one before it: the journal was altered.
    Chain(u64),
    /// Its transactions cannot be posted.
    Ledger(u64, PostingError),
    /// Replaying the entry gives another result than the stored one.
    Replay(u64, String),
    /// An earlier entry could be applied only in part, so that no other can follow.
    Halted,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "an entry cannot be read: {why}"),
            Self::Unwritable(why) => write!(f, "an entry cannot be written: {why}"),
            Self::Halted => f.write_str("an earlier entry could be applied only in part"),
            Self::Version { due, found } => {
                write!(f, "entry {due} was expected, but entry {found} was found")
            }
            Self::Sequence { due, found } => {
                write!(f, "entry {due} of the house was expected, but entry {found} was found")
            }
            Self::Chain(version) => write!(f, "entry {version} does not follow from the one before it"),
            Self::Ledger(version, why) => {
                write!(f, "the transactions of entry {version} cannot be posted: {why}")
            }
            Self::Replay(version, why) => {
                write!(f, "replaying entry {version} gives another result than is written: {why}")
            }
        }
    }
}

impl std::error::Error for JournalError {}

impl Entry {
    /// Encodes an entry.
    ///
    /// # Errors
    /// When it cannot be encoded.
    pub fn write(stream: StreamId, body: EntryBody) -> Result<Self, JournalError> {
        let EntryBody { prev, salt, sequence, version, at, by, key, event, ledger } = &body;
        let content = (stream.house, stream.table, sequence, version, at, by, key, event, ledger);
        let mut head = [FORMAT; HEAD];
        head[1..=prev.len()].copy_from_slice(prev);
        head[1 + prev.len()..].copy_from_slice(salt);
        // No longer than its bytes, because thousands of entries wait in memory.
        let room = HEAD + USUAL_CONTENT + ledger.len() * USUAL_TRANSACTION;
        let bytes = with_encoded(&head, room, &content, |bytes| EntryBytes::from(bytes));
        let bytes = bytes.map_err(unwritable)?;
        let hash = *blake3::hash(&bytes).as_bytes();
        Ok(Self { stream, body, bytes, hash })
    }

    /// Decodes a stored entry. An entry of format 2 must name the place where it is stored.
    ///
    /// # Errors
    /// When the bytes are not an entry, or an entry of another place.
    pub fn read(stream: StreamId, sequence: u64, bytes: impl Into<EntryBytes>) -> Result<Self, JournalError> {
        let bytes = bytes.into();
        let body = EntryBody::read(stream, sequence, &bytes)?;
        let hash = *blake3::hash(&bytes).as_bytes();
        Ok(Self { stream, body, bytes, hash })
    }

    /// Decodes an entry that is not in a store, and so says itself where it belongs.
    ///
    /// # Errors
    /// When the bytes are not an entry of format 2: earlier ones do not say where they belong.
    pub fn read_alone(bytes: impl Into<EntryBytes>) -> Result<Self, JournalError> {
        let bytes = bytes.into();
        let (stream, body) = EntryBody::read_alone(&bytes)?;
        let hash = *blake3::hash(&bytes).as_bytes();
        Ok(Self { stream, body, bytes, hash })
    }

    /// Whether it is of the first format, in which each journal has a hash chain of its own.
    pub fn is_of_first_format(&self) -> bool {
        self.bytes.first() == Some(&FIRST_FORMAT)
    }
}

impl EntryBody {
    /// Decodes the content of an entry that is stored at a place.
    pub(crate) fn read(stream: StreamId, sequence: u64, bytes: &[u8]) -> Result<Self, JournalError> {
        match bytes.split_first() {
            Some((&FIRST_FORMAT, rest)) => read_first(sequence, rest),
            Some((&FORMAT, rest)) => read_body(stream, sequence, rest),
            Some((format, _)) => Err(JournalError::Unreadable(format!("format {format} is unknown"))),
            None => Err(JournalError::Unreadable("it is empty".to_owned())),
        }
    }

    fn read_alone(bytes: &[u8]) -> Result<(StreamId, Self), JournalError> {
        match bytes.split_first() {
            Some((&FORMAT, rest)) => read_alone(rest),
            Some((format, _)) => {
                Err(JournalError::Unreadable(format!("it has format {format}, not {FORMAT}")))
            }
            None => Err(JournalError::Unreadable("it is empty".to_owned())),
        }
    }
}

fn read_alone(bytes: &[u8]) -> Result<(StreamId, EntryBody), JournalError> {
    let (prev, rest) = split(bytes)?;
    let (salt, rest) = split(rest)?;
    let (house, table, sequence, version, at, by, key, event, ledger): Content =
        postcard::from_bytes(rest).map_err(unreadable)?;
    let body = EntryBody { prev, salt, sequence, version, at, by, key, event, ledger };
    Ok((StreamId { house, table }, body))
}

fn read_first(sequence: u64, bytes: &[u8]) -> Result<EntryBody, JournalError> {
    let (prev, rest) = split(bytes)?;
    let (version, at, by, key, event, ledger): FirstContent =
        postcard::from_bytes(rest).map_err(unreadable)?;
    Ok(EntryBody { prev, salt: Salt::default(), sequence, version, at, by, key, event, ledger })
}

fn read_body(stream: StreamId, place: u64, bytes: &[u8]) -> Result<EntryBody, JournalError> {
    let (found, body) = read_alone(bytes)?;
    if (found, body.sequence) != (stream, place) {
        let (StreamId { house, table }, sequence) = (found, body.sequence);
        let journal = table.map_or_else(|| "the house".to_owned(), |table| format!("table {}", table.0));
        let why = format!("it is entry {sequence} of house {}, in the journal of {journal}", house.0);
        return Err(JournalError::Unreadable(why));
    }
    Ok(body)
}

fn split<const N: usize>(bytes: &[u8]) -> Result<([u8; N], &[u8]), JournalError> {
    let split = bytes.split_first_chunk().map(|(first, rest)| (*first, rest));
    split.ok_or_else(|| JournalError::Unreadable("it is truncated".to_owned()))
}

/// A digest of a command and the person who gave it. The same key with a different digest is an error.
///
/// # Errors
/// When the command cannot be encoded.
pub fn digest_of(by: Actor, command: &Command) -> Result<u64, JournalError> {
    let hash = with_encoded(&[], 0, &(by, command), blake3::hash).map_err(unwritable)?;
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    Ok(u64::from_le_bytes(first))
}

#[allow(clippy::needless_pass_by_value, reason = "it takes errors as `map_err` passes them")]
fn unreadable(error: postcard::Error) -> JournalError {
    JournalError::Unreadable(error.to_string())
}

#[allow(clippy::needless_pass_by_value, reason = "it takes errors as `map_err` passes them")]
fn unwritable(error: postcard::Error) -> JournalError {
    JournalError::Unwritable(error.to_string())
}
