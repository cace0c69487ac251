//! The checkpoints that the houses of a data folder have published, in a database of their own.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_house::ids::HouseId;
use rusqlite::{Connection, OptionalExtension, Row};

use super::note::SignedCheckpoint;
use super::signing_key::VerifyingKey;
use crate::error::{ServeError, failed};

/// The name of the database in a data folder.
pub const CHECKPOINTS_FILE: &str = "checkpoints.db";

/// The most checkpoints that are returned at once.
pub(crate) const PAGE_MAX: usize = 200;

/// The migrations of the database, in order. A public key is stored once for all that it has signed.
const MIGRATIONS: [&str; 2] = ["create table signers (id integer primary key, key text not null unique) strict;
     create table checkpoints (
         house integer not null, number integer not null, incarnation integer not null, sequence integer not null,
         at integer not null, signer integer not null references signers (id), note text not null,
         primary key (house, number)) strict, without rowid;",
    "create index checkpoints_by_sequence on checkpoints (house, incarnation, sequence);"];

/// A checkpoint as it was published.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublishedCheckpoint {
    /// Its position in the list of its house, from 1.
    pub number: u64,
    /// The incarnation of the house.
    pub incarnation: u32,
    /// The sequence number of the last entry that it covers.
    pub sequence: u64,
    /// When it was signed, in milliseconds since 1970.
    pub at: i64,
    /// The public key, in the form of signed notes.
    pub key: String,
    /// The signed note.
    pub note: String,
}

/// The checkpoints of a data folder.
pub struct CheckpointLog {
    connection: Mutex<Connection>,
}

impl CheckpointLog {
    /// Opens or creates the database of a data folder.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(folder: &Path) -> Result<Self, ServeError> {
        let path = folder.join(CHECKPOINTS_FILE);
        let named = |error: &dyn std::fmt::Display| ServeError(format!("{}: {error}", path.display()));
        croupier_store::make_private(&path).map_err(|error| named(&error))?;
        let mut connection = Connection::open(&path).map_err(|error| named(&error))?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(|error| named(&error))?;
        connection.pragma_update(None, "synchronous", "full").map_err(|error| named(&error))?;
        croupier_store::migrate(&mut connection, &MIGRATIONS).map_err(|error| named(&error))?;
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a checkpoint at the end of its house's list.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn add(&self, signed: &SignedCheckpoint, key: &VerifyingKey, at: i64) -> Result<(), ServeError> {
        let mut connection = self.lock();
        let transaction = connection.transaction().map_err(failed)?;
        let key = key.text();
        transaction.execute("insert or ignore into signers (key) values (?)", [&key]).map_err(failed)?;
        let (origin, sequence) = (signed.checkpoint.origin, signed.checkpoint.sequence.cast_signed());
        let sql = "insert into checkpoints (house, number, incarnation, sequence, at, signer, note)
                   select ?1, coalesce((select max(number) from checkpoints where house = ?1), 0) + 1, ?2, ?3, ?4,
                          id, ?5 from signers where key = ?6";
        let row = (origin.house.0, origin.incarnation, sequence, at, signed.to_string(), key);
        transaction.execute(sql, row).map_err(failed)?;
        transaction.commit().map_err(failed)
    }

    /// The latest checkpoint of a house.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn latest(&self, house: HouseId) -> Result<Option<PublishedCheckpoint>, ServeError> {
        let sql = "select number, incarnation, sequence, at, key, note from checkpoints
                   join signers on signers.id = signer where house = ? order by number desc limit 1";
        self.lock().query_row(sql, [house.0], published).optional().map_err(failed)
    }

    /// The checkpoint of a house that covers most of an incarnation.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn farthest(
        &self,
        house: HouseId,
        incarnation: u32,
    ) -> Result<Option<PublishedCheckpoint>, ServeError> {
        let sql = "select number, incarnation, sequence, at, key, note from checkpoints
                   join signers on signers.id = signer where house = ? and incarnation = ?
                   order by sequence desc limit 1";
        self.lock().query_row(sql, (house.0, incarnation), published).optional().map_err(failed)
    }

    /// The checkpoints of a house after a position, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn page(
        &self,
        house: HouseId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<PublishedCheckpoint>, ServeError> {
        let Ok(after) = i64::try_from(after) else { return Ok(Vec::new()) };
        let limit = i64::try_from(limit.min(PAGE_MAX)).map_err(failed)?;
        let connection = self.lock();
        let sql = "select number, incarnation, sequence, at, key, note from checkpoints
                   join signers on signers.id = signer where house = ? and number > ? order by number limit ?";
        let mut select = connection.prepare_cached(sql).map_err(failed)?;
        let rows = select.query_map((house.0, after, limit), published).map_err(failed)?;
        rows.map(|row| row.map_err(failed)).collect()
    }
}

fn published(row: &Row<'_>) -> rusqlite::Result<PublishedCheckpoint> {
    let (number, sequence): (i64, i64) = (row.get(0)?, row.get(2)?);
    Ok(PublishedCheckpoint {
        number: number.cast_unsigned(),
        incarnation: row.get(1)?,
        sequence: sequence.cast_unsigned(),
        at: row.get(3)?,
        key: row.get(4)?,
        note: row.get(5)?,
    })
}

#[cfg(test)]
mod tests {
    use croupier_fair::{HouseKey, KeyId};

    use super::*;
    use crate::checkpoints::{Checkpoint, Origin, SigningKey};

    #[test]
    fn checkpoints_are_listed_page_by_page_and_each_house_has_its_own() {
        let folder = std::env::temp_dir().join(format!("croupier-checkpoints-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        let log = CheckpointLog::open(&folder).unwrap();
        for (house, incarnation, sequence) in [(1, 1, 5), (2, 1, 6), (1, 1, 9), (1, 2, 7)] {
            let origin = Origin::new(HouseId(house), incarnation, &[house.to_le_bytes()[0]; 32]);
            let key = SigningKey::derive(&HouseKey::new(KeyId(1), [8; 32]), origin).unwrap();
            let signed = key.sign(Checkpoint { origin, sequence, hash: [1; 32] });
            log.add(&signed, &key.public(), 100).unwrap();
        }
        let seen = |after, limit| {
            let page = log.page(HouseId(1), after, limit).unwrap();
            page.iter().map(|row| (row.number, row.incarnation, row.sequence)).collect::<Vec<_>>()
        };
        assert_eq!(seen(0, 10), [(1, 1, 5), (2, 1, 9), (3, 2, 7)]);
        assert_eq!(seen(1, 1), [(2, 1, 9)]);
        assert_eq!(seen(u64::MAX, 10), []);
        let latest = log.latest(HouseId(1)).unwrap().unwrap();
        assert_eq!((latest.incarnation, latest.sequence), (2, 7));
        assert_eq!(log.farthest(HouseId(1), 1).unwrap().unwrap().sequence, 9);
        assert!(latest.note.parse::<SignedCheckpoint>().is_ok());
        assert!(log.latest(HouseId(3)).unwrap().is_none());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
