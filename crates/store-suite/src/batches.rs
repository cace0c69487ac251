//! Batches to store that say little.

use croupier_house::event::Event;
use croupier_house::ids::{Actor, PersonId, StreamId};
use croupier_house::journal::{Entry, EntryBody};
use croupier_house::store::{Batch, StoredEntry};

/// Some entries of a house's only journal from a version on.
pub fn batch(stream: StreamId, from: u64, count: u64) -> Batch {
    batch_at(stream, from, from, count)
}

/// Some entries of a journal from a version and a sequence on.
pub fn batch_at(stream: StreamId, version: u64, sequence: u64, count: u64) -> Batch {
    let entry = |place: u64| entry_at(stream, version + place, sequence + place);
    Batch { entries: (0..count).map(entry).collect(), ..Batch::default() }
}

/// An entry that says little.
pub fn entry_at(stream: StreamId, version: u64, sequence: u64) -> StoredEntry {
    let event = match stream.table {
        None => Event::CapitalMoved,
        Some(_) => Event::Readied { person: PersonId(1) },
    };
    let body = EntryBody {
        prev: [0; 32],
        salt: [1; 16],
        sequence,
        version,
        at: 1_000,
        by: Actor::House,
        key: None,
        event,
        ledger: Vec::new(),
    };
    let entry = Entry::write(stream, body).unwrap();
    StoredEntry { stream, version, sequence, bytes: entry.bytes, hash: entry.hash }
}
