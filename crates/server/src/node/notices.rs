//! What one node has done and all others must know soon: rows of the database that every node reads four times a second.

use std::sync::Mutex;
use std::time::Duration;

use croupier_house::ids::{HouseId, PersonId};
use croupier_house::store::StoreError;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::presence::Place;
use crate::storage::{Tables, values};

/// How often notices are read.
pub(crate) const NOTICES_EVERY: Duration = Duration::from_millis(250);

/// Of the last ten seconds, by the clock of the database. A notice that is committed late is found by a later read.
const READ: &str = "select number, body from notices \
     where at > (extract(epoch from clock_timestamp()) * 1000)::bigint - 10000 and run <> $1";
const PUT: &str = "insert into notices (run, kind, body) values ($1, 1, $2)";
/// Nobody needs those of the last minute but one.
const DELETE: &str =
    "delete from notices where at < (extract(epoch from clock_timestamp()) * 1000)::bigint - 60000";
/// The number of reads after which old notices are deleted.
const DELETE_AFTER: u32 = 64;

/// What all nodes must know soon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Notice {
    /// Sessions of a person have ended or changed. Those that are left are read from the database again.
    SessionsChanged { house: HouseId, person: PersonId },
    /// An attempt to log in has failed; these are the keys it is counted by.
    LoginFailed { pair: [u8; 16], address: [u8; 16], account: [u8; 16], is_known_place: bool },
    /// These people are at these tables.
    Present(Vec<Place>),
    /// This run of a node has applied the houses up to these sequences.
    Applied { run: u128, houses: Vec<(HouseId, u64)> },
}

/// Puts and reads notices.
pub(crate) struct NoticeBoard {
    tables: Tables,
    run: String,
    seen: Mutex<SeenNotices>,
}

/// The notices that were read. The next reads find them again for a while.
#[derive(Default)]
struct SeenNotices {
    numbers: FxHashSet<i64>,
    reads: u32,
}

impl NoticeBoard {
    /// The board of a database, for one run of a node.
    pub(crate) fn new(tables: Tables, run: String) -> Self {
        Self { tables, run, seen: Mutex::default() }
    }

    /// Puts a notice for all other nodes. If that fails, the log says so: what it is about has happened.
    pub(crate) fn put(&self, notice: &Notice) {
        let put = postcard::to_allocvec(notice)
            .map_err(|error| StoreError::Failed(error.to_string()))
            .and_then(|body| self.tables.query(PUT, &values![&*self.run, &body[..]]));
        if let Err(error) = put {
            tracing::warn!(%error, "other nodes do not learn at once what happened here");
        }
    }

    /// Reads the notices that were not read before.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn read(&self) -> Result<Vec<Notice>, StoreError> {
        let rows = self.tables.query(READ, &values![&*self.run])?;
        let mut seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut found = Vec::new();
        let mut numbers = FxHashSet::default();
        for row in &rows {
            let number: i64 = row.number(0)?;
            numbers.insert(number);
            if !seen.numbers.contains(&number) {
                // A newer node may write kinds that this one does not know; they are about what it does not do.
                found.extend(postcard::from_bytes(row.all_bytes(1)?));
            }
        }
        seen.numbers = numbers;
        seen.reads = seen.reads.wrapping_add(1);
        let deletes = seen.reads.is_multiple_of(DELETE_AFTER);
        drop(seen);
        if deletes {
            self.tables.query(DELETE, &values![])?;
        }
        Ok(found)
    }
}
