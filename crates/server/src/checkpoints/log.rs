//! The checkpoints that the houses have published: in a file of the data folder, or in tables beside the journals
//! (`storage::Tables`).

use std::path::Path;

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use croupier_postgres::SqlValue;
use croupier_transparency::{SignedCheckpoint, VerifyingKey};

use crate::error::{ServeError, failed};
use crate::storage::{FileLog, TableRow, Tables, values};

/// The name of the database in a data folder.
pub const CHECKPOINTS_FILE: &str = "checkpoints.db";

/// The most checkpoints that are returned at once.
pub(crate) const PAGE_MAX: usize = 200;

/// The migrations of the file, in order. A public key is stored once for all that it has signed.
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

/// The checkpoints of a data folder, or of a database.
pub struct CheckpointLog {
    tables: Tables,
}

impl CheckpointLog {
    /// Opens or creates the database of a data folder.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(folder: &Path) -> Result<Self, ServeError> {
        let path = folder.join(CHECKPOINTS_FILE);
        Ok(Self { tables: Tables::open_file(&path, FileLog::Rollback, &MIGRATIONS).map_err(failed)? })
    }

    /// The checkpoints in tables that are there.
    pub(crate) const fn at(tables: Tables) -> Self {
        Self { tables }
    }

    /// Stores a checkpoint at the end of its house's list.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn add(&self, signed: &SignedCheckpoint, key: &VerifyingKey, at: i64) -> Result<(), ServeError> {
        let origin = signed.checkpoint.origin;
        let (incarnation, sequence) = (origin.incarnation, signed.checkpoint.sequence);
        let (key, note) = (key.text(), signed.to_string());
        self.put(
            HouseId(origin.house),
            &PublishedCheckpoint { number: 0, incarnation, sequence, at, key, note },
        )
    }

    /// Stores a checkpoint as it was published, at the end of its house's list. Its number is that place.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub(crate) fn put(&self, house: HouseId, published: &PublishedCheckpoint) -> Result<(), ServeError> {
        let PublishedCheckpoint { incarnation, sequence, at, key, note, .. } = published;
        let (house, sequence) = (house.0, sequence.cast_signed());
        let stored = self.tables.transact(|tables| {
            tables.query("insert into signers (key) values ($1) on conflict do nothing", &values![&**key])?;
            let sql = "select coalesce(max(number), 0) from checkpoints where house = $1";
            let last: i64 = tables.query(sql, &values![house])?.first().map_or(Ok(0), |row| row.number(0))?;
            let signer = tables.query("select id from signers where key = $1", &values![&**key])?;
            let signer: i64 = signer.first().map_or(Ok(0), |row| row.number(0))?;
            let sql = "insert into checkpoints (house, number, incarnation, sequence, at, signer, note)
                       values ($1, $2, $3, $4, $5, $6, $7)";
            let row = values![house, last + 1, *incarnation, sequence, *at, signer, &**note];
            tables.query(sql, &row).map(drop)
        });
        stored.map_err(failed)
    }

    /// The latest checkpoint of a house.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn latest(&self, house: HouseId) -> Result<Option<PublishedCheckpoint>, ServeError> {
        let sql = "select number, incarnation, sequence, at, key, note from checkpoints
                   join signers on signers.id = signer where house = $1 order by number desc limit 1";
        self.first(sql, &values![house.0])
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
                   join signers on signers.id = signer where house = $1 and incarnation = $2
                   order by sequence desc limit 1";
        self.first(sql, &values![house.0, incarnation])
    }

    fn first(
        &self,
        sql: &'static str,
        values: &[SqlValue],
    ) -> Result<Option<PublishedCheckpoint>, ServeError> {
        let found = self.tables.query(sql, values).map_err(failed)?;
        found.first().map(published).transpose().map_err(failed)
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
        let sql = "select number, incarnation, sequence, at, key, note from checkpoints
                   join signers on signers.id = signer where house = $1 and number > $2 order by number limit $3";
        let rows = self.tables.query(sql, &values![house.0, after, limit]).map_err(failed)?;
        rows.iter().map(|row| published(row).map_err(failed)).collect()
    }
}

fn published(row: &TableRow) -> Result<PublishedCheckpoint, StoreError> {
    Ok(PublishedCheckpoint {
        number: row.number(0)?,
        incarnation: row.number(1)?,
        sequence: row.number(2)?,
        at: row.number(3)?,
        key: row.text(4)?.to_owned(),
        note: row.text(5)?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use croupier_postgres::{PostgresOptions, PostgresStore};
    use croupier_store_suite::PostgresServer;
    use croupier_transparency::{Checkpoint, LogForm, Origin, SigningKey};

    use super::*;

    #[test]
    fn checkpoints_are_listed_page_by_page_and_each_house_has_its_own() {
        let folder = std::env::temp_dir().join(format!("croupier-checkpoints-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        let address = PostgresServer::shared().database();
        let store = PostgresStore::open(&address, PostgresOptions::named("node")).unwrap();
        fill_and_list(&CheckpointLog::open(&folder).unwrap());
        fill_and_list(&CheckpointLog::at(Tables::Database(store.tables())));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    fn fill_and_list(log: &CheckpointLog) {
        for (house, incarnation, sequence) in [(1, 1, 5), (2, 1, 6), (1, 1, 9), (1, 2, 7)] {
            let origin = Origin::new(house, incarnation, &[house.to_le_bytes()[0]; 32]);
            let key = SigningKey::new(&[8; 32], origin).unwrap();
            let signed = key.sign(Checkpoint { origin, sequence, hash: [1; 32], root: Some([2; 32]) });
            log.add(&signed, &key.public(LogForm::Tree), 100).unwrap();
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
    }
}
