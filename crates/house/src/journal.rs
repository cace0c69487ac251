//! The journal: events in order, each carrying the hash of the one before.
//!
//! An event is written in postcard: compact, one encoding for one value, quick to read back. What is hashed are the
//! bytes as they are kept, so that the chain can be verified for ever, whatever later versions make of them; the first
//! byte tells the format, and events are only ever added at the end of their list.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::event::Event;
use crate::ids::{Actor, Key, Stream};
use crate::ledger::{Transaction, Unposted};

/// A BLAKE3 hash.
pub type Hash = [u8; 32];

/// The format of the bytes.
const FORMAT: u8 = 1;

/// The bytes of most entries.
const USUAL: usize = 256;

/// What an entry says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Body {
    /// The hash of the entry before it in its journal; noughts for the first. It stands before the rest as it is.
    #[serde(skip)]
    pub prev: Hash,
    /// Its place in its journal, from 1.
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who did it.
    pub by: Actor,
    /// The key of the command, and a digest by which the same command is known.
    pub mark: Option<(Key, u64)>,
    /// What happened.
    pub event: Event,
    /// What it moved.
    pub ledger: Vec<Transaction>,
}

/// An entry of a journal, with the bytes that are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The journal.
    pub stream: Stream,
    /// What it says.
    pub body: Body,
    /// As it is kept.
    pub bytes: Vec<u8>,
    /// The hash of the bytes.
    pub hash: Hash,
}

/// Why a journal cannot be read on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The bytes are no entry.
    Unreadable(String),
    /// An entry is missing, or comes twice.
    Version {
        /// The version that was due.
        due: u64,
        /// The version that came.
        found: u64,
    },
    /// It does not carry the hash of the one before: something was changed.
    Chain(u64),
    /// Its money cannot be posted.
    Ledger(u64, Unposted),
    /// Played again, it does not come out as it is written.
    Replay(u64, String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "an entry cannot be read: {why}"),
            Self::Version { due, found } => write!(f, "entry {due} is due and entry {found} is there"),
            Self::Chain(version) => write!(f, "entry {version} does not follow from the one before it"),
            Self::Ledger(version, why) => write!(f, "the money of entry {version} cannot be posted: {why}"),
            Self::Replay(version, why) => {
                write!(f, "entry {version} does not come out as it is written: {why}")
            }
        }
    }
}

impl std::error::Error for Fault {}

impl Entry {
    /// Writes an entry.
    pub fn write(stream: Stream, body: Body) -> Self {
        let mut bytes = Vec::with_capacity(USUAL);
        bytes.push(FORMAT);
        bytes.extend_from_slice(&body.prev);
        bytes = postcard::to_extend(&body, bytes).unwrap_or_default();
        let hash = *blake3::hash(&bytes).as_bytes();
        Self { stream, body, bytes, hash }
    }

    /// Reads an entry as it was kept.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn read(stream: Stream, bytes: Vec<u8>) -> Result<Self, Fault> {
        let unreadable = |error: postcard::Error| Fault::Unreadable(error.to_string());
        let body = match bytes.split_first() {
            Some((&FORMAT, rest)) => {
                let (prev, rest) =
                    rest.split_first_chunk().ok_or_else(|| Fault::Unreadable("it is cut off".to_owned()))?;
                Body { prev: *prev, ..postcard::from_bytes(rest).map_err(unreadable)? }
            }
            Some((format, _)) => return Err(Fault::Unreadable(format!("format {format} is unknown"))),
            None => return Err(Fault::Unreadable("it is empty".to_owned())),
        };
        let hash = *blake3::hash(&bytes).as_bytes();
        Ok(Self { stream, body, bytes, hash })
    }
}

/// A digest by which the same command from the same person is known again.
pub fn digest_of(by: Actor, command: &Command) -> u64 {
    let bytes = postcard::to_extend(&(by, command), Vec::with_capacity(USUAL)).unwrap_or_default();
    let hash = blake3::hash(&bytes);
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(first)
}
