//! Entries as stores have them.

use croupier_house::journal::Entry;
use croupier_house::store::StoredEntry;

/// An entry as a store has it.
pub(crate) fn stored(entry: &Entry) -> StoredEntry {
    StoredEntry {
        stream: entry.stream,
        version: entry.body.version,
        sequence: entry.body.sequence,
        bytes: entry.bytes.clone(),
        hash: entry.hash,
    }
}
