//! Looking up the keys of old commands, on a connection of its own: whoever decides commands never waits for another
//! reader. Both are point lookups, whose price does not depend on the age of a house.

use croupier_house::EntryRange;
use croupier_house::ids::IdempotencyKey;
use croupier_house::store::{StoreError, StoredEntry, StoredKey};
use rusqlite::Connection;

use crate::journal_rows::{Wanted, damaged, key_of, select_entries};

/// The maximum number of entries that are searched for those of one command.
pub const COMMAND_ENTRIES_MAX: u64 = 65_536;

/// A connection for looking up keys.
pub struct KeyReader {
    connection: Connection,
}

impl KeyReader {
    pub(crate) const fn new(connection: Connection) -> Self {
        Self { connection }
    }

    /// The command with a key. Its sequence is 0 if it was stored before there were sequences.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn find(&self, key: IdempotencyKey) -> Result<Option<StoredKey>, StoreError> {
        key_of(&self.connection, key)
    }

    /// The entries of a command. They lie together, and the last of them has the sequence of the range.
    ///
    /// # Errors
    /// When they cannot be read, or are not there.
    pub fn entries(&self, range: &EntryRange) -> Result<Vec<StoredEntry>, StoreError> {
        let EntryRange { stream, from, to, sequence } = *range;
        let due = to.saturating_sub(from).saturating_add(1);
        // What the command changed in other journals lies between them.
        let mut searched = due;
        loop {
            let first = sequence.saturating_sub(searched - 1).max(1);
            let journal = Some((stream.table.map_or(0, |table| table.0), from));
            let wanted = Wanted { house: stream.house, from: first, to: sequence, journal, most: usize::MAX };
            let mut found = select_entries(&self.connection, &wanted)?;
            found.retain(|entry| entry.version <= to);
            if found.len() as u64 == due {
                return Ok(found);
            }
            if first == 1 || searched > COMMAND_ENTRIES_MAX {
                return Err(damaged("a key names entries that are not there"));
            }
            searched = searched.saturating_mul(4);
        }
    }
}
